//===- PermutedRows.cpp - Rows of tensors as products have them -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PermutedRows.h"

#include "FuseAttention.h"
#include "PermutedViews.h"
#include "TransposeReaders.h"

#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fused;

using Permutation = SmallVector<int64_t>;

/// True if the last dimension stays the last.
static bool keepsRows(ArrayRef<int64_t> permutation) {
  return !permutation.empty() &&
         permutation.back() + 1 == int64_t(permutation.size());
}

/// The permutation in which everything reads `result`.
static std::optional<Permutation> getPermutationOfReaders(OpResult result) {
  std::optional<Permutation> permutation;
  for (Operation *user : result.getUsers()) {
    auto ofUser = getPermutation(user);
    if (!ofUser || !keepsRows(*ofUser) ||
        (permutation && *permutation != *ofUser) ||
        // Others may know more sizes.
        getShape(user->getResult(0)) !=
            ArrayRef(applyPermutation(getShape(result), *ofUser)))
      return std::nullopt;
    permutation = ofUser;
  }
  return permutation;
}

static AffineMap permute(AffineMap map, ArrayRef<int64_t> permutation) {
  return AffineMap::get(map.getNumDims(), 0,
                        applyPermutation(map.getResults(), permutation),
                        map.getContext());
}

/// Lets `input` be what it is permuted from.
static AffineMap readInPlace(RewriterBase &rewriter, OpOperand &input,
                             AffineMap map) {
  auto permuted = findPermuted(rewriter, input.get());
  if (!permuted || !keepsRows(permuted->permutation))
    return map;
  input.set(permuted->tensor);
  return permute(map, invertPermutationVector(permuted->permutation));
}

/// Permutes the dimensions of an output. The caller changes what reads it.
static AffineMap permuteOutput(RewriterBase &rewriter, OpOperand &init,
                               OpResult result, AffineMap map,
                               ArrayRef<int64_t> permutation) {
  Location loc = result.getLoc();
  SmallVector<OpFoldResult> sizes = applyPermutation(
      tensor::getMixedSizes(rewriter, loc, init.get()), permutation);
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getElementTypeOrSelf(result.getType()));
  init.set(empty);
  result.setType(cast<RankedTensorType>(empty.getType()));
  return permute(map, permutation);
}

/// Lets an output be what everything permutes it to.
static AffineMap writeInPlace(RewriterBase &rewriter, OpOperand &init,
                              OpResult result, AffineMap map) {
  auto permutation = getPermutationOfReaders(result);
  if (!permutation)
    return map;
  map = permuteOutput(rewriter, init, result, map, *permutation);
  for (Operation *reader : llvm::to_vector(result.getUsers()))
    rewriter.replaceOp(reader, result);
  return map;
}

/// Lets an output that only rows read have its dimensions in the order of the
/// loops.
static AffineMap orderOutput(RewriterBase &rewriter, OpOperand &init,
                             OpResult result, AffineMap map) {
  if (result.use_empty() ||
      !llvm::all_of(result.getUsers(), llvm::IsaPred<RowsOp>))
    return map;
  Permutation permutation =
      llvm::to_vector(llvm::seq<int64_t>(map.getNumResults()));
  llvm::sort(permutation, [&](int64_t a, int64_t b) {
    return map.getDimPosition(a) < map.getDimPosition(b);
  });
  if (isIdentityPermutation(permutation))
    return map;
  for (OpOperand &use : result.getUses()) {
    auto reader = cast<RowsOp>(use.getOwner());
    SmallVector<AffineMap> maps = reader.getMaps();
    AffineMap &ofUse = maps[use.getOperandNumber()];
    ofUse = permute(ofUse, permutation);
    rewriter.modifyOpInPlace(reader, [&] {
      reader.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
  }
  return permuteOutput(rewriter, init, result, map, permutation);
}

/// Calls loops by the results of `order`, which has all of them.
static void orderLoops(RewriterBase &rewriter, RowsOp op, AffineMap order,
                       MutableArrayRef<AffineMap> maps) {
  AffineMap inverse = inversePermutation(order);
  for (AffineMap &map : maps)
    map = map.compose(inverse);
  for (IndexOp index : llvm::to_vector(op.getBodyBlock()->getOps<IndexOp>())) {
    AffineExpr loop = rewriter.getAffineDimExpr(index.getLoop());
    index.setLoop(*order.getResultPosition(loop));
  }
}

static void permuteRows(RewriterBase &rewriter, RowsOp op) {
  unsigned numLoops = op.getNumLoops();
  if (!isa<TensorType>(op.getOutputs().front().getType()) ||
      op.getRowLoops() != ArrayRef<int64_t>(int64_t(numLoops) - 1))
    return;
  rewriter.setInsertionPoint(op);
  SmallVector<AffineMap> maps = op.getMaps();
  std::optional<AffineMap> order;
  rewriter.modifyOpInPlace(op, [&] {
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap &map = maps[operand.getOperandNumber()];
      // Others have no rows, or are at other places of them.
      if (map.getNumResults() != numLoops || !map.isPermutation() ||
          map.getDimPosition(numLoops - 1) != numLoops - 1)
        continue;
      if (op.isDpsInit(&operand)) {
        map =
            writeInPlace(rewriter, operand, op.getTiedOpResult(&operand), map);
        continue;
      }
      map = readInPlace(rewriter, operand, map);
      if (!order &&
          skipReshapesOfBatch(operand.get()).getDefiningOp<MatmulOp>())
        order = map;
    }
    if (order)
      orderLoops(rewriter, op, *order, maps);
    for (OpOperand &init : op.getDpsInitsMutable()) {
      AffineMap &map = maps[init.getOperandNumber()];
      map = orderOutput(rewriter, init, op.getTiedOpResult(&init), map);
    }
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void fused::permuteRowsInPlace(RewriterBase &rewriter, Operation *root) {
  SmallVector<linalg::LinalgOp> permutations;
  SmallVector<RowsOp> rows;
  root->walk([&](Operation *op) {
    if (auto rowsOp = dyn_cast<RowsOp>(op))
      rows.push_back(rowsOp);
    else if (getPermutation(op))
      permutations.push_back(cast<linalg::LinalgOp>(op));
  });
  for (linalg::LinalgOp op : permutations)
    addUnitDimsBehind(rewriter, op);
  for (RowsOp op : rows)
    permuteRows(rewriter, op);
  // Nothing else reads what is not read any more.
  (void)runRegionDCE(rewriter, root->getRegions());
}
