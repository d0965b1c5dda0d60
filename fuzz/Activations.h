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

/// The activation of `x`, in one of the ways in which programs write it, or a
/// near miss of it. With `mayClamp`, ReLU may end at the largest number of the
/// type; the contracts differ in what becomes of that.
Expr makeActivation(Expressions &e, Dice &dice, Activation activation, Expr x,
                    bool mayClamp);

/// `gradient` times the derivative of the activation at `p`, or a near miss. If
/// `output` is given, it is the activation of `p`, and may be used instead of
/// it.
Expr makeGradient(Expressions &e, Dice &dice, Activation activation,
                  Expr gradient, Expr p, Expr output);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_ACTIVATIONS_H
