//===- Activations.cpp - Spellings of activations ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Activations.h"

#include "Gelu.h"

using namespace llvm;
using namespace fused::fuzz;

//===----------------------------------------------------------------------===//
// ReLU
//===----------------------------------------------------------------------===//

/// Selects `x` where it is positive, else `other`, in one of sixteen ways.
static Expr selectPositive(Expressions &e, Dice &dice, Expr x, Expr other) {
  bool asksForPositive = dice.chance(50);
  StringRef predicate = asksForPositive
                            ? dice.pick({"ogt", "oge", "ugt", "uge"})
                            : dice.pick({"olt", "ole", "ult", "ule"});
  if (dice.misses(NearMiss::ReluPredicate))
    predicate = asksForPositive ? "oeq" : "une";
  bool swapsOperands = dice.chance(30);
  double threshold = dice.misses(NearMiss::ReluThreshold) ? 0.5 : 0.0;
  Expr zero = e.constant(threshold, x->element);
  Expr condition;
  if (swapsOperands) {
    std::string swapped = predicate.str();
    if (swapped[1] == 'g' || swapped[1] == 'l')
      swapped[1] = swapped[1] == 'g' ? 'l' : 'g';
    condition = e.compare(swapped, zero, x);
  } else {
    condition = e.compare(predicate, x, zero);
  }
  bool swapsArms = dice.misses(NearMiss::ReluArms);
  return asksForPositive != swapsArms ? e.select(condition, x, other)
                                      : e.select(condition, other, x);
}

static Expr makeRelu(Expressions &e, Dice &dice, Expr x, bool mayClamp) {
  Element element = x->element;
  Expr zero = e.constant(0, element);
  if (dice.misses(NearMiss::ReluAbsolute))
    return e.apply("math.absf", {x});
  if (dice.misses(NearMiss::ReluMinimum))
    return e.apply("arith.minimumf", {x, zero});
  if (dice.misses(NearMiss::ReluSlope)) {
    Expr condition = e.compare("ogt", x, zero);
    return e.select(condition, x, e.mul(0.01, x));
  }
  Expr relu;
  switch (dice.below(mayClamp ? 5 : 4)) {
  case 0:
  case 1: {
    double least = dice.misses(NearMiss::ReluThreshold) ? 0.001 : 0.0;
    StringRef name = dice.chance(75) ? "arith.maximumf" : "arith.maxnumf";
    relu = e.apply(name, {x, e.constant(least, element)});
    break;
  }
  case 2:
  case 3: {
    bool isOffset = dice.misses(NearMiss::ReluOffset);
    relu = selectPositive(e, dice, x,
                          isOffset ? e.constant(-0.125, element) : zero);
    break;
  }
  default: { // Clamps to the largest number of the type.
    double largest = element == Element::F16    ? 65504.0
                     : element == Element::BF16 ? 3.3895313892515355e38
                                                : 3.4028234663852886e38;
    if (element == Element::F64)
      return e.apply("arith.maximumf", {x, zero});
    Expr limit = e.constant(largest, element);
    relu = dice.chance(50)
               ? e.apply("arith.minimumf",
                         {e.apply("arith.maximumf", {x, zero}), limit})
               : e.apply("arith.maximumf",
                         {e.apply("arith.minimumf", {x, limit}), zero});
  }
  }
  double limit = dice.pick({0.5, 6.0});
  if (dice.misses(NearMiss::ReluSix))
    relu = e.apply("arith.minimumf", {relu, e.constant(limit, element)});
  return relu;
}

/// Multiplies `gradient` by 1 where `isPositive` holds, and by 0 elsewhere.
static Expr maskByMultiplying(Expressions &e, Dice &dice, Expr gradient,
                              Expr isPositive) {
  if (dice.chance(50))
    return e.mul(gradient, e.convert(isPositive, gradient->element));
  Expr one = e.constant(1, gradient->element);
  Expr zero = e.constant(0, gradient->element);
  return e.mul(gradient, e.select(isPositive, one, zero));
}

/// Returns the gradient of max(p, 0) as JAX computes it: half of `gradient`
/// where p is 0.
static Expr maskWithHalfAtTies(Expressions &e, Expr gradient, Expr p) {
  Expr zero = e.constant(0, p->element);
  Expr one = e.constant(1, gradient->element);
  Expr nil = e.constant(0, gradient->element);
  Expr larger = e.apply("arith.maximumf", {p, zero});
  Expr isP = e.select(e.compare("oeq", p, larger), one, nil);
  Expr isZero = e.select(e.compare("oeq", zero, larger),
                         e.constant(2, gradient->element), one);
  return e.mul(gradient, e.div(isP, isZero));
}

static Expr makeReluGradient(Expressions &e, Dice &dice, Expr gradient, Expr p,
                             Expr output) {
  if (dice.misses(NearMiss::DreluHalfAtTies))
    return maskWithHalfAtTies(e, gradient, p);
  Expr tested = output && dice.chance(40) ? output : p;
  if (dice.misses(NearMiss::DreluOfGradient))
    tested = gradient;
  if (dice.misses(NearMiss::DreluNegated))
    tested = e.neg(tested);
  bool asksForPositive = dice.chance(60);
  // An output is never negative, so only a strict comparison makes sense.
  StringRef predicate =
      asksForPositive ? (tested == p ? dice.pick({"ogt", "ugt", "oge", "uge"})
                                     : dice.pick({"ogt", "ugt"}))
                      : (tested == p ? dice.pick({"ole", "ule", "olt", "ult"})
                                     : dice.pick({"ole", "ule"}));
  if (dice.misses(NearMiss::DreluPredicate))
    predicate = asksForPositive ? "oeq" : "une";
  double threshold = dice.misses(NearMiss::DreluThreshold) ? 0.25 : 0.0;
  Expr condition =
      e.compare(predicate, tested, e.constant(threshold, tested->element));
  if (dice.chance(15)) {
    condition = e.logicalNot(condition);
    asksForPositive = !asksForPositive;
  }
  if (dice.misses(NearMiss::DreluArms))
    asksForPositive = !asksForPositive;
  bool multiplies = dice.chance(25);
  Expr other = e.constant(0, gradient->element);
  if (dice.misses(NearMiss::DreluSlope))
    other = e.mul(0.01, gradient);
  else if (multiplies)
    return maskByMultiplying(e, dice, gradient,
                             asksForPositive ? condition
                                             : e.logicalNot(condition));
  return asksForPositive ? e.select(condition, gradient, other)
                         : e.select(condition, other, gradient);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

Expr fused::fuzz::makeActivation(Expressions &e, Dice &dice,
                                 Activation activation, Expr x, bool mayClamp) {
  switch (activation) {
  case Activation::None:
    return x;
  case Activation::Relu:
    return makeRelu(e, dice, x, mayClamp);
  case Activation::GeluTanh:
    return makeGeluTanh(e, dice, x);
  case Activation::GeluErf:
    return makeGeluErf(e, dice, x);
  }
  return x;
}

Expr fused::fuzz::makeGradient(Expressions &e, Dice &dice,
                               Activation activation, Expr gradient, Expr p,
                               Expr output) {
  switch (activation) {
  case Activation::None:
    return gradient;
  case Activation::Relu:
    return makeReluGradient(e, dice, gradient, p, output);
  case Activation::GeluTanh:
    return makeGeluTanhGradient(e, dice, gradient, p, output);
  case Activation::GeluErf:
    return makeGeluErfGradient(e, dice, gradient, p);
  }
  return gradient;
}
