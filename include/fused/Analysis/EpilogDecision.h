//===- EpilogDecision.h - What to fuse into a product -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_EPILOGDECISION_H
#define FUSED_ANALYSIS_EPILOGDECISION_H

#include "fused/Analysis/EpilogMatcher.h"

namespace fused {

/// The operations after a product, and how many of them are an epilog.
struct EpilogDecision {
  EpilogRegion region;
  /// The exit in `region.exits` at which the fused operation ends. Empty if
  /// there is nothing, or nothing more, to fuse.
  std::optional<size_t> exit;
  EpilogMatch match;
  /// The stable name of the reason why nothing, or nothing more, is fused;
  /// empty if there is none to give.
  llvm::StringRef reason;
};

/// Decides on a product on tensors that has neither an activation nor a bias
/// gradient nor scales. Returns nothing for other products, and for a product
/// in a graph region, where operations have no order.
std::optional<EpilogDecision> decideEpilog(MatmulOp product, Numerics numerics,
                                           const OperationOrder &order);

/// The stable name of the reason why fused-fuse-epilogs fuses nothing, or
/// nothing more, into `product`. "not-run" if it would fuse something. Empty on
/// memrefs, and if something has been fused and no elementwise operation
/// follows.
llvm::StringRef explainProduct(MatmulOp product, Numerics numerics,
                               const OperationOrder &order);

/// The same for one product, in time proportional to the size of its function.
llvm::StringRef explainProduct(MatmulOp product, Numerics numerics);

} // namespace fused

#endif // FUSED_ANALYSIS_EPILOGDECISION_H
