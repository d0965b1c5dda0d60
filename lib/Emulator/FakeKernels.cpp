//===- FakeKernels.cpp - Kernels on the host ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// This file compiles the runtime's kernels for the host. It declares what
// CUDA's compiler knows of threads, and it gives each thread of a block its own
// stack.
//
//===----------------------------------------------------------------------===//

#include "FakeKernels.h"

#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <cuda_runtime_api.h>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <ucontext.h>
#include <vector>

using namespace fused::fake;

namespace {
constexpr unsigned warpSize = 32;
constexpr size_t stackSize = 64 << 10;

/// A point where threads wait until all of them have arrived.
struct Barrier {
  unsigned threads = 0, waiting = 0, passed = 0;
};

struct HostThread {
  jmp_buf resume;
  Size index;
  bool isStarted, isDone;
  const Barrier *barrier; ///< What it waits for, in round `round`.
  unsigned round;
  unsigned exchanges; ///< How many values it has given to its warp.
};

/// The block that this thread of the host executes.
struct Block {
  Size grid, size, index;
  std::vector<HostThread> threads;
  std::unique_ptr<char[]> stacks;
  size_t numStacks = 0;
  /// The values that the threads give to their warps, for even and odd
  /// exchanges.
  std::vector<uint64_t> exchanged[2];
  std::vector<Barrier> warps;
  Barrier all;
  jmp_buf scheduler;
  ucontext_t start;
  unsigned current = 0;
  const HostKernel *kernel = nullptr;
  const void *parameters = nullptr;

  void run();
  void resume(HostThread &thread);
  void wait(Barrier &barrier);
};
thread_local Block block;

void runThread() {
  block.kernel->call(block.parameters);
  block.threads[block.current].isDone = true;
  _longjmp(block.scheduler, 1);
}

/// Runs `thread` until it waits or ends.
void Block::resume(HostThread &thread) {
  if (_setjmp(scheduler))
    return;
  if (thread.isStarted)
    _longjmp(thread.resume, 1);
  thread.isStarted = true;
  getcontext(&start);
  start.uc_stack.ss_sp = stacks.get() + current * stackSize;
  start.uc_stack.ss_size = stackSize;
  start.uc_link = nullptr;
  makecontext(&start, runThread, 0);
  setcontext(&start);
}

void Block::run() {
  unsigned count = size.x * size.y * size.z;
  threads.resize(count);
  if (numStacks < count) {
    stacks.reset(new char[count * stackSize]);
    numStacks = count;
  }
  for (std::vector<uint64_t> &values : exchanged)
    values.assign(count, 0);
  warps.assign((count + warpSize - 1) / warpSize, {warpSize});
  all = {count};
  for (unsigned i = 0; i < count; ++i)
    threads[i] = {
        {},      {i % size.x, i / size.x % size.y, i / size.x / size.y},
        false,   false,
        nullptr, 0,
        0};
  for (unsigned left = count; left != 0;)
    for (current = 0; current < count; ++current) {
      HostThread &thread = threads[current];
      if (thread.isDone ||
          (thread.barrier && thread.barrier->passed == thread.round))
        continue;
      thread.barrier = nullptr;
      resume(thread);
      left -= thread.isDone;
    }
}

void Block::wait(Barrier &barrier) {
  if (++barrier.waiting == barrier.threads) {
    barrier.waiting = 0;
    ++barrier.passed;
    return;
  }
  HostThread &thread = threads[current];
  thread.barrier = &barrier;
  thread.round = barrier.passed;
  if (!_setjmp(thread.resume))
    _longjmp(scheduler, 1);
}

/// Gives `value` to the warp and returns the values of all its threads. They
/// stay valid until the exchange after the next.
template <typename T> const uint64_t *exchangeAll(T value) {
  static_assert(sizeof(T) <= sizeof(uint64_t));
  unsigned first = block.current / warpSize * warpSize;
  auto &values = block.exchanged[block.threads[block.current].exchanges++ % 2];
  std::memcpy(&values[block.current], &value, sizeof(T));
  block.wait(block.warps[first / warpSize]);
  return &values[first];
}

/// Returns the value of thread `lane` of the same warp.
template <typename T> T exchange(T value, unsigned lane) {
  std::memcpy(&value, &exchangeAll(value)[lane], sizeof(T));
  return value;
}

std::map<std::string, HostKernel> &getKernels() {
  static std::map<std::string, HostKernel> kernels;
  return kernels;
}

template <typename Parameters, void (*kernel)(Parameters)> struct Registration {
  explicit Registration(const char *name) {
    getKernels()[name] = {name,
                          [](const void *parameters) {
                            kernel(
                                *static_cast<const Parameters *>(parameters));
                          },
                          sizeof(Parameters)};
  }
};
} // namespace

const HostKernel *fused::fake::findHostKernel(const char *name) {
  auto entry = getKernels().find(name);
  return entry == getKernels().end() ? nullptr : &entry->second;
}

bool fused::fake::isHostKernel(const void *address) {
  for (const auto &[name, kernel] : getKernels())
    if (&kernel == address)
      return true;
  return false;
}

void fused::fake::runHostKernel(const HostKernel &kernel, Size grid, Size size,
                                const void *parameters) {
  block.grid = grid;
  block.size = size;
  block.kernel = &kernel;
  block.parameters = parameters;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        block.index = {x, y, z};
        block.run();
      }
}

//===----------------------------------------------------------------------===//
// What CUDA's compiler knows
//===----------------------------------------------------------------------===//

#define threadIdx (block.threads[block.current].index)
#define blockIdx (block.index)
#define blockDim (block.size)
#define gridDim (block.grid)
// Blocks run one after the other, so they can share these variables.
#undef __shared__
#define __shared__ static thread_local

static void __syncthreads() { block.wait(block.all); }
template <typename T> static T __shfl_xor_sync(unsigned, T value, int offset) {
  return exchange(value,
                  block.current % warpSize ^ static_cast<unsigned>(offset));
}
template <typename T> static T __shfl_sync(unsigned, T value, unsigned lane) {
  return exchange(value, lane);
}
static unsigned __ballot_sync(unsigned, bool bit) {
  const uint64_t *bitsOfThreads = exchangeAll(unsigned(bit));
  unsigned bits = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    bits |= static_cast<unsigned>(bitsOfThreads[lane] & 1) << lane;
  return bits;
}
#define __expf(x) std::exp(x) // The C library has a function of this name.
static float __fdividef(float a, float b) { return a / b; }

#define FUSED_KERNEL(name, Parameters, ...)                                    \
  static void fused_##name(Parameters p);                                      \
  static const Registration<Parameters, fused_##name> register_##name(         \
      "fused_" #name);                                                         \
  static void fused_##name(Parameters p)

#include "Cuda/Kernels/Kernels.cu"
