//===- Passes.td - Passes from fused to the runtime --------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_PASSES_TD
#define FUSED_CONVERSION_PASSES_TD

include "fused/Conversion/ArithmeticPasses.td"
include "fused/Conversion/BufferizationPasses.td"
include "fused/Conversion/DeallocationPasses.td"
include "fused/Conversion/MemRefPasses.td"
include "fused/Conversion/RuntimePasses.td"
include "fused/Conversion/LLVMPasses.td"

#endif // FUSED_CONVERSION_PASSES_TD
