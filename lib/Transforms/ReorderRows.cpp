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
#include "fused/Transforms/LayoutPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// A dimension into which both shapes of a reshape can be split: a part of
/// dimension `source` of one and of dimension `target` of the other.
struct SharedDim {
  int64_t size, source, target;
};

/// A tensor of which some consecutive dimensions are the rows of a product.
struct Rows {
  Value value;
  int64_t first, count;

  bool contains(int64_t dim) const {
    return dim >= first && dim < first + count;
  }
};

/// A product whose rows are several dimensions that the program permutes back,
/// and nothing else:
///   permutation -> reshapes -> fused.matmul
///     -> operations that treat all rows alike -> permutation.
struct PermutedRows {
  MatmulOp product;
  Operation *before, *behind;
  /// What is permuted behind the product.
  Rows last;
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

/// The dimension of A that runs along the rows.
static int64_t getRowDim(MatmulOp product) {
  int64_t rank = cast<ShapedType>(product.getA().getType()).getRank();
  return product.getTransposeA() ? rank - 1 : rank - 2;
}

/// True if nothing but the factors varies along the rows of `product`.
static bool isPlain(MatmulOp product) {
  return product.hasPureTensorSemantics() &&
         product.getEpilog() == Epilog::DEFAULT && !product.getC();
}

static Rows getRows(MatmulOp product) {
  Value d = product.getD();
  return {d, cast<ShapedType>(d.getType()).getRank() - 2, 1};
}

/// The rows in the result of `reshape`, between whose shapes `groups` are, if
/// it does not mix them with other dimensions. `isCollapse` says whether each
/// group becomes one dimension.
static std::optional<Rows> reshapeRows(Rows rows, Value result,
                                       ArrayRef<ReassociationIndices> groups,
                                       bool isCollapse) {
  Rows reshaped{result, -1, 0};
  for (auto [index, group] : llvm::enumerate(groups)) {
    int64_t dim = index;
    ReassociationIndices single = {dim};
    ArrayRef<int64_t> from = isCollapse ? group : single;
    ArrayRef<int64_t> to = isCollapse ? single : group;
    auto numRows = llvm::count_if(
        from, [&](int64_t other) { return rows.contains(other); });
    if (numRows == 0)
      continue;
    if (numRows != static_cast<int64_t>(from.size()))
      return std::nullopt;
    if (reshaped.first < 0)
      reshaped.first = to.front();
    reshaped.count += to.size();
  }
  return reshaped;
}

/// The rows in the result of the elementwise `op`, if it computes each from the
/// same row of `use`, and reads nothing else that varies along the rows.
static std::optional<Rows> computeRows(Rows rows, linalg::LinalgOp op,
                                       OpOperand *use) {
  if (!isElementwise(op) || op.getNumDpsInits() != 1 || !op.isDpsInput(use) ||
      op.hasIndexSemantics() ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(use);
  if (map != op.getMatchingIndexingMap(op.getDpsInitOperand(0)))
    return std::nullopt;
  for (OpOperand *input : op.getDpsInputOperands())
    for (int64_t dim = rows.first; dim < rows.first + rows.count; ++dim)
      if (input != use && !isAlike(op, input, map.getDimPosition(dim)))
        return std::nullopt;
  return Rows{op->getResult(0), rows.first, rows.count};
}

/// The rows behind the only reader of `rows`, if that treats all alike.
static std::optional<Rows> findNextRows(Rows rows) {
  OpOperand *use = &*rows.value.use_begin();
  Operation *op = use->getOwner();
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return reshapeRows(rows, collapse, collapse.getReassociationIndices(),
                       /*isCollapse=*/true);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return reshapeRows(rows, expand, expand.getReassociationIndices(),
                       /*isCollapse=*/false);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return computeRows(rows, linalgOp, use);
  auto product = dyn_cast<MatmulOp>(op);
  if (!product || use != &product.getAMutable() || !isPlain(product) ||
      rows.count != 1 || rows.first != getRowDim(product))
    return std::nullopt;
  return getRows(product);
}

/// The rows of `product` where something permutes them, or mixes them with
/// anything else.
static Rows findLastRows(MatmulOp product) {
  Rows rows = getRows(product);
  while (rows.value.hasOneUse() && !getPermutation(*rows.value.user_begin())) {
    std::optional<Rows> next = findNextRows(rows);
    if (!next)
      break;
    rows = *next;
  }
  return rows;
}

/// The tensor of which `value` is a reshape, and whether nothing else reads it.
static std::pair<Value, bool> findReshaped(Value value) {
  bool isOnlyReader = value.hasOneUse();
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op))
      break;
    value = op->getOperand(0);
    isOnlyReader &= value.hasOneUse();
  }
  return {value, isOnlyReader};
}

/// The order into which `permutation` brings the dimensions of `rows`, counted
/// from the first, if it changes this order alone.
static std::optional<SmallVector<int64_t>>
getOrder(ArrayRef<int64_t> permutation, Rows rows) {
  SmallVector<int64_t> order;
  for (auto [index, from] : llvm::enumerate(permutation)) {
    int64_t dim = index;
    bool isInside = rows.contains(dim);
    if (isInside != rows.contains(from) || (!isInside && from != dim))
      return std::nullopt;
    if (isInside)
      order.push_back(from - rows.first);
  }
  if (isIdentityPermutation(order))
    return std::nullopt;
  return order;
}

static std::optional<PermutedRows> matchPermutedRows(MatmulOp product) {
  if (!isPlain(product))
    return std::nullopt;
  auto [input, isOnlyReader] = findReshaped(product.getA());
  Operation *before = input.getDefiningOp();
  auto inputType = cast<RankedTensorType>(input.getType());
  if (!before || !getPermutation(before) || !inputType.hasStaticShape())
    return std::nullopt;
  Rows last = findLastRows(product);
  auto type = cast<RankedTensorType>(last.value.getType());
  if (!last.value.hasOneUse() || !type.hasStaticShape())
    return std::nullopt;
  // The copy of A in the new order replaces that which the program makes, or is
  // no larger than that of the result, which disappears.
  if (!isOnlyReader && inputType.getNumElements() > type.getNumElements())
    return std::nullopt;
  Operation *behind = *last.value.user_begin();
  std::optional<SmallVector<int64_t>> permutation = getPermutation(behind);
  if (!permutation)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> order = getOrder(*permutation, last);
  if (!order)
    return std::nullopt;

  ArrayRef<int64_t> rows = type.getShape().slice(last.first, last.count);
  int64_t rowDim = getRowDim(product);
  SmallVector<int64_t> shape(
      cast<ShapedType>(product.getA().getType()).getShape());
  shape.erase(shape.begin() + rowDim);
  shape.insert(shape.begin() + rowDim, rows.begin(), rows.end());
  std::optional<SmallVector<SharedDim>> dims =
      splitDims(inputType.getShape(), shape);
  if (!dims)
    return std::nullopt;
  auto orderOfA = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  for (auto [index, from] : llvm::enumerate(*order))
    orderOfA[rowDim + index] = rowDim + from;
  return PermutedRows{product, before, behind, last, *dims, orderOfA};
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
  rewriter.setInsertionPoint(rows.behind);
  auto type = cast<RankedTensorType>(rows.behind->getResult(0).getType());
  SmallVector<int64_t> groups(type.getRank() - rows.last.count + 1, 1);
  groups[rows.last.first] = rows.last.count;
  Location loc = rows.behind->getLoc();
  Value flat = collapseGroups(rewriter, loc, rows.last.value, groups);
  rewriter.replaceOp(rows.behind,
                     expandGroups(rewriter, loc, flat, groups, type,
                                  getAsIndexOpFoldResult(rewriter.getContext(),
                                                         type.getShape())));
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
