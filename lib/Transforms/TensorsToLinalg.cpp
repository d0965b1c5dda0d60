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

/// Accepts what upstream's patterns convert.
static bool isConverted(Operation *op) {
  return isa<tensor::PadOp>(op) ||
         (OpTrait::hasElementwiseMappableTraits(op) &&
          llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>));
}

void TensorsToLinalg::runOnOperation() {
  WalkResult found = getOperation()->walk([](Operation *op) {
    return isConverted(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return markAllAnalysesPreserved();
  RewritePatternSet patterns(&getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  populateTensorToLinalgPatterns(patterns);
  ConversionTarget target(getContext());
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !isConverted(op); });
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    signalPassFailure();
}
