//===- Activations.h - Spellings of activations and their gradients -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_ACTIVATIONS_H
#define FUSED_FUZZ_ACTIVATIONS_H

#include "Dice.h"
#include "Expression.h"

namespace fused::fuzz {

enum class Activation { None, Relu, GeluTanh, GeluErf };

/// Applies the activation to `x` in one of the ways in which programs write it,
/// or in a way that is nearly right. With `mayClamp`, ReLU may clamp to the
/// largest number of the type. Contracts differ in what happens to such a ReLU.
Expr makeActivation(Expressions &e, Dice &dice, Activation activation, Expr x,
                    bool mayClamp);

/// Multiplies `gradient` by the derivative of the activation at `p`, or by
/// something that is nearly the derivative. If `output` is given, it is the
/// activation of `p`, and the derivative may be computed from it instead.
Expr makeGradient(Expressions &e, Dice &dice, Activation activation,
                  Expr gradient, Expr p, Expr output);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_ACTIVATIONS_H
