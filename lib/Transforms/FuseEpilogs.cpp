//===- FuseEpilogs.cpp - What follows a product into its epilog -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogRewriter.h"
#include "Remarks.h"

#include "fused/Analysis/EpilogMatcher.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace fused {
#define GEN_PASS_DEF_FUSEEPILOGS
#include "fused/Transforms/Passes.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// True if this is the epilog that the product already has.
static bool changesNothing(const EpilogRegion &region, const RegionExit &exit,
                           const EpilogMatch &match) {
  MatmulOp product = region.product;
  return !exit.op && match.epilog == product.getEpilog() &&
         match.c.has_value() == bool(product.getC());
}

/// True if elementwise operations follow the last exit: then a value before
/// them has several uses.
static bool goesOnBehindLastExit(const EpilogRegion &region) {
  const RegionExit &exit = region.exits.back();
  size_t numOps = exit.op ? exit.numOps + 1 : 0;
  return llvm::any_of(
      llvm::drop_begin(region.ops, std::min(numOps, region.ops.size())),
      llvm::IsaPred<linalg::LinalgOp>);
}

/// Why a product without anything to fuse has none.
static StringRef getEndReason(const EpilogRegion &region) {
  return region.endReason.empty() ? "no-consumer" : region.endReason;
}

namespace {
struct FuseEpilogsPass : fused::impl::FuseEpilogsBase<FuseEpilogsPass> {
  using FuseEpilogsBase::FuseEpilogsBase;

  void runOnOperation() override {
    OperationOrder order(getOperation());
    IRRewriter rewriter(&getContext(), &order);
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp product) {
      // In a graph, operations come in no order.
      if (!mayBeGraphRegion(*product->getParentRegion()))
        products.push_back(product);
    });
    for (MatmulOp product : products)
      fuse(rewriter, product, order);
  }

private:
  /// Takes the last exit that is an epilog.
  void fuse(IRRewriter &rewriter, MatmulOp product,
            const OperationOrder &order) {
    const EpilogInfo &info = product.getInfo();
    if (!product.hasPureTensorSemantics() ||
        info.activation != Activation::None || info.hasBiasGradient())
      return;
    RegionOptions options;
    options.clampAtLargest = numerics != Numerics::Strict;
    EpilogRegion region = growEpilogRegion(product, order, options);
    EpilogMatcher matcher(region, numerics, order);
    StringRef reason;
    if (goesOnBehindLastExit(region))
      reason = "several-uses";
    for (const RegionExit &exit : llvm::reverse(region.exits)) {
      EpilogAnswer answer = matcher.match(exit);
      if (!answer.match) {
        // Within a larger expression there is always a part that is no epilog.
        if (reason.empty() || answer.reason != "no-epilog")
          reason = answer.reason;
        continue;
      }
      Location loc = product.getLoc();
      if (changesNothing(region, exit, *answer.match)) {
        emitMissed(loc, reason.empty() ? getEndReason(region) : reason);
        return;
      }
      emitFused(
          EpilogRewriter(rewriter, region, exit, *answer.match, order).run());
      if (!reason.empty())
        emitMissed(loc, reason);
      return;
    }
    emitMissed(product.getLoc(), reason);
  }
};
} // namespace
