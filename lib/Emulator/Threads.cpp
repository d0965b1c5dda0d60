//===- Threads.cpp - The threads of a launch ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

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
  const Dimensions &size = registers.blockSize;
  return "thread " + describe({index % size.x, index / size.x % size.y,
                               index / size.x / size.y});
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

CUresult Launch::run(const Kernel &toRun, Dimensions grid, Dimensions block,
                     uint32_t shared, void **values) {
  kernel = &toRun;
  arguments = values;
  numThreads = block.x * block.y * block.z;
  if (numThreads == 0 || numThreads > kernel->maxThreads)
    return failWith(CUDA_ERROR_INVALID_VALUE,
                    "kernel '" + kernel->name + "' with blocks of " +
                        std::to_string(numThreads) + " threads");
  int most =
      std::min(kernel->maxDynamicSize, maxSharedSize - kernel->sharedSize);
  if (shared > static_cast<uint32_t>(std::max(most, 0)))
    return failWith(CUDA_ERROR_INVALID_VALUE,
                    "kernel '" + kernel->name + "' with " +
                        std::to_string(shared) +
                        " bytes of dynamic shared memory");
  if (kernel->dynamic)
    limitRegion(kernel->dynamic, kernel->dynamic, shared);
  registers.dynamicSize = shared;
  registers.blockSize = block;
  registers.gridSize = grid;
  memoryClock.beginLaunch();
  setGranule(kernel->granule);
  result = CUDA_SUCCESS;
  if (_setjmp(end)) {
    // Threads that have not ended start afresh in the next launch.
    for (Fibre &fibre : fibres)
      fibre.isStarted = false;
    return result;
  }
  for (uint32_t z = 0; z < grid.z; ++z)
    for (uint32_t y = 0; y < grid.y; ++y)
      for (uint32_t x = 0; x < grid.x; ++x) {
        registers.block = {x, y, z};
        memoryClock.beginBlock();
        runBlock();
      }
  return CUDA_SUCCESS;
}

void Launch::setThread(unsigned index) {
  const Dimensions &size = registers.blockSize;
  current = index;
  memoryClock.thread = static_cast<uint16_t>(index);
  registers.thread = {index % size.x, index / size.x % size.y,
                      index / size.x / size.y};
  registers.lane = index % warpSize;
}

void Launch::runBlock() {
  if (kernel->threadsWait)
    return runFibres();
  for (unsigned i = 0; i < numThreads; ++i) {
    setThread(i);
    kernel->call(arguments);
  }
}

void Launch::runFibres() {
  if (numStacks < numThreads) {
    stacks.reset(new char[numThreads * stackSize]);
    numStacks = numThreads;
    fibres.assign(numThreads, Fibre());
  }
  for (unsigned i = 0; i < numThreads; ++i)
    fibres[i].state = State::Ready;
  while (true) {
    bool hasRun = false, allDone = true;
    for (unsigned i = 0; i < numThreads; ++i) {
      if (fibres[i].state == State::Ready) {
        resume(i);
        hasRun = true;
      }
      allDone &= fibres[i].state == State::Done;
    }
    if (allDone)
      return;
    bool isReleased = releaseWarps();
    isReleased |= releaseBlock();
    if (!hasRun && !isReleased) {
      failWithDeadlock();
      leave();
    }
  }
}

void Launch::runThread() {
  while (true) {
    launch.kernel->call(launch.arguments);
    launch.getCurrent().state = State::Done;
    launch.suspend();
  }
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

/// Lets all threads go on if all of them wait at the same barrier.
bool Launch::releaseBlock() {
  for (unsigned i = 0; i < numThreads; ++i)
    if (fibres[i].state != State::AtBarrier || fibres[i].site != fibres[0].site)
      return false;
  for (unsigned i = 0; i < numThreads; ++i)
    fibres[i].state = State::Ready;
  memoryClock.passBarrier();
  return true;
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
bool Launch::releaseWarps() {
  bool isReleased = false;
  for (unsigned first = 0; first < numThreads; first += warpSize) {
    unsigned last = std::min(first + warpSize, numThreads);
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

void Launch::failWithDeadlock() {
  unsigned waiting = 0;
  while (fibres[waiting].state == State::Done)
    ++waiting;
  const Fibre &fibre = fibres[waiting];
  setThread(waiting);
  bool atBarrier = fibre.state == State::AtBarrier;
  std::string what =
      atBarrier ? "waits at a barrier" : "waits for the lanes of its warp";
  for (unsigned i = 0; i < numThreads; ++i) {
    const Fibre &other = fibres[i];
    if (other.state == fibre.state && other.site == fibre.site)
      continue;
    what += ", but " + describeThread(i) +
            (other.state == State::Done        ? " has ended"
             : other.state == State::AtBarrier ? " waits at another barrier"
                                               : " waits for its warp");
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
