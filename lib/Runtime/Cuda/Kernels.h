//===- Kernels.h - Kernels of split products --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_KERNELS_H
#define FUSED_LIB_RUNTIME_CUDA_KERNELS_H

#include "KernelParameters.h"
#include "Libraries.h"
#include "fused-runtime/fused_runtime.h"

namespace fused::runtime {

/// The kernels for one type of elements.
struct TypeKernels {
  CUfunction tail, sumColumns, sumRows, finishSums, setNanBits;
};

/// The kernels for f16, bf16, f32 and f64.
struct KernelTable {
  TypeKernels types[4] = {};
  CUfunction clearMaskPadding = nullptr;

  bool empty() const { return !types[0].tail; }
  /// The kernels for `type`; null if there are none.
  const TypeKernels *find(fused_type_t type) const {
    if (empty() || type < FUSED_F16 || type > FUSED_F64)
      return nullptr;
    return &types[type - FUSED_F16];
  }
};

/// Loads the kernels that are part of the runtime into the current context.
/// Leaves the table empty if there are none, or none for this device.
inline int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

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

void loadKernels(const CudaLibraries &cuda, KernelTable &table);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_KERNELS_H
