//===- Memory.h - Memory of the device, and who touched it ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory that kernels may touch is registered as regions. For each granule
// of a region there is a cell that says which thread read or wrote it last, and
// when. Time is a number that grows with each launch, block and barrier, so
// that cells need not be cleared in between.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_MEMORY_H
#define FUSED_LIB_EMULATOR_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fused::emulator {

enum class RegionKind { Device, Shared, Constant };

/// Who touched a granule last.
struct Cell {
  uint32_t writeTime, readTime;
  uint16_t writer, reader;
};

struct Region {
  uintptr_t begin = 0;
  size_t size = 0; ///< 0 once it has been released.
  RegionKind kind = RegionKind::Device;
  /// Log2 of the bytes that a cell stands for.
  unsigned granule = 0;
  std::vector<Cell> cells;
};

/// One instruction that accesses memory, or waits for other threads.
struct Site {
  const char *kernel;   ///< The function that it is in.
  const char *location; ///< In the source; empty if that is unknown.
  uint32_t size;        ///< In bytes.
  uint32_t alignment;
  Region *recent; ///< That it accessed last.
};

/// The region of memory that begins at `address`, from now on.
Region *addRegion(const void *address, size_t size, RegionKind kind);
/// Forgets it. False if there was none.
bool removeRegion(const void *address);
/// Lets a part of a region be all that kernels may touch.
void limitRegion(const void *address, const void *part, size_t size);
/// The region that has all of these bytes, or null.
Region *findRegion(const void *address, size_t size);

/// What an access does.
enum class Access { Read, Write, Atomic };

/// What is wrong with an access; all but `None` end the launch.
enum class Violation { None, Bounds, Constant, Alignment, Race, Uninitialised };

/// When the launch, the block and the present interval between two barriers
/// have begun, and the thread that runs.
struct Clock {
  uint32_t launch = 1, block = 1, now = 1;
  uint16_t thread = 0;

  void beginLaunch();
  void beginBlock() { block = ++now; }
  void passBarrier() { ++now; }
};
extern Clock memoryClock;

/// Sets the granule of the cells of all regions that are accessed from now on:
/// no access is smaller.
void setGranule(unsigned log2);

/// Checks an access of `size` bytes and marks the cells. `other` is the thread
/// that a race is with, and `isOtherBlock` whether it is in another block.
Violation checkAccess(const void *address, size_t size, Access access,
                      Region *&recent, unsigned &other, bool &isOtherBlock);

/// Says where an address is.
std::string describeAddress(const void *address, size_t size);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_MEMORY_H
