//===- Constant.h - Constants of programs on devices ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PROGRAM_CONSTANT_H
#define FUSED_LIB_RUNTIME_CUDA_PROGRAM_CONSTANT_H

#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

namespace fused::runtime {

/// Frees the copies of a constant on all devices.
void releaseCopies(const Context &context, fused_cuda_constant_t &constant);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PROGRAM_CONSTANT_H
