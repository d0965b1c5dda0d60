//===- MergeSums.cpp - Sums over batches of products ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "GroupFactors.h"
#include "Reshape.h"
#include "ScaledFactors.h"
#include "SplitSummed.h"
#include "SummedProduct.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/Numerics.h"
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

/// The contraction, or the elementwise product, whose result `sum` adds up, or
/// null. `map` is from the loops of the sum to the dimensions of that result.
static linalg::LinalgOp findSummed(linalg::LinalgOp sum, AffineMap &map) {
  OpOperand *input = sum.getDpsInputOperand(0);
  OperandSource source =
      traceOperand(input->get(), sum.getMatchingIndexingMap(input));
  auto op = source.value.getDefiningOp<linalg::LinalgOp>();
  // A sum in 16 bits would round after each product.
  if (!op || !source.map.isPermutation() ||
      !(source.elementType.isF32() || source.elementType.isF64()) ||
      getElementTypeOrSelf(source.value.getType()) != source.elementType ||
      !source.isUsedOnce)
    return {};
  bool isContraction = sumsProducts(op) && isKnownZero(op.getDpsInits()[0]) &&
                       op.getMatchingIndexingMap(op.getDpsInitOperand(0))
                           .isProjectedPermutation();
  if (!isContraction && !multipliesElements(op))
    return {};
  map = source.map;
  return op;
}

/// True if each loop of an elementwise product runs along a factor, and each
/// element of both factors, read at `maps`, is used for several results. What
/// is summed runs along both.
static bool reusesFactors(linalg::LinalgOp op, ArrayRef<AffineMap> maps) {
  uint64_t reuse[] = {1, 1};
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    bool isAlong[] = {maps[0].isFunctionOfDim(loop),
                      maps[1].isFunctionOfDim(loop)};
    if (!isAlong[0] && !isAlong[1])
      return false;
    for (int factor : {0, 1})
      if (!isAlong[factor])
        reuse[factor] = llvm::SaturatingMultiply<uint64_t>(
            reuse[factor], ShapedType::isDynamic(size) ? minReuse : size);
  }
  return llvm::all_of(reuse, [](uint64_t n) { return n >= minReuse; });
}

/// Leaves out the dimensions of `tensor` that `map` reads at zero. Returns the
/// groups that became one.
static SmallVector<int64_t> dropUnitDims(OpBuilder &builder, Location loc,
                                         Value &tensor, AffineMap &map) {
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> groups;
  int64_t before = 0;
  for (AffineExpr result : map.getResults()) {
    if (!isa<AffineDimExpr>(result)) {
      // It belongs to the dimension before it, or to the first one.
      ++(groups.empty() ? before : groups.back());
      continue;
    }
    results.push_back(result);
    groups.push_back(1 + std::exchange(before, 0));
  }
  tensor = collapseGroups(builder, loc, tensor, groups);
  map = AffineMap::get(map.getNumDims(), 0, results, builder.getContext());
  return groups;
}

/// Multiplies two factors, perhaps widened, and adds that to what was summed.
static void createMultiplication(OpBuilder &body, Location loc,
                                 ValueRange arguments) {
  Value factors[] = {arguments[0], arguments[1]}, sum = arguments[2];
  for (Value &factor : factors)
    if (factor.getType() != sum.getType())
      factor = arith::ExtFOp::create(body, loc, sum.getType(), factor);
  Value product = arith::MulFOp::create(body, loc, factors[0], factors[1]);
  sum = arith::AddFOp::create(body, loc, sum, product);
  linalg::YieldOp::create(body, loc, sum);
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

/// A sum of rounded products, in 16 bits, is the rounded sum of the products.
struct RoundSumOnce : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp sum,
                                PatternRewriter &rewriter) const override;
};

struct MergeSums : fused::impl::MergeSumsBase<MergeSums> {
  using MergeSumsBase::MergeSumsBase;

  void runOnOperation() override {
    ChangeListener listener;
    if (isPermitted(numerics, Concession::OneRounding)) {
      RewritePatternSet patterns(&getContext());
      patterns.add<RoundSumOnce>(&getContext());
      walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    }
    if (isPermitted(numerics, Concession::OrderOfFactors)) {
      RewritePatternSet patterns(&getContext());
      populateGroupFactors(patterns);
      populateScaledFactors(patterns);
      walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    }
    RewritePatternSet patterns(&getContext());
    patterns.add<MergeSum>(&getContext(), /*benefit=*/2);
    patterns.add<DropUnitSum>(&getContext(), /*benefit=*/1);
    walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace

LogicalResult MergeSum::matchAndRewrite(linalg::LinalgOp sum,
                                        PatternRewriter &rewriter) const {
  if (!isSum(sum))
    return rewriter.notifyMatchFailure(sum, "not a sum");
  AffineMap written = sum.getMatchingIndexingMap(sum.getDpsInitOperand(0));
  if (written.getNumResults() != 0 && written.isConstant())
    return rewriter.notifyMatchFailure(sum, "sums everything");
  AffineMap map;
  linalg::LinalgOp op = findSummed(sum, map);
  if (!op && succeeded(splitSummed(sum, rewriter))) {
    op = findSummed(sum, map);
    assert(op && "a split sum is one over a contraction");
  }
  if (!op)
    return rewriter.notifyMatchFailure(sum, "not a sum over a contraction");
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap dims = inversePermutation(map);
  auto getLoop = [&](unsigned loopOfSum) {
    return resultMap.getDimPosition(dims.getDimPosition(loopOfSum));
  };
  bool isContraction = op.getNumReductionLoops() != 0;
  SmallVector<Value> factors = op.getDpsInputs();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!isContraction)
    for (auto [factor, map] : llvm::zip(factors, maps))
      if (failed(readThroughCopies(factor, map)))
        return rewriter.notifyMatchFailure(sum, "not a factor of a product");
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (auto [i, iterator] : llvm::enumerate(sum.getIteratorTypesArray())) {
    if (iterator == utils::IteratorType::parallel)
      continue;
    // A loop along one factor would sum that factor alone.
    for (AffineMap map : ArrayRef(maps).drop_back())
      if (!map.isFunctionOfDim(getLoop(i)))
        return rewriter.notifyMatchFailure(sum, "not a sum over a batch");
    iterators[getLoop(i)] = utils::IteratorType::reduction;
  }
  if (!isContraction && !reusesFactors(op, maps))
    return rewriter.notifyMatchFailure(sum, "reads more than it computes");
  if (!isContraction)
    for (auto [factor, map] : llvm::zip(factors, maps))
      dropUnitDims(rewriter, sum.getLoc(), factor, map);
  Location loc = rewriter.getFusedLoc({op.getLoc(), sum.getLoc()});
  Value init = sum.getDpsInits()[0];
  SmallVector<int64_t> groups = dropUnitDims(rewriter, loc, init, written);
  SmallVector<AffineExpr> results;
  for (unsigned i = 0, e = written.getNumResults(); i != e; ++i)
    results.push_back(
        rewriter.getAffineDimExpr(getLoop(written.getDimPosition(i))));
  maps.back() =
      AffineMap::get(op.getNumLoops(), 0, results, rewriter.getContext());
  using Builder = function_ref<void(OpBuilder &, Location, ValueRange)>;
  auto merged = linalg::GenericOp::create(
      rewriter, loc, init.getType(), factors, init, maps, iterators,
      isContraction ? Builder() : Builder(createMultiplication));
  Region &body = merged.getRegion();
  if (isContraction)
    rewriter.cloneRegionBefore(op->getRegion(0), body, body.begin());
  Value result = merged->getResult(0), kept = sum.getDpsInits()[0];
  if (init != kept)
    result = expandGroups(rewriter, loc, result, groups,
                          cast<RankedTensorType>(kept.getType()),
                          tensor::getMixedSizes(rewriter, loc, kept));
  rewriter.replaceOp(sum, result);
  return success();
}

/// What `value` is a reshape or a transpose of, if each tensor on the way has
/// one use. Appends these operations to `path`, the last one first.
static Value skipViews(Value value, SmallVectorImpl<Operation *> &path) {
  while (value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                         linalg::TransposeOp>(op))
      break;
    path.push_back(op);
    value = op->getOperand(0);
  }
  return value;
}

/// The operation of which `value` is the result, if it rounds each element to
/// fewer bits and nothing else uses that; else null.
static linalg::LinalgOp getRounding(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || !value.hasOneUse() || !isElementwise(op) ||
      op.getNumDpsInputs() != 1 ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return {};
  auto round = op.getBlock()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::TruncFOp>();
  bool isRounding = round && round.getIn() == op.getBlock()->getArgument(0);
  return isRounding ? op : linalg::LinalgOp();
}

/// Reshapes or transposes `tensor` as `path` does, which `skipViews` has found.
static Value repeatViews(PatternRewriter &rewriter, Value tensor,
                         ArrayRef<Operation *> path) {
  Type element = getElementTypeOrSelf(tensor.getType());
  for (Operation *op : llvm::reverse(path)) {
    Location loc = op->getLoc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      tensor = rewriter.createOrFold<tensor::ExpandShapeOp>(
          loc, type.clone(element), tensor, expand.getReassociationIndices(),
          expand.getMixedOutputShape());
    else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      tensor = rewriter.createOrFold<tensor::CollapseShapeOp>(
          loc, type.clone(element), tensor, collapse.getReassociationIndices());
    else
      tensor = transpose(rewriter, loc, tensor,
                         cast<linalg::TransposeOp>(op).getPermutation());
  }
  return tensor;
}

LogicalResult RoundSumOnce::matchAndRewrite(linalg::LinalgOp sum,
                                            PatternRewriter &rewriter) const {
  if (!isSum(sum) || !isKnownZero(sum.getDpsInits()[0]) ||
      getElementTypeOrSelf(sum.getDpsInits()[0].getType())
              .getIntOrFloatBitWidth() != 16)
    return rewriter.notifyMatchFailure(sum, "not a sum from zero in 16 bits");
  SmallVector<Operation *> path, before;
  linalg::LinalgOp rounding =
      getRounding(skipViews(sum.getDpsInputs()[0], path));
  if (!rounding)
    return rewriter.notifyMatchFailure(sum, "does not sum rounded values");
  Value wide = rounding.getDpsInputs().front();
  Value source = skipViews(wide, before);
  auto products = source.getDefiningOp<linalg::LinalgOp>();
  if (!products || !source.hasOneUse() || !sumsProducts(products) ||
      !isKnownZero(products.getDpsInits()[0]))
    return rewriter.notifyMatchFailure(sum, "not a sum of rounded products");
  Location loc = sum.getLoc();
  auto type = cast<RankedTensorType>(sum->getResult(0).getType());
  Type element = getElementTypeOrSelf(wide.getType());
  Value init = sum.getDpsInits()[0];
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(element));
  Value zeros =
      linalg::FillOp::create(
          rewriter, loc, zero,
          tensor::EmptyOp::create(rewriter, loc, sizes, element)->getResults())
          ->getResult(0);
  auto summed = linalg::GenericOp::create(
      rewriter, loc, type.clone(element), repeatViews(rewriter, wide, path),
      zeros, sum.getIndexingMapsArray(), sum.getIteratorTypesArray(),
      [](OpBuilder &body, Location loc, ValueRange arguments) {
        Value next =
            arith::AddFOp::create(body, loc, arguments[0], arguments[1]);
        linalg::YieldOp::create(body, loc, next);
      });
  SmallVector<AffineMap> maps(2,
                              rewriter.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      sum, type, summed->getResult(0), empty, maps, iterators,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        Value rounded = arith::TruncFOp::create(
            body, loc, type.getElementType(), arguments[0]);
        linalg::YieldOp::create(body, loc, rounded);
      });
  // The products are then used once, which the other patterns ask for.
  path.push_back(rounding);
  path.append(before);
  for (Operation *op : path)
    if (op->use_empty())
      rewriter.eraseOp(op);
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
  if (!written.isProjectedPermutation())
    return rewriter.notifyMatchFailure(sum, "keeps summed dimensions");
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
