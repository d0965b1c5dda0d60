//===- Kernels.h - Kernels of split products --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELS_KERNELS_H
#define FUSED_LIB_RUNTIME_CUDA_KERNELS_KERNELS_H

#include "../Libraries.h"
#include "KernelParameters.h"
#include "fused-runtime/EpilogSemantics.h"
#include "fused-runtime/fused_runtime.h"

namespace fused::runtime {

/// The kernels for one type of elements.
struct TypeKernels {
  CUfunction sumColumns, sumRows, finishSums, setNanBits;
};

/// The kernels for f16, bf16, f32 and f64.
struct KernelTable {
  TypeKernels types[4] = {};
  CUfunction clearMaskPadding = nullptr;
  CUmodule module = nullptr;

  bool empty() const { return !module; }
  /// The kernels for `type`; null if there are none.
  const TypeKernels *find(fused_type_t type) const {
    if (empty() || type < FUSED_F16 || type > FUSED_F64)
      return nullptr;
    return &types[type - FUSED_F16];
  }
};

/// Launches a kernel that takes one structure.
template <typename Parameters>
CUresult launchKernel(const CudaLibraries &cuda, CUfunction function,
                      Parameters parameters, unsigned gridX, unsigned gridY,
                      unsigned gridZ, unsigned blockX, unsigned blockY,
                      CUstream stream) {
  void *arguments[] = {&parameters};
  return cuda.cuLaunchKernel(function, gridX, gridY, gridZ, blockX, blockY, 1,
                             0, stream, arguments, nullptr);
}

/// Loads the kernels that are part of the runtime into the current context.
/// Leaves the table empty if there are none, or none for this device.
void loadKernels(const CudaLibraries &cuda, KernelTable &table);

/// Finds the kernel for the epilog `info` with a D of `type`, behind
/// accumulators that are D, or else of f32. They are many, so a plan looks for
/// its own.
CUresult findTail(const CudaLibraries &cuda, const KernelTable &table,
                  const EpilogInfo &info, fused_type_t type, bool isInPlace,
                  CUfunction &tail);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELS_KERNELS_H
