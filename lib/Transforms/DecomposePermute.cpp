//===- DecomposePermute.cpp - fused.permute as linalg ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/PermuteOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

namespace {
struct DecomposePermute : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PermuteOp op,
                                PatternRewriter &rewriter) const override {
    // Upstream cannot transpose numbers.
    if (isIdentityPermutation(op.getPermutation())) {
      rewriter.replaceOp(op, op.getSource());
      return success();
    }
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getSource());
    applyPermutationToVector(sizes, op.getPermutation());
    Value init = tensor::EmptyOp::create(rewriter, loc, sizes,
                                         op.getType().getElementType());
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(op, op.getSource(), init,
                                                     op.getPermutation());
    return success();
  }
};
} // namespace

void fused::populateDecomposePermutePatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposePermute>(patterns.getContext());
}
