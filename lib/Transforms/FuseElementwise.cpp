//===- FuseElementwise.cpp - Fuse operations into users -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Writes.h"
#include "fused/Transforms/ElementwisePasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "fused/Transforms/ElementwisePasses.h.inc"
} // namespace fused

using namespace mlir;

//===----------------------------------------------------------------------===//
// Outputs that operations do not write
//===----------------------------------------------------------------------===//

bool fused::keepsElements(linalg::LinalgOp op, OpOperand &output) {
  return op.hasPureTensorSemantics() &&
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
  // Where an operation without results is the user, upstream may keep a result
  // of the producer to tell the sizes of loops. Then several points write an
  // element of it.
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [control](OpOperand *operand) {
        return operand->getOwner()->getNumResults() != 0 && control(operand);
      });
  // Before upstream's patterns, which see what a body has become only now.
  patterns.add<ReadKeptOutputs>(patterns.getContext(), /*benefit=*/100);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

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
