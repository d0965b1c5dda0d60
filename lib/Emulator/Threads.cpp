//===- Threads.cpp - The threads of a launch ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include "Errors.h"

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <mutex>
#include <ucontext.h>

using namespace fused::emulator;

Registers fused::emulator::registers;

namespace {
constexpr unsigned warpSize = 32;
constexpr size_t stackSize = 64 << 10;

enum class State { Ready, AtBarrier, AtWarp, Done };

/// A thread with its own stack. It outlives launches.
struct Fibre {
  jmp_buf resume;
  bool isStarted = false;
  State state = State::Ready;
  const Site *site = nullptr; ///< Where the thread waits.
  uint32_t mask = 0;          ///< The lanes that it waits for.
  uint32_t value = 0;         ///< The value that it gives to its warp.
  uint32_t received[warpSize];
  uint32_t receivedFrom = 0; ///< The lanes whose values it has received.
};

class Launch {
public:
  std::mutex mutex;

  CUresult run(const Kernel &kernel, Dimensions grid, Dimensions block,
               void **arguments);
  /// Ends the launch with an error.
  [[noreturn]] void abort(CUresult result, const Site *site,
                          const std::string &what);
  void waitForBlock(const Site *site);
  void waitForWarp(uint32_t mask, uint32_t value, const Site *site);

  Fibre &getCurrent() { return fibres[current]; }
  unsigned getLane() const { return current % warpSize; }
  std::string describeThread(unsigned index) const;

private:
  void runBlock();
  void runFibres();
  void resume(unsigned index);
  void suspend();
  void setThread(unsigned index);
  bool releaseBlock();
  bool releaseWarps();
  void completeWarp(unsigned first, unsigned last, uint32_t arrived);
  [[noreturn]] void reportDeadlock();
  static void runThread();

  const Kernel *kernel = nullptr;
  void **arguments = nullptr;
  unsigned numThreads = 0, current = 0;
  std::vector<Fibre> fibres;
  std::unique_ptr<char[]> stacks;
  size_t numStacks = 0;
  ucontext_t start;
  jmp_buf scheduler, end;
  CUresult result = CUDA_SUCCESS;
};
/// Threads of the host launch kernels one at a time. The launch is never
/// destroyed: other threads may still run when the process ends.
Launch &launch = *new Launch();

std::string describe(Dimensions index) {
  std::string text = std::to_string(index.x);
  if (index.y || index.z)
    text = "(" + text + ", " + std::to_string(index.y) + ", " +
           std::to_string(index.z) + ")";
  return text;
}
} // namespace

std::string Launch::describeThread(unsigned index) const {
  const Dimensions &size = registers.blockSize;
  return "thread " + describe({index % size.x, index / size.x % size.y,
                               index / size.x / size.y});
}

void Launch::abort(CUresult failed, const Site *site, const std::string &what) {
  std::string message = "kernel '" + kernel->name + "', block " +
                        describe(registers.block) + ", " +
                        describeThread(current) + ": " + what;
  if (site && *site->location)
    message += " (at " + std::string(site->location) + ")";
  result = failWith(failed, message);
  _longjmp(end, 1);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

CUresult Launch::run(const Kernel &toRun, Dimensions grid, Dimensions block,
                     void **values) {
  kernel = &toRun;
  arguments = values;
  numThreads = block.x * block.y * block.z;
  if (numThreads == 0 || numThreads > kernel->maxThreads)
    return failWith(CUDA_ERROR_INVALID_VALUE,
                    "kernel '" + kernel->name + "' with blocks of " +
                        std::to_string(numThreads) + " threads");
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
    if (!hasRun && !isReleased)
      reportDeadlock();
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
  if (!(mask >> getLane() & 1))
    abort(CUDA_ERROR_LAUNCH_FAILED, site,
          "is not in the mask of lanes of an operation of its warp");
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

void Launch::reportDeadlock() {
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
  abort(CUDA_ERROR_LAUNCH_FAILED, fibre.site, what);
}

CUresult fused::emulator::runKernel(const Kernel &kernel, Dimensions grid,
                                    Dimensions block, void **arguments) {
  std::lock_guard<std::mutex> lock(launch.mutex);
  return launch.run(kernel, grid, block, arguments);
}

//===----------------------------------------------------------------------===//
// What compiled kernels call
//===----------------------------------------------------------------------===//

static const char *getVerb(Access access) {
  switch (access) {
  case Access::Read:
    return "reads ";
  case Access::Write:
    return "writes ";
  case Access::Atomic:
    break;
  }
  return "updates ";
}

[[gnu::noinline]] static void report(Violation violation, const void *address,
                                     size_t size, Access access,
                                     const Site *site, unsigned other,
                                     bool isOtherBlock) {
  std::string what = getVerb(access) + describeAddress(address, size);
  switch (violation) {
  case Violation::None:
    return;
  case Violation::Bounds:
    launch.abort(CUDA_ERROR_ILLEGAL_ADDRESS, site,
                 what + ", which is out of bounds");
  case Violation::Constant:
    launch.abort(CUDA_ERROR_ILLEGAL_ADDRESS, site, what);
  case Violation::Alignment:
    launch.abort(CUDA_ERROR_MISALIGNED_ADDRESS, site,
                 what + ", which are not aligned to " +
                     std::to_string(site->alignment) + " bytes");
  case Violation::Race:
    launch.abort(CUDA_ERROR_LAUNCH_FAILED, site,
                 what + ", a race with " +
                     (isOtherBlock      ? "another block"
                      : other == 0x3fff ? "several threads"
                                        : launch.describeThread(other)));
  case Violation::Uninitialised:
    launch.abort(CUDA_ERROR_LAUNCH_FAILED, site,
                 what + ", which nothing has written");
  }
}

static void check(const void *address, size_t size, Access access, Site *site) {
  unsigned other = 0;
  bool isOtherBlock = false;
  Violation violation = Violation::Alignment;
  if (reinterpret_cast<uintptr_t>(address) % site->alignment == 0)
    violation =
        checkAccess(address, size, access, site->recent, other, isOtherBlock);
  if (violation != Violation::None)
    report(violation, address, size, access, site, other, isOtherBlock);
}

void fusedEmulatorRead(const void *address, Site *site) {
  check(address, site->size, Access::Read, site);
}
void fusedEmulatorWrite(const void *address, Site *site) {
  check(address, site->size, Access::Write, site);
}
void fusedEmulatorAtomic(const void *address, Site *site) {
  check(address, site->size, Access::Atomic, site);
}
void fusedEmulatorReadRange(const void *address, uint64_t size, Site *site) {
  check(address, size, Access::Read, site);
}
void fusedEmulatorWriteRange(const void *address, uint64_t size, Site *site) {
  check(address, size, Access::Write, site);
}
void fusedEmulatorLocal(const void *address, const void *variable,
                        uint64_t sizeOfVariable, Site *site) {
  uint64_t offset = static_cast<uint64_t>(static_cast<const char *>(address) -
                                          static_cast<const char *>(variable));
  if (offset > sizeOfVariable || site->size > sizeOfVariable - offset)
    launch.abort(CUDA_ERROR_ILLEGAL_ADDRESS, site,
                 "touches bytes " + std::to_string(int64_t(offset)) +
                     " and further of a variable of " +
                     std::to_string(sizeOfVariable) +
                     " bytes, which is out of bounds");
}
void fusedEmulatorBarrier(Site *site) { launch.waitForBlock(site); }
void fusedEmulatorSyncWarp(uint32_t mask, Site *site) {
  launch.waitForWarp(mask, 0, site);
}
void fusedEmulatorTrap(Site *site) {
  launch.abort(CUDA_ERROR_LAUNCH_FAILED, site,
               "comes to a place that the program cannot reach, or traps");
}

uint64_t fusedEmulatorShuffle(uint32_t mode, uint32_t mask, uint32_t value,
                              uint32_t offset, uint32_t clamp, Site *site) {
  launch.waitForWarp(mask, value, site);
  // The PTX ISA gives these formulas for `shfl.sync`.
  auto lane = static_cast<int>(launch.getLane());
  int b = offset & 31, c = clamp & 31, segment = clamp >> 8 & 31;
  int last = (lane & segment) | (c & ~segment), first = lane & segment;
  int from = lane;
  bool inRange = false;
  switch (static_cast<Shuffle>(mode)) {
  case Shuffle::Up:
    from = lane - b;
    inRange = from >= last;
    break;
  case Shuffle::Down:
    from = lane + b;
    inRange = from <= last;
    break;
  case Shuffle::Butterfly:
    from = lane ^ b;
    inRange = from <= last;
    break;
  case Shuffle::Index:
    from = first | (b & ~segment);
    inRange = from <= last;
    break;
  }
  if (!inRange)
    from = lane;
  const Fibre &fibre = launch.getCurrent();
  if (!(fibre.receivedFrom >> from & 1))
    launch.abort(CUDA_ERROR_LAUNCH_FAILED, site,
                 "receives the value of lane " + std::to_string(from) +
                     ", which has given none");
  return fibre.received[from] | static_cast<uint64_t>(inRange) << 32;
}

uint32_t fusedEmulatorVote(uint32_t mode, uint32_t mask, uint32_t value,
                           Site *site) {
  launch.waitForWarp(mask, value, site);
  const Fibre &fibre = launch.getCurrent();
  uint32_t result = 0;
  bool isFirst = true;
  for (unsigned i = 0; i < warpSize; ++i) {
    if (!(fibre.receivedFrom >> i & 1))
      continue;
    uint32_t other = fibre.received[i];
    auto combine = [&](uint32_t combined) {
      result = isFirst ? other : combined;
    };
    switch (static_cast<Vote>(mode)) {
    case Vote::Any:
      result |= other != 0;
      break;
    case Vote::All:
      result = (isFirst || result) && other != 0;
      break;
    case Vote::Ballot:
      result |= static_cast<uint32_t>(other != 0) << i;
      break;
    case Vote::Add:
      result += other;
      break;
    case Vote::Min:
      combine(std::min(int32_t(result), int32_t(other)));
      break;
    case Vote::Max:
      combine(std::max(int32_t(result), int32_t(other)));
      break;
    case Vote::UMin:
      combine(std::min(result, other));
      break;
    case Vote::UMax:
      combine(std::max(result, other));
      break;
    case Vote::And:
      combine(result & other);
      break;
    case Vote::Or:
      result |= other;
      break;
    case Vote::Xor:
      result ^= other;
      break;
    }
    isFirst = false;
  }
  return result;
}
