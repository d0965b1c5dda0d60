//===- Alternatives.cpp - What else a result may be -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Alternatives.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace fused;
using namespace fused::run;

//===----------------------------------------------------------------------===//
// ClassRule
//===----------------------------------------------------------------------===//

/// True if `a` is infinite and `b` of the same sign and so large that `factor`
/// times it, or rounding, makes it an infinity.
static bool overflows(fused_type_t type, double factor, double a, double b) {
  return std::isinf(a) && std::isfinite(b) && (a > 0) == (b > 0) &&
         std::isinf(roundTo(type, factor * b * (1 + 8 * getEpsilon(type))));
}

bool ClassRule::areSame(double a, double b) const {
  if (!isFloat(type))
    return a == b;
  if (std::isfinite(a) && std::isfinite(b))
    return true;
  if (std::isnan(a) && std::isnan(b))
    return true;
  if (std::isinf(a) && std::isinf(b) && (a > 0) == (b > 0))
    return true;
  double factor = halfOverflows ? 2 : 1;
  if (overflows(type, factor, a, b) || overflows(type, factor, b, a))
    return true;
  return nanIsInfinite && !std::isfinite(a) && !std::isfinite(b) &&
         (std::isnan(a) || std::isnan(b));
}

//===----------------------------------------------------------------------===//
// Alternatives
//===----------------------------------------------------------------------===//

Alternatives::Alternatives(const HostTensor &fused, const HostTensor &reference,
                           ClassRule rule)
    : fused(fused), reference(reference), rule(rule),
      sameClass(size_t(fused.getNumElements())),
      undefined(size_t(fused.getNumElements())) {}

void Alternatives::addClass(int64_t index, double value) {
  double result = fused.get(index);
  if (rule.areSame(result, value))
    sameClass[size_t(index)] = true;
  if (!std::isinf(value))
    return;
  (value > 0 ? isPositive : isNegative)[size_t(index)] = true;
  if (std::isnan(result) && isPositive[size_t(index)] &&
      isNegative[size_t(index)])
    sameClass[size_t(index)] = true;
}

void Alternatives::addNeighbour(const HostTensor &result) {
  int64_t numElements = fused.getNumElements();
  spreads.resize(size_t(numElements), 0.0);
  isPositive.resize(size_t(numElements));
  isNegative.resize(size_t(numElements));
  for (int64_t i = 0; i < numElements; ++i) {
    double value = result.get(i), expected = reference.get(i);
    addClass(i, roundTo(fused.getType(), value));
    if (!std::isfinite(expected))
      continue;
    double distance = std::isfinite(value)
                          ? std::abs(value - expected)
                          : std::numeric_limits<double>::infinity();
    spreads[size_t(i)] = std::max(spreads[size_t(i)], distance);
  }
}

/// True if `a` and `b` are different numbers. Both were computed in double, in
/// the same way unless one depends on an undefined value.
static bool differ(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) != std::isnan(b);
  return a != b;
}

void Alternatives::addDefinition(const HostTensor &result) {
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i)
    if (differ(result.get(i), reference.get(i)))
      undefined[size_t(i)] = true;
}

void Alternatives::addOverflow(const HostTensor &result) {
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i)
    if (std::isnan(result.get(i)) && !std::isnan(reference.get(i)))
      undefined[size_t(i)] = true;
}
