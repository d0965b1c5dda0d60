//===- TileCopies.cpp - Copies of tiles -----------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "Launch.h"
#include "TensorMap.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace fused::emulator;

namespace {
/// The columns of a row of a tile that are inside of the matrix, in bytes from
/// the begin of the row of the tile.
struct Inside {
  uint32_t begin = 0, size = 0;
};
} // namespace

/// A device takes tiles at multiples of 128 bytes.
static constexpr uintptr_t tileAlignment = 128, chunkBytes = 16;

/// Copies the description from the arguments of the kernel.
static TensorMap readMap(const TensorMap *argument, const void *tile,
                         const Site *site) {
  TensorMap map;
  std::memcpy(&map, argument, sizeof(map));
  const char *fault = nullptr;
  if (map.magic != TensorMap::expectedMagic)
    fault = "copies a tile with a tensor map that is none";
  else if (reinterpret_cast<uintptr_t>(tile) % tileAlignment != 0)
    fault = "copies a tile that is not at a multiple of 128 bytes";
  if (fault) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site, fault);
    launch.leave();
  }
  return map;
}

namespace {
/// The first element of a tile, or of a row of it.
struct Origin {
  int64_t column, row;
  std::array<int64_t, TensorMap::maxBatch> batch;

  Origin(int32_t column, int32_t row, const int32_t *batch)
      : column(column), row(row) {
    std::copy_n(batch, TensorMap::maxBatch, this->batch.begin());
  }
  Origin getRow(int64_t number) const {
    Origin result = *this;
    result.row += number;
    return result;
  }
};
} // namespace

static Inside getInside(const TensorMap &map, Origin origin) {
  auto isIn = [](int64_t number, uint64_t size) {
    return number >= 0 && number < static_cast<int64_t>(size);
  };
  int64_t first = std::max<int64_t>(origin.column, 0);
  int64_t last = std::min(origin.column + map.boxColumns,
                          static_cast<int64_t>(map.columns));
  for (uint32_t i = 0; i < TensorMap::maxBatch; ++i)
    if (!isIn(origin.batch[i], map.batch[i]))
      return {};
  if (!isIn(origin.row, map.rows) || first >= last)
    return {};
  return {static_cast<uint32_t>(first - origin.column) * map.elementBytes,
          static_cast<uint32_t>(last - first) * map.elementBytes};
}

static char *getElements(const TensorMap &map, Origin origin) {
  char *matrix = map.address;
  for (uint32_t i = 0; i < TensorMap::maxBatch; ++i)
    matrix += origin.batch[i] * static_cast<int64_t>(map.batchStride[i]);
  return matrix + origin.row * static_cast<int64_t>(map.stride) +
         origin.column * static_cast<int64_t>(map.elementBytes);
}

/// The address where 16 bytes of a tile are.
static char *place(const TensorMap &map, const char *chunk) {
  auto address = reinterpret_cast<uintptr_t>(chunk);
  return reinterpret_cast<char *>(
      map.isSwizzled ? swizzle(address, map.getRowBytes()) : address);
}

/// Reads a tile from its matrix. What is outside of the matrix is zero.
static void readTile(const TensorMap &map, Origin origin,
                     std::vector<char> &bytes, Site ofMatrix) {
  bytes.assign(map.getBoxBytes(), 0);
  for (uint32_t i = 0; i < map.boxRows; ++i) {
    Inside inside = getInside(map, origin.getRow(i));
    if (inside.size == 0)
      continue;
    const char *elements = getElements(map, origin.getRow(i)) + inside.begin;
    checkOrLeave(elements, inside.size, Access::Read, &ofMatrix);
    std::memcpy(&bytes[i * map.getRowBytes() + inside.begin], elements,
                inside.size);
  }
}

/// Writes a tile to the workgroup memory of a block, and lets the barrier know.
static void writeTile(const TensorMap &map, char *tile, const void *address,
                      const std::vector<char> &bytes, Site ofTile) {
  MemoryBarrier &barrier = getBarrier(address, &ofTile);
  order.actAs(barrier.agent, launch.getThread());
  checkOrLeave(tile, bytes.size(), Access::Write, &ofTile);
  if (async.hasBarrier(tile, bytes.size())) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, &ofTile,
                "copies a tile over a barrier");
    launch.leave();
  }
  for (size_t i = 0; i < bytes.size(); i += chunkBytes)
    std::memcpy(place(map, tile + i), &bytes[i], chunkBytes);
  see(barrier.released, barrier.agent, ++memoryClock.now);
  barrier.bytes -= static_cast<int64_t>(bytes.size());
  barrier.complete();
}

void fusedEmulatorLoadTile(char *tile, const void *barrier,
                           const TensorMap *argument, int32_t column,
                           int32_t row, const int32_t *batch, uint32_t mask,
                           Site *site) {
  static std::vector<char> &bytes = *new std::vector<char>();
  TensorMap map = readMap(argument, tile, site);
  unsigned thread = launch.getThread();
  order.actAs(getBarrier(barrier, site).agent, thread);
  readTile(map, {column, row, batch}, bytes, *site);
  unsigned own = memoryClock.rank;
  if (mask == 0)
    mask = 1U << own;
  for (unsigned rank = 0; mask >> rank != 0; ++rank) {
    if (!(mask >> rank & 1))
      continue;
    launch.checkRank(rank, site);
    int64_t distance = launch.getDistance(own, rank);
    writeTile(map, tile + distance,
              static_cast<const char *>(barrier) + distance, bytes, *site);
  }
  order.actAs(thread);
}

void fusedEmulatorStoreTile(const char *tile, const TensorMap *argument,
                            int32_t column, int32_t row, const int32_t *batch,
                            Site *site) {
  TensorMap map = readMap(argument, tile, site);
  Origin origin(column, row, batch);
  unsigned thread = launch.getThread();
  Site ofTile = *site, ofMatrix = *site;
  order.actAs(async.getStoreAgent(thread), thread);
  for (uint32_t i = 0; i < map.boxRows; ++i) {
    Inside inside = getInside(map, origin.getRow(i));
    if (inside.size == 0)
      continue;
    const char *from = tile + i * map.getRowBytes();
    char *to = getElements(map, origin.getRow(i));
    // All of a row, or else parts of it that are in order.
    uint32_t begin = map.isSwizzled ? 0 : inside.begin;
    uint32_t size = map.isSwizzled ? map.getRowBytes() : inside.size;
    checkOrLeave(from + begin, size, Access::Read, &ofTile);
    checkOrLeave(to + inside.begin, inside.size, Access::Write, &ofMatrix);
    uint32_t end = inside.begin + inside.size;
    for (uint32_t j = inside.begin; j < end;) {
      uint32_t chunk = j / chunkBytes * chunkBytes;
      uint32_t next = std::min<uint32_t>(chunk + chunkBytes, end);
      std::memcpy(to + j, place(map, from + chunk) + (j - chunk), next - j);
      j = next;
    }
  }
  order.actAs(thread);
  ++async.getThread(thread).stores.open;
}

void fusedEmulatorCommitStores() {
  AsyncThread &thread = async.getThread(launch.getThread());
  thread.storeTimes.push_back(++memoryClock.now);
  ++thread.stores.number;
  thread.stores.open = 0;
}

void fusedEmulatorWaitForStores(uint32_t pending) {
  AsyncThread &thread = async.getThread(launch.getThread());
  if (thread.stores.number <= pending)
    return;
  thread.stores.waited =
      std::max(thread.stores.waited, thread.stores.number - pending);
  if (thread.agent)
    see(order.getSeen(launch.getThread()), thread.agent,
        thread.storeTimes[thread.stores.waited - 1]);
}

void fusedEmulatorFenceCopies() { order.fence(launch.getThread()); }
