//===- Memory.cpp - Memory of the device, and who touched it --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

using namespace fused::emulator;

namespace {
// These bits of a cell name the thread, and say that the write was atomic, and
// that threads of several clusters have read it.
constexpr uint16_t threadMask = 0x3fff;
constexpr uint16_t isAtomic = 0x4000, severalClusters = 0x8000;

struct Registry {
  std::mutex mutex;
  std::map<uintptr_t, Region *> regions;
  /// Released regions. Sites may still point to them, so they are reused and
  /// never deleted.
  std::vector<Region *> released;
};
/// The registry is never destroyed: other threads may still run when the
/// process ends.
Registry &getRegistry() {
  static Registry *registry = new Registry();
  return *registry;
}

uintptr_t toNumber(const void *address) {
  return reinterpret_cast<uintptr_t>(address);
}

bool contains(const Region &region, uintptr_t address, size_t size) {
  uintptr_t offset = address - region.begin;
  return offset < region.size && size <= region.size - offset;
}

unsigned currentGranule = 0;

/// Further readers of workgroup memory, where threads wait at barriers in
/// memory. Their cells have the bit of several clusters.
std::unordered_map<const Cell *, std::vector<Toucher>> furtherReaders;
} // namespace

Clock fused::emulator::memoryClock;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

Region *fused::emulator::addRegion(const void *address, size_t size,
                                   RegionKind kind, unsigned rank) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  Region *region;
  if (registry.released.empty()) {
    region = new Region();
  } else {
    region = registry.released.back();
    registry.released.pop_back();
  }
  region->begin = toNumber(address);
  region->size = size;
  region->kind = kind;
  region->rank = rank;
  region->cells.clear();
  registry.regions[toNumber(address)] = region;
  return region;
}

bool fused::emulator::removeRegion(const void *address) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto entry = registry.regions.find(toNumber(address));
  if (entry == registry.regions.end())
    return false;
  Region *region = entry->second;
  region->size = 0;
  std::vector<Cell>().swap(region->cells);
  registry.released.push_back(region);
  registry.regions.erase(entry);
  return true;
}

void fused::emulator::limitRegion(const void *address, const void *part,
                                  size_t size) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto entry = registry.regions.find(toNumber(address));
  if (entry == registry.regions.end())
    return;
  entry->second->begin = toNumber(part);
  entry->second->size = size;
}

Region *fused::emulator::findRegion(const void *address, size_t size) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto next = registry.regions.upper_bound(toNumber(address));
  if (next == registry.regions.begin())
    return nullptr;
  Region *region = std::prev(next)->second;
  return contains(*region, toNumber(address), size) ? region : nullptr;
}

std::string fused::emulator::describeAddress(const void *address, size_t size) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  const Region *nearest = nullptr;
  uintptr_t distance = ~uintptr_t(0);
  uintptr_t number = toNumber(address);
  for (const auto &[begin, region] : registry.regions) {
    uintptr_t end = region->begin + region->size;
    uintptr_t gap = number < region->begin ? region->begin - number
                    : number >= end        ? number - end
                                           : 0;
    if (gap <= distance) {
      distance = gap;
      nearest = region;
    }
  }
  if (!nearest || distance > (size_t(1) << 30))
    return "at an address where there is no memory";
  const char *kind = nearest->kind == RegionKind::Shared ? "workgroup memory"
                     : nearest->kind == RegionKind::Constant
                         ? "a constant of the kernels"
                         : "a block of memory";
  auto offset = static_cast<long long>(number - nearest->begin);
  return "bytes " + std::to_string(offset) + " to " +
         std::to_string(offset + static_cast<long long>(size) - 1) + " of " +
         kind + " of " + std::to_string(nearest->size) + " bytes";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Clock::beginLaunch(unsigned numThreads) {
  // Clears all cells and starts again at 1 before the numbers overflow.
  if (now > (1U << 31)) {
    Registry &registry = getRegistry();
    std::lock_guard<std::mutex> lock(registry.mutex);
    for (auto &[begin, region] : registry.regions)
      region->cells.clear();
    now = 1;
  }
  launch = ++now;
  threadsOfBlock = numThreads;
  beginCluster();
}

void Clock::beginCluster() {
  cluster = all = ++now;
  std::fill(std::begin(block), std::end(block), now);
  hasBegun = false;
  lastRemote.reset();
  seen = nullptr;
  writers = nullptr;
  furtherReaders.clear();
}

void Clock::passClusterBarrier(bool isOrdered) {
  hasBegun = true;
  lastRemote.reset();
  if (!isOrdered)
    return;
  all = ++now;
  std::fill(std::begin(block), std::end(block), now);
}

void fused::emulator::setGranule(unsigned log2) { currentGranule = log2; }

/// Creates the cells of a region unless it has cells of this granule.
static void prepareCells(Region &region) {
  size_t count = ((region.size + (region.begin & 15)) >> currentGranule) + 2;
  if (region.granule == currentGranule && region.cells.size() == count)
    return;
  region.granule = currentGranule;
  region.cells.assign(count, Cell{});
}

/// The rank of the block of a thread, or of several; none if these are of
/// several blocks.
static unsigned getRank(uint16_t thread, const Clock &clock) {
  if (thread == severalThreads)
    return Clock::maxBlocks;
  return thread >= severalOfBlock ? thread - severalOfBlock
                                  : thread / clock.threadsOfBlock;
}

/// True if no barrier is between an access in the same cluster, at `time` by
/// `thread` or several ones, and the thread that runs.
static bool isUnordered(uint32_t time, uint16_t thread, const Clock &clock) {
  thread &= threadMask;
  if (thread == clock.thread || thread == clock.issuer)
    return false;
  if (clock.seen && thread < severalOfBlock)
    return thread >= clock.seen->size() || time >= (*clock.seen)[thread];
  bool isSameBlock = getRank(thread, clock) == clock.rank;
  return time >= (isSameBlock ? clock.block[clock.rank] : clock.all);
}

bool fused::emulator::hasSeen(uint32_t time, uint16_t other) {
  return !isUnordered(time, other, memoryClock);
}

/// Adds a thread or agent to a list, or the time of another access of it.
static void addToucher(std::vector<Toucher> &touchers, uint16_t number,
                       uint32_t time) {
  number &= threadMask;
  for (Toucher &toucher : touchers)
    if (toucher.number == number) {
      toucher.time = std::max(toucher.time, time);
      return;
    }
  touchers.push_back({number, time});
}

/// True if an agent may not see what a thread has stored in workgroup memory.
static bool isUnfenced(const Cell &cell, const Clock &clock) {
  uint16_t writer = cell.writer & threadMask;
  return clock.thread != clock.issuer && writer < clock.numThreads &&
         cell.writeTime >= clock.fences[writer] &&
         cell.writeTime >= clock.fences[clock.issuer];
}

/// Marks a read. Returns what is wrong with it, of races and what follows them.
static Violation markRead(Cell &cell, const Clock &clock, bool isShared) {
  bool isOfCluster = cell.writeTime >= clock.cluster;
  if (!isShared && cell.writeTime >= clock.launch && !isOfCluster)
    return Violation::Race;
  if (isOfCluster && isUnordered(cell.writeTime, cell.writer, clock))
    return Violation::Race;
  uint16_t reader = clock.thread;
  if (cell.readTime >= clock.cluster) {
    bool isOther = isUnordered(cell.readTime, cell.reader, clock);
    if (isOther && clock.seen && isShared) {
      addToucher(furtherReaders[&cell], cell.reader, cell.readTime);
      reader |= severalClusters;
    } else if (isOther) {
      bool isSameBlock = getRank(cell.reader & threadMask, clock) == clock.rank;
      reader = isSameBlock ? severalOfBlock + clock.rank : severalThreads;
    }
    reader |= cell.reader & severalClusters;
  } else if (cell.readTime >= clock.launch) {
    reader |= severalClusters;
  }
  cell.readTime = clock.now;
  cell.reader = reader;
  if (!isShared)
    return Violation::None;
  if (!isOfCluster)
    return Violation::Uninitialised;
  if (clock.writers)
    addToucher(*clock.writers, cell.writer, cell.writeTime);
  return clock.seen && isUnfenced(cell, clock) ? Violation::Unfenced
                                               : Violation::None;
}

/// Makes a reader that is unordered with a write the only one of a cell.
/// Returns false if there is none among the further ones.
static bool findFurtherReader(Cell &cell, const Clock &clock) {
  auto entry = furtherReaders.find(&cell);
  if (entry == furtherReaders.end())
    return false;
  for (const Toucher &reader : entry->second)
    if (isUnordered(reader.time, reader.number, clock)) {
      cell.reader = reader.number;
      cell.readTime = reader.time;
      return true;
    }
  furtherReaders.erase(entry);
  return false;
}

/// Marks a write. Returns false if there is a race, and sets `isRead` if it is
/// with a read.
static bool markWrite(Cell &cell, const Clock &clock, bool isShared,
                      bool atomic, bool &isRead) {
  // Each cluster has its own workgroup memory.
  uint32_t begin = isShared ? clock.cluster : clock.launch;
  bool bothAtomic = atomic && (cell.writer & isAtomic);
  auto races = [&](uint32_t time, uint16_t thread) {
    return time >= begin &&
           (time < clock.cluster || isUnordered(time, thread, clock));
  };
  if (!bothAtomic && races(cell.writeTime, cell.writer))
    return false;
  isRead = true;
  bool isReadElsewhere =
      cell.readTime >= begin && !isShared && (cell.reader & severalClusters);
  if (isReadElsewhere || races(cell.readTime, cell.reader))
    return false;
  if (clock.seen && isShared && cell.readTime >= begin &&
      (cell.reader & severalClusters) && findFurtherReader(cell, clock))
    return false;
  cell.writeTime = clock.now;
  cell.writer = clock.thread | (atomic ? isAtomic : 0);
  return true;
}

Violation fused::emulator::checkAccess(const void *address, size_t size,
                                       Access access, Site &site,
                                       unsigned &other, bool &isOtherBlock) {
  if (size == 0)
    return Violation::None;
  uintptr_t number = toNumber(address);
  Region *region = site.recent;
  if (!region || !contains(*region, number, size)) {
    region = findRegion(address, size);
    if (!region)
      return Violation::Bounds;
    site.recent = region;
  }
  if (region->kind == RegionKind::Constant)
    return access == Access::Read ? Violation::None : Violation::Constant;
  prepareCells(*region);
  Clock &clock = memoryClock;
  bool isShared = region->kind == RegionKind::Shared;
  if (isShared && region->rank != clock.rank) {
    if (!clock.hasBegun)
      return Violation::NotBegun;
    clock.lastRemote = site;
  }
  uintptr_t base = region->begin & ~uintptr_t(15);
  size_t first = (number - base) >> region->granule;
  size_t last = (number + size - 1 - base) >> region->granule;
  for (size_t i = first; i <= last; ++i) {
    Cell &cell = region->cells[i];
    bool isRead = false;
    Violation violation = Violation::None;
    if (access == Access::Read)
      violation = markRead(cell, clock, isShared);
    else if (!markWrite(cell, clock, isShared, access == Access::Atomic,
                        isRead))
      violation = Violation::Race;
    if (violation == Violation::Race || violation == Violation::Unfenced) {
      other = (isRead ? cell.reader : cell.writer) & threadMask;
      isOtherBlock =
          (isRead ? cell.readTime : cell.writeTime) < clock.cluster ||
          (isRead && !isShared && (cell.reader & severalClusters));
    }
    if (violation != Violation::None)
      return violation;
  }
  return Violation::None;
}
