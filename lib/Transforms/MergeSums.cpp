//===- MergeSums.cpp - Sums over batches of products ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Reshape.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_MERGESUMS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// True if `op` adds the elements of one tensor to its init.
static bool isSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isPermutation() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return false;
  Block *body = op.getBlock();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || body->getOperations().size() != 2 || body->getNumArguments() != 2)
    return false;
  Value in = body->getArgument(0), out = body->getArgument(1);
  return (add.getLhs() == in && add.getRhs() == out) ||
         (add.getLhs() == out && add.getRhs() == in);
}

/// True if each value between `value` and its source, which is copied, has one
/// use.
static bool isUsedOnce(Value value, Value source) {
  while (value != source) {
    if (!value.hasOneUse())
      return false;
    value = value.getDefiningOp()->getOperand(0);
  }
  return source.hasOneUse();
}

/// The contraction whose result `sum` adds up, or null. `map` is from the loops
/// of the sum to the dimensions of that result.
static linalg::LinalgOp findSummed(linalg::LinalgOp sum, AffineMap &map) {
  OpOperand *input = sum.getDpsInputOperand(0);
  OperandSource source =
      traceOperand(input->get(), sum.getMatchingIndexingMap(input));
  auto op = source.value.getDefiningOp<linalg::LinalgOp>();
  // A sum in 16 bits would round after each product.
  if (!op || !source.map.isPermutation() ||
      !(source.elementType.isF32() || source.elementType.isF64()) ||
      getElementTypeOrSelf(source.value.getType()) != source.elementType ||
      !isUsedOnce(input->get(), source.value))
    return {};
  if (!sumsProducts(op) || !isKnownZero(op.getDpsInits()[0]) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return {};
  map = source.map;
  return op;
}

namespace {
struct MergeSum : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp sum,
                                PatternRewriter &rewriter) const override;
};

/// A sum over loops of one iteration, from zero, is a reshape, but for the sign
/// of zero: 0 + x.
struct DropUnitSum : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp sum,
                                PatternRewriter &rewriter) const override;
};

struct MergeSums : fused::impl::MergeSumsBase<MergeSums> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<MergeSum>(&getContext(), /*benefit=*/2);
    patterns.add<DropUnitSum>(&getContext(), /*benefit=*/1);
    ChangeListener listener;
    walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace

LogicalResult MergeSum::matchAndRewrite(linalg::LinalgOp sum,
                                        PatternRewriter &rewriter) const {
  AffineMap map;
  linalg::LinalgOp op = isSum(sum) ? findSummed(sum, map) : nullptr;
  if (!op)
    return rewriter.notifyMatchFailure(sum, "not a sum over a contraction");
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap dims = inversePermutation(map);
  auto getLoop = [&](unsigned loopOfSum) {
    return resultMap.getDimPosition(dims.getDimPosition(loopOfSum));
  };
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (auto [i, iterator] : llvm::enumerate(sum.getIteratorTypesArray())) {
    if (iterator == utils::IteratorType::parallel)
      continue;
    // A loop along one factor would sum that factor alone.
    for (OpOperand *factor : op.getDpsInputOperands())
      if (!op.getMatchingIndexingMap(factor).isFunctionOfDim(getLoop(i)))
        return rewriter.notifyMatchFailure(sum, "not a sum over a batch");
    iterators[getLoop(i)] = utils::IteratorType::reduction;
  }
  SmallVector<AffineExpr> results;
  OpOperand *init = sum.getDpsInitOperand(0);
  for (AffineExpr index : sum.getMatchingIndexingMap(init).getResults())
    results.push_back(rewriter.getAffineDimExpr(
        getLoop(cast<AffineDimExpr>(index).getPosition())));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() =
      AffineMap::get(op.getNumLoops(), 0, results, rewriter.getContext());
  auto merged = linalg::GenericOp::create(
      rewriter, rewriter.getFusedLoc({op.getLoc(), sum.getLoc()}),
      sum->getResultTypes(), op.getDpsInputs(), init->get(), maps, iterators);
  Region &body = merged.getRegion();
  rewriter.cloneRegionBefore(op->getRegion(0), body, body.begin());
  rewriter.replaceOp(sum, merged);
  return success();
}

LogicalResult DropUnitSum::matchAndRewrite(linalg::LinalgOp sum,
                                           PatternRewriter &rewriter) const {
  if (!isSum(sum) || !isKnownZero(sum.getDpsInits()[0]))
    return rewriter.notifyMatchFailure(sum, "not a sum from zero");
  OpOperand *input = sum.getDpsInputOperand(0);
  AffineMap read = sum.getMatchingIndexingMap(input);
  AffineMap written = sum.getMatchingIndexingMap(sum.getDpsInitOperand(0));
  auto type = cast<RankedTensorType>(input->get().getType());
  // For each dimension of the result, that of the input.
  AffineMap dims = written.compose(inversePermutation(read));
  if (dims.getNumResults() == 0)
    return rewriter.notifyMatchFailure(sum, "the result is a number");
  SmallVector<int64_t> groups(dims.getNumResults(), 0), order;
  for (unsigned dim = 0; dim < dims.getNumDims(); ++dim) {
    std::optional<unsigned> position =
        dims.getResultPosition(rewriter.getAffineDimExpr(dim));
    if (position)
      order.push_back(*position);
    else if (type.getDimSize(dim) != 1)
      return rewriter.notifyMatchFailure(sum, "sums several elements");
    // A dimension that disappears belongs to that before it, or to the first.
    ++groups[order.empty() ? 0 : order.size() - 1];
  }
  if (!llvm::is_sorted(order))
    return rewriter.notifyMatchFailure(sum, "permutes its input");
  Location loc = sum.getLoc();
  Value value = collapseGroups(rewriter, loc, input->get(), groups);
  Type result = sum->getResult(0).getType();
  if (value.getType() != result)
    value = tensor::CastOp::create(rewriter, loc, result, value);
  SmallVector<AffineMap> maps(
      2, rewriter.getMultiDimIdentityMap(dims.getNumResults()));
  SmallVector<utils::IteratorType> iterators(dims.getNumResults(),
                                             utils::IteratorType::parallel);
  Value init = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, sum.getDpsInits()[0]),
      type.getElementType());
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      sum, result, value, init, maps, iterators,
      [&](OpBuilder &body, Location, ValueRange arguments) {
        Value zero = arith::ConstantOp::create(
            body, loc, body.getZeroAttr(arguments[0].getType()));
        Value sum = arith::AddFOp::create(body, loc, zero, arguments[0]);
        linalg::YieldOp::create(body, loc, sum);
      });
  return success();
}
