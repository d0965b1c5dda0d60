//===- FuseTails.cpp - Products and what follows them ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ProductSupport.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/RecognitionPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

namespace fused {
#define GEN_PASS_DEF_FUSETAILS
#include "fused/Transforms/RecognitionPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct FuseTails : public fused::impl::FuseTailsBase<FuseTails> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// True for A B and A B + bias of matrices, on tensors.
static bool isPlain(MatmulOp op) {
  bool isKnown =
      op.getEpilog() == Epilog::DEFAULT || op.getEpilog() == Epilog::BIAS;
  return isKnown && op.hasPureTensorSemantics() && !op.getC() &&
         !op.getSizes().isBatched && !op.isScaled() &&
         op.getAlpha().isExactlyValue(1.0) &&
         cast<ShapedType>(op.getInit().getType()).getRank() == 2 &&
         (!op.getBias() ||
          cast<ShapedType>(op.getBias().getType()).getRank() == 1);
}

/// The elementwise operation that is the only user of a product and has its
/// loops, or null.
static linalg::GenericOp findTail(MatmulOp op) {
  if (!op.getD().hasOneUse())
    return {};
  OpOperand &use = *op.getD().use_begin();
  auto tail = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!tail || !tail.hasPureTensorSemantics() ||
      tail.getNumParallelLoops() != 2 || tail.getNumLoops() != 2 ||
      tail.hasIndexSemantics() || !tail.isDpsInput(&use) ||
      !tail.getMatchingIndexingMap(&use).isIdentity())
    return {};
  for (OpOperand &operand : tail->getOpOperands()) {
    bool isInput = tail.isDpsInput(&operand);
    AffineMap map = tail.getMatchingIndexingMap(&operand);
    bool isFine = isInput ? map.isProjectedPermutation()
                          : map.isIdentity() &&
                                !tail.payloadUsesValueFromOperand(&operand);
    if (!isFine)
      return {};
  }
  return tail;
}

/// The vector that `bias` widens, or `bias` itself: the region widens it as
/// well.
static Value getNarrow(Value bias) {
  auto widening = bias.getDefiningOp<linalg::GenericOp>();
  if (!widening || widening.getNumDpsInputs() != 1 ||
      widening.getNumDpsInits() != 1 || widening.getNumLoops() != 1 ||
      !llvm::all_of(widening.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return bias;
  Block *body = widening.getBody();
  auto extension =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::ExtFOp>();
  bool isAll = extension && extension.getIn() == body->getArgument(0) &&
               llvm::hasNItems(body->without_terminator(), 1);
  return isAll ? widening.getDpsInputs().front() : bias;
}

/// What the tail reads of the product: the sum with the bias, rounded to the
/// type of the product. The contract may let readers in a wider type have it
/// before it is rounded.
static Value createStored(OpBuilder &builder, Location loc, Value sum,
                          BlockArgument argument, bool isStrict,
                          IRMapping &mapping) {
  Type type = argument.getType();
  if (sum.getType() == type)
    return sum;
  Value rounded = arith::TruncFOp::create(builder, loc, type, sum);
  if (!isStrict)
    for (Operation *user : argument.getUsers())
      if (auto wide = dyn_cast<arith::ExtFOp>(user))
        if (wide.getType() == sum.getType())
          mapping.map(wide.getResult(), sum);
  return rounded;
}

/// Makes one operation of a product and its tail, in place of the tail.
static ProductOp createProduct(OpBuilder &builder, MatmulOp op,
                               linalg::GenericOp tail, bool isStrict) {
  Location loc = tail.getLoc();
  SmallVector<Value> extras;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> arguments;
  for (OpOperand *input : tail.getDpsInputOperands()) {
    if (input->get() == op.getD())
      continue;
    extras.push_back(input->get());
    maps.push_back(tail.getMatchingIndexingMap(input));
    arguments.push_back(tail.getMatchingBlockArgument(input));
  }
  if (op.getBias()) {
    extras.push_back(getNarrow(op.getBias()));
    maps.push_back(AffineMap::get(2, 0, builder.getAffineDimExpr(1)));
  }
  auto emitBody = [&](OpBuilder &inner, ValueRange own) {
    Value sum = own.front();
    if (op.getBias()) {
      Value bias = own.back();
      if (bias.getType() != sum.getType())
        bias = arith::ExtFOp::create(inner, loc, sum.getType(), bias);
      sum = arith::AddFOp::create(inner, loc, sum, bias);
    }
    IRMapping mapping;
    for (auto [argument, value] : llvm::zip(arguments, own.drop_front()))
      mapping.map(argument, value);
    BlockArgument stored =
        tail.getMatchingBlockArgument(&*op.getD().use_begin());
    mapping.map(stored,
                createStored(inner, loc, sum, stored, isStrict, mapping));
    for (Operation &inside : tail.getBody()->without_terminator())
      if (inside.getNumResults() != 1 || !mapping.contains(inside.getResult(0)))
        inner.clone(inside, mapping);
    return llvm::map_to_vector(
        tail.getBody()->getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  return ProductOp::create(builder, loc, op.getA(), op.getB(),
                           op.getTransposeA(), op.getTransposeB(), extras, maps,
                           tail.getOutputs(), emitBody);
}

void FuseTails::runOnOperation() {
  SmallVector<MatmulOp> ops;
  getOperation()->walk([&](MatmulOp op) { ops.push_back(op); });
  IRRewriter rewriter(&getContext());
  for (MatmulOp op : ops) {
    if (!isPlain(op))
      continue;
    linalg::GenericOp tail = findTail(op);
    if (!tail)
      continue;
    rewriter.setInsertionPoint(tail);
    ProductOp product =
        createProduct(rewriter, op, tail, numerics == Numerics::Strict);
    if (!findLackOfKernel(product).empty()) {
      rewriter.eraseOp(product);
      continue;
    }
    rewriter.replaceOp(tail, product.getResults());
    rewriter.eraseOp(op);
  }
}
