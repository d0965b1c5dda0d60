//===- SharedMemory.cpp - Where workgroup memory is -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "Memory.h"

#include <mutex>
#include <sys/mman.h>

using namespace fused::emulator;

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0
#endif

/// Returns pages that nobody uses below 4 GiB, or null.
static char *mapLowPages(uint64_t size) {
  constexpr uint64_t first = uint64_t(1) << 28, step = uint64_t(1) << 24,
                     end = uint64_t(1) << 32;
  static_assert(step % sharedUnit == 0);
  for (uint64_t address = first; address + size <= end; address += step) {
    auto *wanted = reinterpret_cast<void *>(address);
    void *got =
        mmap(wanted, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (got == wanted)
      return static_cast<char *>(got);
    if (got != MAP_FAILED)
      munmap(got, size);
  }
  return nullptr;
}

bool SharedMemory::allocate() {
  static std::mutex mutex;
  static char *largest = nullptr;
  static uint64_t largestSize = 0;
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t size = numBlocks * stride;
  if (size > largestSize) {
    char *pages = mapLowPages(size);
    if (!pages)
      return false;
    // Kernels have the addresses of what was there before, so that stays.
    largest = pages;
    largestSize = size;
  }
  begin = largest;
  return true;
}

void SharedMemory::enter() const {
  static const SharedMemory *current = nullptr;
  static std::vector<const void *> regions;
  if (current == this)
    return;
  current = this;
  for (const void *region : regions)
    removeRegion(region);
  regions.clear();
  for (uint32_t rank = 0; rank < numBlocks; ++rank)
    for (const Variable &variable : variables) {
      regions.push_back(begin + rank * stride + variable.offset);
      addRegion(regions.back(), variable.size, RegionKind::Shared, rank);
    }
}
