//===- Simplify.cpp - Canonicalization and CSE ----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "FoldUniform.h"
#include "Reshape.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Transforms/CleanupPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_SIMPLIFY
#include "fused/Transforms/CleanupPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// True if everything that reads `value`, in another shape or order, sums
/// products.
static bool isFactor(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    if (isReshape(user) || isa<linalg::TransposeOp>(user))
      return isFactor(user->getResult(0));
    auto op = dyn_cast<linalg::LinalgOp>(user);
    return op && op.hasPureTensorSemantics() && sumsProducts(op);
  });
}

namespace {
/// Rounds a constant as the program does where it runs. Upstream folds only
/// what is exact; torch-mlir writes numbers of Python as f64. What numbers of 8
/// bits become that are too large is left to the lowering.
struct FoldRoundedConstant : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    FloatAttr constant;
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() < 16 || op.getRoundingmode() ||
        !matchPattern(op.getIn(), m_Constant(&constant)))
      return rewriter.notifyMatchFailure(op, "rounds no constant to nearest");
    APFloat value = constant.getValue();
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                   FloatAttr::get(type, value));
    return success();
  }
};

/// Splits dimensions of a tensor before they are repeated, not after it, as
/// upstream does with permutations.
struct ExpandBeforeBroadcast : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto broadcast = op.getSrc().getDefiningOp<linalg::BroadcastOp>();
    if (!broadcast || !broadcast.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "expands nothing repeated");
    SmallVector<ReassociationIndices> kept;
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), keptSizes;
    SmallVector<int64_t> repeated;
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
      if (llvm::is_contained(broadcast.getDimensions(), dim)) {
        llvm::append_range(repeated, group);
        continue;
      }
      ReassociationIndices &own = kept.emplace_back();
      for (int64_t index : group) {
        own.push_back(keptSizes.size());
        keptSizes.push_back(sizes[index]);
      }
    }
    Location loc = op.getLoc();
    Type elementType = op.getResultType().getElementType();
    Value input = broadcast.getInput();
    if (kept.size() != keptSizes.size())
      input = tensor::ExpandShapeOp::create(
          rewriter, loc,
          RankedTensorType::get(decomposeMixedValues(keptSizes).first,
                                elementType),
          input, kept, keptSizes);
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, elementType);
    rewriter.replaceOpWithNewOp<linalg::BroadcastOp>(op, input, empty,
                                                     repeated);
    return success();
  }
};

/// Rounds elements of a factor before they are permuted, not after it: fewer
/// bytes move, and the product reads through the permutation. Where a generic
/// permutes, one pass does both anyway.
struct RoundBeforeTranspose : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!onlyRounds(op) || !isFactor(op->getResult(0)))
      return rewriter.notifyMatchFailure(op, "rounds no factor");
    auto permuted = op.getInputs().front().getDefiningOp<linalg::TransposeOp>();
    if (!permuted || !permuted->hasOneUse())
      return rewriter.notifyMatchFailure(op, "rounds nothing permuted");
    Value rounded = convertElements(rewriter, op.getLoc(), permuted.getInput(),
                                    getElementTypeOrSelf(op->getResult(0)));
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
        op, rounded, op.getOutputs().front(), permuted.getPermutation());
    return success();
  }

private:
  static bool onlyRounds(linalg::GenericOp op) {
    auto round = dyn_cast<arith::TruncFOp>(op.getBlock()->front());
    return round && !round.getRoundingmode() && isElementwise(op) &&
           op.getNumDpsInputs() == 1 && op->getNumResults() == 1 &&
           llvm::hasNItems(*op.getBlock(), 2) &&
           round.getIn() == op.getBlock()->getArgument(0) &&
           op.getBlock()->getTerminator()->getOperand(0) == round.getOut() &&
           llvm::all_of(op.getIndexingMapsArray(),
                        [](AffineMap map) { return map.isIdentity(); });
  }
};

struct Simplify : public fused::impl::SimplifyBase<Simplify> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(owned);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(owned, context);
    owned.add<FoldRoundedConstant, ExpandBeforeBroadcast, RoundBeforeTranspose>(
        context);
    populateFoldUniformPatterns(owned);
    patterns =
        std::make_shared<const FrozenRewritePatternSet>(std::move(owned));
    return success();
  }

  void runOnOperation() override {
    ChangeListener listener;
    bool hasCanonicalized = false, hasEliminated = false;
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal().setListener(&listener);
    // Operations that a change concerns are visited again anyway.
    if (!hasBranches())
      config.setMaxIterations(1).setRegionSimplificationLevel(
          GreedySimplifyRegionLevel::Disabled);
    // Like upstream's pass, this one is content with what it has reached.
    (void)applyPatternsGreedily(getOperation(), *patterns, config,
                                &hasCanonicalized);
    IRRewriter rewriter(&getContext());
    auto &dominance = getAnalysis<DominanceInfo>();
    eliminateCommonSubExpressions(rewriter, dominance, getOperation(),
                                  &hasEliminated);
    if (!listener.hasChanged && !hasCanonicalized && !hasEliminated)
      markAllAnalysesPreserved();
  }

  /// If all regions have one block, their simplification would only walk over
  /// all operations several times: dead operations are erased anyway.
  bool hasBranches() {
    auto hasSeveralBlocks = [](Region &region) {
      return !region.empty() && !region.hasOneBlock();
    };
    return getOperation()
        ->walk([&](Operation *op) {
          return llvm::any_of(op->getRegions(), hasSeveralBlocks)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
