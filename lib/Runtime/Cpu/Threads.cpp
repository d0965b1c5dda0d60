//===- Threads.cpp - Loops over the threads of OpenMP ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include <cstdlib>

using namespace fused::runtime;

/// Opens a region to see how many threads it has.
static int countThreads() {
  ExactThreadCount request(omp_get_max_threads());
  int count = 1;
#pragma omp parallel
  {
#pragma omp master
    count = omp_get_num_threads();
  }
  return count;
}

double fused::runtime::getMinParallelWork() {
  static const double work = [] {
    constexpr double usual = 1 << 20;
    const char *text = std::getenv("FUSED_CPU_PARALLEL_WORK");
    if (!text)
      return usual;
    char *end = nullptr;
    double value = std::strtod(text, &end);
    return end != text && *end == '\0' && value >= 0 ? value : usual;
  }();
  return work;
}

int fused::runtime::getThreadCount() {
  if (omp_in_parallel())
    return 1;
  thread_local int announced = 0, count = 1;
  if (announced != omp_get_max_threads()) {
    count = countThreads();
    announced = omp_get_max_threads();
  }
  return count;
}
