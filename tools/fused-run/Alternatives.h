//===- Alternatives.h - What else a result may be ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_ALTERNATIVES_H
#define FUSED_RUN_ALTERNATIVES_H

#include "HostTensor.h"

namespace fused::run {

/// Decides whether two values of an element have the same class. The classes of
/// floats are finite, NaN, and each infinity. Each integer is its own class.
struct ClassRule {
  fused_type_t type;
  bool nanIsInfinite = false; ///< NaN and either infinity are one class.
  /// A number from half of the largest one of the type on may be an infinity.
  bool halfOverflows = false;

  /// Returns true if the classes are the same. A number so near the largest one
  /// of the type that rounding decides also has the class of infinity.
  bool areSame(double a, double b) const;
};

/// The other values that the elements of a fused result may have. Other
/// evaluations of the same program give them: with inputs that differ by
/// rounding, or with other values where fast-math flags leave a result
/// undefined. Stores a few values for each element, but no results.
class Alternatives {
public:
  Alternatives(const HostTensor &fused, const HostTensor &reference,
               ClassRule rule);

  /// Adds the result of the unfused program or of the reference, for inputs
  /// that differ by rounding from those of the fused result.
  void addNeighbour(const HostTensor &result);
  /// Adds the result of a reference that replaces undefined values by another
  /// number than `reference` does.
  void addDefinition(const HostTensor &result);

  /// Adds the result of the reference for inputs whose largest numbers were
  /// replaced by infinities. Where infinities of both signs meet in a sum, the
  /// original numbers may overflow or not. The order of the sum decides that,
  /// and it is not defined.
  void addOverflow(const HostTensor &result);

  /// True if the element depends on an undefined value.
  bool isUndefined(int64_t index) const { return undefined[size_t(index)]; }
  /// True if a neighbour has the class of the fused element, or if the fused
  /// element is NaN and neighbours have both infinities. Rounding decides the
  /// sign of the number that was multiplied by an infinity then, and it may
  /// also make that number 0.
  bool hasSameClass(int64_t index) const { return sameClass[size_t(index)]; }
  /// Returns the largest |neighbour - reference|. It is infinite if a neighbour
  /// is not finite but the reference is.
  double getSpread(int64_t index) const {
    return spreads.empty() ? 0 : spreads[size_t(index)];
  }

private:
  void addClass(int64_t index, double value);

  const HostTensor &fused, &reference;
  ClassRule rule;
  std::vector<double> spreads;
  std::vector<bool> sameClass, undefined;
  /// Which infinities neighbours have.
  std::vector<bool> isPositive, isNegative;
};

} // namespace fused::run

#endif // FUSED_RUN_ALTERNATIVES_H
