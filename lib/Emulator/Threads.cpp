//===- Threads.cpp - The threads of a launch ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include "Async.h"
#include "Errors.h"
#include "Launch.h"

#include <algorithm>
#include <cstring>

using namespace fused::emulator;

Registers fused::emulator::registers;
Launch &fused::emulator::launch = *new Launch();

static constexpr size_t stackSize = 64 << 10;

static std::string describe(Dimensions index) {
  std::string text = std::to_string(index.x);
  if (index.y || index.z)
    text = "(" + text + ", " + std::to_string(index.y) + ", " +
           std::to_string(index.z) + ")";
  return text;
}

std::string Launch::describeThread(unsigned index) const {
  if (kernel->isAsync && order.isAgent(index))
    return order.describeAgent(index);
  const Dimensions &size = registers.blockSize;
  unsigned rank = index / numThreads;
  index %= numThreads;
  std::string text =
      "thread " + describe({index % size.x, index / size.x % size.y,
                            index / size.x / size.y});
  if (rank != registers.inCluster.x)
    text += " of block " +
            describe({registers.cluster.x * kernel->clusterSize + rank,
                      registers.block.y, registers.block.z});
  return text;
}

void Launch::fail(CUresult failed, const Site *site, const std::string &what) {
  std::string message = "kernel '" + kernel->name + "', block " +
                        describe(registers.block) + ", " +
                        describeThread(current) + ": " + what;
  if (site && *site->location)
    message += " (at " + std::string(site->location) + ")";
  result = failWith(failed, message);
}

void Launch::leave() { _longjmp(end, 1); }

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Checks what a launch asks for, and lays out shared memory.
CUresult Launch::prepare(Dimensions grid, Dimensions block, uint32_t shared) {
  numThreads = block.x * block.y * block.z;
  numInCluster = numThreads * kernel->clusterSize;
  auto refuse = [&](const std::string &what) {
    return failWith(CUDA_ERROR_INVALID_VALUE,
                    "kernel '" + kernel->name + "' with " + what);
  };
  if (numThreads == 0 || numThreads > kernel->maxThreads)
    return refuse("blocks of " + std::to_string(numThreads) + " threads");
  if (grid.x % kernel->clusterSize != 0)
    return refuse(std::to_string(grid.x) + " blocks in clusters of " +
                  std::to_string(kernel->clusterSize));
  int most = std::min(kernel->maxDynamicSize,
                      kernel->getMaxSharedSize() - kernel->sharedSize);
  if (shared > static_cast<uint32_t>(std::max(most, 0)))
    return refuse(std::to_string(shared) + " bytes of dynamic shared memory");
  if (kernel->shared)
    kernel->shared->enter();
  if (kernel->dynamic)
    for (uint32_t rank = 0; rank < kernel->clusterSize; ++rank) {
      char *memory = static_cast<char *>(kernel->dynamic) +
                     static_cast<int64_t>(rank * kernel->shared->stride);
      limitRegion(memory, memory, shared);
    }
  registers.dynamicSize = shared;
  registers.blockSize = block;
  registers.gridSize = grid;
  registers.clusterSize = {kernel->clusterSize, 1, 1};
  registers.numClusters = {grid.x / kernel->clusterSize, grid.y, grid.z};
  memoryClock.beginLaunch(numThreads);
  memoryClock.numThreads = numInCluster;
  setGranule(kernel->granule);
  return CUDA_SUCCESS;
}

CUresult Launch::run(const Kernel &toRun, Dimensions grid, Dimensions block,
                     uint32_t shared, void **values) {
  kernel = &toRun;
  arguments = values;
  if (CUresult failed = prepare(grid, block, shared))
    return failed;
  result = CUDA_SUCCESS;
  if (_setjmp(end)) {
    // Threads that have not ended start afresh in the next launch.
    for (Fibre &fibre : fibres)
      fibre.isStarted = false;
    return result;
  }
  for (uint32_t z = 0; z < grid.z; ++z)
    for (uint32_t y = 0; y < grid.y; ++y)
      for (uint32_t x = 0; x < registers.numClusters.x; ++x) {
        registers.cluster = {x, y, z};
        memoryClock.beginCluster();
        if (kernel->isAsync) {
          order.beginCluster(numInCluster);
          async.beginCluster(numInCluster, numThreads);
        }
        runCluster();
      }
  return CUDA_SUCCESS;
}

void Launch::setThread(unsigned index) {
  const Dimensions &size = registers.blockSize;
  uint32_t rank = index / numThreads;
  current = index;
  memoryClock.setThread(index, rank);
  if (kernel->isAsync)
    order.actAs(index);
  registers.inCluster = {rank, 0, 0};
  registers.block = {registers.cluster.x * kernel->clusterSize + rank,
                     registers.cluster.y, registers.cluster.z};
  index %= numThreads;
  registers.thread = {index % size.x, index / size.x % size.y,
                      index / size.x / size.y};
  registers.lane = index % warpSize;
}

void Launch::runCluster() {
  if (kernel->threadsWait)
    return runFibres();
  for (unsigned i = 0; i < numInCluster; ++i) {
    setThread(i);
    kernel->call(arguments);
  }
}

void Launch::runFibres() {
  if (numStacks < numInCluster) {
    stacks.reset(new char[numInCluster * stackSize]);
    numStacks = numInCluster;
    fibres.assign(numInCluster, Fibre());
  }
  for (unsigned i = 0; i < numInCluster; ++i) {
    fibres[i].state = State::Ready;
    fibres[i].hasArrived = false;
    fibres[i].arrivals = 0;
  }
  completed = 0;
  isRelaxed = false;
  while (true) {
    bool hasRun = false, allDone = true;
    for (unsigned i = 0; i < numInCluster; ++i) {
      if (canGoOn(fibres[i])) {
        resume(i);
        hasRun = true;
      }
      allDone &= fibres[i].state == State::Done;
    }
    if (allDone)
      return checkEnd();
    bool isReleased = false;
    for (unsigned rank = 0; rank < kernel->clusterSize; ++rank) {
      isReleased |= releaseWarps(rank);
      isReleased |= releaseBlock(rank);
    }
    isReleased |= releaseCluster();
    if (!hasRun && !isReleased) {
      failWithDeadlock();
      leave();
    }
  }
}

void Launch::runThread() {
  while (true) {
    launch.kernel->call(launch.arguments);
    launch.checkThread();
    launch.getCurrent().state = State::Done;
    launch.suspend();
  }
}

/// True if a thread waits for nothing, or no longer for a barrier in memory.
bool Launch::canGoOn(Fibre &fibre) const {
  if (fibre.state == State::AtMemoryBarrier &&
      async.findBarrier(fibre.barrier)->isOver(fibre.parity))
    fibre.state = State::Ready;
  return fibre.state == State::Ready;
}

/// Runs the thread until it waits or ends.
void Launch::resume(unsigned index) {
  setThread(index);
  Fibre &fibre = fibres[index];
  if (_setjmp(scheduler))
    return;
  if (fibre.isStarted)
    _longjmp(fibre.resume, 1);
  fibre.isStarted = true;
  getcontext(&start);
  start.uc_stack.ss_sp = stacks.get() + index * stackSize;
  start.uc_stack.ss_size = stackSize;
  start.uc_link = nullptr;
  makecontext(&start, runThread, 0);
  setcontext(&start);
}

void Launch::suspend() {
  if (!_setjmp(getCurrent().resume))
    _longjmp(scheduler, 1);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

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
    memoryClock.lastRemote = site;
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
  fail(CUDA_ERROR_LAUNCH_FAILED, memoryClock.lastRemote,
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

CUresult fused::emulator::runKernel(const Kernel &kernel, Dimensions grid,
                                    Dimensions block, uint32_t shared,
                                    void **arguments) {
  std::lock_guard<std::mutex> lock(launch.mutex);
  return launch.run(kernel, grid, block, shared, arguments);
}
