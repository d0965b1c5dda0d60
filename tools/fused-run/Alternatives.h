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

/// When two values of an element are of one class: finite, NaN or either
/// infinity; for integers, the same value.
struct ClassRule {
  fused_type_t type;
  bool nanIsInfinite = false; ///< NaN and either infinity are one class.
  /// A number from half of the largest one of the type on may be an infinity.
  bool halfOverflows = false;

  /// A number so near to the largest one of the type that rounding decides is
  /// of the class of an infinity beside one.
  bool areSame(double a, double b) const;
};

/// What each element of a fused result may also be, by other evaluations of the
/// same program: for inputs that differ by rounding, and where fast-math flags
/// leave the result undefined. Keeps nothing of a size beyond the result's.
class Alternatives {
public:
  Alternatives(const HostTensor &fused, const HostTensor &reference,
               ClassRule rule);

  /// Adds the result of the unfused program, or of the reference, for inputs
  /// that differ from those of the fused result by rounding.
  void addNeighbour(const HostTensor &result);
  /// Adds the result of a reference that gives another number than `reference`
  /// where the program leaves it undefined.
  void addDefinition(const HostTensor &result);

  /// Adds the result of the reference for inputs whose largest numbers have
  /// become infinities. Where infinities of both signs meet, the order of a sum
  /// decides whether it overflows, and no order is defined.
  void addOverflow(const HostTensor &result);

  /// True if the element depends on what the program leaves undefined.
  bool isUndefined(int64_t index) const { return undefined[size_t(index)]; }
  /// True if a neighbour is of the class of the fused element.
  bool hasSameClass(int64_t index) const { return sameClass[size_t(index)]; }
  /// The largest |neighbour - reference|; infinite if one is not finite where
  /// the reference is.
  double getSpread(int64_t index) const {
    return spreads.empty() ? 0 : spreads[size_t(index)];
  }

private:
  const HostTensor &fused, &reference;
  ClassRule rule;
  std::vector<double> spreads;
  std::vector<bool> sameClass, undefined;
};

} // namespace fused::run

#endif // FUSED_RUN_ALTERNATIVES_H
