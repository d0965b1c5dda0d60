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

/// A kernel of the runtime; found by its name.
struct HostKernel {
  const char *name;
  void (*call)(const void *parameters);
  uint32_t parameterSize;
};

/// Null if there is none of this name.
const HostKernel *findHostKernel(const char *name);
/// True if `address` is that of a kernel that was found.
bool isHostKernel(const void *address);

struct Size {
  unsigned x, y, z;
};

/// Executes all blocks, one after the other. The threads of one take turns
/// where they wait for each other.
void runHostKernel(const HostKernel &kernel, Size grid, Size block,
                   const void *parameters);

} // namespace fused::fake

#endif // FUSED_LIB_EMULATOR_FAKEKERNELS_H
