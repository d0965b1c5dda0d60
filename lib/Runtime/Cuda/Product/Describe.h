//===- Describe.h - Problems and devices in messages ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_DESCRIBE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_DESCRIBE_H

#include "../Device/Device.h"

namespace fused::runtime {

inline constexpr size_t problemTextCapacity = 640, deviceTextCapacity = 160;

/// Writes everything that a plan depends on but its device, such as "relu_bias
/// bf16 x bf16^T
/// -> bf16, M = 64, N = 512, K = 784, rows 784, 784, 512 apart (A, B, D), ...".
void printProblem(char *text, size_t capacity, const PlanKey &key);

/// Writes "cuBLASLt 13.1.0 on NVIDIA H200 (sm_90)".
void printDevice(char *text, size_t capacity, const Device &device);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_DESCRIBE_H
