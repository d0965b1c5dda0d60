//===- DecomposePass.cpp - The pass fused-decompose -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_DECOMPOSE
#include "fused/Transforms/ProductPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct DecomposeMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (isQuantized(op))
      return rewriter.notifyMatchFailure(
          op, "the scale of a quantised result is not part of the operation");
    decompose(rewriter, op, DecomposedPart::All);
    return success();
  }
};

struct DecomposePass : fused::impl::DecomposeBase<DecomposePass> {
  using Base::Base;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDecomposeMaskPatterns(patterns);
    if (products)
      populateDecomposePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    if (!products)
      return;
    // Unreachable operations remain, too, but do no harm.
    WalkResult remaining = getOperation()->walk([](MatmulOp op) {
      if (!isQuantized(op))
        return WalkResult::advance();
      op.emitError("has no meaning in linalg: the scale of a quantised result "
                   "is not part of the operation");
      return WalkResult::interrupt();
    });
    if (remaining.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

void fused::populateDecomposePatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeMatmul>(patterns.getContext());
}
