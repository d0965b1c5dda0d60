//===- OpenMP.h - What is called of OpenMP's runtime ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instead of omp.h, which each compiler looks for among its own headers only:
// Debian lets one version of LLVM's be installed at a time, and it need not be
// that of the compiler. The library is the same to all of them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CPU_OPENMP_H
#define FUSED_LIB_RUNTIME_CPU_OPENMP_H

extern "C" {
int omp_get_dynamic();
int omp_get_max_threads();
int omp_get_num_threads();
int omp_in_parallel();
void omp_set_dynamic(int dynamic);
void omp_set_num_threads(int numThreads);
}

#endif // FUSED_LIB_RUNTIME_CPU_OPENMP_H
