//===- ExplainProduct.cpp - Why nothing more is fused ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogMatcher.h"
#include "fused/Analysis/FusionReasons.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fused;

/// True if this is what the product already is.
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

/// Why a product, with which its region ends, has not more: nothing to explain
/// where something has been fused and what follows is not elementwise.
static StringRef explainEnd(const EpilogRegion &region) {
  MatmulOp product = region.product;
  bool isPlain = product.getEpilog() == Epilog::DEFAULT && !product.getC() &&
                 product.getAlpha().isExactlyValue(1.0);
  auto next = dyn_cast_or_null<linalg::LinalgOp>(region.endOp);
  if (!isPlain && !(next && isElementwise(next)))
    return "";
  return region.endReason.empty() ? "no-consumer" : region.endReason;
}

StringRef fused::explainProduct(MatmulOp product, Numerics numerics,
                                const OperationOrder &order) {
  const EpilogInfo &info = product.getInfo();
  // In a graph, operations come in no order.
  if (!product.hasPureTensorSemantics() ||
      mayBeGraphRegion(*product->getParentRegion()) ||
      info.activation != Activation::None || info.hasBiasGradient())
    return "";
  RegionOptions options;
  options.clampAtLargest = numerics != Numerics::Strict;
  EpilogRegion region = growEpilogRegion(product, order, options);
  EpilogMatcher matcher(region, numerics, order);
  StringRef reason;
  if (goesOnBehindLastExit(region))
    reason = "several-uses";
  for (const RegionExit &exit : llvm::reverse(region.exits)) {
    EpilogAnswer answer = matcher.match(exit);
    if (answer.match) {
      if (!changesNothing(region, exit, *answer.match))
        return "not-run";
      return reason.empty() ? explainEnd(region) : reason;
    }
    // Within a larger expression there is always a part that is no epilog.
    if (reason.empty() || answer.reason != "no-epilog")
      reason = answer.reason;
  }
  return reason;
}

StringRef fused::explainProduct(MatmulOp product, Numerics numerics) {
  Operation *root = product->getParentOfType<FunctionOpInterface>();
  return explainProduct(product, numerics,
                        OperationOrder(root ? root : product->getParentOp()));
}
