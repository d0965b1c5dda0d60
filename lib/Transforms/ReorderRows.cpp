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
/// A product whose rows are several dimensions that the only reader of the
/// result permutes, and nothing else:
///   permutation -> collapse_shape -> fused.matmul
///     -> operations that treat all rows alike -> expand_shape -> transpose.
struct PermutedRows {
  MatmulOp product;
  tensor::CollapseShapeOp collapse;
  tensor::ExpandShapeOp expand;
  linalg::LinalgOp transpose;
  /// Where the dimensions of the rows start in the source of `collapse` and in
  /// the result of `expand`.
  int64_t firstOfA, firstOfD;
  /// The new order of the rows' dimensions.
  SmallVector<int64_t> order;
};
} // namespace

/// The dimension of A that runs along the rows.
static int64_t getRowDim(MatmulOp product) {
  int64_t rank = cast<ShapedType>(product.getA().getType()).getRank();
  return product.getTransposeA() ? rank - 1 : rank - 2;
}

/// The sizes of the dimensions that `type` has for one dimension of a matrix.
static ArrayRef<int64_t> getShape(RankedTensorType type,
                                  ArrayRef<int64_t> group) {
  return type.getShape().slice(group.front(), group.size());
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

/// True if the copy of A in the new order costs no more than that of the
/// result: it replaces the one that the program makes, or is smaller.
static bool pays(PermutedRows &rows) {
  Value a = rows.collapse.getSrc();
  if (a.hasOneUse() && rows.collapse->hasOneUse())
    return true;
  auto sizeOf = [](Value value) {
    return cast<ShapedType>(value.getType()).getNumElements();
  };
  return sizeOf(a) <= sizeOf(rows.product.getD());
}

static std::optional<PermutedRows> matchPermutedRows(MatmulOp product) {
  auto collapse = product.getA().getDefiningOp<tensor::CollapseShapeOp>();
  Value last = findLastRows(product);
  if (product.getEpilog() != Epilog::DEFAULT || product.getC() || !collapse ||
      !last.hasOneUse())
    return std::nullopt;
  auto expand = dyn_cast<tensor::ExpandShapeOp>(*last.user_begin());
  if (!expand || !expand->hasOneUse() ||
      !expand.getResultType().hasStaticShape() ||
      !collapse.getSrcType().hasStaticShape())
    return std::nullopt;
  auto transpose = dyn_cast<linalg::LinalgOp>(*expand->user_begin());
  std::optional<SmallVector<int64_t>> permutation =
      transpose ? getPermutation(transpose) : std::nullopt;
  Operation *before = collapse.getSrc().getDefiningOp();
  if (!permutation || !before || !getPermutation(before))
    return std::nullopt;

  int64_t numDims = cast<ShapedType>(product.getD().getType()).getRank();
  ReassociationIndices groupOfD = expand.getReassociationIndices()[numDims - 2];
  ReassociationIndices groupOfA =
      collapse.getReassociationIndices()[getRowDim(product)];
  if (getShape(expand.getResultType(), groupOfD) !=
      getShape(collapse.getSrcType(), groupOfA))
    return std::nullopt;
  PermutedRows rows{product,     collapse,         expand, transpose,
                    groupOfA[0], groupOfD.front(), {}};
  for (auto [dim, from] : llvm::enumerate(*permutation)) {
    bool isRow = llvm::is_contained(groupOfD, static_cast<int64_t>(dim));
    if (isRow != llvm::is_contained(groupOfD, from) ||
        (!isRow && from != static_cast<int64_t>(dim)))
      return std::nullopt;
    if (isRow)
      rows.order.push_back(from - groupOfD.front());
  }
  if (isIdentityPermutation(rows.order) || !pays(rows))
    return std::nullopt;
  return rows;
}

/// A permutation of `rank` dimensions that gives those from `first` on another
/// order, and leaves the others.
static SmallVector<int64_t> getPermutation(ArrayRef<int64_t> order,
                                           int64_t first, int64_t rank) {
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (auto [dim, from] : llvm::enumerate(order))
    permutation[first + dim] = first + from;
  return permutation;
}

static SmallVector<int64_t> countDims(ArrayRef<ReassociationIndices> groups) {
  return llvm::map_to_vector(groups, [](const ReassociationIndices &group) {
    return static_cast<int64_t>(group.size());
  });
}

static void reorder(RewriterBase &rewriter, PermutedRows rows) {
  MatmulOp product = rows.product;
  Location loc = product.getLoc();
  rewriter.setInsertionPoint(product);
  Operation *before = rows.collapse.getSrc().getDefiningOp();
  SmallVector<int64_t> permutation =
      applyPermutation(*fused::getPermutation(before),
                       getPermutation(rows.order, rows.firstOfA,
                                      rows.collapse.getSrcType().getRank()));
  Value a = before->getOperand(0);
  if (!isIdentityPermutation(permutation))
    a = transpose(rewriter, loc, a, permutation);
  a = collapseGroups(rewriter, loc, a,
                     countDims(rows.collapse.getReassociationIndices()));
  rewriter.modifyOpInPlace(product, [&] { product.getAMutable().assign(a); });
  rewriter.setInsertionPoint(rows.transpose);
  auto type = cast<RankedTensorType>(rows.transpose->getResult(0).getType());
  Value result = expandGroups(
      rewriter, loc, rows.expand.getSrc(),
      countDims(rows.expand.getReassociationIndices()), type,
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
        reorder(rewriter, *rows);
        hasChanged = true;
      }
    if (!hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
