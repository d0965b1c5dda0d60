//===- ElementwiseFusion.cpp - Fuse operations into users -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/ElementwiseFusion.h"

#include "fused/Analysis/Writes.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

bool fused::keepsElements(linalg::LinalgOp op, OpOperand &output) {
  return op.hasPureTensorSemantics() &&
         op.getBlock()->getOps<ReduceRowOp>().empty() &&
         !output.get().getDefiningOp<tensor::EmptyOp>() &&
         !writesAllElements(op, output);
}

/// Returns the loop whose index to compare, if there is one. The index of a
/// loop with a single point folds. A reduction that may have no points comes
/// first: if it turns out to have one, there is nothing to keep.
static std::optional<unsigned> findLoopToCompare(linalg::LinalgOp op) {
  std::optional<unsigned> found;
  auto kinds = op.getIteratorTypesArray();
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (extent == 1)
      continue;
    found = loop;
    if (kinds[loop] == utils::IteratorType::reduction &&
        (extent == 0 || ShapedType::isDynamic(extent)))
      break;
  }
  return found;
}

LogicalResult fused::readKeptOutputs(RewriterBase &rewriter,
                                     linalg::LinalgOp op) {
  std::optional<unsigned> loop = findLoopToCompare(op);
  if (!loop)
    return failure();
  Operation *yield = op.getBlock()->getTerminator();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(yield);
  Location loc = op.getLoc();
  Value never;
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (op.payloadUsesValueFromOperand(&output) || !keepsElements(op, output))
      continue;
    if (!never)
      never = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::slt,
          linalg::IndexOp::create(rewriter, loc, *loop),
          arith::ConstantIndexOp::create(rewriter, loc, 0));
    Value value = arith::SelectOp::create(rewriter, loc, never,
                                          op.getMatchingBlockArgument(&output),
                                          yield->getOperand(index));
    rewriter.modifyOpInPlace(
        yield, [&, index = index] { yield->setOperand(index, value); });
  }
  return success(never != nullptr);
}

namespace {
struct ReadKeptOutputs : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    return fused::readKeptOutputs(rewriter, op);
  }
};
} // namespace

void fused::populateElementwiseFusionPatterns(
    RewritePatternSet &patterns, const linalg::ControlFusionFn &control) {
  linalg::populateElementwiseOpsFusionPatterns(patterns, control);
  // Before upstream's patterns, which see what a body has become only now.
  patterns.add<ReadKeptOutputs>(patterns.getContext(), /*benefit=*/100);
}
