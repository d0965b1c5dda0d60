//===- KernelArguments.h - What launches pass to kernels --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_KERNELARGUMENTS_H
#define FUSED_ANALYSIS_KERNELARGUMENTS_H

#include "llvm/ADT/StringRef.h"

namespace fused {

/// The name of an attribute of a launch, an array of i32: which of the values
/// that its operands consist of (themselves, or those of their descriptors) its
/// kernel takes, in order. Without it, the kernel takes all of them.
inline constexpr llvm::StringLiteral kKernelArgumentsAttr =
    "fused.kernel_arguments";

/// The name of an attribute of launches, an i32: those with the same number are
/// side by side, do not depend on each other, and may become one.
inline constexpr llvm::StringLiteral kLaunchGroupAttr = "fused.launch_group";

/// On a kernel: how many of its first arguments are tensor maps, which it gets
/// by value.
inline constexpr llvm::StringLiteral kTensorMapsAttr = "fused.tensor_maps";
/// Bytes of such a map, their alignment as an argument, and that in memory of
/// the host, where the driver of CUDA 13 writes it.
inline constexpr int64_t kTensorMapBytes = 128, kTensorMapAlignment = 64,
                         kTensorMapHostAlignment = 128;

/// On a module of kernels: each of them waits for the kernels that were
/// launched before it.
inline constexpr llvm::StringLiteral kWaitingKernelsAttr =
    "fused.waiting_kernels";

} // namespace fused

#endif // FUSED_ANALYSIS_KERNELARGUMENTS_H
