//===- Kernels.cpp - Kernels of split products ----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <cstdio>

using namespace fused;
using namespace fused::runtime;

#ifdef FUSED_CUDA_KERNELS_FILE
// The code of the kernels for several generations of devices.
__asm__(".section .rodata\n"
        ".balign 64\n"
        ".hidden fused_cuda_kernels_image\n"
        ".global fused_cuda_kernels_image\n"
        "fused_cuda_kernels_image:\n"
        ".incbin \"" FUSED_CUDA_KERNELS_FILE "\"\n"
        ".previous\n");
extern "C" const unsigned char fused_cuda_kernels_image[];
#endif

void fused::runtime::loadKernels([[maybe_unused]] const CudaLibraries &cuda,
                                 KernelTable &table) {
  table = {};
#ifdef FUSED_CUDA_KERNELS_FILE
  CUmodule module;
  if (cuda.cuModuleLoadData(&module, fused_cuda_kernels_image))
    return;
  KernelTable loaded;
  bool failed = false;
  auto find = [&](const char *kernel, const char *suffix) {
    char name[64];
    std::snprintf(name, sizeof(name), "fused_%s_%s", kernel, suffix);
    CUfunction function = nullptr;
    failed |= cuda.cuModuleGetFunction(&function, module, name) != CUDA_SUCCESS;
    return function;
  };
  for (fused_type_t type = FUSED_F16; type <= FUSED_F64; ++type) {
    const char *name = fused_type_string(type);
    loaded.types[type - FUSED_F16] = {
        find("sum_columns", name), find("sum_rows", name),
        find("finish_sums", name), find("set_nan_bits", name)};
  }
  loaded.clearMaskPadding = find("clear_mask", "padding");
  loaded.module = module;
  if (!failed)
    table = loaded;
#endif
}

CUresult fused::runtime::findTail(const CudaLibraries &cuda,
                                  const KernelTable &table,
                                  const EpilogInfo &info, fused_type_t type,
                                  bool isInPlace, CUfunction &tail) {
  // Bias and bias gradient are up to the parameters.
  std::optional<Epilog> epilog =
      findEpilog(info.activation, /*hasBias=*/false, info.aux);
  if (!epilog)
    return CUDA_ERROR_NOT_FOUND;
  // Accumulators of f32 and f64 have the type of D.
  bool isWide = fused_type_size(type) != 2;
  char name[64];
  std::snprintf(name, sizeof(name), "fused_tail_%s_%s%s",
                getEpilogInfo(*epilog).name, fused_type_string(type),
                isInPlace || isWide ? "" : "_apart");
  return cuda.cuModuleGetFunction(&tail, table.module, name);
}
