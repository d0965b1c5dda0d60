//===- Passes.h - Passes to kernels of devices ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_KERNELS_PASSES_H
#define FUSED_KERNELS_PASSES_H

#include "fused/Kernels/BinaryPasses.h"
#include "fused/Kernels/GpuPasses.h"
#include "fused/Kernels/LaunchPasses.h"

namespace fused {

/// Registers all passes of this folder.
inline void registerFusedKernelsPasses() {
  registerFusedGpuPasses();
  registerFusedLaunchPasses();
  registerFusedBinaryPasses();
}

} // namespace fused

#endif // FUSED_KERNELS_PASSES_H
