//===- Async.cpp - Barriers in workgroup memory ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"

#include "Launch.h"

using namespace fused::emulator;

Async &fused::emulator::async = *new Async();

/// The threads of a warpgroup.
static constexpr unsigned groupSize = 4 * warpSize;

void Async::beginCluster(unsigned numThreads, unsigned ofBlock) {
  threadsOfBlock = ofBlock;
  barriers.clear();
  threads.assign(numThreads, AsyncThread());
  unsigned perBlock = (ofBlock + groupSize - 1) / groupSize;
  warpgroups.assign(numThreads / ofBlock * perBlock, Warpgroup());
}

Warpgroup &Async::getWarpgroup(unsigned thread) {
  unsigned perBlock = (threadsOfBlock + groupSize - 1) / groupSize;
  unsigned ofBlock = thread % threadsOfBlock / groupSize;
  Warpgroup &group = warpgroups[thread / threadsOfBlock * perBlock + ofBlock];
  if (!group.agent)
    group.agent =
        order.addAgent("the products of " + launch.describeThread(thread) +
                       " and its warpgroup");
  return group;
}

uint16_t Async::getStoreAgent(unsigned thread) {
  AsyncThread &state = threads[thread];
  if (!state.agent)
    state.agent = order.addAgent("the stores of tiles of " +
                                 launch.describeThread(thread));
  return state.agent;
}

const char *Async::findUnfinished(unsigned thread) const {
  const AsyncThread &state = threads[thread];
  auto isUnfinished = [](const Commits &commits) {
    return commits.open != 0 || commits.waited != commits.number;
  };
  if (isUnfinished(state.stores))
    return "ends and has not waited for its stores of tiles";
  if (isUnfinished(state.products))
    return "ends and has not waited for its products";
  return nullptr;
}

const WarpgroupProduct *Async::findPartialProduct() const {
  for (const Warpgroup &group : warpgroups)
    if (!group.products.empty())
      return &group.products.front();
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void MemoryBarrier::complete() {
  if (missing != 0 || bytes != 0)
    return;
  ++phase;
  missing = count;
  join(completed, released);
}

MemoryBarrier *Async::findBarrier(const void *address) {
  auto entry = barriers.find(reinterpret_cast<uintptr_t>(address));
  return entry == barriers.end() ? nullptr : &entry->second;
}

bool Async::hasBarrier(const void *begin, size_t size) const {
  auto first = reinterpret_cast<uintptr_t>(begin);
  auto entry = barriers.lower_bound(first);
  return entry != barriers.end() && entry->first < first + size;
}

void Async::initBarrier(const void *address, uint32_t count, unsigned thread) {
  MemoryBarrier barrier;
  barrier.count = barrier.missing = count;
  barrier.rank = thread / threadsOfBlock;
  barrier.agent = order.addAgent("the copies to the barrier at " +
                                 describeAddress(address, 8));
  barrier.maker = static_cast<uint16_t>(thread);
  barrier.time = memoryClock.now;
  barriers[reinterpret_cast<uintptr_t>(address)] = std::move(barrier);
}

/// Fails if there is no barrier, or the thread may not know of it yet.
static MemoryBarrier &findBarrier(const void *address, const char *verb,
                                  const Site *site) {
  MemoryBarrier *barrier = async.findBarrier(address);
  if (!barrier) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                verb + describeAddress(address, 8) +
                    ", where there is no barrier");
    launch.leave();
  }
  if (!hasSeen(barrier->time, barrier->maker)) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                verb + describeAddress(address, 8) +
                    ", a barrier whose initialisation by " +
                    launch.describeThread(barrier->maker) +
                    " it may not see yet");
    launch.leave();
  }
  if (barrier->rank != memoryClock.rank)
    launch.touchRemote(address, site);
  return *barrier;
}

MemoryBarrier &fused::emulator::getBarrier(const void *address,
                                           const Site *site) {
  return findBarrier(address, "copies to the barrier at ", site);
}

/// Arrives at a barrier whose phase lacks `bytes` more.
static void arrive(const void *address, uint32_t count, uint32_t bytes,
                   const Site *site) {
  // The most that a barrier counts (PTX ISA, mbarrier).
  constexpr int64_t mostBytes = (1 << 20) - 1;
  MemoryBarrier &barrier = findBarrier(address, "arrives at ", site);
  barrier.bytes += bytes;
  if (count > barrier.missing || barrier.bytes > mostBytes) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                "arrives at the barrier at " + describeAddress(address, 8) +
                    ", which waits for " + describeMissing(barrier));
    launch.leave();
  }
  order.release(launch.getThread(), barrier.released);
  barrier.missing -= count;
  barrier.complete();
}

std::string fused::emulator::describeMissing(const MemoryBarrier &barrier) {
  return std::to_string(barrier.missing) + " of " +
         std::to_string(barrier.count) + " arrivals and " +
         std::to_string(barrier.bytes) + " bytes";
}

void fusedEmulatorInitBarrier(const void *address, uint32_t count, Site *site) {
  constexpr uint32_t most = (1 << 20) - 1;
  checkOrLeave(address, sizeof(uint64_t), Access::Write, site);
  if (count == 0 || count > most) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                "makes a barrier of " + std::to_string(count) + " arrivals");
    launch.leave();
  }
  async.initBarrier(address, count, launch.getThread());
}

void fusedEmulatorArriveAt(const void *address, uint32_t count, Site *site) {
  arrive(address, count, 0, site);
}

void fusedEmulatorArriveAndExpect(const void *address, uint32_t bytes,
                                  Site *site) {
  arrive(address, 1, bytes, site);
}

void fusedEmulatorWaitFor(const void *address, uint32_t parity, Site *site) {
  MemoryBarrier &barrier = findBarrier(address, "waits at ", site);
  if (barrier.rank != memoryClock.rank) {
    launch.fail(CUDA_ERROR_LAUNCH_FAILED, site,
                "waits at a barrier of another block");
    launch.leave();
  }
  if (!barrier.isOver(parity))
    launch.waitForPhase(address, parity, site);
  join(order.getSeen(launch.getThread()), barrier.completed);
}
