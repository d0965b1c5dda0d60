//===- SplitSummed.cpp - Sums over parts of a batch -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitSummed.h"

#include "Reshape.h"
#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

namespace {
/// A contraction of which some loops are split, and for each dimension of a
/// value that is a copy or a reshape of its result, the loop that runs along
/// it.
struct SplitContraction {
  SmallVector<Value> factors;
  SmallVector<AffineMap> maps;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<unsigned> loops;

  /// Reads the factors where their elements come from, with the dimensions
  /// first along which both run: a product needs them so, and other products of
  /// the same factors have the same copies.
  void orderFactors(OpBuilder &builder, Location loc);
  /// Reads the result of a copy, at `map`.
  void copy(AffineMap map);
  /// Splits the loop along dimension `dim` into loops of these sizes.
  void split(OpBuilder &builder, Location loc, unsigned dim,
             ArrayRef<int64_t> sizes);
};

/// A reshape into more dimensions, which is read at `map`.
struct SplitView {
  tensor::ExpandShapeOp reshape;
  AffineMap map;
};
} // namespace

void SplitContraction::orderFactors(OpBuilder &builder, Location loc) {
  for (auto [factor, map] : llvm::zip_equal(factors, maps)) {
    OperandSource source = tracePermuted(factor);
    if (source.map.isPermutation() &&
        getElementTypeOrSelf(source.value.getType()) == source.elementType) {
      factor = source.value;
      map = source.map.compose(map);
    }
    SmallVector<int64_t> order;
    for (unsigned loop : loops)
      if (maps[0].isFunctionOfDim(loop) && maps[1].isFunctionOfDim(loop))
        order.push_back(*map.getResultPosition(builder.getAffineDimExpr(loop)));
    for (int64_t dim = 0, e = map.getNumResults(); dim != e; ++dim)
      if (!llvm::is_contained(order, dim))
        order.push_back(dim);
    if (llvm::is_sorted(order))
      continue;
    factor = transpose(builder, loc, factor, order);
    SmallVector<unsigned> positions(order.begin(), order.end());
    map = map.getSubMap(positions);
  }
}

void SplitContraction::copy(AffineMap map) {
  SmallVector<unsigned> source = loops;
  for (auto [index, loop] : llvm::enumerate(source))
    loops[map.getDimPosition(index)] = loop;
}

void SplitContraction::split(OpBuilder &builder, Location loc, unsigned dim,
                             ArrayRef<int64_t> sizes) {
  unsigned loop = loops[dim], added = sizes.size() - 1;
  auto renumber = [&](unsigned other) {
    return other > loop ? other + added : other;
  };
  for (auto [factor, map] : llvm::zip_equal(factors, maps)) {
    SmallVector<AffineExpr> results;
    SmallVector<int64_t> shape;
    SmallVector<ReassociationIndices> groups;
    auto type = cast<RankedTensorType>(factor.getType());
    for (auto [index, size] : llvm::enumerate(type.getShape())) {
      unsigned own = map.getDimPosition(index);
      ArrayRef<int64_t> parts = own == loop ? sizes : ArrayRef(size);
      ReassociationIndices &group = groups.emplace_back();
      for (auto [part, partSize] : llvm::enumerate(parts)) {
        group.push_back(shape.size());
        shape.push_back(partSize);
        results.push_back(builder.getAffineDimExpr(renumber(own) + part));
      }
    }
    map = AffineMap::get(map.getNumDims() + added, 0, results,
                         builder.getContext());
    if (shape.size() != groups.size())
      factor = tensor::ExpandShapeOp::create(builder, loc, type.clone(shape),
                                             factor, groups);
  }
  iterators.insert(iterators.begin() + loop, added,
                   utils::IteratorType::parallel);
  llvm::transform(loops, loops.begin(), renumber);
  for (unsigned part = 1; part <= added; ++part)
    loops.insert(loops.begin() + dim + part, loop + part);
}

/// The contraction that `value`, which nothing else uses, is a copy of through
/// reshapes into more dimensions, or null. `views` are these, the last one
/// first, and `map` is where the first one reads the result.
static linalg::LinalgOp
findSplit(Value value, SmallVectorImpl<SplitView> &views, AffineMap &map) {
  while (true) {
    OperandSource source = traceOperand(value);
    if (!source.map.isPermutation() || !source.isUsedOnce ||
        getElementTypeOrSelf(source.value.getType()) != source.elementType)
      return {};
    map = source.map;
    auto reshape = source.value.getDefiningOp<tensor::ExpandShapeOp>();
    if (!reshape)
      return source.value.getDefiningOp<linalg::LinalgOp>();
    if (!reshape.getResultType().hasStaticShape())
      return {};
    views.push_back({reshape, map});
    value = reshape.getSrc();
  }
}

/// True if each dimension that `sum` adds up is a part of one along which both
/// factors of `op` run. `map` and `views` are those of `findSplit`.
static bool sumsBatch(linalg::LinalgOp sum, linalg::LinalgOp op, AffineMap map,
                      ArrayRef<SplitView> views) {
  OpOperand *input = sum.getDpsInputOperand(0);
  AffineMap read = sum.getMatchingIndexingMap(input);
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, size] : llvm::enumerate(sum.getStaticLoopRanges())) {
    if (sum.getIteratorTypesArray()[dim] == utils::IteratorType::parallel)
      continue;
    auto find = [](AffineMap map, unsigned position) {
      return *map.getResultPosition(
          getAffineDimExpr(position, map.getContext()));
    };
    unsigned position = find(read, dim);
    for (SplitView view : views) {
      position = find(view.map, position);
      for (auto [source, group] :
           llvm::enumerate(view.reshape.getReassociationIndices()))
        if (llvm::is_contained(group, position)) {
          position = source;
          break;
        }
    }
    unsigned loop = resultMap.getDimPosition(find(map, position));
    for (OpOperand *factor : op.getDpsInputOperands())
      if (!op.getMatchingIndexingMap(factor).isFunctionOfDim(loop))
        return false;
  }
  return true;
}

LogicalResult fused::splitSummed(linalg::LinalgOp sum,
                                 PatternRewriter &rewriter) {
  SmallVector<SplitView> views;
  AffineMap map;
  Value input = sum.getDpsInputs()[0];
  auto type = cast<RankedTensorType>(input.getType());
  linalg::LinalgOp op = findSplit(input, views, map);
  if (!op || views.empty() || !sumsProducts(op) ||
      !(type.getElementType().isF32() || type.getElementType().isF64()) ||
      !isKnownZero(op.getDpsInits()[0]) || op.hasDynamicShape() ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap m) { return m.isProjectedPermutation(); }) ||
      !sumsBatch(sum, op, map, views))
    return failure();
  rewriter.setInsertionPoint(sum);
  Location loc = op.getLoc();
  SplitContraction split{op.getDpsInputs(),
                         op.getIndexingMapsArray(),
                         op.getIteratorTypesArray(),
                         {}};
  AffineMap resultMap = split.maps.pop_back_val();
  for (unsigned i = 0, e = resultMap.getNumResults(); i != e; ++i)
    split.loops.push_back(resultMap.getDimPosition(i));
  split.orderFactors(rewriter, loc);
  split.copy(map);
  for (SplitView view : llvm::reverse(views)) {
    ArrayRef<int64_t> shape = view.reshape.getResultType().getShape();
    SmallVector<ReassociationIndices> groups =
        view.reshape.getReassociationIndices();
    for (unsigned dim = groups.size(); dim-- > 0;)
      split.split(rewriter, loc, dim,
                  shape.slice(groups[dim].front(), groups[dim].size()));
    split.copy(view.map);
  }
  SmallVector<AffineExpr> results;
  for (unsigned loop : split.loops)
    results.push_back(rewriter.getAffineDimExpr(loop));
  split.maps.push_back(AffineMap::get(split.iterators.size(), 0, results,
                                      rewriter.getContext()));
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  Value zeros =
      linalg::FillOp::create(rewriter, loc, zero, empty)->getResult(0);
  auto product = linalg::GenericOp::create(rewriter, loc, type, split.factors,
                                           zeros, split.maps, split.iterators);
  Region &body = product.getRegion();
  rewriter.cloneRegionBefore(op->getRegion(0), body, body.begin());
  rewriter.modifyOpInPlace(
      sum, [&] { sum.getDpsInputOperand(0)->set(product->getResult(0)); });
  return success();
}
