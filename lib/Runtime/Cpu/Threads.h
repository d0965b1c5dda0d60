//===- Threads.h - Loops over the threads of OpenMP -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_THREADS_H
#define FUSED_LIB_RUNTIME_CPU_THREADS_H

#include "OpenMP.h"
#include <cstddef>
#include <cstdint>

namespace fused::runtime {

/// Rows and columns of one tile of a loop over a matrix. The number of columns
/// is a multiple of 128, for masks.
constexpr int64_t tileRows = 32, tileColumns = 1024;

/// Loops over fewer elements run on one thread.
constexpr int64_t minParallelElements = 65536;

constexpr int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The address `elements` elements behind `base`; null if `base` is.
inline char *advance(const void *base, int64_t elements, size_t elementSize) {
  auto *bytes = static_cast<char *>(const_cast<void *>(base));
  return bytes ? bytes + elements * static_cast<int64_t>(elementSize) : nullptr;
}

/// Products of less work, in multiply-adds, run on one thread: to wake others
/// mostly takes longer than what they save. It is 2^20, as measured with 16,
/// or what the environment variable FUSED_CPU_PARALLEL_WORK says.
double getMinParallelWork();

/// The number of threads that a parallel region of this thread really gets: one
/// inside another region, and fewer than omp_get_max_threads() where a limit
/// says so.
int getThreadCount();

/// Calls `body(i)`, which must not throw, for each i below `count`; on all
/// threads if `parallel`.
template <typename Body>
void parallelFor(int64_t count, bool parallel, const Body &body) {
  if (!parallel || count < 2) {
    for (int64_t i = 0; i < count; ++i)
      body(i);
    return;
  }
#pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < count; ++i)
    body(i);
}

/// While it lives, parallel regions of this thread have exactly `numThreads`
/// threads, which getThreadCount() returned. oneDNN divides its work by
/// omp_get_max_threads() when it plans and leaves some undone if it gets fewer.
class ExactThreadCount {
public:
  explicit ExactThreadCount(int numThreads)
      : previous(omp_get_max_threads()), dynamic(omp_get_dynamic()) {
    if (previous != numThreads)
      omp_set_num_threads(numThreads);
    else
      previous = 0;
    if (dynamic)
      omp_set_dynamic(0);
  }
  ~ExactThreadCount() {
    if (previous != 0)
      omp_set_num_threads(previous);
    if (dynamic)
      omp_set_dynamic(1);
  }
  ExactThreadCount(const ExactThreadCount &) = delete;
  ExactThreadCount &operator=(const ExactThreadCount &) = delete;

private:
  int previous;
  int dynamic;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_THREADS_H
