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

void addStray(Comparison &comparison, int64_t index) {
  if (comparison.numStrays++ == 0)
    comparison.firstStray = index;
}

/// What a fused result may be farther away than the unfused one: each rounds at
/// other places and sums in another order.
double getTolerance(fused_type_t type, double unfusedError, Numerics numerics) {
  // In f64, the reference rounds as much as the results do.
  double numEpsilons = type == FUSED_F64 ? 256 : 4;
  double tolerance =
      std::max(numEpsilons * getEpsilon(type), 0.5 * unfusedError);
  // The tanh form of GELU is up to 4.8e-4 away from the exact one.
  if (numerics == Numerics::Fast)
    tolerance = std::max(tolerance, 2e-3);
  return tolerance;
}

Comparison compareFloats(const HostTensor &fused, const HostTensor &unfused,
                         const HostTensor &reference, Numerics numerics) {
  Comparison comparison;
  fused_type_t type = fused.getType();
  LargestError fusedError, unfusedError;
  double scale = 0;
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i) {
    double expected = reference.get(i);
    Class expectedClass = classify(roundTo(type, expected));
    Class fusedClass = classify(fused.get(i));
    if (fusedClass != expectedClass && fusedClass != classify(unfused.get(i)))
      addStray(comparison, i);
    if (expectedClass != Class::Finite) {
      ++comparison.numNonFinite;
      continue;
    }
    scale = std::max(scale, std::abs(expected));
    fusedError.add(fused.get(i), expected);
    unfusedError.add(unfused.get(i), expected);
  }
  comparison.fusedError = fusedError.relativeTo(scale);
  comparison.unfusedError = unfusedError.relativeTo(scale);
  comparison.tolerance = getTolerance(type, comparison.unfusedError, numerics);
  return comparison;
}

Comparison compareIntegers(const HostTensor &fused, const HostTensor &unfused,
                           const HostTensor &reference) {
  Comparison comparison;
  int64_t numFused = 0, numUnfused = 0, count = fused.getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    bool fusedDiffers = fused.get(i) != reference.get(i);
    numFused += fusedDiffers;
    numUnfused += unfused.get(i) != reference.get(i);
    if (fusedDiffers && fused.get(i) != unfused.get(i))
      addStray(comparison, i);
  }
  double divisor = double(std::max<int64_t>(count, 1));
  comparison.fusedError = double(numFused) / divisor;
  comparison.unfusedError = double(numUnfused) / divisor;
  return comparison;
}

} // namespace

Comparison fused::run::compare(const HostTensor &fused,
                               const HostTensor &unfused,
                               const HostTensor &reference, Numerics numerics) {
  assert(fused.getSizes() == reference.getSizes() &&
         fused.getSizes() == unfused.getSizes() &&
         "the three programs are one function");
  if (isFloat(fused.getType()))
    return compareFloats(fused, unfused, reference, numerics);
  return compareIntegers(fused, unfused, reference);
}
