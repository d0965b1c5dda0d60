//===- FakeKernels.h - Kernels on the host ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_FAKEKERNELS_H
#define FUSED_LIB_EMULATOR_FAKEKERNELS_H

#include <cstdint>

namespace fused::fake {

/// A kernel of the runtime, which `findHostKernel` finds by its name.
struct HostKernel {
  const char *name;
  void (*call)(const void *parameters);
  uint32_t parameterSize;
};

/// Returns null if there is no kernel of this name.
const HostKernel *findHostKernel(const char *name);
/// True if `address` is that of a kernel that findHostKernel() has returned.
bool isHostKernel(const void *address);

struct Size {
  unsigned x, y, z;
};

/// Executes all blocks, one after the other. Threads of a block take turns
/// where they wait for each other.
void runHostKernel(const HostKernel &kernel, Size grid, Size block,
                   const void *parameters);

} // namespace fused::fake

#endif // FUSED_LIB_EMULATOR_FAKEKERNELS_H
