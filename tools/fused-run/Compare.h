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

/// An element of a fused result whose class is wrong, and the three values
/// there.
struct Stray {
  int64_t index = -1;
  double fused = 0, unfused = 0, reference = 0;
};

/// A result of the fused and the unfused program, compared with the reference
/// in double.
struct Comparison {
  /// max |x - reference| / max |reference| over the elements that are finite in
  /// both. The divisor is 1 if it would be 0. Unused for integers.
  double fusedError = 0;
  double unfusedError = 0;
  /// How much fusedError may exceed unfusedError.
  double tolerance = 0;

  /// Strays are elements of the fused result whose class is neither that of the
  /// reference nor that of the unfused result. The class of a float is finite,
  /// NaN or one of the infinities. The class of an integer is its value.
  int64_t numStrays = 0;
  Stray firstStray;
  /// Elements of the unfused result whose class is not that of the reference,
  /// or that are cut off at the other end of the type.
  /// Rounding decides their class, so it may do so in the fused program, too.
  int64_t numContested = 0;
  /// Elements of the reference that are not finite.
  int64_t numNonFinite = 0;
  /// Elements that are not judged, because they depend on undefined values.
  int64_t numUndefined = 0;
  /// Elements that only their alternatives excuse. For inputs that differ by
  /// rounding, the program gives the same class there, or a result as far away.
  int64_t numIllConditioned = 0;
  /// True if contested elements excuse no other elements.
  bool judgesEach = false;

  bool isErrorWithinTolerance() const {
    return fusedError <= unfusedError + tolerance;
  }
  bool areClassesRight() const {
    return numStrays <= (judgesEach ? 0 : numContested);
  }
};

/// The rules for comparing results.
struct Judgement {
  /// The least tolerance of errors.
  double leastTolerance = 0;
  /// True if NaN and infinities are one class. GELU may turn an infinity into
  /// either.
  bool nanIsInfinite = false;
  /// True if each stray integer needs its own alternative, and contested
  /// elements excuse no others. In a function that jumps, half of the elements
  /// may be contested.
  bool judgesEachInteger = false;
  /// A number from half of the largest one of its type on may be an infinity,
  /// as in what a device makes of GELU.
  bool halfOverflows = false;
};

/// Compares results of one type and shape. For floats, `reference` is in f64.
/// To find an element's class, it is rounded to the type of the results.
Comparison compare(const HostTensor &fused, const HostTensor &unfused,
                   const HostTensor &reference, Judgement judgement = {},
                   const Alternatives *alternatives = nullptr);

} // namespace fused::run

#endif // FUSED_RUN_COMPARE_H
