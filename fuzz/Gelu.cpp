//===- Gelu.cpp - Spellings of GELU -----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gelu.h"

using namespace llvm;
using namespace fused::fuzz;

static constexpr double sqrt2OverPi = 0.7978845608028654;
static constexpr double torchSqrt2OverPi = 0.7977240352174656;
static constexpr double cubicCoefficient = 0.044715;
static constexpr double sqrtHalf = 0.7071067811865476;
static constexpr double sqrt1Over2Pi = 0.3989422804014327;

//===----------------------------------------------------------------------===//
// Tanh form
//===----------------------------------------------------------------------===//

static Expr makeCube(Expressions &e, Dice &dice, Expr x) {
  switch (dice.below(4)) {
  case 0:
    return e.mul(e.mul(x, x), x);
  case 1:
    return e.mul(x, e.mul(x, x));
  case 2:
    return e.apply("math.powf", {x, e.constant(3, x->element)});
  default:
    return e.integerPower(x, 3);
  }
}

namespace {

/// The constants of GELU as a front end writes them.
struct Constants {
  double scale, cubic;
  NearMiss squareMiss;

  /// Chooses the constants of GELU, or of its derivative.
  Constants(Dice &dice, bool isSmall, bool isDerivative)
      : squareMiss(isDerivative ? NearMiss::DgeluSquare
                                : NearMiss::GeluSquare) {
    bool isTorch = dice.chance(25) && dice.meaning == Meaning::Written;
    scale = isTorch ? torchSqrt2OverPi : sqrt2OverPi;
    dice.usesTorchConstant |= isTorch;
    cubic = cubicCoefficient;
    if (dice.misses(isDerivative ? NearMiss::DgeluCubic : NearMiss::GeluCubic))
      cubic = 0.05;
    // In bf16, the right constant rounds to nearly 0.8, so 0.8 would be no
    // mistake.
    if (!isSmall &&
        dice.misses(isDerivative ? NearMiss::DgeluScale : NearMiss::GeluScale))
      scale = 0.8;
  }
};

} // namespace

/// sqrt(2 / pi) (x + 0.044715 x^3), times `factor`.
static Expr makeInner(Expressions &e, Dice &dice, Expr x,
                      const Constants &constants, double factor) {
  unsigned form = dice.below(3);
  double scale = constants.scale * factor;
  if (dice.misses(constants.squareMiss))
    return e.mul(scale, e.add(x, e.mul(constants.cubic, e.mul(x, x))));
  if (form == 0) // x (1 + c x^2)
    return e.mul(e.mul(scale, x),
                 e.add(e.mul(constants.cubic, e.mul(x, x)), 1.0));
  Expr cube = makeCube(e, dice, x);
  if (form == 1)
    return e.add(e.mul(scale, x), e.mul(scale * constants.cubic, cube));
  return e.mul(scale, e.add(x, e.mul(constants.cubic, cube)));
}

/// 1 / (1 + exp(-x)), where `negated` is -x. The intended function has tanh in
/// every form, because its error on devices is known (docs/CudaRuntime.md).
static Expr makeSigmoid(Expressions &e, const Dice &dice, Expr negated) {
  if (dice.meaning != Meaning::Written)
    return e.mul(0.5, e.add(e.tanh(e.mul(-0.5, negated)), 1.0));
  return e.div(e.constant(1, negated->element), e.add(e.exp(negated), 1.0));
}

/// x sigmoid(2 u).
static Expr makeBySigmoid(Expressions &e, Dice &dice, Expr x,
                          const Constants &constants) {
  double factor = dice.misses(NearMiss::GeluSigmoid) ? 1.0 : 2.0;
  bool negatesFactor = dice.chance(50);
  Expr inner =
      makeInner(e, dice, x, constants, negatesFactor ? -factor : factor);
  Expr negated = negatesFactor ? inner : e.neg(inner);
  if (dice.chance(50) && dice.meaning == Meaning::Written)
    return e.div(x, e.add(e.exp(negated), 1.0));
  return e.mul(x, makeSigmoid(e, dice, negated));
}

Expr fused::fuzz::makeGeluTanh(Expressions &e, Dice &dice, Expr x) {
  Constants constants(dice, isSmall(x->element), /*isDerivative=*/false);
  unsigned form = dice.below(5);
  if (form == 4)
    return makeBySigmoid(e, dice, x, constants);
  Expr t = e.tanh(makeInner(e, dice, x, constants, 1.0));
  double half = dice.misses(NearMiss::GeluHalf) ? 1.0 : 0.5;
  bool isNegative = dice.misses(NearMiss::GeluSign);
  Expr one = e.constant(1, x->element);
  Expr sum = isNegative ? e.sub(one, t) : e.add(one, t);
  if (dice.misses(NearMiss::GeluNoFactor))
    return e.mul(half, sum);
  if (form == 0)
    return e.mul(e.mul(half, x), sum);
  if (form == 1)
    return e.mul(x, e.mul(half, sum));
  if (form == 2)
    return e.mul(half, e.mul(x, sum));
  Expr scaled = e.mul(isNegative ? -half : half, t);
  return e.mul(x, e.add(scaled, half));
}

//===----------------------------------------------------------------------===//
// Exact form
//===----------------------------------------------------------------------===//

/// Makes x / sqrt(2), as a product or a quotient.
static Expr makeErfArgument(Expressions &e, Dice &dice, Expr x, bool isOff) {
  double factor = isOff ? 0.7 : sqrtHalf;
  switch (dice.below(3)) {
  case 0:
    return e.mul(factor, x);
  case 1:
    return e.div(x, e.constant(1 / factor, x->element));
  default:
    if (isOff)
      return e.mul(factor, x);
    return e.div(x, e.apply("math.sqrt", {e.constant(2, x->element)}));
  }
}

/// Makes the tanh form with exact constants.
static Expr makeIntended(Expressions &e, Expr x) {
  Expr inner = e.add(e.mul(cubicCoefficient, e.mul(x, x)), 1.0);
  Expr t = e.tanh(e.mul(e.mul(sqrt2OverPi, x), inner));
  return e.mul(e.mul(0.5, x), e.add(t, 1.0));
}

Expr fused::fuzz::makeGeluErf(Expressions &e, Dice &dice, Expr x) {
  bool isOff = !isSmall(x->element) && dice.misses(NearMiss::GeluErfScale);
  Expr argument = makeErfArgument(e, dice, x, isOff);
  double half = dice.misses(NearMiss::GeluHalf) ? 1.0 : 0.5;
  unsigned form = dice.below(3);
  if (dice.meaning == Meaning::IntendedFast && !isOff && half == 0.5)
    return makeIntended(e, x);
  switch (form) {
  case 0:
    return e.mul(e.mul(half, x), e.add(e.erf(argument), 1.0));
  case 1:
    return e.mul(x, e.mul(half, e.add(e.erf(argument), 1.0)));
  default:
    return e.mul(e.mul(half, x), e.apply("math.erfc", {e.neg(argument)}));
  }
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// Makes the gradient as JAX does: it applies the chain rule to each step.
static Expr makeByChainRule(Expressions &e, Dice &dice, Expr gradient, Expr x,
                            const Constants &constants, double three,
                            double half) {
  Expr square = e.mul(x, x);
  Expr cube = e.mul(square, x);
  Expr u = e.mul(constants.scale, e.add(x, e.mul(constants.cubic, cube)));
  Expr t = e.tanh(u);
  Expr one = e.constant(1, x->element);
  Expr cdf = e.mul(0.5, e.add(one, t));
  Expr first = e.mul(gradient, cdf);
  bool isPlus = dice.misses(NearMiss::DgeluSign);
  Expr toT = dice.misses(NearMiss::DgeluNoX) ? e.mul(half, gradient)
                                             : e.mul(half, e.mul(x, gradient));
  Expr toU = isPlus ? e.mul(toT, e.add(one, e.mul(t, t)))
             : dice.chance(50)
                 ? e.mul(toT, e.sub(one, e.mul(t, t)))
                 : e.mul(e.add(toT, e.mul(toT, t)), e.sub(one, t));
  Expr toSum = e.mul(constants.scale, toU);
  Expr toCube = e.mul(constants.cubic, toSum);
  Expr third = e.mul(toCube, e.mul(three, square));
  return e.add(e.add(first, toSum), third);
}

/// 0.5 (1 + t) + 0.5 x (1 - t^2) s (1 + 3 c x^2).
static Expr makeByHand(Expressions &e, Dice &dice, Expr x,
                       const Constants &constants, double three, double half) {
  Expr t = e.tanh(makeInner(e, dice, x, constants, 1.0));
  Expr one = e.constant(1, x->element);
  Expr square = e.mul(x, x);
  Expr inner = e.mul(constants.scale,
                     e.add(e.mul(three * constants.cubic, square), one));
  bool isPlus = dice.misses(NearMiss::DgeluSign);
  Expr slope = isPlus ? e.add(one, e.mul(t, t)) : e.sub(one, e.mul(t, t));
  Expr left = dice.misses(NearMiss::DgeluNoX) ? e.constant(half, x->element)
                                              : e.mul(half, x);
  bool factors = dice.chance(30);
  if (factors && half == 0.5)
    return e.mul(0.5, e.add(e.add(one, t),
                            e.mul(e.mul(e.mul(2.0, left), slope), inner)));
  return e.add(e.mul(0.5, e.add(one, t)), e.mul(e.mul(left, slope), inner));
}

/// s + 2 x s (1 - s) u', with s = sigmoid(2 u).
static Expr makeBySigmoidDerivative(Expressions &e, Dice &dice, Expr x,
                                    const Constants &constants, double three,
                                    double half) {
  Expr u = makeInner(e, dice, x, constants, -2.0);
  Expr one = e.constant(1, x->element);
  Expr s = makeSigmoid(e, dice, u);
  Expr square = e.mul(x, x);
  Expr inner = e.mul(4 * half * constants.scale,
                     e.add(e.mul(three * constants.cubic, square), one));
  Expr slope = e.mul(s, e.sub(one, s));
  if (dice.misses(NearMiss::DgeluNoX))
    return e.add(s, e.mul(slope, inner));
  return e.add(s, e.mul(e.mul(x, slope), inner));
}

static Expr combine(Expressions &e, Dice &dice, Expr gradient,
                    Expr derivative) {
  if (dice.misses(NearMiss::DgeluAdded))
    return e.add(gradient, derivative);
  return e.mul(gradient, derivative);
}

Expr fused::fuzz::makeGeluTanhGradient(Expressions &e, Dice &dice,
                                       Expr gradient, Expr p, Expr output) {
  Constants constants(dice, isSmall(p->element), /*isDerivative=*/true);
  double three = dice.misses(NearMiss::DgeluThree) ? 2.0 : 3.0;
  double half = dice.misses(NearMiss::DgeluNoHalf) ? 1.0 : 0.5;
  if (output && dice.misses(NearMiss::DgeluOfOutput))
    p = output;
  switch (dice.below(4)) {
  case 0:
    return makeByChainRule(e, dice, gradient, p, constants, three, half);
  case 1:
    return combine(e, dice, gradient,
                   makeBySigmoidDerivative(e, dice, p, constants, three, half));
  default:
    return combine(e, dice, gradient,
                   makeByHand(e, dice, p, constants, three, half));
  }
}

/// Makes the derivative of the tanh form with exact constants.
static Expr makeIntendedDerivative(Expressions &e, Expr x) {
  Expr square = e.mul(x, x);
  Expr u =
      e.mul(e.mul(sqrt2OverPi, x), e.add(e.mul(cubicCoefficient, square), 1.0));
  Expr t = e.tanh(u);
  Expr inner =
      e.mul(sqrt2OverPi, e.add(e.mul(3 * cubicCoefficient, square), 1.0));
  Expr slope = e.sub(1.0, e.mul(t, t));
  return e.add(e.mul(0.5, e.add(t, 1.0)),
               e.mul(e.mul(e.mul(0.5, x), slope), inner));
}

/// Computes cdf + x pdf, times the gradient.
Expr fused::fuzz::makeGeluErfGradient(Expressions &e, Dice &dice, Expr gradient,
                                      Expr p) {
  Expr argument = makeErfArgument(e, dice, p, /*isOff=*/false);
  Expr cdf = e.mul(0.5, e.add(e.erf(argument), 1.0));
  double factor = sqrt1Over2Pi;
  if (!isSmall(p->element) && dice.misses(NearMiss::DgeluDensity))
    factor *= 1.01;
  Expr density = e.mul(factor, e.exp(e.mul(-0.5, e.mul(p, p))));
  bool lacksX = dice.misses(NearMiss::DgeluNoX);
  if (dice.meaning == Meaning::IntendedFast && factor == sqrt1Over2Pi &&
      !lacksX)
    return combine(e, dice, gradient, makeIntendedDerivative(e, p));
  Expr second = lacksX ? density : e.mul(p, density);
  return combine(e, dice, gradient, e.add(cdf, second));
}
