//===- Memory.h - Blocks and their reuse -------------------------*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every block starts with a header of 64 bytes in front of the pointer that is
// handed out. Large blocks are kept for reuse when they are released, so that a
// program that allocates the same results in every call does not fault in fresh
// pages each time.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_MEMORY_H
#define FUSED_LIB_RUNTIME_CORE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace fused::runtime {

/// Alignment of every block, and the size of its header.
inline constexpr size_t blockAlignment = 64;

/// Memory for the duration of a call of the runtime itself.
class Scratch {
public:
  Scratch() = default;
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  /// Replaces the memory by `size` bytes; false if there are none.
  bool allocate(size_t size) noexcept;
  /// The same for an array of elements of `size` bytes, whose extents are
  /// `sizes`; false also if the number of bytes overflows.
  bool allocateArray(std::initializer_list<int64_t> sizes,
                     size_t size) noexcept;
  void *get() const { return memory; }

private:
  void *memory = nullptr;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_MEMORY_H
