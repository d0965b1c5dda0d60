//===- Gelu.h - Spellings of GELU -------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_GELU_H
#define FUSED_FUZZ_GELU_H

#include "Dice.h"
#include "Expression.h"

namespace fused::fuzz {

/// Makes 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), or a near miss.
Expr makeGeluTanh(Expressions &e, Dice &dice, Expr x);
/// Makes 0.5 x (1 + erf(x / sqrt(2))), or a near miss.
Expr makeGeluErf(Expressions &e, Dice &dice, Expr x);

/// Multiplies `gradient` by the derivative at `p`, or makes a near miss.
/// `output` is gelu(p) or null.
Expr makeGeluTanhGradient(Expressions &e, Dice &dice, Expr gradient, Expr p,
                          Expr output);
Expr makeGeluErfGradient(Expressions &e, Dice &dice, Expr gradient, Expr p);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_GELU_H
