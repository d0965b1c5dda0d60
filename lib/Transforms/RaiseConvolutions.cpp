//===- RaiseConvolutions.cpp - Convolutions to contractions ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Reshape.h"

#include "fused/Analysis/Convolution.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_RAISECONVOLUTIONS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// Rewrites one convolution.
class WindowExpansion {
public:
  WindowExpansion(PatternRewriter &rewriter, linalg::LinalgOp op,
                  const Convolution &convolution)
      : rewriter(rewriter), op(op), loc(op.getLoc()), convolution(convolution) {
  }

  void run();

private:
  /// A tensor with one dimension for each of `loops`.
  struct Factor {
    Value value;
    SmallVector<unsigned> loops;
  };

  Factor buildFactor(const ConvolutionFactor &factor);
  Value slice(const ConvolutionFactor &factor);
  Value splitWindows(const ConvolutionFactor &factor, Value value);
  /// Brings loops in the order that spares the product a transposition, and
  /// keeps elements adjacent that are so.
  SmallVector<unsigned> chooseOrder(const ConvolutionFactor &factor,
                                    ArrayRef<unsigned> loops);
  Value gather(const ConvolutionFactor &factor, Value value,
               ArrayRef<unsigned> loops);
  /// Of loops of the operation, as a map of the contraction.
  AffineMap getMap(ArrayRef<unsigned> loops);
  /// The contraction of `a` and `b`, into a result whose dimensions are those
  /// that `groups` keep.
  Value contract(const Factor &a, const Factor &b, ArrayRef<int64_t> groups);

  OpFoldResult getExtent(unsigned loop) { return ranges[loop].size; }

  PatternRewriter &rewriter;
  linalg::LinalgOp op;
  Location loc;
  const Convolution &convolution;
  SmallVector<Range> ranges;
};
} // namespace

static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a,
                             int64_t b) {
  AffineExpr symbol = builder.getAffineSymbolExpr(0);
  return affine::makeComposedFoldedAffineApply(builder, loc, symbol * b, a);
}

/// A tensor of these sizes with the elements of `tensor`.
static RankedTensorType getTensorType(ArrayRef<OpFoldResult> sizes,
                                      Value tensor) {
  return RankedTensorType::get(decomposeMixedValues(sizes).first,
                               getElementTypeOrSelf(tensor.getType()));
}

/// Cuts out the part of a factor that is read, where that is a slice or is
/// reshaped.
Value WindowExpansion::slice(const ConvolutionFactor &factor) {
  auto type = cast<RankedTensorType>(factor.value.getType());
  SmallVector<OpFoldResult> all =
      tensor::getMixedSizes(rewriter, loc, factor.value);
  SmallVector<OpFoldResult> offsets, sizes, strides;
  bool isWhole = true;
  for (auto [dim, index] : llvm::enumerate(factor.indices)) {
    int64_t offset = index.offset, stride = 1;
    OpFoldResult size = rewriter.getIndexAttr(1);
    WindowRead read = factor.reads[dim];
    if (read == WindowRead::Gather || read == WindowRead::Whole) {
      offset = 0;
      size = all[dim];
    } else if (!index.terms.empty()) {
      stride = index.terms.back().coefficient;
      size = multiply(rewriter, loc, getExtent(index.terms[0].loop),
                      index.terms[0].coefficient / stride);
    }
    isWhole &=
        offset == 0 && stride == 1 && isEqualConstantIntOrValue(size, all[dim]);
    offsets.push_back(rewriter.getIndexAttr(offset));
    sizes.push_back(size);
    strides.push_back(rewriter.getIndexAttr(stride));
  }
  if (isWhole)
    return factor.value;
  auto sliced = tensor::ExtractSliceOp::inferResultType(type, sizes);
  return tensor::ExtractSliceOp::create(rewriter, loc,
                                        cast<RankedTensorType>(sliced),
                                        factor.value, offsets, sizes, strides);
}

/// Drops the dimensions without loops, and splits those that are reshaped.
Value WindowExpansion::splitWindows(const ConvolutionFactor &factor,
                                    Value value) {
  SmallVector<int64_t> groups;
  SmallVector<OpFoldResult> sizes;
  SmallVector<OpFoldResult> sliced =
      tensor::getMixedSizes(rewriter, loc, value);
  for (auto [dim, index] : llvm::enumerate(factor.indices)) {
    if (factor.reads[dim] == WindowRead::Reshape) {
      groups.push_back(index.terms.size());
      for (LinearIndex::Term term : index.terms)
        sizes.push_back(getExtent(term.loop));
      continue;
    }
    groups.push_back(index.terms.empty() ? 0 : 1);
    if (!index.terms.empty())
      sizes.push_back(sliced[dim]);
  }
  return expandGroups(rewriter, loc, value, groups, getTensorType(sizes, value),
                      sizes);
}

SmallVector<unsigned>
WindowExpansion::chooseOrder(const ConvolutionFactor &factor,
                             ArrayRef<unsigned> loops) {
  bool isA = &factor == &convolution.a;
  SmallVector<unsigned> others =
      (isA ? convolution.b : convolution.a).getLoops();
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<unsigned> batch, kept, summed;
  for (AffineExpr index : resultMap.getResults()) {
    unsigned loop = cast<AffineDimExpr>(index).getPosition();
    if (llvm::is_contained(loops, loop))
      (llvm::is_contained(others, loop) ? batch : kept).push_back(loop);
  }
  for (unsigned loop : others)
    if (!resultMap.isFunctionOfDim(loop))
      summed.push_back(loop);
  // Of two loops along the last dimension, the longer one comes last.
  unsigned last = loops.back();
  for (LinearIndex::Term term : factor.indices.back().terms)
    if (term.coefficient == factor.indices.back().terms.back().coefficient &&
        getConstantIntValue(getExtent(term.loop)).value_or(INT64_MAX) >
            getConstantIntValue(getExtent(last)).value_or(INT64_MAX))
      last = term.loop;
  bool isSummed = llvm::is_contained(summed, last);
  llvm::append_range(batch, isSummed ? kept : summed);
  llvm::append_range(batch, isSummed ? summed : kept);
  return batch;
}

/// Copies each element of each window that is neither a slice nor a reshape.
Value WindowExpansion::gather(const ConvolutionFactor &factor, Value value,
                              ArrayRef<unsigned> loops) {
  auto getDim = [&](unsigned loop) {
    return rewriter.getAffineDimExpr(llvm::find(loops, loop) - loops.begin());
  };
  SmallVector<AffineExpr> results;
  for (auto [index, read] : llvm::zip_equal(factor.indices, factor.reads)) {
    if (read != WindowRead::Gather) {
      for (LinearIndex::Term term : index.terms)
        results.push_back(getDim(term.loop));
      continue;
    }
    AffineExpr sum = rewriter.getAffineConstantExpr(index.offset);
    for (LinearIndex::Term term : index.terms)
      sum = sum + getDim(term.loop) * term.coefficient;
    results.push_back(sum);
  }
  SmallVector<OpFoldResult> sizes;
  for (unsigned loop : loops)
    sizes.push_back(getExtent(loop));
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getElementTypeOrSelf(value.getType()));
  SmallVector<AffineMap> maps = {
      AffineMap::get(loops.size(), 0, results, rewriter.getContext()),
      rewriter.getMultiDimIdentityMap(loops.size())};
  SmallVector<utils::IteratorType> iterators(loops.size(),
                                             utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      rewriter, loc, empty.getType(), value, empty, maps, iterators,
      [](OpBuilder &builder, Location at, ValueRange arguments) {
        linalg::YieldOp::create(builder, at, arguments[0]);
      });
  return copy.getResult(0);
}

WindowExpansion::Factor
WindowExpansion::buildFactor(const ConvolutionFactor &factor) {
  Factor result{splitWindows(factor, slice(factor)), factor.getLoops()};
  if (llvm::is_contained(factor.reads, WindowRead::Gather)) {
    result.loops = chooseOrder(factor, result.loops);
    result.value = gather(factor, result.value, result.loops);
  }
  return result;
}

AffineMap WindowExpansion::getMap(ArrayRef<unsigned> loops) {
  SmallVector<AffineExpr> results;
  auto countKept = [&](unsigned end) {
    unsigned kept = 0;
    for (unsigned loop = 0; loop < end; ++loop)
      kept += !convolution.dropped.contains(loop);
    return kept;
  };
  for (unsigned loop : loops)
    results.push_back(rewriter.getAffineDimExpr(countKept(loop)));
  return AffineMap::get(countKept(op.getNumLoops()), 0, results,
                        rewriter.getContext());
}

Value WindowExpansion::contract(const Factor &a, const Factor &b,
                                ArrayRef<int64_t> groups) {
  SmallVector<unsigned> loops;
  SmallVector<OpFoldResult> sizes;
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Value init = op.getDpsInits()[0];
  SmallVector<OpFoldResult> all = tensor::getMixedSizes(rewriter, loc, init);
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group == 0)
      continue;
    loops.push_back(resultMap.getDimPosition(dim));
    sizes.push_back(all[dim]);
  }
  RankedTensorType type = getTensorType(sizes, init);
  init = expandGroups(rewriter, loc, init, groups, type, sizes);
  SmallVector<utils::IteratorType> iterators;
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (!convolution.dropped.contains(loop))
      iterators.push_back(iterator);
  auto contraction = linalg::GenericOp::create(
      rewriter, loc, type, ValueRange{a.value, b.value}, init,
      ArrayRef<AffineMap>{getMap(a.loops), getMap(b.loops), getMap(loops)},
      iterators);
  Region &body = contraction.getRegion();
  rewriter.cloneRegionBefore(op->getRegion(0), body, body.begin());
  return contraction.getResult(0);
}

void WindowExpansion::run() {
  ranges = op.createLoopRanges(rewriter, loc);
  Factor a = buildFactor(convolution.a), b = buildFactor(convolution.b);
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> groups;
  for (unsigned dim = 0, e = resultMap.getNumResults(); dim < e; ++dim)
    groups.push_back(
        !convolution.dropped.contains(resultMap.getDimPosition(dim)));
  Value result = contract(a, b, groups);
  result = collapseGroups(rewriter, loc, result, groups);
  Type wanted = op->getResult(0).getType();
  if (result.getType() != wanted)
    result = tensor::CastOp::create(rewriter, loc, wanted, result);
  rewriter.replaceOp(op, result);
}

namespace {
struct RaiseConvolution : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef reason;
    FailureOr<Convolution> convolution = matchConvolution(op, reason);
    if (failed(convolution))
      return rewriter.notifyMatchFailure(
          op, reason.empty() ? "not a convolution" : reason);
    WindowExpansion(rewriter, op, *convolution).run();
    return success();
  }
};

struct RaiseConvolutionsPass
    : fused::impl::RaiseConvolutionsBase<RaiseConvolutionsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RaiseConvolution>(&getContext());
    ChangeListener listener;
    walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
