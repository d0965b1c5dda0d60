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

/// Returns how many epsilons the error of the fused result may exceed that of
/// the unfused one.
double getNumEpsilons(fused_type_t type) {
  switch (type) {
  case FUSED_F64:
    return 256; // The reference rounds as much as the results.
  case FUSED_F32:
    return 4; // The order of sums differs.
  default:
    return 1; // Sums are in f32, so only the last rounding counts.
  }
}

/// Returns the least tolerance for results that are rounded to the type.
double getLeastTolerance(fused_type_t type) {
  return getNumEpsilons(type) * getEpsilon(type);
}

/// An element may be this many times as far from the reference as its
/// alternatives are, because the fused program rounds at other places and there
/// are few alternatives.
constexpr double maxSpreads = 4;

/// If the alternatives of an element differ from the reference by this part of
/// it, roundings decide nearly all of its digits. An example is the reciprocal
/// of a number near zero. The errors of such elements vary too much to be known
/// from a few alternatives of one element, so all such elements of a result are
/// judged together. Even then, some are farther away than all alternatives: x
/// times as large an error occurs with a probability of 1/x where numbers near
/// zero divide, and of 1/x^2 where their square roots do. So a few may be
/// outliers.
constexpr double leastNoise = 0.25, maxNoises = 64, maxPartOfOutliers = 1e-3;

/// Compares one result.
class Comparer {
public:
  Comparer(const HostTensor &fused, const HostTensor &unfused,
           const HostTensor &reference, ClassRule rule,
           const Alternatives *alternatives)
      : fused(fused), unfused(unfused), reference(reference), rule(rule),
        alternatives(alternatives) {}

  Comparison run(double leastTolerance);

private:
  bool isUndefined(int64_t index) const {
    return alternatives && alternatives->isUndefined(index);
  }
  /// True if an alternative has the class of the fused element. For integers,
  /// also if an alternative is as far from the reference.
  bool isExcused(int64_t index) const;
  /// Finds the largest distance of the alternatives of such elements.
  void findNoise();
  /// True if roundings decide nearly all digits of the element.
  bool isNoise(int64_t index) const;
  /// Returns how far from the reference its alternatives allow the element to
  /// be.
  double getAllowed(int64_t index) const;
  /// True if roundings decide nearly all digits of the element, and it is
  /// farther from the reference than that allows, but not by much.
  bool isOutlier(int64_t index) const;
  /// Whether there are so few outliers that chance explains them.
  bool areOutliersRare() const;
  void compareClasses();
  void compareErrors(double leastTolerance);
  /// Returns the error of the fused result. Skips elements that are farther
  /// than `granted` from the reference if they have alternatives as far away.
  LargestError findFusedError(double granted);

  const HostTensor &fused, &unfused, &reference;
  ClassRule rule;
  const Alternatives *alternatives;
  double noise = 0;
  Comparison comparison;
};

void Comparer::findNoise() {
  if (!alternatives || !isFloat(rule.type))
    return;
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i)
    if (isNoise(i))
      noise = std::max(noise, alternatives->getSpread(i));
}

bool Comparer::isNoise(int64_t index) const {
  double spread = alternatives->getSpread(index);
  return std::isfinite(spread) &&
         spread >= leastNoise * std::abs(reference.get(index));
}

double Comparer::getAllowed(int64_t index) const {
  double spread = alternatives->getSpread(index);
  return maxSpreads * (isNoise(index) ? std::max(spread, noise) : spread);
}

bool Comparer::isOutlier(int64_t index) const {
  double distance = std::abs(fused.get(index) - reference.get(index));
  return isNoise(index) && distance > getAllowed(index) &&
         distance <= maxNoises * noise;
}

bool Comparer::areOutliersRare() const {
  if (!alternatives)
    return false;
  int64_t count = 0, numElements = fused.getNumElements();
  for (int64_t i = 0; i < numElements; ++i)
    count += isOutlier(i);
  return double(count) <=
         std::max(1.0, maxPartOfOutliers * double(numElements));
}

bool Comparer::isExcused(int64_t index) const {
  if (!alternatives)
    return false;
  return alternatives->hasSameClass(index) ||
         (!isFloat(rule.type) &&
          std::abs(fused.get(index) - reference.get(index)) <=
              getAllowed(index));
}

/// True if two numbers of 8 bits are what infinities of different signs become
/// where programs cut off what is too large.
static bool areOppositeLimits(fused_type_t type, double a, double b) {
  constexpr double largest = 448; // of f8E4M3FN, which has no infinities
  return type == FUSED_F8E4M3FN && std::abs(a) == largest && a == -b;
}

void Comparer::compareClasses() {
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i) {
    if (isUndefined(i)) {
      ++comparison.numUndefined;
      continue;
    }
    Stray element{i, fused.get(i), unfused.get(i),
                  isFloat(rule.type) ? roundTo(rule.type, reference.get(i))
                                     : reference.get(i)};
    comparison.numNonFinite += !std::isfinite(element.reference);
    comparison.numContested +=
        !rule.areSame(element.unfused, element.reference) ||
        areOppositeLimits(rule.type, element.unfused, element.reference);
    if (rule.areSame(element.fused, element.reference) ||
        rule.areSame(element.fused, element.unfused))
      continue;
    if (isExcused(i))
      ++comparison.numIllConditioned;
    else if (comparison.numStrays++ == 0)
      comparison.firstStray = element;
  }
}

LargestError Comparer::findFusedError(double granted) {
  LargestError error;
  bool hasFewOutliers = areOutliersRare();
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i) {
    double expected = reference.get(i);
    if (isUndefined(i) || !std::isfinite(roundTo(rule.type, expected)))
      continue;
    double distance = std::abs(fused.get(i) - expected);
    if (alternatives && distance > granted &&
        (distance <= getAllowed(i) || (hasFewOutliers && isOutlier(i))))
      ++comparison.numIllConditioned;
    else
      error.add(fused.get(i), expected);
  }
  return error;
}

void Comparer::compareErrors(double leastTolerance) {
  LargestError unfusedError;
  double scale = 0;
  for (int64_t i = 0, e = fused.getNumElements(); i < e; ++i) {
    double expected = reference.get(i);
    if (isUndefined(i) || !std::isfinite(roundTo(rule.type, expected)))
      continue;
    scale = std::max(scale, std::abs(expected));
    unfusedError.add(unfused.get(i), expected);
  }
  comparison.unfusedError = unfusedError.relativeTo(scale);
  comparison.tolerance =
      std::max({0.5 * comparison.unfusedError, getLeastTolerance(rule.type),
                leastTolerance});
  double granted = comparison.unfusedError + comparison.tolerance;
  comparison.fusedError =
      findFusedError(scale > 0 ? granted * scale : granted).relativeTo(scale);
}

Comparison Comparer::run(double leastTolerance) {
  findNoise();
  compareClasses();
  if (isFloat(rule.type))
    compareErrors(leastTolerance);
  return comparison;
}

} // namespace

Comparison fused::run::compare(const HostTensor &fused,
                               const HostTensor &unfused,
                               const HostTensor &reference, Judgement judgement,
                               const Alternatives *alternatives) {
  assert(fused.getSizes() == reference.getSizes() &&
         fused.getSizes() == unfused.getSizes() &&
         "the three programs are one function");
  Comparison comparison = Comparer(fused, unfused, reference,
                                   {fused.getType(), judgement.nanIsInfinite,
                                    judgement.halfOverflows},
                                   alternatives)
                              .run(judgement.leastTolerance);
  comparison.judgesEach =
      judgement.judgesEachInteger && !isFloat(fused.getType());
  return comparison;
}
