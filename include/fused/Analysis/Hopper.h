//===- Hopper.h - What a device of compute capability 9.0 has ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are made for an H100 or H200. What follows from these numbers is
// correct on other devices, too, but not as fast.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_HOPPER_H
#define FUSED_ANALYSIS_HOPPER_H

#include <cstdint>

namespace fused::hopper {

/// As `fused.compute_capability` gives it.
inline constexpr int32_t kComputeCapability = 90;

inline constexpr int64_t kMultiprocessors = 132;

/// The most workgroup memory that a block can have, in bytes.
inline constexpr int64_t kSharedBytes = 227 << 10;

} // namespace fused::hopper

#endif // FUSED_ANALYSIS_HOPPER_H
