//===- Reference.cpp - What operations compute ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerReference.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <functional>

using namespace llvm;
using namespace fused::scalars;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Compares by the name of the predicate: ordered or unordered, and which
/// relation.
static bool compare(StringRef predicate, const APFloat &a, const APFloat &b) {
  APFloat::cmpResult order = a.compare(b);
  bool unordered = order == APFloat::cmpUnordered;
  if (predicate == "false" || predicate == "true")
    return predicate == "true";
  if (predicate == "ord" || predicate == "uno")
    return unordered == (predicate == "uno");
  if (unordered)
    return predicate.front() == 'u';
  return StringSwitch<bool>(predicate.drop_front())
      .Case("eq", order == APFloat::cmpEqual)
      .Case("ne", order != APFloat::cmpEqual)
      .Case("lt", order == APFloat::cmpLessThan)
      .Case("le", order != APFloat::cmpGreaterThan)
      .Case("gt", order == APFloat::cmpGreaterThan)
      .Case("ge", order != APFloat::cmpLessThan)
      .Default(false);
}

static Answer evaluateFloats(StringRef operation, APFloat a, const APFloat &b) {
  constexpr auto nearest = APFloat::rmNearestTiesToEven;
  if (operation == "arith.addf")
    a.add(b, nearest);
  else if (operation == "arith.subf")
    a.subtract(b, nearest);
  else if (operation == "arith.mulf")
    a.multiply(b, nearest);
  else if (operation == "arith.divf")
    a.divide(b, nearest);
  else if (operation == "arith.remf")
    a.mod(b);
  else if (operation == "math.copysign")
    a.copySign(b);
  else if (operation == "arith.maximumf")
    a = maximum(a, b);
  else if (operation == "arith.minimumf")
    a = minimum(a, b);
  else {
    // If one is NaN, the result is the other. If both are zero, it may be
    // either.
    if (a.isZero() && b.isZero())
      return {Answer::AnyZero, 0, 0, 0};
    if (a.isNaN() || b.isNaN())
      a = a.isNaN() ? b : a;
    else
      a = operation == "arith.maxnumf" ? maxnum(a, b) : minnum(a, b);
  }
  return exactly(a);
}

static const StringMap<APFloat::roundingMode> &getRoundings() {
  static const StringMap<APFloat::roundingMode> map = {
      {"math.ceil", APFloat::rmTowardPositive},
      {"math.floor", APFloat::rmTowardNegative},
      {"math.trunc", APFloat::rmTowardZero},
      {"math.round", APFloat::rmNearestTiesToAway},
      {"math.roundeven", APFloat::rmNearestTiesToEven}};
  return map;
}

namespace {
/// A function, and its largest error in f32 and in f64, in units in the last
/// place.
struct Function {
  long double (*compute)(long double);
  double ulps;
};
} // namespace

static const StringMap<Function> &getFunctions() {
  using L = long double;
  static const StringMap<Function> map = {
      {"math.acos", {[](L x) { return std::acos(x); }, 4}},
      {"math.acosh", {[](L x) { return std::acosh(x); }, 4}},
      {"math.asin", {[](L x) { return std::asin(x); }, 4}},
      {"math.asinh", {[](L x) { return std::asinh(x); }, 4}},
      {"math.atan", {[](L x) { return std::atan(x); }, 4}},
      {"math.atanh", {[](L x) { return std::atanh(x); }, 4}},
      {"math.cbrt", {[](L x) { return std::cbrt(x); }, 4}},
      {"math.cos", {[](L x) { return std::cos(x); }, 4}},
      {"math.cosh", {[](L x) { return std::cosh(x); }, 4}},
      {"math.erf", {[](L x) { return std::erf(x); }, 2}},
      {"math.erfc", {[](L x) { return std::erfc(x); }, 6}},
      {"math.exp", {[](L x) { return std::exp(x); }, 4}},
      {"math.exp2", {[](L x) { return std::exp2(x); }, 4}},
      {"math.expm1", {[](L x) { return std::expm1(x); }, 4}},
      {"math.log", {[](L x) { return std::log(x); }, 4}},
      {"math.log10", {[](L x) { return std::log10(x); }, 4}},
      {"math.log1p", {[](L x) { return std::log1p(x); }, 4}},
      {"math.log2", {[](L x) { return std::log2(x); }, 4}},
      {"math.rsqrt", {[](L x) { return 1 / std::sqrt(x); }, 2}},
      {"math.sin", {[](L x) { return std::sin(x); }, 4}},
      {"math.sinh", {[](L x) { return std::sinh(x); }, 4}},
      {"math.sqrt", {[](L x) { return std::sqrt(x); }, 0.501}},
      {"math.tan", {[](L x) { return std::tan(x); }, 4}},
      {"math.tanh", {[](L x) { return std::tanh(x); }, 4}}};
  return map;
}

/// Computes a power by the C library. Powers of an infinity are computed here,
/// because glibc's are wrong for the exponent -2^63.
static long double computePower(long double base, long double exponent) {
  if (!std::isinf(base) || std::isnan(exponent) || exponent == 0)
    return std::pow(base, exponent);
  bool isOdd = std::fmod(std::fabs(exponent), 2.0L) == 1;
  long double magnitude =
      exponent > 0 ? std::numeric_limits<long double>::infinity() : 0.0L;
  return isOdd ? std::copysign(magnitude, base) : magnitude;
}

static Answer evaluateFunction(const ScalarType &type, StringRef operation,
                               Bits a) {
  const Function &function = getFunctions().at(operation);
  return near(type, function.compute(getWide(type, a)), function.ulps);
}

static bool classify(StringRef operation, const APFloat &a) {
  return StringSwitch<bool>(operation)
      .Case("math.isfinite", a.isFinite())
      .Case("math.isinf", a.isInfinity())
      .Case("math.isnan", a.isNaN())
      .Default(a.isNormal());
}

static Answer clamp(const APFloat &value, const APFloat &low,
                    const APFloat &high) {
  if (!(low <= high) && !low.isNaN() && !high.isNaN())
    return {};
  return exactly(maximum(minimum(value, high), low));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Answer convertFloat(const ScalarType &to, StringRef rounding,
                           APFloat a) {
  APFloat::roundingMode mode =
      StringSwitch<APFloat::roundingMode>(rounding)
          .Case("downward", APFloat::rmTowardNegative)
          .Case("upward", APFloat::rmTowardPositive)
          .Case("toward_zero", APFloat::rmTowardZero)
          .Case("to_nearest_away", APFloat::rmNearestTiesToAway)
          .Default(APFloat::rmNearestTiesToEven);
  bool losesInfo;
  a.convert(*to.floating, mode, &losesInfo);
  return exactly(a);
}

/// Rounds to an integer towards zero. NaN becomes 0.
static Answer convertToInteger(const ScalarType &to, const APFloat &a,
                               bool isSigned) {
  APSInt result(to.width, /*isUnsigned=*/!isSigned);
  bool isExact;
  if (!a.isNaN())
    (void)a.convertToInteger(result, APFloat::rmTowardZero, &isExact);
  return exactly(APInt(result));
}

static Answer convertToFloat(const ScalarType &to, const APInt &a,
                             bool isSigned) {
  APFloat result(*to.floating);
  (void)result.convertFromAPInt(a, isSigned, APFloat::rmNearestTiesToEven);
  return exactly(result);
}

static bool isConversion(StringRef operation) {
  return is_contained({"arith.bitcast", "arith.extf", "arith.truncf",
                       "arith.extsi", "arith.extui", "arith.trunci",
                       "arith.index_cast", "arith.index_castui", "arith.fptosi",
                       "arith.fptoui", "arith.sitofp", "arith.uitofp"},
                      operation);
}

static Answer convert(const Case &scalarCase, Bits a) {
  StringRef operation = scalarCase.operation;
  const ScalarType &from = *scalarCase.operands[0];
  const ScalarType &to = *scalarCase.results[0];
  if (operation == "arith.bitcast")
    return exactly(a);
  if (operation == "arith.extf" || operation == "arith.truncf")
    return convertFloat(to, scalarCase.attribute, getFloat(from, a));
  if (operation == "arith.fptosi" || operation == "arith.fptoui")
    return convertToInteger(to, getFloat(from, a), operation.ends_with("si"));
  APInt integer = getInteger(from, a);
  if (operation == "arith.sitofp" || operation == "arith.uitofp")
    return convertToFloat(to, integer, operation == "arith.sitofp");
  if (operation == "arith.extui" || operation == "arith.index_castui")
    return exactly(integer.zextOrTrunc(to.width));
  return exactly(integer.sextOrTrunc(to.width));
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

bool fused::scalars::hasReference(StringRef operation) {
  return isIntegerOperation(operation) || getRoundings().contains(operation) ||
         getFunctions().contains(operation) || isConversion(operation) ||
         is_contained({"arith.cmpf",     "arith.select",  "arith.negf",
                       "arith.addf",     "arith.subf",    "arith.mulf",
                       "arith.divf",     "arith.remf",    "arith.maximumf",
                       "arith.minimumf", "arith.maxnumf", "arith.minnumf",
                       "math.absf",      "math.copysign", "math.isfinite",
                       "math.isinf",     "math.isnan",    "math.isnormal",
                       "math.fma",       "math.clampf",   "math.atan2",
                       "math.powf",      "math.fpowi",    "math.sincos"},
                      operation);
}

Results fused::scalars::evaluate(const Case &scalarCase,
                                 ArrayRef<Bits> operands) {
  StringRef operation = scalarCase.operation;
  const ScalarType &type = *scalarCase.operands[0];
  if (!hasReference(operation))
    return Results(scalarCase.results.size());
  if (isConversion(operation))
    return {convert(scalarCase, operands[0])};
  if (operation == "arith.select")
    return {exactly(operands[0] ? operands[1] : operands[2])};
  if (!type.floating)
    return evaluateIntegers(scalarCase, operands);

  APFloat a = getFloat(type, operands[0]);
  if (getFunctions().contains(operation))
    return {evaluateFunction(type, operation, operands[0])};
  if (auto rounding = getRoundings().find(operation);
      rounding != getRoundings().end()) {
    a.roundToIntegral(rounding->second);
    return {exactly(a)};
  }
  if (operation == "math.sincos")
    return {evaluateFunction(type, "math.sin", operands[0]),
            evaluateFunction(type, "math.cos", operands[0])};
  if (operation == "arith.negf")
    return {exactly(neg(a))};
  if (operation == "math.absf")
    return {exactly(abs(a))};
  if (operands.size() == 1)
    return {exactly(Bits(classify(operation, a)))};

  long double wide = getWide(type, operands[0]);
  if (operation == "math.fpowi") {
    APInt exponent = getInteger(*scalarCase.operands[1], operands[1]);
    return {near(
        type,
        computePower(wide, static_cast<long double>(exponent.getSExtValue())),
        16)};
  }
  APFloat b = getFloat(type, operands[1]);
  if (operation == "arith.cmpf")
    return {exactly(Bits(compare(scalarCase.attribute, a, b)))};
  if (operation == "math.atan2")
    return {near(type, std::atan2(wide, getWide(type, operands[1])), 4)};
  if (operation == "math.powf")
    return {near(type, computePower(wide, getWide(type, operands[1])), 16)};
  if (operands.size() == 2)
    return {evaluateFloats(operation, a, b)};

  APFloat c = getFloat(type, operands[2]);
  if (operation == "math.clampf")
    return {clamp(a, b, c)};
  a.fusedMultiplyAdd(b, c, APFloat::rmNearestTiesToEven);
  return {exactly(a)};
}
