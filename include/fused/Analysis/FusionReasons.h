//===- FusionReasons.h - Why a product is left alone ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_FUSIONREASONS_H
#define FUSED_ANALYSIS_FUSIONREASONS_H

#include "llvm/ADT/StringRef.h"

namespace fused {

/// The sentence for the stable name of a reason, from FusionReasons.def, or
/// "unknown reason".
llvm::StringRef describeReason(llvm::StringRef reason);

} // namespace fused

#endif // FUSED_ANALYSIS_FUSIONREASONS_H
