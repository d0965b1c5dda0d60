//===- LinalgScalars.cpp - Functions of numbers -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file writes the operations of arith and math for each type. It avoids
// operands for which an operation is undefined, or for which rounding decides
// the result.
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace fused::fuzz;

/// Writes a function without jumps, for any number within the bounds of values.
Scalar Body::makeFunction(Element element) {
  Scalar x = get(element);
  auto magnitude = [&] { return apply("math.absf", {x}, x.numbers); };
  /// Makes |x| + `offset`.
  auto beyond = [&](double offset) {
    Scalar constant = makeConstant(offset, element);
    Scalar abs = magnitude();
    return apply("arith.addf", {abs, constant},
                 {x.numbers.isRough, x.numbers.bound + offset});
  };
  /// Makes min(x, `largest`).
  auto below = [&](double largest) {
    Scalar constant = makeConstant(largest, element);
    return apply("arith.minimumf", {x, constant}, x.numbers);
  };
  double bound = x.numbers.bound;
  switch (c.dice.below(17)) {
  case 0:
    return apply("math.exp", {below(4)}, {true, 55});
  case 1:
    return apply("math.exp2", {below(5)}, {true, 32});
  case 2:
    return apply("math.expm1", {below(4)}, {true, 55});
  case 3:
    return apply(c.dice.pick({"math.log", "math.log2", "math.log10"}),
                 {beyond(0.5)}, {true, 8});
  case 4: {
    Scalar abs = magnitude();
    return apply("math.log1p", {abs}, {true, 8});
  }
  case 5: {
    Scalar abs = magnitude();
    return apply("math.sqrt", {abs}, {true, std::sqrt(bound) + 1});
  }
  case 6:
    return apply("math.rsqrt", {beyond(0.5)}, {true, 2});
  case 7:
    return apply("math.tanh", {x}, {true, 1});
  case 8:
    return apply("math.erf", {x}, {true, 1});
  case 9:
    return apply(c.dice.pick({"math.sin", "math.cos"}), {x}, {true, 1});
  case 10:
    return apply("math.atan", {x}, {true, 2});
  case 11: {
    Scalar other = beyond(1), y = get(element);
    return apply("math.atan2", {y, other}, {true, 4});
  }
  case 12: {
    Scalar base = beyond(0.5);
    Scalar exponent =
        makeConstant(c.dice.pick({0.5, 1.5, -1.0, -0.5, 0.0}), element);
    return apply("math.powf", {base, exponent},
                 {true, std::pow(bound + 0.5, 1.5) + 2});
  }
  case 13: {
    Element integer = c.dice.pick({Element::I32, Element::I32, Element::I64});
    int power = int(c.dice.below(4));
    Scalar exponent = makeConstant(power, integer);
    return emit(element, {true, std::pow(bound, power) + 1},
                "math.fpowi " + x.name + ", " + exponent.name + " : " +
                    getName(element) + ", " + getName(integer));
  }
  case 14: {
    Scalar divisor = beyond(1), y = get(element);
    return apply("arith.divf", {y, divisor}, {true, y.numbers.bound});
  }
  case 15: {
    Scalar y = get(element), z = get(element);
    return apply("math.fma", {x, y, z},
                 {true, bound * y.numbers.bound + z.numbers.bound});
  }
  default:
    return apply("math.cbrt", {beyond(0.25)}, {true, 5});
  }
}

/// Writes a function whose operand must stay away from poles and edges.
Scalar Body::makeLimitedFunction(Element element) {
  Scalar x = get(element);
  /// Makes a number in [-`limit`, `limit`].
  auto within = [&](double limit) {
    Scalar high = makeConstant(limit, element),
           low = makeConstant(-limit, element);
    return emit(element, {x.numbers.isRough, limit},
                "math.clampf " + x.name + " to [" + low.name + ", " +
                    high.name + "] : " + getName(element));
  };
  switch (c.dice.below(7)) {
  case 0:
    return apply(c.dice.pick({"math.asin", "math.acos", "math.atanh"}),
                 {within(0.75)}, {true, 3});
  case 1:
    return apply(c.dice.pick({"math.sinh", "math.cosh"}), {within(4)},
                 {true, 28});
  case 2:
    return apply("math.tan", {within(1)}, {true, 2});
  case 3:
    return apply("math.asinh", {x}, {true, 8});
  case 4: {
    Scalar offset = makeConstant(1.5, element);
    Scalar magnitude = apply("math.absf", {x}, x.numbers);
    Scalar sum = apply("arith.addf", {magnitude, offset},
                       {x.numbers.isRough, x.numbers.bound + 1.5});
    return apply("math.acosh", {sum}, {true, 8});
  }
  case 5:
    return apply("math.erfc", {x}, {true, 2});
  default: {
    Scalar sine{c.function.makeName(), element, {true, 1}},
        cosine{c.function.makeName(), element, {true, 1}};
    write(sine.name + ", " + cosine.name + " = math.sincos " + x.name + " : " +
          getName(element));
    return c.dice.chance(50) ? sine : cosine;
  }
  }
}

/// Writes a function with jumps, of numbers that are the same on all targets.
Scalar Body::makeJump(Element element) {
  Scalar x = get(element, /*exact=*/true);
  switch (c.dice.below(5)) {
  case 0:
    return apply(c.dice.pick({"math.floor", "math.ceil", "math.round",
                              "math.roundeven", "math.trunc"}),
                 {x}, {false, x.numbers.bound + 1});
  case 1: {
    Scalar zero = makeConstant(0, element);
    Scalar condition = emit(Element::I1, {},
                            "arith.cmpf ogt, " + x.name + ", " + zero.name +
                                " : " + getName(element));
    Scalar y = get(element);
    return emit(element, y.numbers,
                "arith.select " + condition.name + ", " + y.name + ", " +
                    zero.name + " : " + getName(element));
  }
  case 2: {
    Scalar flag =
        emit(Element::I1, {},
             std::string(c.dice.pick({"math.isnan", "math.isinf",
                                      "math.isfinite", "math.isnormal"})) +
                 " " + x.name + " : " + getName(element));
    return convert(flag, element);
  }
  case 3: {
    // The signs of NaN and zero are not defined.
    Scalar most = makeConstant(3, element), part = makeConstant(0.25, element);
    Scalar number = apply("arith.minnumf", {x, most}, x.numbers);
    Scalar sign =
        apply("arith.addf", {number, part}, {false, x.numbers.bound + 0.25});
    Scalar y = get(element);
    return apply("math.copysign", {y, sign}, y.numbers);
  }
  default: {
    Scalar divisor = makeConstant(c.dice.pick({1.0, 0.5, 2.0}), element);
    return apply("arith.remf", {x, divisor}, {false, 2});
  }
  }
}

Scalar Body::makeFloat(Element element) {
  unsigned number = c.dice.below(100);
  if (number < 26)
    return makeFunction(element);
  if (number < 35)
    return makeLimitedFunction(element);
  if (number < 47)
    return makeJump(element);
  Scalar x = get(element);
  if (number < 53)
    return apply(c.dice.pick({"arith.negf", "math.absf"}), {x}, x.numbers);
  Scalar y = get(element);
  bool isRough = x.numbers.isRough || y.numbers.isRough;
  double a = x.numbers.bound, b = y.numbers.bound;
  if (number < 75)
    return apply(c.dice.pick({"arith.addf", "arith.subf"}), {x, y},
                 {isRough, a + b});
  if (number < 88)
    return apply("arith.mulf", {x, y}, {isRough, a * b});
  return apply(c.dice.pick({"arith.maximumf", "arith.minimumf", "arith.maxnumf",
                            "arith.minnumf"}),
               {x, y}, {isRough, std::max(a, b)});
}

/// Writes a quotient or remainder, with a divisor from 1 to 8.
Scalar Body::makeDivision(Element element) {
  Scalar x = get(element), y = get(element);
  Scalar mask = makeConstant(7, element), one = makeConstant(1, element);
  Scalar small = apply("arith.andi", {y, mask}, {});
  Scalar divisor = apply("arith.addi", {small, one}, {});
  return apply(
      c.dice.pick({"arith.divsi", "arith.divui", "arith.remsi", "arith.remui",
                   "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi"}),
      {x, divisor}, {});
}

Scalar Body::makeInteger(Element element) {
  unsigned number = c.dice.below(100);
  Scalar x = get(element);
  if (element != Element::I1) {
    if (number < 12)
      return makeDivision(element);
    if (number < 22) {
      Scalar y = get(element);
      Scalar mask = makeConstant(getWidth(element) - 1, element);
      Scalar amount = apply("arith.andi", {y, mask}, {});
      return apply(c.dice.pick({"arith.shli", "arith.shrsi", "arith.shrui"}),
                   {x, amount}, {});
    }
    if (number < 30 && element != Element::Index)
      return apply(
          c.dice.pick({"math.absi", "math.ctpop", "math.ctlz", "math.cttz"}),
          {x}, {});
    if (number < 34 && element != Element::Index) {
      Scalar power = makeConstant(c.dice.below(4), element);
      return apply("math.ipowi", {x, power}, {});
    }
  }
  Scalar y = get(element);
  return apply(
      c.dice.pick({"arith.addi", "arith.subi", "arith.muli", "arith.andi",
                   "arith.ori", "arith.xori", "arith.maxsi", "arith.minsi",
                   "arith.maxui", "arith.minui"}),
      {x, y}, {});
}
