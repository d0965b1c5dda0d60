//===- Threads.h - Loops over the threads of OpenMP -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_THREADS_H
#define FUSED_LIB_RUNTIME_CPU_THREADS_H

#include <cstddef>
#include <cstdint>
#include <omp.h>

namespace fused::runtime {

/// Rows and columns of one tile of a loop over a matrix. The number of columns
/// is a multiple of 128, for masks.
constexpr int64_t tileRows = 32, tileColumns = 1024;

/// Loops over fewer elements run on one thread.
constexpr int64_t minParallelElements = 16384;

constexpr int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The address `elements` elements behind `base`; null if `base` is.
inline char *advance(const void *base, int64_t elements, size_t elementSize) {
  auto *bytes = static_cast<char *>(const_cast<void *>(base));
  return bytes ? bytes + elements * static_cast<int64_t>(elementSize) : nullptr;
}

/// The number of threads that a parallel loop of this thread gets: one inside a
/// parallel region, since regions do not nest.
inline int getThreadCount() {
  return omp_in_parallel() ? 1 : omp_get_max_threads();
}

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

/// Inside a parallel region, makes oneDNN plan and run for one thread: it plans
/// for omp_get_max_threads(), which does not know about the region.
class OneThreadIfNested {
public:
  OneThreadIfNested()
      : previous(omp_in_parallel() ? omp_get_max_threads() : 0) {
    if (previous > 1)
      omp_set_num_threads(1);
  }
  ~OneThreadIfNested() {
    if (previous > 1)
      omp_set_num_threads(previous);
  }
  OneThreadIfNested(const OneThreadIfNested &) = delete;
  OneThreadIfNested &operator=(const OneThreadIfNested &) = delete;

private:
  int previous;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CPU_THREADS_H
