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
  void failWithDeadlock();
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
extern Launch &launch;

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_LAUNCH_H
