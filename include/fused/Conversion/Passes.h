//===- Passes.h - Passes from fused to the runtime --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_PASSES_H
#define FUSED_CONVERSION_PASSES_H

#include "fused/Conversion/ArithmeticPasses.h"
#include "fused/Conversion/BufferizationPasses.h"
#include "fused/Conversion/DeallocationPasses.h"
#include "fused/Conversion/LLVMPasses.h"
#include "fused/Conversion/MemRefPasses.h"
#include "fused/Conversion/RuntimePasses.h"

namespace fused {

/// Registers all passes of this folder.
inline void registerFusedConversionPasses() {
  registerFusedArithmeticPasses();
  registerFusedBufferizationPasses();
  registerFusedDeallocationPasses();
  registerFusedMemRefPasses();
  registerFusedRuntimePasses();
  registerFusedLLVMPasses();
}

} // namespace fused

#endif // FUSED_CONVERSION_PASSES_H
