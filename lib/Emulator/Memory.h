//===- Memory.h - Memory of the device, and who touched it ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file registers all memory that kernels may touch as regions. Each
// granule of a region has a cell that says which thread read or wrote it last,
// and when. The clock is a number that grows with each launch, block and
// barrier, so that cells need not be cleared in between.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_MEMORY_H
#define FUSED_LIB_EMULATOR_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fused::emulator {

enum class RegionKind { Device, Shared, Constant };

/// For each thread or agent, by its number, the time until which its accesses
/// have been seen. Those beyond the end have not been.
using Times = std::vector<uint32_t>;

/// In place of the number of a thread: several ones, of one block, whose rank
/// is added, or of several blocks of a cluster.
inline constexpr uint16_t severalOfBlock = 0x2000, severalThreads = 0x3fff;

/// Says which threads touched a granule last, and when.
struct Cell {
  uint32_t writeTime, readTime;
  uint16_t writer, reader;
};

struct Region {
  uintptr_t begin = 0;
  size_t size = 0; ///< 0 after the region was released.
  RegionKind kind = RegionKind::Device;
  unsigned rank = 0; ///< The block of a cluster whose shared memory it is.
  /// Log2 of the number of bytes per cell.
  unsigned granule = 0;
  std::vector<Cell> cells;
};

/// An instruction that accesses memory or waits for other threads.
struct Site {
  const char *kernel;   ///< The function with the instruction.
  const char *location; ///< The source location, or "" if unknown.
  uint32_t size;        ///< Size of the access in bytes.
  uint32_t alignment;
  Region *recent; ///< The region that it accessed last.
};

/// Registers the region that begins at `address`.
Region *addRegion(const void *address, size_t size, RegionKind kind,
                  unsigned rank = 0);
/// Removes a region. Returns false if there is none.
bool removeRegion(const void *address);
/// Restricts the memory that kernels may touch to a part of the region.
void limitRegion(const void *address, const void *part, size_t size);
/// Returns the region that contains all of these bytes, or null.
Region *findRegion(const void *address, size_t size);

/// The kind of an access.
enum class Access { Read, Write, Atomic };

/// The error of an access. All but `None` end the launch.
enum class Violation {
  None,
  Bounds,
  Constant,
  Alignment,
  Race,
  Uninitialised,
  NotBegun, ///< The block whose memory it is may not have begun.
  Unfenced  ///< Copies and products may not see what a thread has stored.
};

/// A thread or agent that touched a granule, and when.
struct Toucher {
  uint16_t number;
  uint32_t time;
};

/// The times at which the launch and the cluster began, the current intervals
/// of the cluster and of each of its blocks between two barriers, and the
/// thread that runs. Threads are numbered in their cluster.
struct Clock {
  static constexpr unsigned maxBlocks = 8;

  uint32_t launch = 1, cluster = 1, now = 1;
  /// When what others have done until then became visible: to the threads of
  /// one block, and of the cluster.
  uint32_t block[maxBlocks] = {}, all = 1;
  uint16_t thread = 0, rank = 0;
  unsigned threadsOfBlock = 1;
  /// Where threads wait at barriers in memory (Order.h): what the thread has
  /// seen, and until when agents see what each thread has stored; else null. An
  /// agent in place of `thread` has work of the thread `issuer`.
  const Times *seen = nullptr;
  const uint32_t *fences = nullptr;
  uint16_t issuer = 0;
  unsigned numThreads = 1; ///< Of the cluster.
  /// If not null, gets the writers of what is read.
  std::vector<Toucher> *writers = nullptr;
  /// True after the first barrier of the cluster: all blocks have begun.
  bool hasBegun = false;
  /// The last access to the memory of another block since the last barrier of
  /// the cluster.
  std::optional<Site> lastRemote;

  void beginLaunch(unsigned numThreads);
  void beginCluster();
  void setThread(unsigned index, unsigned ofBlock) {
    thread = issuer = static_cast<uint16_t>(index);
    rank = static_cast<uint16_t>(ofBlock);
  }
  void passBarrier(unsigned ofBlock) { block[ofBlock] = ++now; }
  void passClusterBarrier(bool isOrdered);
};
extern Clock memoryClock;

/// Sets the granule of the cells of all regions that kernels access from now
/// on. No access may be smaller than the granule.
void setGranule(unsigned log2);

/// Checks an access of `size` bytes and marks the cells. If there is a race,
/// sets `other` to the other thread of the cluster, or to `severalThreads`, and
/// `isOtherBlock` to whether that thread is in another cluster.
Violation checkAccess(const void *address, size_t size, Access access,
                      Site &site, unsigned &other, bool &isOtherBlock);

/// True if the thread that runs has seen what another one, or an agent, did at
/// `time`.
bool hasSeen(uint32_t time, uint16_t other);

/// Describes where an address is.
std::string describeAddress(const void *address, size_t size);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_MEMORY_H
