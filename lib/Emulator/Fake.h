//===- Fake.h - A CUDA that is none -----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A library with the functions of the driver and of cuBLASLt that the runtime
// uses, on host memory and with plain loops, so that machines without a device
// can test what the runtime asks for. Faults are ordered by name.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_FAKE_H
#define FUSED_LIB_EMULATOR_FAKE_H

#include <cstddef>
#include <functional>

struct CUstream_st;

#define FUSED_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

/// What the runtime has not given back.
struct FakeCounts {
  long blocks, descriptors, layouts, preferences;
  long matmuls;     ///< Executed so far.
  long heuristics;  ///< Asked for so far.
  long allocations; ///< From a pool, so far.
  long launches;    ///< Of kernels, so far.
  long libraries;   ///< Of kernels, loaded so far.
  long replays;     ///< Of graphs, so far.
  /// Of each algorithm of cuBLASLt, so far, and which was the last.
  long executions[20];
  long lastAlgorithm;
  long events; ///< Not given back.
  /// The part of `blocks` that is of each device.
  long deviceBlocks[2];
};

/// What cuBLASLt proposes.
struct FakeAlgorithm {
  float microseconds = 1; ///< That an execution takes, for events.
  int parts = 1;          ///< That K is split into.
  int id = 66;            ///< Of the family; this one keeps NaN.
  int refusal = 0;        ///< What an execution returns.
  float ofEpilogue = 0;   ///< Microseconds more if there is one.
};

/// What `fused_cuda_launch` starts in place of a kernel.
using FakeKernel = void (*)(void **arguments);

/// Lets the calls of `function` after the next `skip` return `result`, `count`
/// times; the function does nothing then.
FUSED_FAKE_EXPORT void fakeFail(const char *function, int result, int skip,
                                int count);
FUSED_FAKE_EXPORT FakeCounts fakeGetCounts(void);
/// The workspace that algorithms ask for; at first, FUSED_FAKE_WORKSPACE of the
/// environment.
FUSED_FAKE_EXPORT void fakeSetWorkspace(size_t size);
/// How many bytes products write beyond their workspace; at first,
/// FUSED_FAKE_OVERRUN of the environment.
FUSED_FAKE_EXPORT void fakeSetOverrun(size_t size);
/// What is proposed for all products: at first, three of the default.
FUSED_FAKE_EXPORT void fakeSetAlgorithms(const FakeAlgorithm *algorithms,
                                         int count);
/// The kernel that is found by `name`.
FUSED_FAKE_EXPORT void fakeAddKernel(const char *name, FakeKernel kernel);

namespace fused::fake {
/// Does work of a stream at once, or keeps it for the graph that the stream
/// captures. Returns what the work does, a `CUresult` or the like: 0 for
/// success.
int enqueue(CUstream_st *stream, std::function<int()> work);
bool isCapturing(CUstream_st *stream);
/// The result that was ordered for this call of `function`, or 0.
int takeFault(const char *function);
FakeCounts &getCounts();
/// Adds to one of the counts, from any thread.
void count(long FakeCounts::*member, long change);
size_t getWorkspace();
int getNumAlgorithms();
const FakeAlgorithm &getAlgorithm(size_t index);
/// Lets the clock of events go on.
void passTime(double microseconds);
size_t getOverrun();
} // namespace fused::fake

/// At the head of a function that can fail.
#define FUSED_FAKE_FAULT(Type)                                                 \
  if (int fault = fused::fake::takeFault(__func__))                            \
  return static_cast<Type>(fault)

#endif // FUSED_LIB_EMULATOR_FAKE_H
