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
  if (kernel->isAsync && numInCluster >= severalOfBlock / 2)
    return refuse("clusters of " + std::to_string(numInCluster) +
                  " threads with copies of tiles");
  if (grid.x % kernel->clusterSize != 0)
    return refuse(std::to_string(grid.x) + " blocks in clusters of " +
                  std::to_string(kernel->clusterSize));
  int most = std::min(kernel->maxDynamicSize,
                      kernel->getMaxSharedSize() - kernel->sharedSize);
  if (shared > static_cast<uint32_t>(std::max(most, 0)))
    return refuse(std::to_string(shared) + " bytes of dynamic shared memory");
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

CUresult fused::emulator::runKernel(const Kernel &kernel, Dimensions grid,
                                    Dimensions block, uint32_t shared,
                                    void **arguments) {
  std::lock_guard<std::mutex> lock(launch.mutex);
  return launch.run(kernel, grid, block, shared, arguments);
}
