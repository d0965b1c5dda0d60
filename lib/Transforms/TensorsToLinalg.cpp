//===- TensorsToLinalg.cpp - Arithmetic on tensors ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/CleanupPasses.h"
#include "mlir/Conversion/TensorToLinalg/TensorToLinalg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace fused {
#define GEN_PASS_DEF_TENSORSTOLINALG
#include "fused/Transforms/CleanupPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct TensorsToLinalg
    : public fused::impl::TensorsToLinalgBase<TensorsToLinalg> {
  void runOnOperation() override;
};
} // namespace

/// A known negative size.
static bool isNegative(int64_t size) {
  return !ShapedType::isDynamic(size) && size < 0;
}

namespace {
/// Padding by a negative number, which torch-mlir writes, leaves elements out.
/// Upstream's pattern pads only. Sizes are known where this happens.
struct SliceForNegativePadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override;
};

/// A reshape joins dimensions, or splits them, or both. Its sizes become
/// numbers of the host: the array that holds them may be on a device.
struct SplitReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override;
};

/// What is left out of a dimension, and the padding of the rest.
struct Margins {
  Margins(int64_t size, int64_t low, int64_t high) {
    start = std::min(size, std::max<int64_t>(-low, 0));
    end = std::min(size - start, std::max<int64_t>(-high, 0));
    low += start;
    high += end;
    // Where no element is left, padding is left out, too.
    this->low = std::max<int64_t>(low + std::min<int64_t>(high, 0), 0);
    this->high = std::max<int64_t>(high + std::min<int64_t>(low, 0), 0);
  }

  int64_t start, end, low, high;
};
} // namespace

/// Says why padding by a negative number cannot become a slice.
static LogicalResult checkNegativePadding(tensor::PadOp op) {
  for (auto [dim, low, high] :
       llvm::enumerate(op.getStaticLow(), op.getStaticHigh())) {
    int64_t size = op.getSourceType().getDimSize(dim);
    if (!isNegative(low) && !isNegative(high))
      continue;
    if (ShapedType::isDynamic(low) || ShapedType::isDynamic(high) ||
        ShapedType::isDynamic(size))
      return op.emitError("padding by a negative number needs known sizes");
    Margins margins(size, low, high);
    if (margins.start + margins.end == size &&
        !op.getResultType().hasStaticShape())
      return op.emitError("padding by negative numbers leaves nothing of a "
                          "tensor whose other sizes are unknown");
  }
  return success();
}

LogicalResult
SliceForNegativePadding::matchAndRewrite(tensor::PadOp op,
                                         PatternRewriter &rewriter) const {
  if (llvm::none_of(op.getStaticLow(), isNegative) &&
      llvm::none_of(op.getStaticHigh(), isNegative))
    return rewriter.notifyMatchFailure(op, "pads only");
  SmallVector<OpFoldResult> lows = op.getMixedLowPad(),
                            highs = op.getMixedHighPad(),
                            sizes = tensor::getMixedSizes(rewriter, op.getLoc(),
                                                          op.getSource()),
                            starts(sizes.size(), rewriter.getIndexAttr(0));
  bool isLeft = true;
  for (auto [dim, low, high] :
       llvm::enumerate(op.getStaticLow(), op.getStaticHigh())) {
    int64_t size = op.getSourceType().getDimSize(dim);
    if (!isNegative(low) && !isNegative(high))
      continue;
    Margins margins(size, low, high);
    isLeft &= margins.start + margins.end != size;
    starts[dim] = rewriter.getIndexAttr(margins.start);
    sizes[dim] = rewriter.getIndexAttr(size - margins.start - margins.end);
    lows[dim] = rewriter.getIndexAttr(margins.low);
    highs[dim] = rewriter.getIndexAttr(margins.high);
  }
  // A slice of nothing has no place to start.
  if (!isLeft) {
    auto filled = tensor::GenerateOp::create(rewriter, op.getLoc(),
                                             op.getResultType(), ValueRange());
    rewriter.inlineRegionBefore(op.getRegion(), filled.getRegion(),
                                filled.getRegion().end());
    rewriter.replaceOp(op, filled);
    return success();
  }
  SmallVector<OpFoldResult> steps(sizes.size(), rewriter.getIndexAttr(1));
  Value rest = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), op.getSource(), starts, sizes, steps);
  auto isZero = [](OpFoldResult amount) { return isZeroInteger(amount); };
  if (rest.getType() == op.getResultType() && llvm::all_of(lows, isZero) &&
      llvm::all_of(highs, isZero)) {
    rewriter.replaceOp(op, rest);
    return success();
  }
  auto padded = tensor::PadOp::create(rewriter, op.getLoc(), op.getResultType(),
                                      rest, lows, highs, op.getNofold());
  rewriter.inlineRegionBefore(op.getRegion(), padded.getRegion(),
                              padded.getRegion().end());
  rewriter.replaceOp(op, padded);
  return success();
}

static bool isRanked(tensor::ReshapeOp op) {
  return isa<RankedTensorType>(op.getSource().getType()) &&
         isa<RankedTensorType>(op.getType());
}

LogicalResult SplitReshape::matchAndRewrite(tensor::ReshapeOp op,
                                            PatternRewriter &rewriter) const {
  if (!isRanked(op))
    return rewriter.notifyMatchFailure(op, "has an unknown rank");
  Location loc = op.getLoc();
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getType());
  // All dimensions as one; a single number has none.
  auto getGroups = [](RankedTensorType type) {
    SmallVector<ReassociationIndices, 1> groups;
    if (type.getRank() != 0)
      groups.push_back(
          llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank())));
    return groups;
  };
  auto getFlat = [](RankedTensorType type) {
    return RankedTensorType::get(type.hasStaticShape() ? type.getNumElements()
                                                       : ShapedType::kDynamic,
                                 type.getElementType());
  };
  Value result = op.getSource();
  if (from.getRank() == 0)
    result = tensor::ExpandShapeOp::create(rewriter, loc, getFlat(from), result,
                                           getGroups(from));
  else if (from.getRank() != 1)
    result = tensor::CollapseShapeOp::create(rewriter, loc, getFlat(from),
                                             result, getGroups(from));
  if (result.getType() != getFlat(to))
    result = tensor::CastOp::create(rewriter, loc, getFlat(to), result);
  if (to.getRank() == 0) {
    result = tensor::CollapseShapeOp::create(rewriter, loc, to, result,
                                             getGroups(to));
  } else if (to.getRank() != 1) {
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(to.getShape())) {
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(rewriter.getIndexAttr(size));
        continue;
      }
      Value place = arith::ConstantIndexOp::create(rewriter, loc, dim);
      Value element = rewriter.createOrFold<tensor::ExtractOp>(
          loc, op.getShape(), ValueRange(place));
      if (!element.getType().isIndex())
        element = arith::IndexCastOp::create(rewriter, loc,
                                             rewriter.getIndexType(), element);
      sizes.push_back(element);
    }
    result = tensor::ExpandShapeOp::create(rewriter, loc, to, result,
                                           getGroups(to), sizes);
  }
  rewriter.replaceOp(op, result);
  return success();
}

/// Accepts what the patterns convert.
static bool isConverted(Operation *op) {
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    return isRanked(reshape);
  return isa<tensor::PadOp>(op) ||
         (OpTrait::hasElementwiseMappableTraits(op) &&
          llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>));
}

void TensorsToLinalg::runOnOperation() {
  bool isFound = false;
  WalkResult checked = getOperation()->walk([&](Operation *op) {
    isFound |= isConverted(op);
    auto pad = dyn_cast<tensor::PadOp>(op);
    return pad && failed(checkNegativePadding(pad)) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  if (checked.wasInterrupted())
    return signalPassFailure();
  if (!isFound)
    return markAllAnalysesPreserved();
  RewritePatternSet patterns(&getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  populateTensorToLinalgPatterns(patterns);
  patterns.add<SliceForNegativePadding>(&getContext(), /*benefit=*/2);
  patterns.add<SplitReshape>(&getContext());
  ConversionTarget target(getContext());
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !isConverted(op); });
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    signalPassFailure();
}
