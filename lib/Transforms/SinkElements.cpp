//===- SinkElements.cpp - Single elements are read where they are used ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicesAtElements.h"

#include "fused/Dialect/FusedDialect.h"
#include "fused/Transforms/NumberPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_SINKELEMENTS
#include "fused/Transforms/NumberPasses.h.inc"
} // namespace fused

using namespace mlir;

/// Longer computations are left where they are.
static constexpr size_t kMaxSlice = 16;

namespace {
struct SinkElements : public fused::impl::SinkElementsBase<SinkElements> {
  void runOnOperation() override;
};

/// The operations that compute a number from elements of tensors, in order.
using Slice = llvm::SetVector<Operation *>;
} // namespace

/// Accepts `tensor.extract` and arithmetic on numbers.
static bool canSink(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         op->getResult(0).getType().isIntOrIndexOrFloat() &&
         isMemoryEffectFree(op);
}

/// Collects what computes `value`, and returns whether a tensor is read.
static bool collectSlice(Value value, Slice &slice) {
  Operation *op = value.getDefiningOp();
  if (!op || !canSink(op) || slice.size() > kMaxSlice)
    return false;
  bool reads = isa<tensor::ExtractOp>(op);
  for (Value operand : op->getOperands())
    if (operand.getType().isIntOrIndexOrFloat())
      reads |= collectSlice(operand, slice);
  slice.insert(op);
  return reads;
}

/// Computes `value` once more at the insertion point if elements of tensors are
/// read for it; else returns null.
static Value cloneSlice(OpBuilder &builder, Value value) {
  Slice slice;
  if (!collectSlice(value, slice) || slice.size() > kMaxSlice)
    return {};
  IRMapping mapping;
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Writes `tensor.splat` of a number that is read from a tensor as
/// `linalg.fill`.
static void convertSplat(tensor::SplatOp op, IRRewriter &rewriter) {
  Slice slice;
  if (!collectSlice(op.getInput(), slice))
    return;
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(),
                                        op.getDynamicSizes());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
}

/// Writes `linalg.fill` with such a number as `linalg.generic`.
static void convertFill(linalg::FillOp op, IRRewriter &rewriter) {
  Slice slice;
  if (!op.hasPureTensorSemantics() ||
      !collectSlice(op.getInputs().front(), slice))
    return;
  rewriter.setInsertionPoint(op);
  (void)linalg::generalizeNamedOp(rewriter, op);
}

static void sink(linalg::GenericOp op, IRRewriter &rewriter) {
  if (!op.hasPureTensorSemantics())
    return;
  Block *body = op.getBody();
  rewriter.setInsertionPointToStart(body);
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (isa<ShapedType>(input->get().getType()) || argument.use_empty())
      continue;
    if (Value value = cloneSlice(rewriter, input->get()))
      argument.replaceAllUsesWith(value);
  }
  llvm::SetVector<Value> outside;
  body->walk([&](Operation *inside) {
    for (Value operand : inside->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        outside.insert(operand);
  });
  for (Value value : outside)
    if (Value inside = cloneSlice(rewriter, value))
      value.replaceUsesWithIf(inside, [&](OpOperand &use) {
        return op->isProperAncestor(use.getOwner()) &&
               use.getOwner() != inside.getDefiningOp();
      });
}

void SinkElements::runOnOperation() {
  IRRewriter rewriter(&getContext());
  SmallVector<Operation *> ops;
  auto collect = [&] {
    ops.clear();
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
  };
  fused::convertSlicesAtElements(getOperation(), rewriter);
  collect();
  for (Operation *op : ops)
    if (auto splat = dyn_cast<tensor::SplatOp>(op))
      convertSplat(splat, rewriter);
  collect();
  for (Operation *op : ops)
    if (auto fill = dyn_cast<linalg::FillOp>(op))
      convertFill(fill, rewriter);
  collect();
  for (Operation *op : ops)
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      sink(generic, rewriter);
  // Numbers that are inputs of no use any more.
  RewritePatternSet patterns(&getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
