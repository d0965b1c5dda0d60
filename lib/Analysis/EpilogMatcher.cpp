//===- EpilogMatcher.cpp - Which epilog an expression is ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogMatcher.h"

#include "RegionEvaluation.h"
#include <cmath>

using namespace mlir;
using namespace fused;

/// How far apart values may be, relative to the magnitude of what is summed:
/// rounding in double precision, and the error of a good approximation of tanh
/// or erf.
static constexpr double exactTolerance = 1e-12;
static constexpr double geluTolerance = 1e-6;

EpilogMatcher::EpilogMatcher(const EpilogRegion &region, Numerics numerics)
    : region(region), numerics(numerics),
      evaluation(std::make_unique<Evaluation>(region)) {}

EpilogMatcher::~EpilogMatcher() = default;

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {
/// Where an expression differs from a function of the pre-activation.
struct Difference {
  bool finite = false;
  bool atNan = false;
  bool atInfinity = false;
};

/// The linear part of an expression: what an activation is applied to.
struct Linear {
  double alpha = 1.0, beta = 0.0;
  bool hasBias = false;

  double evaluate(const Samples &samples, size_t s) const {
    double x = alpha * samples.accumulator[s];
    if (beta != 0.0)
      x += beta * samples.matrix[s];
    return hasBias ? x + samples.vector[s] : x;
  }
  double magnitude(const Samples &samples, size_t s) const {
    double x = std::fabs(alpha * samples.accumulator[s]);
    if (beta != 0.0)
      x += std::fabs(beta * samples.matrix[s]);
    return hasBias ? x + std::fabs(samples.vector[s]) : x;
  }
};

double roundTo(const llvm::fltSemantics &semantics, double value) {
  APFloat number(value);
  bool losesInfo;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

/// The family of functions that count as one: constants exact, and rounded to
/// each type in which the expression computes.
SmallVector<double> getRoundings(double value, ArrayRef<Type> types) {
  SmallVector<double> result = {value};
  for (Type type : types)
    if (auto floatType = dyn_cast<FloatType>(type))
      result.push_back(roundTo(floatType.getFloatSemantics(), value));
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

constexpr double sqrt2OverPi = 0.79788456080286535588;
/// torch-mlir's constant for sqrt(2/pi).
constexpr double sqrt2OverPiOfTorch = 0.7977240352174656;
constexpr double cubic = 0.044715;
constexpr double sqrtHalf = 0.70710678118654752440;

/// All tanh forms of GELU: the constants each rounded, or the rounded product
/// of both where the expression is sqrt(2/pi) x + (sqrt(2/pi) 0.044715) x^3.
SmallVector<GeluConstants> getGeluFamily(ArrayRef<Type> types) {
  SmallVector<GeluConstants> family;
  SmallVector<double> products = getRoundings(sqrt2OverPi * cubic, types);
  for (double exact : {sqrt2OverPi, sqrt2OverPiOfTorch})
    for (double scale : getRoundings(exact, types)) {
      for (double coefficient : getRoundings(cubic, types))
        family.push_back({scale, coefficient});
      for (double product : products)
        family.push_back({scale, product / scale});
    }
  return family;
}
} // namespace

namespace {
/// Compares one node with functions of its linear part.
class Comparison {
public:
  Comparison(const Samples &samples, ArrayRef<double> values,
             llvm::function_ref<bool(size_t)> isUndefined)
      : samples(samples), values(values), isUndefined(isUndefined) {}

  /// The coefficient of the input whose probes start at sample `first`, for any
  /// activation that is the identity far to the right and zero far to the left.
  double getCoefficient(size_t first) const {
    double right = values[first] / probe, left = -values[first + 1] / probe;
    return std::fabs(right) >= std::fabs(left) ? right : left;
  }

  template <typename F>
  Difference compare(const Linear &linear, double tolerance, F function) const {
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

double relu(double x) {
  NativeArithmetic<double> arithmetic;
  return EpilogSemantics<NativeArithmetic<double>>{arithmetic}.relu(x);
}

double geluTanh(double x, const GeluConstants &constants) {
  NativeArithmetic<double> arithmetic;
  return EpilogSemantics<NativeArithmetic<double>>{arithmetic, constants}
      .geluTanh(x);
}
} // namespace

/// A coefficient that an approximation leaves a little off one is one.
static double snapToOne(double coefficient) {
  return std::fabs(coefficient - 1.0) <= geluTolerance ? 1.0 : coefficient;
}

static std::optional<Epilog> findEpilog(Activation activation, bool hasBias) {
  for (const EpilogInfo &info : epilogTable)
    if (info.activation == activation && info.hasBias == hasBias &&
        info.aux == Aux::None && !info.hasBiasGradient())
      return info.epilog;
  return std::nullopt;
}

namespace {
/// What an expression was found to be: an activation that holds under each
/// contract, or a reason.
struct ActivationAnswer {
  std::optional<Activation> activation;
  StringRef reason;
};
} // namespace

/// Accepts a function that differs only at NaN or infinity where the contract
/// allows it.
static ActivationAnswer
accept(Activation activation, const Difference &difference, Numerics numerics) {
  if (numerics == Numerics::Fast ||
      (!difference.atNan && !difference.atInfinity))
    return {activation, {}};
  return {std::nullopt,
          difference.atNan ? "nan-handling" : "infinity-handling"};
}

static ActivationAnswer findActivation(const Comparison &comparison,
                                       Linear &linear, ArrayRef<Type> types,
                                       Numerics numerics) {
  Difference difference =
      comparison.compare(linear, exactTolerance, [](double x) { return x; });
  if (!difference.finite)
    return accept(Activation::None, difference, numerics);
  difference = comparison.compare(linear, exactTolerance, relu);
  if (!difference.finite)
    return accept(Activation::Relu, difference, numerics);

  linear.alpha = snapToOne(linear.alpha);
  linear.beta = linear.beta == 0.0 ? 0.0 : snapToOne(linear.beta);
  for (const GeluConstants &constants : getGeluFamily(types)) {
    difference = comparison.compare(linear, geluTolerance, [&](double x) {
      return geluTanh(x, constants);
    });
    if (!difference.finite)
      return accept(Activation::Gelu, difference, numerics);
  }
  for (double scale : getRoundings(sqrtHalf, types)) {
    difference = comparison.compare(linear, geluTolerance, [&](double x) {
      return 0.5 * x * std::erfc(-scale * x);
    });
    if (difference.finite)
      continue;
    if (numerics != Numerics::Fast)
      return {std::nullopt, "exact-gelu"};
    return {Activation::Gelu, {}};
  }
  return {std::nullopt, "no-epilog"};
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Finds the one vector and the one matrix among the leaves of a node, or gives
/// the reason why they are no operands of an epilog.
static StringRef assignLeaves(const EpilogRegion &region,
                              const RegionNode &node, EpilogMatch &match) {
  for (auto [index, leaf] : llvm::enumerate(region.leaves)) {
    if (!(node.leaves >> index & 1))
      continue;
    switch (leaf.kind) {
    case LeafKind::Vector:
    case LeafKind::BatchVector:
      if (match.bias)
        return "several-vectors";
      match.bias = index;
      break;
    case LeafKind::Matrix:
      if (match.c)
        return "several-matrices";
      match.c = index;
      break;
    case LeafKind::RowValue:
      return "bias-along-rows";
    case LeafKind::Scalar:
      return "unknown-scalar";
    case LeafKind::Other:
      return "operand-layout";
    }
  }
  return {};
}

/// Gives the reason why the operation would not be valid, if it is not.
static StringRef checkTypes(const EpilogRegion &region, Type result,
                            const EpilogMatch &match) {
  MatmulOp product = region.product;
  Type a = getElementTypeOrSelf(product.getA().getType());
  Type b = getElementTypeOrSelf(product.getB().getType());
  if (failed(verifyElementTypes(match.epilog, a, b, result,
                                /*emitError=*/nullptr)))
    return "element-type";
  if (match.bias && region.leaves[*match.bias].source.elementType !=
                        getExtraElementType(a, result))
    return "bias-type";
  if (match.c &&
      region.leaves[*match.c].source.elementType != getCElementType(result))
    return "c-type";
  return {};
}

/// The floating-point types in which the expression of `root` computes.
static SmallVector<Type> getTypes(const EpilogRegion &region) {
  llvm::SmallSetVector<Type, 4> types;
  for (const RegionNode &node : region.nodes)
    if (isa_and_nonnull<FloatType>(node.type))
      types.insert(node.type);
  return types.takeVector();
}

EpilogAnswer EpilogMatcher::match(const RegionExit &exit) const {
  const RegionNode &node = region.nodes[exit.node];
  if (evaluation->tooManyConstants)
    return {std::nullopt, "expression-too-large"};
  EpilogMatch match;
  if (StringRef reason = assignLeaves(region, node, match); !reason.empty())
    return {std::nullopt, reason};
  if (!isa<FloatType>(node.type))
    return {std::nullopt, "no-epilog"};

  auto isUndefined = [&](size_t s) {
    return evaluation->isUndefined(exit.node, s);
  };
  Comparison comparison(evaluation->samples, evaluation->values[exit.node],
                        isUndefined);
  Linear linear;
  linear.alpha = comparison.getCoefficient(0);
  if (match.c)
    linear.beta = comparison.getCoefficient(4);
  linear.hasBias = match.bias.has_value();
  if (!std::isfinite(linear.alpha) || !std::isfinite(linear.beta) ||
      linear.alpha == 0.0)
    return {std::nullopt, "no-epilog"};
  ActivationAnswer answer =
      findActivation(comparison, linear, getTypes(region), numerics);
  if (!answer.activation)
    return {std::nullopt, answer.reason};
  if (match.c && linear.beta == 0.0)
    return {std::nullopt, "no-epilog"};

  match.epilog = *findEpilog(*answer.activation, linear.hasBias);
  match.alpha = linear.alpha;
  match.beta = match.c ? linear.beta : 1.0;
  if (StringRef reason = checkTypes(region, node.type, match); !reason.empty())
    return {std::nullopt, reason};
  unsigned width = node.type.getIntOrFloatBitWidth();
  if (node.narrowest < width)
    return {std::nullopt, "narrower-type"};
  if (numerics == Numerics::Strict && node.roundings > (width <= 16 ? 1 : 0))
    return {std::nullopt, "strict-rounding"};
  return {match, {}};
}
