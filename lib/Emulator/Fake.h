//===- Fake.h - A CUDA that is none -----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// This library implements the functions of the driver and of cuBLASLt that the
// runtime uses. It uses host memory and plain loops, so that machines without a
// device can test the calls of the runtime. Tests can make a function fail by
// its name.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_FAKE_H
#define FUSED_LIB_EMULATOR_FAKE_H

#include <cstddef>
#include <functional>

struct CUstream_st;

#define FUSED_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

/// Counts what the runtime has created and not released, and what it has
/// called.
struct FakeCounts {
  long blocks, descriptors, layouts, preferences;
  long matmuls;         ///< Products executed.
  long heuristics;      ///< Calls of the heuristic.
  long allocations;     ///< Allocations from a pool.
  long allocationNodes; ///< Those of them that belong to a graph.
  long launches;        ///< Launches of kernels.
  long earlyLaunches;   ///< Those that may begin before earlier ones end.
  long libraries;       ///< Libraries of kernels loaded.
  long replays;         ///< Replays of graphs.
  /// How often each algorithm of cuBLASLt was executed, and the last one.
  long executions[20];
  long lastAlgorithm;
  long events; ///< Events not yet released.
  /// The number of `blocks` on each device.
  long deviceBlocks[2];
};

/// An algorithm that cuBLASLt proposes.
struct FakeAlgorithm {
  float microseconds = 1; ///< Time of an execution, for events.
  int parts = 1;          ///< Number of parts that K is split into.
  int id = 66;            ///< The algorithm's family. This one keeps NaN. The
                          ///< library has 11 to 13 instead where D is a vector.
  int refusal = 0;        ///< Status that an execution returns.
  float ofEpilogue = 0;   ///< Additional time of an epilogue.
  int tile = 0, cluster = 0; ///< What cuBLASLt's header calls their sizes.
};

/// A function that `fused_cuda_launch` starts in place of a kernel.
using FakeKernel = void (*)(void **arguments);

/// Makes calls of `function` return `result` and do nothing else. The next
/// `skip` calls succeed, and the `count` calls after them fail.
FUSED_FAKE_EXPORT void fakeFail(const char *function, int result, int skip,
                                int count);
FUSED_FAKE_EXPORT FakeCounts fakeGetCounts(void);
/// Sets the size of the workspace that algorithms ask for. Its default is the
/// environment variable FUSED_FAKE_WORKSPACE.
FUSED_FAKE_EXPORT void fakeSetWorkspace(size_t size);
/// Sets how many bytes products write beyond their workspace. Its default is
/// the environment variable FUSED_FAKE_OVERRUN.
FUSED_FAKE_EXPORT void fakeSetOverrun(size_t size);
/// Sets the algorithms that cuBLASLt proposes for all products. At first, it
/// proposes three default ones.
FUSED_FAKE_EXPORT void fakeSetAlgorithms(const FakeAlgorithm *algorithms,
                                         int count);
/// Adds a kernel, which the driver then finds by `name`.
FUSED_FAKE_EXPORT void fakeAddKernel(const char *name, FakeKernel kernel);

namespace fused::fake {
/// Does the work of a stream at once, or stores it in the graph that the stream
/// captures. Returns the status of the work, a `CUresult` or the like; 0 means
/// success.
int enqueue(CUstream_st *stream, std::function<int()> work);
bool isCapturing(CUstream_st *stream);
/// Returns the result that `fakeFail` set for this call of `function`, or 0.
int takeFault(const char *function);
FakeCounts &getCounts();
/// Adds `change` to one of the counts. Any thread may call it.
void count(long FakeCounts::*member, long change);
size_t getWorkspace();
int getNumAlgorithms();
const FakeAlgorithm &getAlgorithm(size_t index);
/// The family of an algorithm, which was proposed for a vector or not.
int getFamily(size_t index, bool isOfVector);
/// Advances the clock that events read.
void passTime(double microseconds);
size_t getOverrun();
} // namespace fused::fake

/// Stands at the head of each function that can fail.
#define FUSED_FAKE_FAULT(Type)                                                 \
  if (int fault = fused::fake::takeFault(__func__))                            \
  return static_cast<Type>(fault)

#endif // FUSED_LIB_EMULATOR_FAKE_H
