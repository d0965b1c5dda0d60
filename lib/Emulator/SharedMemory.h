//===- SharedMemory.h - Where workgroup memory is ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_SHAREDMEMORY_H
#define FUSED_LIB_EMULATOR_SHAREDMEMORY_H

#include <cstdint>
#include <vector>

namespace fused::emulator {

/// The bits of an address that descriptors of matrices have. The memory of each
/// block begins at a multiple of so many bytes.
inline constexpr uint64_t sharedUnit = uint64_t(1) << 18;

/// The workgroup memory of the kernels of a module, in which their variables
/// have places. Clusters run one after the other, so all modules use the same
/// memory.
struct SharedMemory {
  struct Variable {
    uint64_t offset, size;
  };
  char *begin = nullptr;
  uint64_t stride = 0; ///< From one block of a cluster to the next one.
  uint32_t numBlocks = 0;
  std::vector<Variable> variables;

  /// Takes memory for `numBlocks` blocks, `stride` bytes apart, at addresses of
  /// 32 bits: kernels calculate with them. Returns false if there is none.
  bool allocate();
  /// Registers the variables as all that kernels may touch of it. They are
  /// registered until another module's are.
  void enter() const;
};

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_SHAREDMEMORY_H
