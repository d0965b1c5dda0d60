//===- KernelsDispatch.cpp - The choice of an instruction set -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#ifdef FUSED_HAVE_X86_KERNELS
#include <oneapi/dnnl/dnnl.h>
#endif

namespace fused::runtime {

// Kernels.cpp is compiled once for each of these.
namespace baseline {
const Kernels &getKernels();
} // namespace baseline
#ifdef FUSED_HAVE_X86_KERNELS
namespace avx2 {
const Kernels &getKernels();
} // namespace avx2
namespace avx512 {
const Kernels &getKernels();
} // namespace avx512
namespace avx512bf16 {
const Kernels &getKernels();
} // namespace avx512bf16
#endif

#ifdef FUSED_HAVE_X86_KERNELS
/// What oneDNN may use: what the processor has, within the limit that the
/// environment variable ONEDNN_MAX_CPU_ISA sets.
static bool mayUse(dnnl_cpu_isa_t isa) {
  return (dnnl_get_effective_cpu_isa() & isa) == isa;
}
#endif

static const Kernels &chooseKernels() {
#ifdef FUSED_HAVE_X86_KERNELS
  if (!mayUse(dnnl_cpu_isa_avx2) || !__builtin_cpu_supports("fma"))
    return baseline::getKernels();
  if (mayUse(dnnl_cpu_isa_avx512_core_bf16))
    return avx512bf16::getKernels();
  return mayUse(dnnl_cpu_isa_avx512_core) ? avx512::getKernels()
                                          : avx2::getKernels();
#else
  return baseline::getKernels();
#endif
}

bool hasMatrixUnits() {
#ifdef FUSED_HAVE_X86_KERNELS
  return mayUse(dnnl_cpu_isa_avx512_core_amx);
#else
  return false;
#endif
}

const Kernels &getKernels() {
  static const Kernels &kernels = chooseKernels();
  return kernels;
}

} // namespace fused::runtime
