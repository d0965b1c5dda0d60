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

/// An array for the elements of the product of `left` and `right`, which is
/// transposed.
static Value createProducts(OpBuilder &builder, Location loc, Value left,
                            Value right, Type element) {
  bool isTensor = isa<TensorType>(left.getType());
  SmallVector<OpFoldResult> shape =
      isTensor ? tensor::getMixedSizes(builder, loc, left)
               : memref::getMixedSizes(builder, loc, left);
  int64_t row = int64_t(shape.size()) - 2;
  shape.back() = isTensor ? tensor::getMixedSize(builder, loc, right, row)
                          : memref::getMixedSize(builder, loc, right, row);
  if (isTensor)
    return tensor::EmptyOp::create(builder, loc, shape, element);
  auto [sizes, dynamicSizes] = decomposeMixedValues(shape);
  return memref::AllocOp::create(builder, loc, MemRefType::get(sizes, element),
                                 dynamicSizes);
}

namespace {
/// The softmax of a row, and what it is computed with.
struct Softmax {
  Value weight, maximum, sum;
};
} // namespace

/// The softmax of the row of `score`, rounded to `type`.
static Softmax createSoftmax(OpBuilder &builder, Location loc, Value score,
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
  return {weight, maximum, sum};
}

namespace {
/// Creates products of matrices behind any number of dimensions of a batch.
class BatchedProducts {
public:
  BatchedProducts(RewriterBase &rewriter, Location loc, int64_t rank)
      : rewriter(rewriter), loc(loc), rank(rank) {}

  /// Multiplies into `output`, and returns what was written.
  Value create(Value left, Value right, bool transposeB, Value output) {
    MatmulOptions options;
    options.transposeB = transposeB;
    auto op = MatmulOp::create(rewriter, loc, Epilog::DEFAULT,
                               collapseBatch(rewriter, loc, left),
                               collapseBatch(rewriter, loc, right),
                               collapseBatch(rewriter, loc, output), options);
    products.push_back(op);
    if (isa<MemRefType>(output.getType()))
      return output;
    if (op.getD().getType() == output.getType())
      return op.getD();
    return expandGroups(rewriter, loc, op.getD(), {rank - 2, 1, 1},
                        cast<RankedTensorType>(output.getType()),
                        tensor::getMixedSizes(rewriter, loc, output));
  }

  SmallVector<MatmulOp> products;

private:
  RewriterBase &rewriter;
  Location loc;
  int64_t rank;
};
} // namespace

/// The maps of one or two products, of further operands, and of `numOutputs`
/// matrices.
template <typename OpTy>
static SmallVector<AffineMap> getMapsOfRegion(OpTy op, unsigned numProducts,
                                              unsigned numOutputs) {
  auto identity =
      AffineMap::getMultiDimIdentityMap(op.getRank(), op.getContext());
  SmallVector<AffineMap> maps(numProducts, identity);
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    maps.push_back(op.getMapOfExtra(i));
  maps.append(numOutputs, identity);
  return maps;
}

/// Clones the region of `op`, and returns what it yields.
template <typename OpTy>
static SmallVector<Value> cloneRegion(OpBuilder &builder, OpTy op,
                                      ValueRange arguments) {
  IRMapping mapping;
  mapping.map(op.getBodyBlock()->getArguments(), arguments);
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    builder.clone(inside, mapping);
  return llvm::map_to_vector(
      op.getBodyBlock()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

namespace {
/// Gives an operation matrices as products need them: one for each place of the
/// batch, which follow each other in memory.
class WholeMatrices {
public:
  template <typename OpTy>
  WholeMatrices(RewriterBase &rewriter, OpTy op, ArrayRef<OpOperand *> factors);
  /// Copies outputs to where they belong, and releases all arrays.
  void release();

private:
  RewriterBase &rewriter;
  Location loc;
  SmallVector<Value> arrays;
  SmallVector<std::pair<Value, Value>> outputs;
};
} // namespace

/// `matrices` with this batch, along which they are repeated.
static Value repeat(OpBuilder &builder, Location loc, Value matrices,
                    ArrayRef<OpFoldResult> batch) {
  auto type = cast<ShapedType>(matrices.getType());
  bool isTensor = isa<TensorType>(type);
  SmallVector<OpFoldResult> own =
      isTensor ? tensor::getMixedSizes(builder, loc, matrices)
               : memref::getMixedSizes(builder, loc, matrices);
  SmallVector<OpFoldResult> sizes(batch);
  llvm::append_range(sizes, ArrayRef(own).take_back(2));
  SmallVector<AffineExpr> indices;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    indices.push_back(dim < batch.size() && size == 1
                          ? builder.getAffineConstantExpr(0)
                          : builder.getAffineDimExpr(dim));
  Type element = type.getElementType();
  Value whole;
  if (isTensor) {
    whole = tensor::EmptyOp::create(builder, loc, sizes, element);
  } else {
    auto [shape, dynamicSizes] = decomposeMixedValues(sizes);
    whole = memref::AllocOp::create(
        builder, loc, MemRefType::get(shape, element), dynamicSizes);
  }
  ComputeBuilder compute(builder, loc, element);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return ComputeBuilder::getWritten(compute.createGeneric(
      matrices, whole,
      {AffineMap::get(type.getRank(), 0, indices, builder.getContext()),
       builder.getMultiDimIdentityMap(type.getRank())},
      iterators, [](OpBuilder &, ValueRange arguments) {
        return SmallVector<Value>{arguments.front()};
      }));
}

template <typename OpTy>
WholeMatrices::WholeMatrices(RewriterBase &rewriter, OpTy op,
                             ArrayRef<OpOperand *> factors)
    : rewriter(rewriter), loc(op.getLoc()) {
  Value output = op.getOutputs().front();
  SmallVector<OpFoldResult> batch =
      isa<TensorType>(output.getType())
          ? tensor::getMixedSizes(rewriter, loc, output)
          : memref::getMixedSizes(rewriter, loc, output);
  batch.pop_back_n(2);
  for (OpOperand *factor : factors) {
    if (!op.sharesMatrix(factor->get()))
      continue;
    Value array = repeat(rewriter, loc, factor->get(), batch);
    factor->set(array);
    if (isa<MemRefType>(array.getType()))
      arrays.push_back(array);
  }
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || type.getLayout().isIdentity())
      continue;
    Value array = memref::AllocOp::create(
        rewriter, loc, memref::getMixedSizes(rewriter, loc, operand.get()),
        type.getElementType());
    if (op.isDpsInit(&operand))
      outputs.push_back({array, operand.get()});
    else
      linalg::CopyOp::create(rewriter, loc, operand.get(), array);
    operand.set(array);
    arrays.push_back(array);
  }
}

void WholeMatrices::release() {
  for (auto [from, to] : outputs)
    linalg::CopyOp::create(rewriter, loc, from, to);
  for (Value array : arrays)
    ComputeBuilder::release(rewriter, loc, array);
}

AttentionParts fused::splitAttention(RewriterBase &rewriter, AttentionOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  WholeMatrices whole(
      rewriter, op,
      {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable()});
  bool isTensor = op.hasPureTensorSemantics();
  Type element = getElementTypeOrSelf(op.getValue().getType());
  Value scores = createProducts(rewriter, loc, op.getQuery(), op.getKey(),
                                op.getComputeType());
  Value weights =
      createProducts(rewriter, loc, op.getQuery(), op.getKey(), element);
  SmallVector<Value> temporary = {scores, weights};
  BatchedProducts batched(rewriter, loc, op.getRank());
  scores =
      batched.create(op.getQuery(), op.getKey(), /*transposeB=*/true, scores);

  SmallVector<Value> inputs = {scores};
  llvm::append_range(inputs, op.getExtras());
  SmallVector<AffineMap> maps =
      getMapsOfRegion(op, /*numProducts=*/1, /*numOutputs=*/1);
  SmallVector<Value> outputs = {weights};
  for (Value statistic : op.getStatistics()) {
    outputs.push_back(statistic);
    // The key is the last dimension.
    maps.push_back(maps.front().dropResult(op.getRank() - 1));
  }
  auto rows = RowsOp::create(
      rewriter, loc, inputs, outputs, op.getRank() - 1, maps,
      [&](OpBuilder &inner, ValueRange arguments) -> SmallVector<Value> {
        Softmax softmax = createSoftmax(
            inner, loc, cloneRegion(inner, op, arguments).front(), element);
        SmallVector<Value> yielded = {softmax.weight};
        if (!op.getStatistics().empty())
          yielded.append({softmax.maximum, softmax.sum});
        return yielded;
      });
  if (isTensor)
    weights = rows->getResult(0);

  Value output = batched.create(weights, op.getValue(), /*transposeB=*/false,
                                op.getOutput());
  AttentionParts parts = {batched.products[0], rows, batched.products[1]};
  if (isTensor) {
    SmallVector<Value> results = {output};
    llvm::append_range(results, rows->getResults().drop_front());
    rewriter.replaceOp(op, results);
    return parts;
  }
  for (Value array : temporary)
    ComputeBuilder::release(rewriter, loc, array);
  whole.release();
  rewriter.eraseOp(op);
  return parts;
}

SmallVector<MatmulOp> fused::splitAttention(RewriterBase &rewriter,
                                            AttentionGradientOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  WholeMatrices whole(rewriter, op,
                      {&op.getAMutable(), &op.getBMutable(), &op.getCMutable(),
                       &op.getDMutable()});
  bool isTensor = op.hasPureTensorSemantics();
  Type element = getElementTypeOrSelf(op.getA().getType());
  ComputeBuilder builder(rewriter, loc, op.getComputeType());
  BatchedProducts batched(rewriter, loc, op.getRank());
  SmallVector<Value> inputs, weights, temporary;
  auto create = [&](Type type) {
    temporary.push_back(
        createProducts(rewriter, loc, op.getA(), op.getB(), type));
    return temporary.back();
  };
  for (auto [left, right] :
       {std::pair(op.getA(), op.getB()), std::pair(op.getC(), op.getD())})
    inputs.push_back(batched.create(left, right, /*transposeB=*/true,
                                    create(op.getComputeType())));
  llvm::append_range(inputs, op.getExtras());
  unsigned numOutputs = op.getOutputs().size();
  for (unsigned i = 0; i < numOutputs; ++i)
    weights.push_back(create(element));
  SmallVector<utils::IteratorType> iterators(op.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = builder.createGeneric(
      inputs, weights, getMapsOfRegion(op, /*numProducts=*/2, numOutputs),
      iterators, [&](OpBuilder &inner, ValueRange arguments) {
        SmallVector<Value> yielded =
            cloneRegion(inner, op, arguments.drop_back(numOutputs));
        for (Value &weight : yielded)
          weight = builder.narrow(inner, weight, element);
        return yielded;
      });
  SmallVector<IndexOp> indices(generic.getBody()->getOps<IndexOp>());
  for (IndexOp index : indices) {
    OpBuilder::InsertionGuard indexGuard(rewriter);
    rewriter.setInsertionPoint(index);
    rewriter.replaceOpWithNewOp<linalg::IndexOp>(index, index.getLoop());
  }
  SmallVector<Value> results;
  for (unsigned i = 0; i < numOutputs; ++i)
    results.push_back(batched.create(
        isTensor ? generic.getResult(i) : weights[i], op.getRight(i),
        /*transposeB=*/false, op.getOutputs()[i]));
  if (isTensor) {
    rewriter.replaceOp(op, results);
    return batched.products;
  }
  for (Value array : temporary)
    ComputeBuilder::release(rewriter, loc, array);
  whole.release();
  rewriter.eraseOp(op);
  return batched.products;
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

struct DecomposeAttentionGradient : OpRewritePattern<AttentionGradientOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AttentionGradientOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is not on tensors");
    for (MatmulOp product : splitAttention(rewriter, op))
      decompose(rewriter, product, DecomposedPart::All);
    return success();
  }
};
} // namespace

void fused::populateDecomposeAttentionPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeAttention, DecomposeAttentionGradient>(
      patterns.getContext());
}
