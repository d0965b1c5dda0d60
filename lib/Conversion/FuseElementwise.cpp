//===- FuseElementwise.cpp - Fuse operations into users -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/BufferPasses.h"
#include "fused/Transforms/ElementwiseFusion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "fused/Conversion/BufferPasses.h.inc"
} // namespace fused

using namespace mlir;

static bool hasOneUser(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  return producer && producer->hasOneUse();
}

namespace {
struct FuseElementwise
    : public fused::impl::FuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override;
};
} // namespace

void FuseElementwise::runOnOperation() {
  MLIRContext *context = &getContext();
  RewritePatternSet patterns(context);
  fused::populateElementwiseFusionPatterns(patterns, hasOneUser);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, hasOneUser);
  linalg::populateConstantFoldLinalgOperations(patterns, hasOneUser);
  tensor::populateBubbleUpExpandShapePatterns(patterns);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  context->getLoadedDialect<linalg::LinalgDialect>()
      ->getCanonicalizationPatterns(patterns);
  // A large program may not come to an end within the limit of iterations, and
  // is right as it is then.
  (void)applyPatternsGreedily(getOperation(), std::move(patterns),
                              GreedyRewriteConfig().setUseTopDownTraversal());
}
