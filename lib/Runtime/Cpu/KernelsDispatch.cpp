//===- KernelsDispatch.cpp - The choice of an instruction set -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

namespace fused::runtime {

// Kernels.cpp is compiled once for each of these.
namespace baseline {
const Kernels &getKernels();
}
#ifdef FUSED_HAVE_X86_KERNELS
namespace avx2 {
const Kernels &getKernels();
}
namespace avx512 {
const Kernels &getKernels();
}
#endif

static const Kernels &chooseKernels() {
#ifdef FUSED_HAVE_X86_KERNELS
  __builtin_cpu_init();
  bool hasAvx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (hasAvx2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return avx512::getKernels();
  if (hasAvx2)
    return avx2::getKernels();
#endif
  return baseline::getKernels();
}

const Kernels &getKernels() {
  static const Kernels &kernels = chooseKernels();
  return kernels;
}

} // namespace fused::runtime
