//===- ActivationMatcher.cpp - Which activation values are ------------- ===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActivationMatcher.h"

#include "GeluFamily.h"
#include "OperandRoles.h"

using namespace mlir;
using namespace fused;

namespace {
/// Where an expression differs from a function of the pre-activation.
struct Difference {
  bool finite = false;
  bool atNan = false;
  bool atInfinity = false;
};
} // namespace

namespace {
/// Compares one node with functions of its linear part.
class Comparison {
public:
  Comparison(const Samples &samples, ArrayRef<double> values,
             llvm::function_ref<bool(size_t)> isUndefined)
      : samples(samples), values(values), isUndefined(isUndefined) {}

  template <typename F>
  Difference compare(const LinearPart &linear, double tolerance,
                     F function) const {
    Difference difference;
    for (size_t s = 0, e = samples.size(); s != e; ++s) {
      if (isUndefined(s))
        continue;
      double x = linear.evaluate(samples, s);
      double expected = function(x), actual = values[s];
      if (expected == actual || (std::isnan(expected) && std::isnan(actual)))
        continue;
      if (std::isnan(x)) {
        difference.atNan = true;
      } else if (std::isinf(x)) {
        // A polynomial may give an infinity where the formula gives NaN.
        if (!std::isnan(expected) || std::isfinite(actual))
          difference.atInfinity = true;
      } else if (!(std::fabs(expected - actual) <=
                   tolerance * linear.magnitude(samples, s))) {
        difference.finite = true;
        return difference;
      }
    }
    return difference;
  }

private:
  const Samples &samples;
  ArrayRef<double> values;
  llvm::function_ref<bool(size_t)> isUndefined;
};
} // namespace

double fused::relu(double x) {
  NativeArithmetic<double> arithmetic;
  return EpilogSemantics<NativeArithmetic<double>>{arithmetic}.relu(x);
}

/// Accepts a function that differs only at NaN or infinity where the contract
/// allows it.
static ActivationAnswer
accept(Activation activation, const Difference &difference, Numerics numerics) {
  for (auto [differs, concession] :
       {std::pair(difference.atNan, Concession::NaNHandling),
        std::pair(difference.atInfinity, Concession::InfinityHandling)})
    if (differs && !isPermitted(numerics, concession))
      return {std::nullopt, getConcessionInfo(concession).reason};
  return {activation, {}};
}

ActivationAnswer
fused::findActivation(const Samples &samples, ArrayRef<double> values,
                      llvm::function_ref<bool(size_t)> isUndefined,
                      LinearPart &linear, ArrayRef<Type> types,
                      Numerics numerics) {
  Comparison comparison(samples, values, isUndefined);
  Difference difference =
      comparison.compare(linear, exactTolerance, [](double x) { return x; });
  if (!difference.finite)
    return accept(Activation::None, difference, numerics);
  difference = comparison.compare(linear, exactTolerance, relu);
  if (!difference.finite)
    return accept(Activation::Relu, difference, numerics);

  linear.alpha = snapToOne(linear.alpha);
  linear.beta = linear.beta == 0.0 ? 0.0 : snapToOne(linear.beta);
  for (LinearPart::Term &term : linear.vectors)
    term.factor = snapToOne(term.factor);
  for (const TanhGelu &gelu : getTanhGelus(types)) {
    difference = comparison.compare(linear, geluTolerance,
                                    [&](double x) { return gelu.evaluate(x); });
    if (!difference.finite)
      return accept(Activation::Gelu, difference, numerics);
  }
  for (const ExactGelu &gelu : getExactGelus(types)) {
    difference = comparison.compare(linear, geluTolerance,
                                    [&](double x) { return gelu.evaluate(x); });
    if (difference.finite)
      continue;
    if (isPermitted(numerics, Concession::TanhForExactGelu))
      return {Activation::Gelu, {}};
    return {std::nullopt, "exact-gelu"};
  }
  return {std::nullopt, "no-epilog"};
}
