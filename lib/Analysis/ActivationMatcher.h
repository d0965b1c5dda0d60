//===- ActivationMatcher.h - Which activation values are -*- C++ -*- ===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_ACTIVATIONMATCHER_H
#define FUSED_LIB_ANALYSIS_ACTIVATIONMATCHER_H

#include "Samples.h"
#include "fused-runtime/EpilogSemantics.h"
#include "fused/Analysis/Numerics.h"
#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include <cmath>
#include <optional>

namespace fused {

/// The linear part of an expression: what an activation is applied to.
struct LinearPart {
  /// A vector: its value at each sample, and what it is multiplied by.
  struct Term {
    double factor;
    llvm::ArrayRef<double> values;
  };

  double alpha = 1.0, beta = 0.0;
  llvm::SmallVector<Term, 1> vectors;

  double evaluate(const Samples &samples, size_t s) const {
    double x = alpha * samples.accumulator[s];
    if (beta != 0.0)
      x += beta * samples.matrix[s];
    for (const Term &term : vectors)
      x += term.factor * term.values[s];
    return x;
  }
  double magnitude(const Samples &samples, size_t s) const {
    double x = std::fabs(alpha * samples.accumulator[s]);
    if (beta != 0.0)
      x += std::fabs(beta * samples.matrix[s]);
    for (const Term &term : vectors)
      x += std::fabs(term.factor * term.values[s]);
    return x;
  }
};

/// max(x, 0), keeping NaN.
double relu(double x);

/// What an expression was found to be: an activation that holds under each
/// contract, or a reason.
struct ActivationAnswer {
  std::optional<Activation> activation;
  llvm::StringRef reason;
};

/// Compares `values`, one for each sample, with each activation of `linear`.
/// Samples at which `isUndefined` holds do not count; `types` are those in
/// which constants may have been rounded.
ActivationAnswer
findActivation(const Samples &samples, llvm::ArrayRef<double> values,
               llvm::function_ref<bool(size_t)> isUndefined, LinearPart &linear,
               llvm::ArrayRef<mlir::Type> types, Numerics numerics);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_ACTIVATIONMATCHER_H
