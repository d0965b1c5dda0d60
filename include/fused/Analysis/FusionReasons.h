//===- FusionReasons.h - Why a product is left alone ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_FUSIONREASONS_H
#define FUSED_ANALYSIS_FUSIONREASONS_H

#include "fused/Analysis/EpilogRegion.h"
#include "fused/Analysis/Numerics.h"
#include "llvm/ADT/StringRef.h"

namespace fused {

/// The sentence for the stable name of a reason, from FusionReasons.def, or
/// "unknown reason".
llvm::StringRef describeReason(llvm::StringRef reason);

/// The stable name of the reason why fused-fuse-epilogs fuses nothing, or
/// nothing more, into `product`. "not-run" if it would fuse something. Empty on
/// memrefs, and if something has been fused and no elementwise operation
/// follows.
llvm::StringRef explainProduct(MatmulOp product, Numerics numerics,
                               const OperationOrder &order);

/// The same for one product, in time proportional to the size of its function.
llvm::StringRef explainProduct(MatmulOp product, Numerics numerics);

} // namespace fused

#endif // FUSED_ANALYSIS_FUSIONREASONS_H
