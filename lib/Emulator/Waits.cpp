//===- Waits.cpp - Threads that wait for each other -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "Launch.h"

#include <algorithm>
#include <cstring>

using namespace fused::emulator;

void Launch::waitForBlock(const Site *site) {
  Fibre &fibre = getCurrent();
  fibre.state = State::AtBarrier;
  fibre.site = site;
  suspend();
}

void Launch::waitForWarp(uint32_t mask, uint32_t value, const Site *site) {
  if (!(mask >> getLane() & 1)) {
    fail(CUDA_ERROR_LAUNCH_FAILED, site,
         "is not in the mask of lanes of an operation of its warp");
    leave();
  }
  Fibre &fibre = getCurrent();
  fibre.state = State::AtWarp;
  fibre.site = site;
  fibre.mask = mask;
  fibre.value = value;
  suspend();
}

void Launch::waitForPhase(const void *barrier, uint32_t parity,
                          const Site *site) {
  Fibre &fibre = getCurrent();
  fibre.state = State::AtMemoryBarrier;
  fibre.site = site;
  fibre.barrier = barrier;
  fibre.parity = parity;
  suspend();
}

void Launch::arrive(bool relaxed, const Site *site) {
  Fibre &fibre = getCurrent();
  if (fibre.hasArrived) {
    fail(CUDA_ERROR_LAUNCH_FAILED, site,
         "arrives twice at a barrier of its cluster");
    leave();
  }
  fibre.hasArrived = true;
  ++fibre.arrivals;
  isRelaxed |= relaxed;
}

void Launch::waitForCluster(const Site *site) {
  Fibre &fibre = getCurrent();
  if (!fibre.hasArrived) {
    fail(CUDA_ERROR_LAUNCH_FAILED, site,
         "waits at a barrier of its cluster where it has not arrived");
    leave();
  }
  if (completed < fibre.arrivals) {
    fibre.state = State::AtClusterBarrier;
    fibre.site = site;
    suspend();
  }
  fibre.hasArrived = false;
}

void Launch::touchRemote(const void *address, const Site *site) {
  if (memoryClock.hasBegun) {
    memoryClock.lastRemote = *site;
    return;
  }
  fail(CUDA_ERROR_LAUNCH_FAILED, site,
       "touches " + describeAddress(address, sizeof(uint64_t)) +
           ", of another block, which may not have begun: no barrier of the "
           "cluster precedes");
  leave();
}

const char *Launch::getBlockMemory() const {
  return kernel->shared->begin + getDistance(0, registers.inCluster.x);
}

int64_t Launch::getDistance(unsigned from, unsigned to) const {
  return (int64_t(to) - int64_t(from)) *
         static_cast<int64_t>(kernel->shared->stride);
}

void Launch::checkRank(uint32_t rank, const Site *site) {
  if (rank < kernel->clusterSize)
    return;
  fail(CUDA_ERROR_LAUNCH_FAILED, site,
       "needs block " + std::to_string(rank) + " of a cluster of " +
           std::to_string(kernel->clusterSize));
  leave();
}

/// Lets all threads of a block go on if all of them wait at the same barrier.
bool Launch::releaseBlock(unsigned rank) {
  unsigned first = rank * numThreads, last = first + numThreads;
  for (unsigned i = first; i < last; ++i)
    if (fibres[i].state != State::AtBarrier ||
        fibres[i].site != fibres[first].site)
      return false;
  for (unsigned i = first; i < last; ++i)
    fibres[i].state = State::Ready;
  memoryClock.passBarrier(rank);
  if (kernel->isAsync)
    order.synchronize(first, last);
  return true;
}

/// Lets the threads of a cluster go on that wait for others to arrive, if all
/// that have not ended have arrived.
bool Launch::releaseCluster() {
  bool hasArrivals = false;
  for (unsigned i = 0; i < numInCluster; ++i) {
    if (fibres[i].state == State::Done)
      continue;
    if (fibres[i].arrivals == completed)
      return false;
    hasArrivals = true;
  }
  if (!hasArrivals)
    return false;
  for (unsigned i = 0; i < numInCluster; ++i)
    if (fibres[i].state == State::AtClusterBarrier)
      fibres[i].state = State::Ready;
  ++completed;
  memoryClock.passClusterBarrier(!isRelaxed);
  if (kernel->isAsync && !isRelaxed)
    order.synchronize(0, numInCluster);
  isRelaxed = false;
  return true;
}

/// Refuses what a thread leaves undone.
void Launch::checkThread() {
  if (!kernel->isAsync)
    return;
  if (const char *unfinished = async.findUnfinished(current)) {
    fail(CUDA_ERROR_LAUNCH_FAILED, nullptr, unfinished);
    leave();
  }
}

/// Refuses what may touch the memory of a block that has ended: all accesses to
/// that of other blocks need a barrier of the cluster after them.
void Launch::checkEnd() {
  if (kernel->isAsync)
    if (const WarpgroupProduct *product = async.findPartialProduct()) {
      fail(CUDA_ERROR_LAUNCH_FAILED, product->site,
           "multiplies, but others of its warpgroup do not");
      leave();
    }
  if (!memoryClock.lastRemote)
    return;
  fail(CUDA_ERROR_LAUNCH_FAILED, &*memoryClock.lastRemote,
       "touches workgroup memory of another block, which may have ended: no "
       "barrier of the cluster follows");
  leave();
}

/// Gives each lane that has arrived the values of all of these lanes.
void Launch::completeWarp(unsigned first, unsigned last, uint32_t arrived) {
  uint32_t values[warpSize] = {};
  for (unsigned i = first; i < last; ++i)
    values[i - first] = fibres[i].value;
  for (unsigned i = first; i < last; ++i) {
    if (!(arrived >> (i - first) & 1))
      continue;
    Fibre &receiver = fibres[i];
    receiver.receivedFrom = arrived;
    receiver.state = State::Ready;
    std::memcpy(receiver.received, values, sizeof(values));
  }
}

/// Lets threads go on if all lanes of their warp that they wait for have
/// arrived.
bool Launch::releaseWarps(unsigned rank) {
  bool isReleased = false;
  unsigned end = (rank + 1) * numThreads;
  for (unsigned first = rank * numThreads; first < end; first += warpSize) {
    unsigned last = std::min(first + warpSize, end);
    for (unsigned i = first; i < last; ++i) {
      if (fibres[i].state != State::AtWarp)
        continue;
      // No thread waits for lanes that do not exist or have ended.
      uint32_t arrived = 0, awaited = 0;
      for (unsigned j = first; j < last; ++j) {
        const Fibre &other = fibres[j];
        uint32_t bit = 1U << (j - first);
        if (!(fibres[i].mask & bit) || other.state == State::Done)
          continue;
        awaited |= bit;
        if (other.state == State::AtWarp && other.mask == fibres[i].mask &&
            other.site == fibres[i].site)
          arrived |= bit;
      }
      if (arrived != awaited)
        continue;
      isReleased = true;
      completeWarp(first, last, arrived);
    }
  }
  return isReleased;
}

static std::string describe(State state) {
  switch (state) {
  case State::AtBarrier:
    return "a barrier";
  case State::AtClusterBarrier:
    return "a barrier of its cluster";
  default:
    return "the lanes of its warp";
  }
}

/// A thread that waits, if possible at a barrier in memory: others may wait for
/// that thread.
unsigned Launch::findWaiting() const {
  unsigned waiting = numInCluster;
  for (unsigned i = 0; i < numInCluster; ++i) {
    if (fibres[i].state == State::AtMemoryBarrier)
      return i;
    if (fibres[i].state != State::Done && waiting == numInCluster)
      waiting = i;
  }
  return waiting;
}

void Launch::failWithDeadlock() {
  unsigned waiting = findWaiting();
  const Fibre &fibre = fibres[waiting];
  setThread(waiting);
  if (fibre.state == State::AtMemoryBarrier)
    return fail(CUDA_ERROR_LAUNCH_FAILED, fibre.site,
                "waits for ever at the barrier at " +
                    describeAddress(fibre.barrier, sizeof(uint64_t)) +
                    ", which lacks " +
                    describeMissing(*async.findBarrier(fibre.barrier)));
  std::string what =
      (fibre.state == State::AtWarp ? "waits for " : "waits at ") +
      describe(fibre.state);
  for (unsigned i = 0; i < numInCluster; ++i) {
    const Fibre &other = fibres[i];
    if (other.state == fibre.state && other.site == fibre.site)
      continue;
    what +=
        ", but " + describeThread(i) +
        (other.state == State::Done        ? " has ended"
         : other.state == State::AtWarp    ? " waits for its warp"
         : other.state == State::AtBarrier ? " waits at another barrier"
                                           : " waits at one of its cluster");
    if (other.state != State::Done && *other.site->location)
      what += " at " + std::string(other.site->location);
    break;
  }
  fail(CUDA_ERROR_LAUNCH_FAILED, fibre.site, what);
}
