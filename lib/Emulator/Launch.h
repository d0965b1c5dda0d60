//===- Launch.h - The state of a launch -------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_LAUNCH_H
#define FUSED_LIB_EMULATOR_LAUNCH_H

#include "Threads.h"

#include <csetjmp>
#include <memory>
#include <mutex>
#include <ucontext.h>

namespace fused::emulator {

constexpr unsigned warpSize = 32;

enum class State {
  Ready,
  AtBarrier,
  AtClusterBarrier,
  AtMemoryBarrier,
  AtWarp,
  Done
};

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
  bool hasArrived = false;   ///< True from its arrival at a barrier of the
                             ///< cluster to the end of its wait for it.
  uint32_t arrivals = 0;     ///< How often it has arrived at one.
  /// The barrier in memory at which it waits, and the parity of the phase.
  const void *barrier = nullptr;
  uint32_t parity = 0;
};

/// Checks an access of the current thread, or of its agent. Does not return if
/// it is wrong.
void checkOrLeave(const void *address, size_t size, Access access, Site *site);
/// Checks a read of workgroup memory, but returns false if nothing has written
/// there.
bool checkIfWritten(const void *address, size_t size, Site *site);

/// The threads of the kernel that runs, and what they wait for.
class Launch {
public:
  std::mutex mutex;

  CUresult run(const Kernel &kernel, Dimensions grid, Dimensions block,
               uint32_t shared, void **arguments);
  /// Records the error that the current thread makes. The caller leaves
  /// afterwards, when it holds no memory: the stack of the thread is abandoned.
  void fail(CUresult result, const Site *site, const std::string &what);
  [[noreturn]] void leave();
  void waitForBlock(const Site *site);
  void arrive(bool isRelaxed, const Site *site);
  void waitForCluster(const Site *site);
  void checkRank(uint32_t rank, const Site *site);
  void waitForWarp(uint32_t mask, uint32_t value, const Site *site);
  void waitForPhase(const void *barrier, uint32_t parity, const Site *site);
  /// Checks that another block of the cluster has begun, and expects a barrier
  /// of the cluster before it ends.
  void touchRemote(const void *address, const Site *site);

  /// The number of the current thread in its cluster.
  unsigned getThread() const { return current; }
  /// The threads of a block.
  unsigned getNumThreads() const { return numThreads; }
  /// The workgroup memory of the current block, and how far that of block `to`
  /// of its cluster is from that of `from`.
  const char *getBlockMemory() const;
  int64_t getDistance(unsigned from, unsigned to) const;
  Fibre &getCurrent() { return fibres[current]; }
  unsigned getLane() const { return current % numThreads % warpSize; }
  std::string describeThread(unsigned index) const;

private:
  CUresult prepare(Dimensions grid, Dimensions block, uint32_t shared);
  void runCluster();
  void runFibres();
  void resume(unsigned index);
  void suspend();
  void setThread(unsigned index);
  bool releaseBlock(unsigned rank);
  bool releaseCluster();
  bool releaseWarps(unsigned rank);
  void completeWarp(unsigned first, unsigned last, uint32_t arrived);
  void checkThread();
  void checkEnd();
  bool canGoOn(Fibre &fibre) const;
  unsigned findWaiting() const;
  void failWithDeadlock();
  static void runThread();

  const Kernel *kernel = nullptr;
  void **arguments = nullptr;
  /// The threads of a block and of a cluster, in which `current` is one.
  unsigned numThreads = 0, numInCluster = 0, current = 0;
  /// How many barriers of the cluster all threads have arrived at.
  uint32_t completed = 0;
  /// True if a thread has arrived at the next one without giving others what it
  /// has written.
  bool isRelaxed = false;
  std::vector<Fibre> fibres;
  std::unique_ptr<char[]> stacks;
  size_t numStacks = 0;
  ucontext_t start;
  jmp_buf scheduler, end;
  CUresult result = CUDA_SUCCESS;
};

/// Threads of the host launch kernels one at a time. The launch is never
/// destroyed: other threads may still run when the process ends.
extern Launch &launch;

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_LAUNCH_H
