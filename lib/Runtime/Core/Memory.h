//===- Memory.h - Blocks, their reuse and their tracking --------*- C++ -*-===//
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
// pages each time. Blocks allocated by a thread inside fused_call() are linked
// into the tracker of that call, so that a failing call can release them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_MEMORY_H
#define FUSED_LIB_RUNTIME_CORE_MEMORY_H

#include <cstddef>

namespace fused::runtime {

/// Alignment of every block, and the size of its header.
inline constexpr size_t blockAlignment = 64;

/// Returns a block that belongs to no tracker, or null without a message.
/// Released by fused_free().
void *allocateUntracked(size_t size) noexcept;

/// Memory for the duration of a call of the runtime itself.
class Scratch {
public:
  Scratch() = default;
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  /// Replaces the memory by `size` bytes; false if there are none.
  bool allocate(size_t size) noexcept;
  void *get() const { return memory; }

private:
  void *memory = nullptr;
};

struct BlockHeader;

/// The blocks that this thread allocated, and nobody released, since the
/// tracker was made. Trackers nest; the innermost one tracks.
class BlockTracker {
public:
  BlockTracker();
  /// Hands the blocks that are left to the enclosing tracker, or to nobody.
  ~BlockTracker();
  BlockTracker(const BlockTracker &) = delete;
  BlockTracker &operator=(const BlockTracker &) = delete;

  /// True if `pointer` is the start of a block of this tracker.
  bool owns(const void *pointer) const;

  /// Releases every block of this tracker.
  void releaseAll();

private:
  friend void track(BlockHeader *block);
  friend void untrack(BlockHeader *block);

  BlockHeader *first = nullptr;
  BlockTracker *enclosing;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_MEMORY_H
