//===- PrepareBufferization.cpp - What one-shot bufferization needs first ===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/BufferPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_PREPAREBUFFERIZATION
#include "fused/Conversion/BufferPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
/// Accepts an operation that stands for several linalg operations, such as
/// `linalg.softmax`.
struct DecomposeAggregate
    : public OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "cannot be decomposed");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

struct PrepareBufferization
    : public fused::impl::PrepareBufferizationBase<PrepareBufferization> {
  void runOnOperation() override;
};
} // namespace

/// Marks the tensors that a caller passes as read-only.
static void protectInputs(func::FuncOp function) {
  if (!function.isPublic() || function.isExternal())
    return;
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()))
      function.setArgAttr(
          argument.getArgNumber(),
          bufferization::BufferizationDialect::kWritableAttrName,
          builder.getBoolAttr(false));
}

/// Refuses what upstream decomposes into operations on floats without asking
/// whether there are any.
static LogicalResult checkAggregate(linalg::AggregatedOpInterface op) {
  for (Type type : op->getOperandTypes())
    if (!isa<FloatType>(getElementTypeOrSelf(type)))
      return op->emitOpError("on ")
             << type << " cannot be compiled: its elements are not floats";
  return success();
}

void PrepareBufferization::runOnOperation() {
  WalkResult checked =
      getOperation().walk([](linalg::AggregatedOpInterface op) {
        return WalkResult(checkAggregate(op));
      });
  if (checked.wasInterrupted())
    return signalPassFailure();
  for (auto function : getOperation().getOps<func::FuncOp>())
    protectInputs(function);
  RewritePatternSet patterns(&getContext());
  patterns.add<DecomposeAggregate>(&getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
