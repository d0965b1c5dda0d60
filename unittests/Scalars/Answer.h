//===- Answer.h - The values that a result may have -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_ANSWER_H
#define FUSED_UNITTESTS_ANSWER_H

#include "Cases.h"

namespace fused::scalars {

/// The values that a result may have.
struct Answer {
  enum Kind {
    Anything, ///< The operation does not define the result.
    Exactly,  ///< It is `bits`. If that is a NaN, it may be any NaN.
    AnyZero,  ///< A zero of either sign.
    Near,     ///< At most `ulps` units in the last place from `value`.
  };
  Kind kind = Anything;
  Bits bits = 0;
  long double value = 0;
  double ulps = 0;
};

bool accepts(const ScalarType &type, const Answer &expected, Bits actual);
std::string format(const ScalarType &type, const Answer &expected);

/// Returns a number of any type in 80 bits, which can hold it exactly.
long double getWide(const ScalarType &type, Bits bits);

inline Answer exactly(Bits bits) { return {Answer::Exactly, bits, 0, 0}; }
inline Answer exactly(const llvm::APInt &value) {
  return exactly(getBits(value));
}
inline Answer exactly(const llvm::APFloat &value) {
  return exactly(getBits(value));
}

/// Returns the answer for a function that was computed in 80 bits. Programs
/// compute functions of narrow types in f32 and round the results.
Answer near(const ScalarType &type, long double value, double ulps);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_ANSWER_H
