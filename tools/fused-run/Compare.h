//===- Compare.h - How far results are from the reference -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_COMPARE_H
#define FUSED_RUN_COMPARE_H

#include "HostTensor.h"
#include "fused/Analysis/Numerics.h"

namespace fused::run {

/// One result of the fused and of the unfused program, compared with that of
/// the evaluation in double.
struct Comparison {
  /// max |x - reference| / max |reference| over the elements that are finite in
  /// both; the divisor is 1 where it would be 0. For integers, the share of
  /// elements that differ from the reference.
  double fusedError = 0;
  double unfusedError = 0;
  /// How much larger than unfusedError fusedError may be.
  double tolerance = 0;
  /// Elements of the fused result whose class (finite, NaN, either infinity) is
  /// neither that of the reference nor that of the unfused result; for
  /// integers, whose value is neither. And the first of them, or -1.
  int64_t numStrays = 0;
  int64_t firstStray = -1;
  /// Elements of the reference that are not finite.
  int64_t numNonFinite = 0;

  bool isErrorWithinTolerance() const {
    return fusedError <= unfusedError + tolerance;
  }
};

/// Compares results of one type and shape; `reference` is f64 for floats, and
/// is rounded to the type of the results to find an element's class.
Comparison compare(const HostTensor &fused, const HostTensor &unfused,
                   const HostTensor &reference, Numerics numerics);

} // namespace fused::run

#endif // FUSED_RUN_COMPARE_H
