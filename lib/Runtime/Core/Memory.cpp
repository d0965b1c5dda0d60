//===- Memory.cpp - Blocks, their reuse and their tracking ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Error.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Blocks and their reuse
//===----------------------------------------------------------------------===//

/// What stands in front of every block.
struct alignas(blockAlignment) fused::runtime::BlockHeader {
  size_t capacity;       ///< Bytes after the header.
  uint32_t stripe;       ///< Which lock guards the links, if `tracked`.
  bool tracked;          ///< Allocated inside a tracker. Never changes.
  BlockTracker *tracker; ///< The tracker that the block is in, or null.
  BlockHeader *previous, *next;
};
static_assert(sizeof(BlockHeader) == blockAlignment);

namespace {
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

void *fused::runtime::allocateUntracked(size_t size) noexcept {
  BlockHeader *block = acquireBlock(size);
  if (!block)
    return nullptr;
  block->tracked = false;
  return getPointer(block);
}

Scratch::~Scratch() { fused_free(memory); }

bool Scratch::allocate(size_t size) noexcept {
  fused_free(memory);
  memory = allocateUntracked(size);
  return memory != nullptr;
}

//===----------------------------------------------------------------------===//
// Tracking
//===----------------------------------------------------------------------===//

// A block may be released by another thread while the thread that allocated it
// leaves its tracker. Both hold the lock of the allocating thread's stripe,
// whose number stands in the block: the tracker itself may be gone.

namespace {
constexpr uint32_t numStripes = 64;

std::mutex &getStripe(uint32_t stripe) {
  static std::array<std::mutex, numStripes> mutexes;
  return mutexes[stripe];
}

uint32_t getStripeOfThread() {
  static std::atomic<uint32_t> numThreads{0};
  thread_local uint32_t stripe =
      numThreads.fetch_add(1, std::memory_order_relaxed) % numStripes;
  return stripe;
}

thread_local BlockTracker *currentTracker = nullptr;
} // namespace

namespace fused::runtime {
/// Links `block` into the innermost tracker of this thread.
void track(BlockHeader *block) {
  BlockTracker *tracker = currentTracker;
  block->stripe = getStripeOfThread();
  std::lock_guard<std::mutex> lock(getStripe(block->stripe));
  block->tracker = tracker;
  block->previous = nullptr;
  block->next = tracker->first;
  if (tracker->first)
    tracker->first->previous = block;
  tracker->first = block;
}

/// Takes `block` out of its tracker, if it still is in one.
void untrack(BlockHeader *block) {
  std::lock_guard<std::mutex> lock(getStripe(block->stripe));
  if (!block->tracker)
    return;
  if (block->previous)
    block->previous->next = block->next;
  else
    block->tracker->first = block->next;
  if (block->next)
    block->next->previous = block->previous;
  block->tracker = nullptr;
}
} // namespace fused::runtime

BlockTracker::BlockTracker() : enclosing(currentTracker) {
  currentTracker = this;
}

BlockTracker::~BlockTracker() {
  currentTracker = enclosing;
  std::lock_guard<std::mutex> lock(getStripe(getStripeOfThread()));
  while (BlockHeader *block = first) {
    first = block->next;
    block->tracker = enclosing;
    block->previous = nullptr;
    block->next = enclosing ? enclosing->first : nullptr;
    if (!enclosing)
      continue;
    if (enclosing->first)
      enclosing->first->previous = block;
    enclosing->first = block;
  }
}

bool BlockTracker::owns(const void *pointer) const {
  std::lock_guard<std::mutex> lock(getStripe(getStripeOfThread()));
  for (BlockHeader *block = first; block; block = block->next)
    if (getPointer(block) == pointer)
      return true;
  return false;
}

void BlockTracker::releaseAll() {
  BlockHeader *blocks;
  {
    std::lock_guard<std::mutex> lock(getStripe(getStripeOfThread()));
    blocks = first;
    first = nullptr;
    for (BlockHeader *block = blocks; block; block = block->next)
      block->tracker = nullptr;
  }
  while (blocks) {
    BlockHeader *next = blocks->next;
    releaseBlock(blocks);
    blocks = next;
  }
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
  block->tracked = currentTracker != nullptr;
  if (block->tracked)
    track(block);
  return getPointer(block);
}

extern "C" void fused_free(void *pointer) {
  if (!pointer)
    return;
  BlockHeader *block = getHeader(pointer);
  if (block->tracked)
    untrack(block);
  releaseBlock(block);
}
