//===- DecomposeAttention.cpp - fused.attention as products ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputeBuilder.h"
#include "Decompose.h"
#include "Reshape.h"

#include "fused/Dialect/ScatterOp.h"
#include "fused/Transforms/Passes.h"
#include "fused/Transforms/SplitAttention.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fused;

Value fused::collapseBatch(OpBuilder &builder, Location loc, Value matrices) {
  int64_t rank = cast<ShapedType>(matrices.getType()).getRank();
  if (rank <= 3)
    return matrices;
  if (isa<TensorType>(matrices.getType()))
    return collapseGroups(builder, loc, matrices, {rank - 2, 1, 1});
  SmallVector<ReassociationIndices> groups = {
      llvm::to_vector(llvm::seq<int64_t>(rank - 2)), {rank - 2}, {rank - 1}};
  return memref::CollapseShapeOp::create(builder, loc, matrices, groups);
}

/// An array of all scores, with the sizes of `op`.
static Value createScores(OpBuilder &builder, AttentionOp op, Type element) {
  Location loc = op.getLoc();
  bool isTensor = op.hasPureTensorSemantics();
  SmallVector<OpFoldResult> shape =
      isTensor ? tensor::getMixedSizes(builder, loc, op.getQuery())
               : memref::getMixedSizes(builder, loc, op.getQuery());
  shape.back() =
      isTensor
          ? tensor::getMixedSize(builder, loc, op.getKey(), op.getRank() - 2)
          : memref::getMixedSize(builder, loc, op.getKey(), op.getRank() - 2);
  if (isTensor)
    return tensor::EmptyOp::create(builder, loc, shape, element);
  auto [sizes, dynamicSizes] = decomposeMixedValues(shape);
  return memref::AllocOp::create(builder, loc, MemRefType::get(sizes, element),
                                 dynamicSizes);
}

/// The softmax of the row of `score`, rounded to `type`.
static Value createSoftmax(OpBuilder &builder, Location loc, Value score,
                           Type type) {
  auto scoreType = cast<FloatType>(score.getType());
  auto constant = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     FloatAttr::get(scoreType, value));
  };
  const llvm::fltSemantics &semantics = scoreType.getFloatSemantics();
  Value maximum =
      ReduceOp::create(builder, loc, arith::AtomicRMWKind::maximumf, score,
                       constant(APFloat::getInf(semantics, /*Negative=*/true)));
  Value difference = arith::SubFOp::create(builder, loc, score, maximum);
  Value power = math::ExpOp::create(builder, loc, difference);
  Value sum = ReduceOp::create(builder, loc, arith::AtomicRMWKind::addf, power,
                               constant(APFloat::getZero(semantics)));
  Value weight = arith::DivFOp::create(builder, loc, power, sum);
  if (type != scoreType)
    weight = arith::TruncFOp::create(builder, loc, type, weight);
  return weight;
}

AttentionParts fused::splitAttention(RewriterBase &rewriter, AttentionOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  bool isTensor = op.hasPureTensorSemantics();
  Type element = getElementTypeOrSelf(op.getValue().getType());
  auto collapse = [&](Value matrices) {
    return collapseBatch(rewriter, loc, matrices);
  };
  Value scores = createScores(rewriter, op, op.getComputeType());
  Value weights = createScores(rewriter, op, element);
  SmallVector<Value> temporary = {scores, weights};

  MatmulOptions options;
  options.transposeB = true;
  auto first =
      MatmulOp::create(rewriter, loc, Epilog::DEFAULT, collapse(op.getQuery()),
                       collapse(op.getKey()), collapse(scores), options);
  // As a tensor has dimensions that a product does not know.
  auto expand = [&](Value result, Value like) -> Value {
    if (result.getType() == like.getType())
      return result;
    return expandGroups(rewriter, loc, result, {op.getRank() - 2, 1, 1},
                        cast<RankedTensorType>(like.getType()),
                        tensor::getMixedSizes(rewriter, loc, like));
  };
  if (isTensor)
    scores = expand(first.getD(), scores);

  SmallVector<Value> inputs = {scores};
  llvm::append_range(inputs, op.getExtras());
  AffineMap identity = rewriter.getMultiDimIdentityMap(op.getRank());
  SmallVector<AffineMap> maps = {identity};
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    maps.push_back(op.getMapOfExtra(i));
  maps.push_back(identity);
  auto rows = RowsOp::create(
      rewriter, loc, inputs, weights, op.getRank() - 1, maps,
      [&](OpBuilder &inner, ValueRange arguments) -> SmallVector<Value> {
        IRMapping mapping;
        mapping.map(op.getBodyBlock()->getArguments(), arguments);
        for (Operation &inside : op.getBodyBlock()->without_terminator())
          inner.clone(inside, mapping);
        Value score = mapping.lookupOrDefault(
            op.getBodyBlock()->getTerminator()->getOperand(0));
        return {createSoftmax(inner, loc, score, element)};
      });
  if (isTensor)
    weights = rows->getResult(0);

  auto second = MatmulOp::create(rewriter, loc, Epilog::DEFAULT,
                                 collapse(weights), collapse(op.getValue()),
                                 collapse(op.getOutput()), MatmulOptions());
  if (isTensor) {
    rewriter.replaceOp(op, expand(second.getD(), op.getOutput()));
    return {first, rows, second};
  }
  for (Value array : temporary)
    memref::DeallocOp::create(rewriter, loc, array);
  rewriter.eraseOp(op);
  return {first, rows, second};
}

namespace {
struct DecomposeAttention : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is not on tensors");
    AttentionParts parts = splitAttention(rewriter, op);
    decompose(rewriter, parts.first, DecomposedPart::All);
    decomposeRows(rewriter, parts.rows);
    decompose(rewriter, parts.second, DecomposedPart::All);
    return success();
  }
};
} // namespace

void fused::populateDecomposeAttentionPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeAttention>(patterns.getContext());
}
