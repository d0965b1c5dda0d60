//===- Memory.cpp - Blocks and their reuse --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Error.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Blocks and their reuse
//===----------------------------------------------------------------------===//

namespace {
/// What stands in front of every block.
struct alignas(blockAlignment) BlockHeader {
  size_t capacity; ///< Bytes after the header.
};
static_assert(sizeof(BlockHeader) == blockAlignment);

void *getPointer(BlockHeader *block) { return block + 1; }
BlockHeader *getHeader(void *pointer) {
  return static_cast<BlockHeader *>(pointer) - 1;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool reuseBlocks = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool reuseBlocks = false;
#else
constexpr bool reuseBlocks = true;
#endif
#else
constexpr bool reuseBlocks = true;
#endif

/// Released large blocks, the oldest first. At most `maxBlocks` of them and
/// `maxBytes` in all are kept; the oldest goes first. A block serves a request
/// of at least three quarters of its capacity.
class BlockCache {
public:
  static constexpr size_t minSize = size_t(64) << 10;
  static constexpr size_t maxBytes = size_t(256) << 20;
  static constexpr size_t maxBlocks = 64;

  /// Removes and returns the best fitting block, or null.
  BlockHeader *take(size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    size_t best = count;
    for (size_t i = 0; i < count; ++i) {
      size_t capacity = blocks[i]->capacity;
      if (capacity < size || size < capacity / 4 * 3)
        continue;
      if (best == count || capacity <= blocks[best]->capacity)
        best = i;
    }
    return best == count ? nullptr : remove(best);
  }

  /// Keeps `block`, and releases others if the bounds ask for it.
  void keep(BlockHeader *block) {
    std::array<BlockHeader *, maxBlocks> evicted;
    size_t numEvicted = 0;
    {
      std::lock_guard<std::mutex> lock(mutex);
      while (count == maxBlocks ||
             (count != 0 && bytes + block->capacity > maxBytes))
        evicted[numEvicted++] = remove(0);
      blocks[count++] = block;
      bytes += block->capacity;
    }
    for (size_t i = 0; i < numEvicted; ++i)
      std::free(evicted[i]);
  }

  /// Releases all blocks; false if there were none.
  bool clear() {
    std::lock_guard<std::mutex> lock(mutex);
    bool any = count != 0;
    while (count != 0)
      std::free(remove(count - 1));
    return any;
  }

private:
  BlockHeader *remove(size_t index) {
    BlockHeader *block = blocks[index];
    bytes -= block->capacity;
    --count;
    for (size_t i = index; i < count; ++i)
      blocks[i] = blocks[i + 1];
    return block;
  }

  std::mutex mutex;
  std::array<BlockHeader *, maxBlocks> blocks = {};
  size_t count = 0;
  size_t bytes = 0;
};

/// Never destroyed: blocks may be released while the process ends.
BlockCache &getBlockCache() {
  alignas(BlockCache) static unsigned char storage[sizeof(BlockCache)];
  static BlockCache *cache = new (storage) BlockCache();
  return *cache;
}

/// A block of at least `size` bytes, or null.
BlockHeader *acquireBlock(size_t size) {
  constexpr size_t page = 4096;
  if (size > SIZE_MAX / 2)
    return nullptr;
  bool large = reuseBlocks && size >= BlockCache::minSize;
  // Large blocks in whole pages, so that sizes that differ little share them.
  size_t unit = large ? page : blockAlignment;
  size_t capacity = (size + unit - 1) / unit * unit;
  if (large)
    if (BlockHeader *block = getBlockCache().take(size))
      return block;
  auto allocate = [&] {
    return std::aligned_alloc(blockAlignment, capacity + sizeof(BlockHeader));
  };
  void *memory = allocate();
  if (!memory && getBlockCache().clear())
    memory = allocate();
  if (!memory)
    return nullptr;
  auto *block = new (memory) BlockHeader();
  block->capacity = capacity;
  return block;
}

void releaseBlock(BlockHeader *block) {
  if (reuseBlocks && block->capacity >= BlockCache::minSize &&
      block->capacity <= BlockCache::maxBytes)
    getBlockCache().keep(block);
  else
    std::free(block);
}
} // namespace

Scratch::~Scratch() { fused_free(memory); }

bool Scratch::allocate(size_t size) noexcept {
  fused_free(memory);
  BlockHeader *block = acquireBlock(size);
  memory = block ? getPointer(block) : nullptr;
  return memory != nullptr;
}

bool Scratch::allocateArray(std::initializer_list<int64_t> sizes,
                            size_t size) noexcept {
  auto bytes = static_cast<int64_t>(size);
  for (int64_t extent : sizes)
    if (__builtin_mul_overflow(bytes, extent, &bytes))
      return false;
  return allocate(static_cast<size_t>(bytes));
}

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

extern "C" void *fused_alloc(size_t size) {
  BlockHeader *block = acquireBlock(size);
  if (!block) {
    fail(FUSED_OUT_OF_MEMORY, nullptr, "cannot allocate %zu bytes", size);
    return nullptr;
  }
  return getPointer(block);
}

extern "C" void fused_free(void *pointer) {
  if (pointer)
    releaseBlock(getHeader(pointer));
}
