//===- DecomposeMasks.cpp - Conversions of masks to linalg ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskBits.h"
#include "fused/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

namespace {
struct DecomposePackMask : OpRewritePattern<PackMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PackMaskOp op,
                                PatternRewriter &rewriter) const override {
    linalg::GenericOp generic =
        createMask(rewriter, op.getLoc(), op.getBits(), op.getInit(),
                   [](OpBuilder &, Value bit) { return bit; });
    rewriter.replaceOp(op, generic);
    return success();
  }
};

struct DecomposeUnpackMask : OpRewritePattern<UnpackMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnpackMaskOp op,
                                PatternRewriter &rewriter) const override {
    int64_t rank = cast<ShapedType>(op.getInit().getType()).getRank();
    AffineMap maps[] = {getMaskByteMap(getContext(), rank),
                        rewriter.getMultiDimIdentityMap(rank)};
    auto generic = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResultTypes(), op.getMask(), op.getInit(),
        maps,
        SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
        [&](OpBuilder &inner, Location loc, ValueRange arguments) {
          linalg::YieldOp::create(
              inner, loc, createMaskBit(inner, loc, arguments[0], rank));
        });
    rewriter.replaceOp(op, generic);
    return success();
  }
};
} // namespace

void fused::populateDecomposeMaskPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposePackMask, DecomposeUnpackMask>(patterns.getContext());
}
