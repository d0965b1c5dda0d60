//===- ReorderRows.cpp - Rows of products in the order of their reader ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"
#include "TransposeReaders.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace fused {
#define GEN_PASS_DEF_REORDERROWS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// A dimension into which both shapes of a reshape can be split: a part of
/// dimension `source` of one and of dimension `target` of the other.
struct SharedDim {
  int64_t size, source, target;
};

/// A product whose rows are several dimensions that the only reader of the
/// result permutes, and nothing else:
///   permutation -> reshapes -> fused.matmul
///     -> operations that treat all rows alike -> expand_shape -> transpose.
struct PermutedRows {
  MatmulOp product;
  Operation *before;
  tensor::ExpandShapeOp expand;
  linalg::LinalgOp transpose;
  /// Between the result of `before` and A, with a dimension for each of the
  /// rows' instead of one.
  SmallVector<SharedDim> dims;
  /// The new order of these dimensions of A.
  SmallVector<int64_t> order;
};
} // namespace

/// Splits the dimensions of two shapes with equally many elements until they
/// are the same, but for dimensions of size one that `target` has.
static std::optional<SmallVector<SharedDim>>
splitDims(ArrayRef<int64_t> source, ArrayRef<int64_t> target) {
  SmallVector<SharedDim> dims;
  int64_t to = -1, rest = 1;
  for (auto [from, size] : llvm::enumerate(source)) {
    int64_t left = size;
    do {
      while (rest == 1 && to + 1 < static_cast<int64_t>(target.size()))
        rest = target[++to];
      int64_t part = std::min(left, rest);
      if (part == 0 || left % part != 0 || rest % part != 0)
        return std::nullopt;
      dims.push_back({part, static_cast<int64_t>(from), to});
      left /= part;
      rest /= part;
    } while (left != 1);
  }
  return dims;
}

/// True if `input` of `op` has the same elements for all values of `loop`.
static bool isAlike(linalg::LinalgOp op, OpOperand *input, unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(input);
  if (isa<RankedTensorType>(input->get().getType())) {
    OperandSource source = traceOperand(input->get(), map);
    if (source.constant)
      return true;
    map = source.map;
  }
  return !map.isFunctionOfDim(loop);
}

/// The last of the operations after `product` that compute each row of their
/// result from the same row of the only value that varies along the rows.
static Value findLastRows(MatmulOp product) {
  Value rows = product.getD();
  int64_t dim = cast<ShapedType>(rows.getType()).getRank() - 2;
  while (rows.hasOneUse()) {
    OpOperand *use = &*rows.use_begin();
    auto op = dyn_cast<linalg::LinalgOp>(use->getOwner());
    if (!op || !isElementwise(op) || op.getNumDpsInits() != 1 ||
        !op.isDpsInput(use) || op.hasIndexSemantics() ||
        op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
      break;
    AffineMap map = op.getMatchingIndexingMap(use);
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (!loop || map != op.getMatchingIndexingMap(op.getDpsInitOperand(0)) ||
        llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
          return input != use && !isAlike(op, input, loop.getPosition());
        }))
      break;
    rows = op->getResult(0);
  }
  return rows;
}

/// The dimension of A that runs along the rows.
static int64_t getRowDim(MatmulOp product) {
  int64_t rank = cast<ShapedType>(product.getA().getType()).getRank();
  return product.getTransposeA() ? rank - 1 : rank - 2;
}

/// The tensor of which `value` is a reshape, and whether nothing else reads it.
static std::pair<Value, bool> findReshaped(Value value) {
  bool isOnlyReader = value.hasOneUse();
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      break;
    value = op->getOperand(0);
    isOnlyReader &= value.hasOneUse();
  }
  return {value, isOnlyReader};
}

/// Finds the permutation before a product, if a copy of A in the new order
/// replaces that which the program makes, or is no larger than the result.
static Operation *findPermutationBefore(MatmulOp product) {
  auto [value, isOnlyReader] = findReshaped(product.getA());
  auto type = cast<RankedTensorType>(value.getType());
  auto result = cast<RankedTensorType>(product.getD().getType());
  Operation *op = value.getDefiningOp();
  if (!op || !getPermutation(op) || !type.hasStaticShape() ||
      !result.hasStaticShape() ||
      (!isOnlyReader && type.getNumElements() > result.getNumElements()))
    return nullptr;
  return op;
}

/// The order into which `permutation` brings the dimensions of `group`, counted
/// from its first, if it changes this order alone.
static std::optional<SmallVector<int64_t>>
getOrder(ArrayRef<int64_t> permutation, ArrayRef<int64_t> group) {
  SmallVector<int64_t> order;
  for (auto [index, from] : llvm::enumerate(permutation)) {
    int64_t dim = index;
    bool isInside = llvm::is_contained(group, dim);
    if (isInside != llvm::is_contained(group, from) ||
        (!isInside && from != dim))
      return std::nullopt;
    if (isInside)
      order.push_back(from - group.front());
  }
  if (isIdentityPermutation(order))
    return std::nullopt;
  return order;
}

static std::optional<PermutedRows> matchPermutedRows(MatmulOp product) {
  Value last = findLastRows(product);
  if (product.getEpilog() != Epilog::DEFAULT || product.getC() ||
      !last.hasOneUse())
    return std::nullopt;
  auto expand = dyn_cast<tensor::ExpandShapeOp>(*last.user_begin());
  if (!expand || !expand->hasOneUse() ||
      !expand.getResultType().hasStaticShape())
    return std::nullopt;
  auto transpose = dyn_cast<linalg::LinalgOp>(*expand->user_begin());
  std::optional<SmallVector<int64_t>> permutation =
      transpose ? getPermutation(transpose) : std::nullopt;
  Operation *before = findPermutationBefore(product);
  if (!permutation || !before)
    return std::nullopt;
  int64_t numDims = cast<ShapedType>(product.getD().getType()).getRank();
  ReassociationIndices group = expand.getReassociationIndices()[numDims - 2];
  std::optional<SmallVector<int64_t>> order = getOrder(*permutation, group);
  if (!order)
    return std::nullopt;

  ArrayRef<int64_t> rows =
      expand.getResultType().getShape().slice(group.front(), group.size());
  int64_t rowDim = getRowDim(product);
  SmallVector<int64_t> shape(
      cast<ShapedType>(product.getA().getType()).getShape());
  shape.erase(shape.begin() + rowDim);
  shape.insert(shape.begin() + rowDim, rows.begin(), rows.end());
  std::optional<SmallVector<SharedDim>> dims = splitDims(
      cast<ShapedType>(before->getResult(0).getType()).getShape(), shape);
  if (!dims)
    return std::nullopt;
  auto orderOfA = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  for (auto [index, from] : llvm::enumerate(*order))
    orderOfA[rowDim + index] = rowDim + from;
  return PermutedRows{product, before, expand, transpose, *dims, orderOfA};
}

/// A in the new order, from what the program permutes.
static Value reorderA(RewriterBase &rewriter, PermutedRows &rows) {
  Location loc = rows.product.getLoc();
  Value input = rows.before->getOperand(0);
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> inverse =
      invertPermutationVector(*getPermutation(rows.before));
  SmallVector<int64_t> shape, groups(type.getRank(), 0);
  SmallVector<int64_t> places(rows.dims.size());
  for (auto [dim, source] : llvm::enumerate(inverse))
    for (auto [index, shared] : llvm::enumerate(rows.dims))
      if (shared.source == source) {
        places[index] = shape.size();
        shape.push_back(shared.size);
        ++groups[dim];
      }
  Value a = expandGroups(rewriter, loc, input, groups, type.clone(shape),
                         getAsIndexOpFoldResult(rewriter.getContext(), shape));

  int64_t rank = cast<ShapedType>(rows.product.getA().getType()).getRank();
  int64_t rowDim = getRowDim(rows.product);
  int64_t lastRow = rowDim + rows.order.size() - rank;
  SmallVector<int64_t> permutation, groupsOfA(rank, 0);
  for (auto [index, target] : llvm::enumerate(rows.order)) {
    int64_t place = index;
    int64_t dim =
        place <= lastRow ? std::min(place, rowDim) : place - (lastRow - rowDim);
    for (auto [shared, newPlace] : llvm::zip_equal(rows.dims, places))
      if (shared.target == target) {
        permutation.push_back(newPlace);
        ++groupsOfA[dim];
      }
  }
  if (!isIdentityPermutation(permutation))
    a = transpose(rewriter, loc, a, permutation);
  return collapseGroups(rewriter, loc, a, groupsOfA);
}

static void reorder(RewriterBase &rewriter, PermutedRows rows) {
  MatmulOp product = rows.product;
  rewriter.setInsertionPoint(product);
  Value a = reorderA(rewriter, rows);
  rewriter.modifyOpInPlace(product, [&] { product.getAMutable().assign(a); });
  rewriter.setInsertionPoint(rows.transpose);
  auto type = cast<RankedTensorType>(rows.transpose->getResult(0).getType());
  SmallVector<int64_t> groups =
      llvm::map_to_vector(rows.expand.getReassociationIndices(),
                          [](const ReassociationIndices &group) {
                            return static_cast<int64_t>(group.size());
                          });
  Value result = expandGroups(
      rewriter, product.getLoc(), rows.expand.getSrc(), groups, type,
      getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()));
  rewriter.replaceOp(rows.transpose, result);
  rewriter.eraseOp(rows.expand);
}

namespace {
struct ReorderRows : fused::impl::ReorderRowsBase<ReorderRows> {
  void runOnOperation() override {
    SmallVector<MatmulOp> products;
    getOperation()->walk(
        [&](MatmulOp product) { products.push_back(product); });
    IRRewriter rewriter(&getContext());
    bool hasChanged = false;
    for (MatmulOp product : products)
      if (std::optional<PermutedRows> rows = matchPermutedRows(product)) {
        reorder(rewriter, std::move(*rows));
        hasChanged = true;
      }
    if (!hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
