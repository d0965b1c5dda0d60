//===- Numerics.h - What fusing may change in the results -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_NUMERICS_H
#define FUSED_ANALYSIS_NUMERICS_H

namespace fused {

/// The numerics contract that the user chose; docs/Numerics.md states it.
enum class Numerics {
  /// Every rounding of a 16-bit type stays.
  Strict,
  /// One rounding at the end instead of one at each step.
  Default,
  /// Also the library's treatment of NaN in ReLU, and tanh GELU for exact GELU.
  Fast
};

} // namespace fused

#endif // FUSED_ANALYSIS_NUMERICS_H
