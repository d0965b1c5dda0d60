//===- FuseEpilogs.cpp - What follows a product into its epilog -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogRewriter.h"
#include "Remarks.h"

#include "fused/Analysis/EpilogDecision.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/RecognitionPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fused {
#define GEN_PASS_DEF_FUSEEPILOGS
#include "fused/Transforms/RecognitionPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct FuseEpilogsPass : fused::impl::FuseEpilogsBase<FuseEpilogsPass> {
  using FuseEpilogsBase::FuseEpilogsBase;

  void runOnOperation() override {
    OperationOrder order(getOperation());
    IRRewriter rewriter(&getContext(), &order);
    SmallVector<MatmulOp> products;
    getOperation()->walk(
        [&](MatmulOp product) { products.push_back(product); });
    for (MatmulOp product : products)
      fuse(rewriter, product, order);
  }

private:
  void fuse(IRRewriter &rewriter, MatmulOp product,
            const OperationOrder &order) {
    std::optional<EpilogDecision> decision =
        decideEpilog(product, numerics, order);
    if (!decision)
      return;
    Location loc = product.getLoc();
    if (decision->exit)
      emitFused(EpilogRewriter(rewriter, decision->region,
                               decision->region.exits[*decision->exit],
                               decision->match, order)
                    .run());
    if (!decision->reason.empty())
      emitMissed(loc, decision->reason);
  }
};
} // namespace
