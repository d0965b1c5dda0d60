//===- Reference.h - What operations compute --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_REFERENCE_H
#define FUSED_UNITTESTS_REFERENCE_H

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

/// True if evaluate() supports the operation.
bool hasReference(llvm::StringRef operation);

/// Computes the results of an operation: functions in 80 bits, all other
/// operations by LLVM's arithmetic of any precision.
llvm::SmallVector<Answer, 2> evaluate(const Case &scalarCase,
                                      llvm::ArrayRef<Bits> operands);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_REFERENCE_H
