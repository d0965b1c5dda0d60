//===- ScaledFactors.cpp - Products of scaled factors ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaledFactors.h"

#include "ComputeBuilder.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <cmath>

using namespace mlir;
using namespace fused;

/// True if the elements of a tensor of f32 are numbers of 16 bits.
static bool isWidened(Value value) {
  Type type = getElementTypeOrSelf(tracePermuted(value).value);
  return type.isBF16() || type.isF16();
}

/// The power of two that a scalar in the body of `op` is; nothing if it is
/// another number, or not known.
static std::optional<double> getPowerOfTwo(linalg::GenericOp op, Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  std::optional<double> number =
      argument && argument.getOwner() == op.getBlock()
          ? getKnownNumber(op->getOperand(argument.getArgNumber()))
          : getConstantNumber(scalar);
  int exponent;
  if (!number || !std::isnormal(*number) ||
      std::abs(std::frexp(*number, &exponent)) != 0.5)
    return std::nullopt;
  return number;
}

namespace {
/// An elementwise operation, what it multiplies, and by which power of two.
struct Scaling {
  linalg::GenericOp op;
  Value scalar;
  double scale;
};
} // namespace

static std::optional<Scaling> readScaling(Value factor) {
  auto op = factor.getDefiningOp<linalg::GenericOp>();
  if (!op || !isElementwise(op) || op->getNumResults() != 1)
    return std::nullopt;
  Operation *product =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::DivFOp>(product))
    return std::nullopt;
  bool divides = isa<arith::DivFOp>(product);
  Value lhs = product->getOperand(0), rhs = product->getOperand(1);
  if (std::optional<double> number = getPowerOfTwo(op, rhs))
    return Scaling{op, lhs, divides ? 1.0 / *number : *number};
  if (std::optional<double> number = getPowerOfTwo(op, lhs); number && !divides)
    return Scaling{op, rhs, *number};
  return std::nullopt;
}

/// True if what is multiplied is a number of 16 bits.
static bool isWidenedIn(const Scaling &scaling) {
  linalg::GenericOp op = scaling.op;
  Value scalar = scaling.scalar;
  while (auto widening = scalar.getDefiningOp<arith::ExtFOp>())
    scalar = widening.getIn();
  auto argument = dyn_cast<BlockArgument>(scalar);
  return argument && argument.getOwner() == op.getBlock() &&
         isWidened(op->getOperand(argument.getArgNumber()));
}

/// The factor as it is before it is multiplied.
static Value createUnscaled(RewriterBase &rewriter, const Scaling &scaling) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(scaling.op);
  IRMapping mapping;
  auto copy = cast<linalg::GenericOp>(rewriter.clone(*scaling.op, mapping));
  Operation *yield = copy.getBlock()->getTerminator();
  Operation *product = yield->getOperand(0).getDefiningOp();
  yield->setOperand(0, mapping.lookup(scaling.scalar));
  if (isOpTriviallyDead(product))
    rewriter.eraseOp(product);
  return copy->getResult(0);
}

static Value createScaled(OpBuilder &builder, Location loc, Value value,
                          double scale) {
  Type type = getElementTypeOrSelf(value.getType());
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  ComputeBuilder compute(builder, loc, type);
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return ComputeBuilder::getWritten(compute.createGeneric(
      value, compute.createLike(value, type), maps, iterators,
      [&](OpBuilder &inner, ValueRange arguments) -> SmallVector<Value> {
        Value number = arith::ConstantOp::create(
            inner, loc, inner.getFloatAttr(type, scale));
        return {arith::MulFOp::create(inner, loc, arguments[0], number)};
      }));
}

namespace {
struct ScaleResult : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!sumsProducts(op) || !isKnownZero(op.getDpsInits()[0]) ||
        !getElementTypeOrSelf(op->getResult(0)).isF32())
      return rewriter.notifyMatchFailure(op, "no contraction of f32");
    std::optional<Scaling> scalings[2];
    for (auto [scaling, operand] :
         llvm::zip_equal(scalings, op.getDpsInputOperands())) {
      scaling = readScaling(operand->get());
      if (!(scaling ? isWidenedIn(*scaling) : isWidened(operand->get())))
        return rewriter.notifyMatchFailure(op, "a factor is not of 16 bits");
    }
    if (!scalings[0] && !scalings[1])
      return rewriter.notifyMatchFailure(op, "no factor is scaled");
    double scale = 1.0;
    for (const std::optional<Scaling> &scaling : scalings)
      if (scaling)
        scale *= scaling->scale;
    if (!std::isnormal(static_cast<float>(scale)))
      return rewriter.notifyMatchFailure(op, "the scale is no number of f32");
    IRMapping factors;
    for (auto [scaling, operand] :
         llvm::zip_equal(scalings, op.getDpsInputOperands()))
      if (scaling)
        factors.map(operand->get(), createUnscaled(rewriter, *scaling));
    Operation *unscaled = rewriter.clone(*op, factors);
    rewriter.replaceOp(
        op, createScaled(rewriter, op.getLoc(), unscaled->getResult(0), scale));
    return success();
  }
};
} // namespace

void fused::populateScaledFactors(RewritePatternSet &patterns) {
  patterns.add<ScaleResult>(patterns.getContext());
}
