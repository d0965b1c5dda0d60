//===- Compare.h - How far results are from the reference -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_COMPARE_H
#define FUSED_RUN_COMPARE_H

#include "Alternatives.h"

namespace fused::run {

/// An element at which the fused result is of no class that it may be of, and
/// the three values there.
struct Stray {
  int64_t index = -1;
  double fused = 0, unfused = 0, reference = 0;
};

/// One result of the fused and of the unfused program, compared with that of
/// the evaluation in double.
struct Comparison {
  /// max |x - reference| / max |reference| over the elements that are finite in
  /// both; the divisor is 1 where it would be 0. Not for integers.
  double fusedError = 0;
  double unfusedError = 0;
  /// How much larger than unfusedError fusedError may be.
  double tolerance = 0;

  /// The class of an element is finite, NaN or either infinity; of an integer,
  /// its value. Strays are elements whose class in the fused result is neither
  /// that of the reference nor that of the unfused result.
  int64_t numStrays = 0;
  Stray firstStray;
  /// Elements whose class in the unfused result is not that of the reference:
  /// where rounding decides, as it may then in the fused program, too.
  int64_t numContested = 0;
  /// Elements of the reference that are not finite.
  int64_t numNonFinite = 0;
  /// Elements that are not judged, as they depend on what the program leaves
  /// undefined.
  int64_t numUndefined = 0;
  /// Elements that are wrong but for their alternatives: for inputs that differ
  /// by rounding, the program is of the same class there, or as far away.
  int64_t numIllConditioned = 0;
  /// True if contested elements do not excuse others.
  bool judgesEach = false;

  bool isErrorWithinTolerance() const {
    return fusedError <= unfusedError + tolerance;
  }
  bool areClassesRight() const {
    return numStrays <= (judgesEach ? 0 : numContested);
  }
};

/// What results are compared by.
struct Judgement {
  /// What errors may be at least.
  double leastTolerance = 0;
  /// NaN and either infinity are one class, as in what GELU makes of
  /// infinities.
  bool nanIsInfinite = false;
  /// Each stray integer needs an alternative of its own: contested elements
  /// excuse none. Of a function that jumps, half of the elements may be
  /// contested.
  bool judgesEachInteger = false;
  /// A number from half of the largest one of its type on may be an infinity,
  /// as in what a device makes of GELU.
  bool halfOverflows = false;
};

/// Compares results of one type and shape; `reference` is f64 for floats, and
/// is rounded to the type of the results to find an element's class.
Comparison compare(const HostTensor &fused, const HostTensor &unfused,
                   const HostTensor &reference, Judgement judgement = {},
                   const Alternatives *alternatives = nullptr);

} // namespace fused::run

#endif // FUSED_RUN_COMPARE_H
