//===- Assertions.h - What fails in the kernels of programs -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PROGRAM_ASSERTIONS_H
#define FUSED_LIB_RUNTIME_CUDA_PROGRAM_ASSERTIONS_H

#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

namespace fused::runtime {

/// Returns what has failed in kernels, of any program, and was not reported
/// yet. To be asked after waiting for a stream.
fused_status_t checkAssertions();

/// The same for one program.
fused_status_t checkAssertions(const fused_cuda_assertions_t &assertions);

/// The assertions of the program that this thread has called last, since this
/// was asked before; null if it has none.
fused_cuda_assertions_t *takeUsedAssertions();

/// Forgets the assertions of a program that is unloaded.
void releaseAssertions(const Context &context,
                       fused_cuda_assertions_t &assertions);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PROGRAM_ASSERTIONS_H
