//===- Answer.cpp - The values that a result may have ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Answer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;
using namespace fused::scalars;

long double fused::scalars::getWide(const ScalarType &type, Bits bits) {
  APFloat value = getFloat(type, bits);
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// Returns whether `actual` is within the tolerance of `value`. Infinity is
/// right for values that exceed the largest number, or nearly do.
static bool isNear(const ScalarType &type, long double value, double ulps,
                   Bits actual) {
  const fltSemantics &format = *type.floating;
  if (std::isnan(value))
    return isNaN(type, actual);
  long double number = getWide(type, actual);
  // What has no infinities has NaN in their place.
  if (std::isnan(number) && !APFloat::semanticsHasInf(format))
    number = std::copysign(std::numeric_limits<long double>::infinity(), value);
  int precision = int(APFloat::semanticsPrecision(format));
  int least = APFloat::semanticsMinExponent(format);
  int exponent = std::isfinite(value) && value != 0 ? std::ilogb(value) : least;
  long double unit =
      std::ldexp(1.0L, std::max(exponent, least) - precision + 1);
  if (std::isinf(value) || std::isinf(number)) {
    if (value == number)
      return true;
    // A finite value that rounds to infinity, or nearly does.
    APFloat largest = APFloat::getLargest(format);
    long double limit = getWide(type, getBits(largest));
    int top = APFloat::semanticsMaxExponent(format);
    long double room =
        static_cast<long double>(ulps) * std::ldexp(1.0L, top - precision + 1);
    return std::isinf(number) && std::isfinite(value) &&
           std::signbit(number) == std::signbit(value) &&
           std::fabs(value) > limit - room;
  }
  if (std::isnan(number))
    return false;
  // This accepts the largest number for values beyond it that are near.
  return std::fabs(number - value) <= static_cast<long double>(ulps) * unit;
}

bool fused::scalars::accepts(const ScalarType &type, const Answer &expected,
                             Bits actual) {
  switch (expected.kind) {
  case Answer::Anything:
    return true;
  case Answer::Exactly:
    return expected.bits == actual ||
           (isNaN(type, expected.bits) && isNaN(type, actual));
  case Answer::AnyZero:
    return type.floating && getFloat(type, actual).isZero();
  case Answer::Near:
    return isNear(type, expected.value, expected.ulps, actual);
  }
  return false;
}

std::string fused::scalars::format(const ScalarType &type,
                                   const Answer &expected) {
  switch (expected.kind) {
  case Answer::Anything:
    return "anything";
  case Answer::Exactly:
    return format(type, expected.bits);
  case Answer::AnyZero:
    return "0 or -0";
  case Answer::Near:
    return formatv("{0} within {1} units", double(expected.value),
                   expected.ulps);
  }
  return "";
}

Answer fused::scalars::near(const ScalarType &type, long double value,
                            double ulps) {
  bool isNarrow = type.width < 32;
  return {Answer::Near, 0, value, isNarrow ? 0.5 + ulps * 0x1p-10 : ulps};
}
