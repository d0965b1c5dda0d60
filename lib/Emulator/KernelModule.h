//===- KernelModule.h - Kernels of a program on the host --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_KERNELMODULE_H
#define FUSED_LIB_EMULATOR_KERNELMODULE_H

#include "Threads.h"

namespace fused::emulator {

/// Compiled kernels. They are never unloaded.
class KernelModule;

/// True if `image` is LLVM bitcode behind a header that states its size.
bool isBitcode(const void *image);

/// Compiles the kernels of such an image for the host.
CUresult loadModule(const void *image, KernelModule *&module);

/// Returns the kernel of this name, or null.
const Kernel *findKernel(const KernelModule &module, const char *name);

/// True if `address` is that of a kernel that findKernel() has returned.
bool isKernel(const void *address);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_KERNELMODULE_H
