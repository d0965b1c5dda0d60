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

/// What one result may be.
struct Answer {
  enum Kind {
    Anything, ///< The operation does not say.
    Exactly,  ///< `bits`; any NaN, if that is one.
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

/// True if evaluate() knows the operation.
bool hasReference(llvm::StringRef operation);

/// Computes the results of an operation by LLVM's arithmetic of any precision,
/// or, for functions, in 80 bits.
llvm::SmallVector<Answer, 2> evaluate(const Case &scalarCase,
                                      llvm::ArrayRef<Bits> operands);

} // namespace fused::scalars

#endif // FUSED_UNITTESTS_REFERENCE_H
