//===- Passes.td - Passes to kernels of devices ------------*- tablegen -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_PASSES_TD
#define FUSED_KERNELS_PASSES_TD

include "fused/Kernels/GpuPasses.td"
include "fused/Kernels/LaunchPasses.td"
include "fused/Kernels/BinaryPasses.td"

#endif // FUSED_KERNELS_PASSES_TD
