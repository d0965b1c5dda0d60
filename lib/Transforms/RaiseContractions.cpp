//===- RaiseContractions.cpp - Contractions in linalg to fused.matmul -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "RaiseContraction.h"
#include "Remarks.h"

#include "fused/Dialect/FusedDialect.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_RAISECONTRACTIONS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// Rewrites a contraction, or says why it is not a product.
struct RaiseContraction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  RaiseContraction(MLIRContext *context, Numerics numerics,
                   const llvm::DenseMap<Operation *, GroupLoops> &groups)
      : OpInterfaceRewritePattern(context), numerics(numerics), groups(groups) {
  }

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef reason;
    FailureOr<Contraction> contraction = matchContraction(op, numerics, reason);
    if (failed(contraction)) {
      if (reason.empty())
        return rewriter.notifyMatchFailure(op, "not a contraction");
      emitNotRaised(
          op.getLoc(), reason,
          "contraction is not a product that fused.matmul can express");
      return rewriter.notifyMatchFailure(op, reason);
    }
    raiseContraction(rewriter, op, *contraction, groups.lookup(op));
    return success();
  }

private:
  Numerics numerics;
  /// Of the operations that there were before the first rewrite.
  llvm::DenseMap<Operation *, GroupLoops> groups;
};

struct RaiseContractionsPass
    : fused::impl::RaiseContractionsBase<RaiseContractionsPass> {
  using RaiseContractionsBase::RaiseContractionsBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    llvm::DenseMap<Operation *, GroupLoops> groups;
    if (groupedQueries && numerics != Numerics::Strict)
      groups = findGroupedQueries(getOperation(), numerics);
    patterns.add<RaiseContraction>(&getContext(), numerics, groups);
    ChangeListener listener;
    walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace

void fused::populateRaiseContractionsPatterns(RewritePatternSet &patterns,
                                              Numerics numerics) {
  patterns.add<RaiseContraction>(patterns.getContext(), numerics,
                                 llvm::DenseMap<Operation *, GroupLoops>());
}
