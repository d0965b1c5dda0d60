//===- FuseAttention.cpp - Two products and the softmax between them ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseAttention.h"

#include "ComputeBuilder.h"
#include "PermutedRows.h"
#include "PermutedViews.h"
#include "ProductFormation.h"
#include "Reshape.h"
#include "SharedMatrix.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Dialect/ShapedValue.h"
#include "fused/Transforms/EpilogPasses.h"
#include "fused/Transforms/SplitAttention.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

namespace fused {
#define GEN_PASS_DEF_FUSEATTENTION
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

Value fused::scale(OpBuilder &builder, Location loc, Value number,
                   const APFloat &factor) {
  if (factor.isExactlyValue(1.0))
    return number;
  return arith::MulFOp::create(
      builder, loc, number,
      arith::ConstantOp::create(
          builder, loc, builder.getF32FloatAttr(factor.convertToDouble())));
}

Value fused::createIndex(OpBuilder &builder, Location loc, uint64_t loop,
                         unsigned numLoops, bool ofKeys) {
  bool isSwapped = ofKeys && loop + 2 >= numLoops;
  return IndexOp::create(builder, loc, builder.getIndexType(),
                         isSwapped ? 2 * numLoops - 3 - loop : loop);
}

Value fused::expandBatch(OpBuilder &builder, Location loc, Value matrices,
                         ArrayRef<int64_t> shape, int64_t inner) {
  auto type = cast<RankedTensorType>(matrices.getType());
  SmallVector<int64_t> sizes(shape);
  llvm::append_range(sizes, type.getShape().take_back(inner));
  SmallVector<int64_t> groups(type.getRank(), 1);
  groups.front() += int64_t(sizes.size()) - type.getRank();
  return expandGroups(builder, loc, matrices, groups, type.clone(sizes),
                      getAsIndexOpFoldResult(builder.getContext(), sizes));
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// Adds an operand of the first product, which has these dimensions.
void AttentionMatch::addExtra(Value operand, ArrayRef<unsigned> dims) {
  AffineMap map = AffineMap::getMultiDimMapWithTargets(rows.getNumLoops(), dims,
                                                       rows.getContext());
  extras.push_back({operand, map, BlockArgument()});
}

/// If C is computed from numbers of loops, rows and columns, as a mask is, adds
/// what it is computed from. So it is not stored for each score, and kernels
/// find out what it hides.
bool AttentionMatch::addMask() {
  auto generic = first.getC().getDefiningOp<linalg::GenericOp>();
  unsigned numLoops = rows.getNumLoops();
  if (!generic || generic.getNumLoops() != numLoops ||
      generic->getNumResults() != 1 || !fused::isElementwise(generic) ||
      !generic.getIndexingMapsArray().back().isIdentity() ||
      first.getCRepeat() != 1 || !usesOnlyConstants(generic.getRegion()))
    return false;
  auto isOfOneScore = [&](AffineMap map) {
    return map.isFunctionOfDim(numLoops - 1) &&
           map.isFunctionOfDim(numLoops - 2);
  };
  for (OpOperand *input : generic.getDpsInputOperands()) {
    AffineMap map = generic.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation() || isOfOneScore(map))
      return false;
  }
  for (Operation &inside : generic.getBody()->without_terminator())
    if (!isa<linalg::IndexOp>(inside) && !isComputedByProductKernel(inside))
      return false;
  c = extras.size();
  mask = generic;
  for (OpOperand *input : generic.getDpsInputOperands())
    extras.push_back(
        {input->get(), generic.getMatchingIndexingMap(input), BlockArgument()});
  return true;
}

/// The number that the first product adds.
Value AttentionMatch::emitC(OpBuilder &builder, ValueRange numbers,
                            bool ofKeys) {
  if (!mask)
    return numbers[*c];
  IRMapping mapping;
  Block *body = mask.getBody();
  for (auto [argument, number] :
       llvm::zip(body->getArguments().drop_back(), numbers.drop_front(*c)))
    mapping.map(argument, number);
  for (Operation &inside : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inside))
      mapping.map(index.getResult(),
                  createIndex(builder, index.getLoc(), index.getDim(),
                              rows.getNumLoops(), ofKeys));
    else
      builder.clone(inside, mapping);
  }
  return mapping.lookupOrDefault(body->getTerminator()->getOperand(0));
}

/// Adds C. One that several products share has some of the dimensions of the
/// batch, if these are as many products.
bool AttentionMatch::addC(RewriterBase &rewriter) {
  Value matrix = first.getC();
  int64_t matrices =
      getShape(matrix).size() == 2 ? 1 : getShape(matrix).front();
  size_t end = batchShape.size();
  for (int64_t repeat = first.getCRepeat(); repeat > 1 && end > 0; --end) {
    if (repeat % batchShape[end - 1] != 0)
      return false;
    repeat /= batchShape[end - 1];
  }
  size_t begin = end;
  for (int64_t left = matrices; left > 1; --begin) {
    if (begin == 0 || left % batchShape[begin - 1] != 0)
      return false;
    left /= batchShape[begin - 1];
  }
  SmallVector<unsigned> dims;
  for (unsigned dim = begin; dim < end; ++dim)
    dims.push_back(dim);
  dims.append({rows.getNumLoops() - 2, rows.getNumLoops() - 1});
  ArrayRef<int64_t> shape = batchShape.slice(begin, end - begin);
  if (shape.empty() && getShape(matrix).size() == 3)
    return false;
  if (!shape.empty())
    matrix = expandBatch(rewriter, first.getLoc(), matrix, shape);
  c = extras.size();
  addExtra(matrix, dims);
  return true;
}

bool AttentionMatch::addOperandsOfFirst(RewriterBase &rewriter) {
  if (first.getC() && !addMask() && !addC(rewriter))
    return false;
  Value vector = first.getBias();
  if (!vector)
    return true;
  SmallVector<unsigned> dims;
  if (getShape(vector).size() == 2) {
    vector = expandBatch(rewriter, rows.getLoc(), vector, batchShape,
                         /*inner=*/1);
    for (unsigned dim = 0; dim < batchShape.size(); ++dim)
      dims.push_back(dim);
  }
  dims.push_back(rows.getNumLoops() - 1);
  bias = extras.size();
  addExtra(vector, dims);
  return true;
}

Value AttentionMatch::emitScores(OpBuilder &builder, Value accumulator,
                                 ValueRange numbers, bool ofKeys) {
  Location loc = rows.getLoc();
  auto widen = [&](Value value) {
    return convertScalarToDtype(builder, loc, value, builder.getF32Type(),
                                /*isUnsignedCast=*/false);
  };
  auto add = [&](Value a, Value b) -> Value {
    return arith::AddFOp::create(builder, loc, a, b);
  };
  Value product = scale(builder, loc, accumulator, first.getAlpha());
  if (c)
    product =
        add(product, scale(builder, loc, widen(emitC(builder, numbers, ofKeys)),
                           first.getBeta()));
  if (bias)
    product = add(product, widen(numbers[*bias]));
  return convertScalarToDtype(builder, loc, product, scores.getType(),
                              /*isUnsignedCast=*/false);
}

/// What is repeated along dimensions of the batch to give `matrices`, with
/// dimensions of size one in their place; null if nothing is.
static Value findShared(OpBuilder &builder, Location loc, Value matrices,
                        ArrayRef<int64_t> batchShape) {
  if (int64_t(batchShape.size()) > TensorMapOp::kMaxBatchDims)
    return {};
  Value repeated = skipReshapesOfBatch(matrices);
  Value source;
  SmallVector<int64_t> added;
  if (auto broadcast = repeated.getDefiningOp<linalg::BroadcastOp>()) {
    source = broadcast.getInput();
    added = llvm::to_vector(broadcast.getDimensions());
  } else if (auto generic = repeated.getDefiningOp<linalg::GenericOp>()) {
    auto dims = linalg::isaBroadcastOpInterface(generic);
    if (!dims)
      return {};
    source = generic.getDpsInputs().front();
    added = *dims;
  }
  ArrayRef<int64_t> shape = getShape(repeated);
  if (!source || shape.drop_back(2) != batchShape ||
      llvm::any_of(added, [&](int64_t dim) {
        return dim >= int64_t(batchShape.size());
      }))
    return {};
  SmallVector<int64_t> groups(getShape(source).size(), 1), sizes;
  size_t own = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    bool isAdded = llvm::is_contained(added, int64_t(dim));
    sizes.push_back(isAdded ? 1 : size);
    // Those in front belong to the first.
    if (isAdded)
      ++groups[own == 0 ? 0 : own - 1];
    else
      ++own;
  }
  return expandGroups(builder, loc, source, groups,
                      cast<RankedTensorType>(source.getType()).clone(sizes),
                      getAsIndexOpFoldResult(builder.getContext(), sizes));
}

Value AttentionMatch::expand(OpBuilder &builder, Value matrices) {
  if (batchShape.empty())
    return matrices;
  Location loc = rows.getLoc();
  if (Value shared = findShared(builder, loc, matrices, batchShape))
    return shared;
  return expandBatch(builder, loc, matrices, batchShape);
}

/// The dimensions of the batch and one of rows, and columns, that are each
/// dimension of `matrices` with the rows of several heads.
SmallVector<int64_t> AttentionMatch::getGroupsOfHeads(Value matrices) {
  int64_t numDims = batchShape.size();
  if (getShape(matrices).size() == 2)
    return {numDims + 1, 1};
  return {numDims - numHeadDims, numHeadDims + 1, 1};
}

Value AttentionMatch::expandHeads(OpBuilder &builder, Value matrices) {
  if (second.heads == 1)
    return expand(builder, matrices);
  auto type = cast<RankedTensorType>(matrices.getType());
  SmallVector<int64_t> sizes = llvm::to_vector(getShape(weights).drop_back());
  sizes.push_back(type.getShape().back());
  return expandGroups(builder, rows.getLoc(), matrices,
                      getGroupsOfHeads(matrices), type.clone(sizes),
                      getAsIndexOpFoldResult(builder.getContext(), sizes));
}

/// The values, which the heads of a group share if the last product has their
/// rows in one matrix.
Value AttentionMatch::getValues(OpBuilder &builder) {
  if (second.heads == 1)
    return expand(builder, second.matrix);
  SmallVector<int64_t> shape = llvm::to_vector(batchShape);
  std::fill(shape.end() - numHeadDims, shape.end(), 1);
  return expandBatch(builder, rows.getLoc(), second.matrix, shape);
}

AttentionOp AttentionMatch::create(RewriterBase &rewriter, bool hasStatistics) {
  Location loc = rows.getLoc();
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (const RegionExtra &extra : extras) {
    operands.push_back(extra.operand);
    maps.push_back(extra.map);
  }
  SmallVector<int64_t> shape(batchShape);
  shape.push_back(getShape(weights).end()[-2]);
  SmallVector<Value> outputs;
  if (hasStatistics)
    outputs.append(2, tensor::EmptyOp::create(rewriter, loc, shape,
                                              rewriter.getF32Type()));
  shape.push_back(getShape(second.matrix).back());
  outputs.insert(
      outputs.begin(),
      tensor::EmptyOp::create(rewriter, loc, shape,
                              second.getElementType(second.op.getAlpha())));
  return AttentionOp::create(
      rewriter, loc, expand(rewriter, first.getA()),
      expand(rewriter, first.getB()), getValues(rewriter), operands, maps,
      outputs, [&](OpBuilder &inner, ValueRange arguments) {
        ValueRange numbers = arguments.drop_front();
        IRMapping mapping;
        mapping.map(scores, emitScores(inner, arguments.front(), numbers,
                                       /*ofKeys=*/false));
        for (auto [extra, number] : llvm::zip_equal(extras, numbers))
          if (extra.argument)
            mapping.map(extra.argument, number);
        for (Operation *inside : scoreOps)
          inner.clone(*inside, mapping);
        return convertScalarToDtype(inner, loc, mapping.lookupOrDefault(score),
                                    inner.getF32Type(),
                                    /*isUnsignedCast=*/false);
      });
}

Value AttentionMatch::createResult(RewriterBase &rewriter, AttentionOp op) {
  Location loc = rows.getLoc();
  Value result = op->getResult(0);
  result = second.heads == 1
               ? collapseBatch(rewriter, loc, result)
               : collapseGroups(rewriter, loc, result,
                                getGroupsOfHeads(second.op.getD()));
  return second.finish(rewriter, result, second.op.getAlpha());
}

//===----------------------------------------------------------------------===//
// Products by weights
//===----------------------------------------------------------------------===//

Type WeightedProduct::getElementType(const APFloat &alpha) {
  // D is rounded once, unless the product may be rounded before.
  bool isD = !op.getC() && alpha.isExactlyValue(1.0);
  return isD || op.getAllowRoundedSteps() ? getElementTypeOrSelf(op.getD())
                                          : op.getComputeType();
}

/// The elements of `matrices`, of f32 or less, times `factor`.
static Value scaleElements(OpBuilder &builder, Location loc, Value matrices,
                           const APFloat &factor, Type type) {
  ComputeBuilder compute(builder, loc, builder.getF32Type());
  int64_t rank = getShape(matrices).size();
  AffineMap map = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return compute
      .createGeneric(matrices, compute.createLike(matrices, type), {map, map},
                     iterators,
                     [&](OpBuilder &inner, ValueRange arguments) {
                       Value number = compute.widen(inner, arguments.front());
                       return SmallVector<Value>{compute.narrow(
                           inner, scale(inner, loc, number, factor), type)};
                     })
      .getResult(0);
}

Value WeightedProduct::finish(RewriterBase &rewriter, Value result,
                              const APFloat &alpha) {
  Location loc = op.getLoc();
  if (givesTransposed)
    result = transposeMatrix(rewriter, loc, result);
  if (!alpha.isExactlyValue(1.0))
    result = scaleElements(rewriter, loc, result, alpha,
                           op.getC() ? op.getComputeType()
                                     : getElementTypeOrSelf(op.getD()));
  return op.getC() ? addC(rewriter, op, result) : result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct FuseAttention : public fused::impl::FuseAttentionBase<FuseAttention> {
  using Base::Base;

  void runOnOperation() override {
    // Weights are rounded elsewhere than the program rounds them.
    if (numerics == Numerics::Strict)
      return;
    IRRewriter rewriter(&getContext());
    permuteRowsInPlace(rewriter, getOperation());
    readColumnsInOrder(rewriter, getOperation());
    SmallVector<MatmulOp> ops;
    getOperation()->walk([&](MatmulOp op) { ops.push_back(op); });
    for (MatmulOp op : ops) {
      std::optional<AttentionMatch> attention = AttentionMatch::match(op);
      if (!attention)
        continue;
      if (attention->isRead()) {
        fuseAttentionGradients(rewriter, *attention);
        continue;
      }
      rewriter.setInsertionPoint(op);
      if (!attention->addOperandsOfFirst(rewriter))
        continue;
      AttentionOp fused = attention->create(rewriter, /*hasStatistics=*/false);
      if (!findLackOfKernel(fused).empty())
        continue;
      widenRegion(rewriter, *fused.getBodyBlock());
      rewriter.replaceAllUsesWith(op.getD(),
                                  attention->createResult(rewriter, fused));
    }
    // The operations have results of other orders, and what they replace reads
    // nothing any more.
    readColumnsInOrder(rewriter, getOperation());
    shareTransposes(rewriter, getOperation());
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
    permuteRowsInPlace(rewriter, getOperation());
    permuteInPlace(rewriter, getOperation());
  }
};
} // namespace
