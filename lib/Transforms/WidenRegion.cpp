//===- WidenRegion.cpp - Roundings inside of regions ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductFormation.h"

#include "fused/Analysis/ScalarOps.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

/// True if the results of `op` change as little as its operands do.
static bool isContinuous(Operation *op) {
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp, arith::SelectOp>(op))
    return true;
  return isa<math::AbsFOp, math::ErfOp, math::ErfcOp, math::ExpOp, math::Exp2Op,
             math::ExpM1Op, math::FmaOp, math::LogOp, math::Log1pOp,
             math::PowFOp, math::RsqrtOp, math::SqrtOp, math::TanhOp>(op);
}

/// Lets a function be as exact as 16 bits want it, and a product and a sum be
/// rounded once.
static void allowApproximation(Operation *op) {
  auto function = dyn_cast_or_null<arith::ArithFastMathInterface>(op);
  if (!function || !function.getFastMathFlagsAttr())
    return;
  arith::FastMathFlags flags = function.getFastMathFlagsAttr().getValue();
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
    flags = flags | arith::FastMathFlags::contract;
  else if (isApproximable(op))
    flags = flags | arith::FastMathFlags::afn;
  else
    return;
  op->setAttr(function.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

void fused::allowQuotients(Block &body) {
  for (Operation &inside : body.without_terminator())
    if (isa<arith::DivFOp, math::SqrtOp>(inside) &&
        inside.getResult(0).getType().isF32())
      allowApproximation(&inside);
}

void fused::allowApproximations(ProductOp op) {
  for (auto [index, output] : llvm::enumerate(op.getOutputs()))
    if (!op.isSum(index) && !is16BitFloat(getElementTypeOrSelf(output)))
      return;
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    allowApproximation(&inside);
}

void fused::allowApproximations(AttentionGradientOp op) {
  // Powers would enlarge the errors of other functions.
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    if (isa<arith::AddFOp, arith::DivFOp, arith::MulFOp, arith::SubFOp,
            math::ExpOp>(inside))
      allowApproximation(&inside);
}

/// True for a factor whose products with numbers are exact, and finite.
static bool isExactFactor(Value value) {
  FloatAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return false;
  int exponent = constant.getValue().getExactLog2Abs();
  return exponent != INT_MIN && exponent <= 0;
}

void fused::roundScores(Block &body) {
  DenseSet<Operation *> ofScores;
  for (Operation &inside : llvm::reverse(body)) {
    bool readsScores =
        isa<math::ExpOp, math::Exp2Op>(inside) ||
        (isa<YieldOp>(inside) && isa<AttentionOp>(inside.getParentOp()));
    if (readsScores || ofScores.contains(&inside))
      for (Value operand : inside.getOperands())
        if (Operation *producer = operand.getDefiningOp())
          ofScores.insert(producer);
    if (!ofScores.contains(&inside))
      continue;
    auto clear = [](auto op, arith::FastMathFlags flag) {
      op.setFastmath(bitEnumClear(op.getFastmath(), flag));
    };
    auto product = dyn_cast<arith::MulFOp>(inside);
    if (product && !isExactFactor(product.getLhs()) &&
        !isExactFactor(product.getRhs()))
      clear(product, arith::FastMathFlags::contract);
    if (auto quotient = dyn_cast<arith::DivFOp>(inside))
      clear(quotient, arith::FastMathFlags::afn);
    if (auto power = dyn_cast<math::ExpOp>(inside))
      clear(power, arith::FastMathFlags::afn);
  }
}

void fused::widenRegion(RewriterBase &rewriter, Block &body) {
  OpBuilder::InsertionGuard guard(rewriter);
  Type wideType = rewriter.getF32Type();
  // Numbers of 16 bits, and what they are before they are rounded.
  DenseMap<Value, Value> wide;
  auto getWide = [&](Value value) -> Value {
    if (Value known = wide.lookup(value))
      return known;
    rewriter.setInsertionPointAfterValue(value);
    if (auto argument = dyn_cast<BlockArgument>(value))
      rewriter.setInsertionPointToStart(argument.getOwner());
    Value result =
        arith::ExtFOp::create(rewriter, value.getLoc(), wideType, value);
    return wide[value] = result;
  };
  for (Operation &inside :
       llvm::make_early_inc_range(body.without_terminator())) {
    if (auto extension = dyn_cast<arith::ExtFOp>(inside)) {
      if (Value known = wide.lookup(extension.getIn());
          known && extension.getType() == wideType)
        rewriter.replaceOp(extension, known);
      continue;
    }
    if (auto rounding = dyn_cast<arith::TruncFOp>(inside)) {
      if (is16BitFloat(rounding.getType()) &&
          rounding.getIn().getType() == wideType) {
        wide[rounding] = rounding.getIn();
        allowApproximation(rounding.getIn().getDefiningOp());
      }
      continue;
    }
    if (!isContinuous(&inside) || !is16BitFloat(inside.getResult(0).getType()))
      continue;
    rewriter.setInsertionPoint(&inside);
    IRMapping mapping;
    for (Value operand : inside.getOperands())
      if (is16BitFloat(operand.getType())) {
        OpBuilder::InsertionGuard guard(rewriter);
        mapping.map(operand, getWide(operand));
      }
    Operation *copy = rewriter.clone(inside, mapping);
    copy->getResult(0).setType(wideType);
    allowApproximation(copy);
    Type type = inside.getResult(0).getType();
    auto rounded = rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        &inside, type, copy->getResult(0));
    wide[rounded] = copy->getResult(0);
  }
  // What is left of the numbers of 16 bits is stored or compared.
  for (Operation &inside : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&inside))
      rewriter.eraseOp(&inside);
}
