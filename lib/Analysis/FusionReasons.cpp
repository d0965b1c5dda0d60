//===- FusionReasons.cpp - Why a product is left alone --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/FusionReasons.h"

#include "llvm/ADT/StringSwitch.h"

using namespace fused;

llvm::StringRef fused::describeReason(llvm::StringRef reason) {
  return llvm::StringSwitch<llvm::StringRef>(reason)
#define FUSED_REASON(name, sentence) .Case(name, sentence)
#include "fused/Analysis/FusionReasons.def"
      .Default("unknown reason");
}
