//===- Async.h - What a device does beside its threads ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers in workgroup memory, copies of tiles that arrive at them, and
// products of warpgroups, of devices of compute capability 9.0. Copies and
// products are complete at once, but nobody may count on that: what they touch
// belongs to agents (Order.h), whose work threads see when they have waited for
// it.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_ASYNC_H
#define FUSED_LIB_EMULATOR_ASYNC_H

#include "Order.h"

#include <deque>
#include <map>

namespace fused::emulator {

struct TensorMap;

/// A barrier in workgroup memory.
struct MemoryBarrier {
  uint32_t count = 0;   ///< Arrivals that end a phase.
  uint32_t missing = 0; ///< Those that the current phase still needs.
  int64_t bytes = 0;    ///< Bytes that copies still have to bring.
  uint32_t phase = 0;
  unsigned rank = 0; ///< The block in whose memory it is.
  /// The copies that arrive here.
  uint16_t agent = 0;
  /// What those who arrived had seen, and what those who wait for the last
  /// phase see.
  Times released, completed;
  /// The thread that made it, and when.
  uint16_t maker = 0;
  uint32_t time = 0;

  bool isOver(uint32_t parity) const { return (phase & 1) != parity; }
  void complete();
};

/// The copies, or products, that a thread has committed or waited for.
struct Commits {
  uint32_t number = 0; ///< Groups that were committed.
  uint32_t waited = 0; ///< Those of them that are complete.
  uint32_t open = 0;   ///< Copies or products after the last group.
};

/// What a thread has begun.
struct AsyncThread {
  /// The agent of its stores, or none yet, and when each group was committed.
  uint16_t agent = 0;
  std::vector<uint32_t> storeTimes;
  Commits stores, products;
  uint64_t numProducts = 0;
  /// True if registers are in order for products.
  bool hasFenced = false;
};

/// A product of a warpgroup, until all of its threads have had their parts.
struct WarpgroupProduct {
  uint64_t a = 0, b = 0;
  uint32_t columns = 0, form = 0;
  const Site *site = nullptr;
  unsigned taken = 0; ///< Threads that have had theirs.
  std::vector<Toucher> writers;
  std::vector<float> elements; ///< Of 64 rows.
};

struct Warpgroup {
  uint16_t agent = 0;
  uint64_t numProducts = 0;
  /// The last products.
  std::deque<WarpgroupProduct> products;
  /// When each group was committed.
  std::vector<uint32_t> times;
};

/// How a product of warpgroups reads its operands.
enum ProductForm : uint32_t {
  IsBFloat = 1,
  TransposesA = 2,
  TransposesB = 4,
  Accumulates = 8,
  NegatesA = 16,
  NegatesB = 32
};

/// The barriers, copies and products of a cluster.
class Async {
public:
  void beginCluster(unsigned numThreads, unsigned ofBlock);

  MemoryBarrier *findBarrier(const void *address);
  void initBarrier(const void *address, uint32_t count, unsigned thread);
  /// True if a barrier begins in the range.
  bool hasBarrier(const void *begin, size_t size) const;

  AsyncThread &getThread(unsigned thread) { return threads[thread]; }
  Warpgroup &getWarpgroup(unsigned thread);
  uint16_t getStoreAgent(unsigned thread);
  /// What a thread has left undone where it ends, or null.
  const char *findUnfinished(unsigned thread) const;
  /// A product that only some threads have, or null.
  const WarpgroupProduct *findPartialProduct() const;

private:
  unsigned threadsOfBlock = 0;
  std::map<uintptr_t, MemoryBarrier> barriers;
  std::vector<AsyncThread> threads;
  std::vector<Warpgroup> warpgroups;
};
extern Async &async;

/// Returns a barrier for copies of the current thread. Fails if there is none,
/// or the thread may not know of it yet.
MemoryBarrier &getBarrier(const void *address, const Site *site);
/// What the current phase lacks.
std::string describeMissing(const MemoryBarrier &barrier);

} // namespace fused::emulator

// Compiled kernels call these functions.
extern "C" {
void fusedEmulatorInitBarrier(const void *barrier, uint32_t count,
                              fused::emulator::Site *site);
void fusedEmulatorArriveAt(const void *barrier, uint32_t count,
                           fused::emulator::Site *site);
void fusedEmulatorArriveAndExpect(const void *barrier, uint32_t bytes,
                                  fused::emulator::Site *site);
void fusedEmulatorWaitFor(const void *barrier, uint32_t parity,
                          fused::emulator::Site *site);
/// Copies a tile to the memory of the blocks of `mask`, or of this one if it is
/// 0. `batch` has the numbers of its matrix in TensorMap::maxBatch dimensions.
void fusedEmulatorLoadTile(char *tile, const void *barrier,
                           const fused::emulator::TensorMap *map,
                           int32_t column, int32_t row, const int32_t *batch,
                           uint32_t mask, fused::emulator::Site *site);
void fusedEmulatorStoreTile(const char *tile,
                            const fused::emulator::TensorMap *map,
                            int32_t column, int32_t row, const int32_t *batch,
                            fused::emulator::Site *site);
void fusedEmulatorCommitStores();
void fusedEmulatorWaitForStores(uint32_t pending);
void fusedEmulatorFenceCopies();
/// Adds the product of two matrices, which descriptors describe, to a thread's
/// part of 64 x `columns` sums.
void fusedEmulatorMultiply(float *sums, uint64_t a, uint64_t b,
                           uint32_t columns, uint32_t form,
                           fused::emulator::Site *site);
void fusedEmulatorFenceProducts();
void fusedEmulatorCommitProducts();
void fusedEmulatorWaitForProducts(uint64_t pending);
/// Gives a thread the rows of its parts of `count` squares of 8 x 8 elements of
/// 16 bits, of which each lane knows one.
void fusedEmulatorMatrixRows(const void *row, uint32_t count, uint32_t *rows,
                             fused::emulator::Site *site);
}

#endif // FUSED_LIB_EMULATOR_ASYNC_H
