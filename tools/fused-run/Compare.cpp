//===- Compare.cpp - How far results are from the reference -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace llvm;
using namespace fused;
using namespace fused::run;

namespace {

enum class Class { Finite, NaN, PositiveInfinity, NegativeInfinity };

Class classify(double value) {
  if (std::isnan(value))
    return Class::NaN;
  if (std::isinf(value))
    return value > 0 ? Class::PositiveInfinity : Class::NegativeInfinity;
  return Class::Finite;
}

/// The largest |x - reference| among elements finite in both.
class LargestError {
public:
  void add(double value, double reference) {
    if (std::isfinite(value) && std::isfinite(reference))
      largest = std::max(largest, std::abs(value - reference));
  }
  double relativeTo(double scale) const {
    return scale > 0 ? largest / scale : largest;
  }

private:
  double largest = 0;
};

/// Counts an element, of which `same` says whether two values are of one class.
template <typename SameClass>
void countClasses(Comparison &comparison, const Stray &element,
                  SameClass same) {
  comparison.numContested += !same(element.unfused, element.reference);
  if (same(element.fused, element.reference) ||
      same(element.fused, element.unfused))
    return;
  if (comparison.numStrays++ == 0)
    comparison.firstStray = element;
}

/// How many epsilons a fused result may be farther away than the unfused one.
double getNumEpsilons(fused_type_t type) {
  switch (type) {
  case FUSED_F64:
    return 256; // The reference rounds as much as the results do.
  case FUSED_F32:
    return 4; // The order of sums differs.
  default:
    return 1; // Sums are in f32; what counts is the last rounding.
  }
}

/// The tolerance that rounding to the type asks for.
double getLeastTolerance(fused_type_t type) {
  return getNumEpsilons(type) * getEpsilon(type);
}

double getTolerance(double unfusedError, double leastTolerance) {
  return std::max(0.5 * unfusedError, leastTolerance);
}

/// True if `a` is infinite and `b` of the same sign and so near to the largest
/// number of the type that rounding decides between them.
bool overflows(fused_type_t type, double a, double b) {
  return std::isinf(a) && std::isfinite(b) && (a > 0) == (b > 0) &&
         std::isinf(roundTo(type, b * (1 + 8 * getEpsilon(type))));
}

Comparison compareFloats(const HostTensor &fused, const HostTensor &unfused,
                         const HostTensor &reference, double leastTolerance,
                         bool nanIsInfinite) {
  Comparison comparison;
  fused_type_t type = fused.getType();
  LargestError fusedError, unfusedError;
  double scale = 0;
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i) {
    double expected = reference.get(i);
    double rounded = roundTo(type, expected);
    countClasses(comparison, {i, fused.get(i), unfused.get(i), rounded},
                 [&](double a, double b) {
                   return classify(a) == classify(b) || overflows(type, a, b) ||
                          overflows(type, b, a) ||
                          (nanIsInfinite && !std::isfinite(a) &&
                           !std::isfinite(b) &&
                           (std::isnan(a) || std::isnan(b)));
                 });
    if (!std::isfinite(rounded)) {
      ++comparison.numNonFinite;
      continue;
    }
    scale = std::max(scale, std::abs(expected));
    fusedError.add(fused.get(i), expected);
    unfusedError.add(unfused.get(i), expected);
  }
  comparison.scale = scale;
  comparison.fusedError = fusedError.relativeTo(scale);
  comparison.unfusedError = unfusedError.relativeTo(scale);
  comparison.leastTolerance = std::max(getLeastTolerance(type), leastTolerance);
  comparison.tolerance =
      getTolerance(comparison.unfusedError, comparison.leastTolerance);
  return comparison;
}

Comparison compareIntegers(const HostTensor &fused, const HostTensor &unfused,
                           const HostTensor &reference) {
  Comparison comparison;
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i)
    countClasses(comparison,
                 {i, fused.get(i), unfused.get(i), reference.get(i)},
                 [](double a, double b) { return a == b; });
  return comparison;
}

} // namespace

Comparison fused::run::compare(const HostTensor &fused,
                               const HostTensor &unfused,
                               const HostTensor &reference,
                               double leastTolerance, bool nanIsInfinite) {
  assert(fused.getSizes() == reference.getSizes() &&
         fused.getSizes() == unfused.getSizes() &&
         "the three programs are one function");
  if (isFloat(fused.getType()))
    return compareFloats(fused, unfused, reference, leastTolerance,
                         nanIsInfinite);
  return compareIntegers(fused, unfused, reference);
}

void fused::run::addErrors(Comparison &comparison, const Comparison &other) {
  auto getDivisor = [](double scale) { return scale > 0 ? scale : 1; };
  double scale = std::max(comparison.scale, other.scale);
  auto merge = [&](double a, double b) {
    return std::max(a * getDivisor(comparison.scale),
                    b * getDivisor(other.scale)) /
           getDivisor(scale);
  };
  comparison.fusedError = merge(comparison.fusedError, other.fusedError);
  comparison.unfusedError = merge(comparison.unfusedError, other.unfusedError);
  comparison.scale = scale;
  comparison.tolerance =
      getTolerance(comparison.unfusedError, comparison.leastTolerance);
}
