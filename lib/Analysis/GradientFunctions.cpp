//===- GradientFunctions.cpp - Gradients as functions ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientFunctions.h"

#include "Bends.h"
#include "Evaluation.h"
#include "GeluFamily.h"
#include "OperandRoles.h"
#include "Samples.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace fused;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

LogicalResult GradientSamples::evaluate(const GradientFunction &function) {
  const Expression &expression = function.expression;
  Evaluation evaluation(expression, size());
  for (auto [index, node] : llvm::enumerate(expression.nodes))
    if (node.kind == ExpressionNode::Kind::Accumulator)
      evaluation.set(index, accumulator);
  if (function.c)
    evaluation.set(*function.c, c);
  scaled = accumulator;
  for (auto [number, node] : llvm::enumerate(function.scales)) {
    std::vector<double> values = createScales(number, size(), [&](size_t s) {
      return std::fabs(accumulator[s]) == probe || c[s] == probe;
    });
    for (auto [value, scale] : llvm::zip_equal(scaled, values))
      value *= scale;
    evaluation.set(node, std::move(values));
  }
  if (function.saved.size() == 1)
    evaluation.set(function.saved.front(), saved);
  else
    for (auto [number, node] : llvm::enumerate(function.saved)) {
      std::vector<double> bits;
      for (double value : saved)
        bits.push_back(static_cast<unsigned>(value) >> number & 1);
      evaluation.set(node, std::move(bits));
    }
  if (failed(evaluation.evaluate(function.root)))
    return failure();
  value = evaluation.get(function.root).vec();
  undefined.resize(size());
  for (size_t s = 0, e = size(); s != e; ++s)
    undefined[s] = evaluation.isUndefined(function.root, s);
  return success();
}

/// Adds samples in which each scale meets ordinary and special accumulators.
static void addScaled(const GradientFunction &function, double place,
                      GradientSamples &samples) {
  if (function.scales.empty())
    return;
  const double accumulators[] = {1.5, -0.25, infinity, notANumber, -0.0};
  for (size_t i = 0; i < numScales * std::size(accumulators); ++i)
    samples.add(accumulators[i % std::size(accumulators)],
                function.c ? 0.5 : 0.0, place);
}

static bool isSame(double expected, double actual, double tolerance) {
  return expected == actual || (std::isnan(expected) && std::isnan(actual)) ||
         std::fabs(expected - actual) <= tolerance;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

namespace {
/// The samples at one saved value start with these: where the coefficients are
/// read.
enum MaskSample { AccProbe, MatrixProbe, NumCoefficients };

/// Compares a gradient with a mask, at each of some saved values.
class MaskComparison {
public:
  MaskComparison(const GradientFunction &function, Numerics numerics)
      : function(function), numerics(numerics) {}

  GradientAnswer run() {
    Type type = function.getSavedType();
    if (type.isInteger(1))
      for (unsigned bits : llvm::seq(1u << function.saved.size()))
        places.push_back(bits);
    else if (isa<FloatType>(type))
      addPlaces();
    else
      return {};
    addSamples();
    if (failed(samples.evaluate(function)) || !readCoefficients())
      return {};
    if (!(type.isInteger(1) ? readBooleans() : readSigns()))
      return answer;
    if (!isMasked())
      return answer;
    answer.activation = Activation::ReluGradient;
    return answer;
  }

private:
  void addPlaces() {
    places = {-infinity, -3.3e38, -1e30,  -5.0,     -1.0,      -1e-3,
              -1e-30,    -0.0,    0.0,    1e-30,    1e-3,      1.0,
              5.0,       1e30,    3.3e38, infinity, notANumber};
    llvm::append_range(places, getPointsAround(getBends(function.expression)));
  }

  void addSamples() {
    const double bound = function.c ? 3.0 : 0.0;
    std::mt19937 random(2);
    auto uniform = [&](double limit) {
      return limit * (2.0 * (random() / 4294967296.0) - 1.0);
    };
    for (double place : places) {
      size_t first = samples.size();
      samples.add(probe, 0.0, place);
      samples.add(0.0, function.c ? probe : 0.0, place);
      samples.add(-probe, 0.0, place);
      for (int i = 0; i < 4; ++i)
        samples.add(uniform(3.0), uniform(bound), place);
      for (double special : {infinity, -infinity, notANumber}) {
        samples.add(special, 0.0, place);
        samples.add(1.0, function.c ? special : 0.0, place);
      }
      addScaled(function, place, samples);
      samplesPerPlace = samples.size() - first;
    }
  }

  double getWeight(size_t place, MaskSample sample) const {
    return samples.value[place * samplesPerPlace + sample] / probe;
  }

  /// The coefficients where the mask lets something through.
  bool readCoefficients() {
    for (size_t place = 0; place != places.size(); ++place) {
      double weight = getWeight(place, AccProbe);
      if (weight == 0.0 || !std::isfinite(weight) ||
          std::fabs(weight) < std::fabs(answer.alpha) * 1e-3)
        continue;
      // The largest: a tie at zero lets half of it through.
      if (!hasAlpha || std::fabs(weight) > std::fabs(answer.alpha)) {
        answer.alpha = weight;
        answer.beta = function.c ? getWeight(place, MatrixProbe) : 0.0;
      }
      hasAlpha = true;
    }
    return hasAlpha && std::isfinite(answer.beta) &&
           (!function.c || answer.beta != 0.0);
  }

  /// The bit at a place, if the weight there is all or nothing.
  std::optional<bool> getBit(size_t place) const {
    double weight = getWeight(place, AccProbe);
    if (weight == 0.0)
      return false;
    if (std::fabs(weight - answer.alpha) <=
        exactTolerance * std::fabs(answer.alpha))
      return true;
    return std::nullopt;
  }

  /// Reads the one value of the booleans at which the mask is set.
  bool readBooleans() {
    unsigned numSet = 0;
    for (unsigned place : llvm::seq<unsigned>(places.size())) {
      std::optional<bool> bit = getBit(place);
      if (!bit)
        return false;
      bits.push_back(*bit);
      if (!*bit)
        continue;
      ++numSet;
      answer.bits = place;
    }
    return numSet == 1;
  }

  /// Reads the bits as a comparison with zero.
  bool readSigns() {
    // Below, at and above zero, and NaN.
    std::optional<bool> signs[4];
    bool isTie = false, isNanWeight = false;
    auto getSign = [&](size_t place) {
      double x = places[place];
      return std::isnan(x) ? 3 : x < 0 ? 0 : x == 0 ? 1 : 2;
    };
    for (size_t place = 0; place != places.size(); ++place) {
      int sign = getSign(place);
      std::optional<bool> bit = getBit(place);
      if (!bit) {
        isTie |= sign == 1;
        isNanWeight |= sign == 3;
        if (sign == 1 || sign == 3)
          continue;
        return false;
      }
      if (signs[sign] && *signs[sign] != *bit)
        return false;
      signs[sign] = bit;
    }
    if (!signs[0] || !signs[2] || *signs[0] == *signs[2])
      return false;
    for (auto [differs, concession] :
         {std::pair(isTie, Concession::ReluGradientAtZero),
          std::pair(isNanWeight, Concession::NaNHandling)})
      if (differs && !isPermitted(numerics, concession)) {
        answer.reason = getConcessionInfo(concession).reason;
        return false;
      }
    // Where the contract allows both, the bit is that of RELU_AUX.
    bool atZero = signs[1].value_or(true), atNan = signs[3].value_or(true);
    if (isTie)
      atZero = true;
    answer.predicate = getPredicate(*signs[0], atZero, *signs[2], atNan);
    const bool bySign[] = {*signs[0], atZero, *signs[2], atNan};
    for (size_t place = 0; place != places.size(); ++place)
      bits.push_back(bySign[getSign(place)]);
    isRelaxed = isTie || isNanWeight;
    return true;
  }

  static arith::CmpFPredicate getPredicate(bool below, bool equal, bool above,
                                           bool atNan) {
    using P = arith::CmpFPredicate;
    const P ordered[] = {P::AlwaysFalse, P::OEQ, P::OGT, P::OGE,
                         P::OLT,         P::OLE, P::ONE, P::ORD};
    const P unordered[] = {P::UNO, P::UEQ, P::UGT, P::UGE,
                           P::ULT, P::ULE, P::UNE, P::AlwaysTrue};
    int index = equal + 2 * above + 4 * below;
    return atNan ? unordered[index] : ordered[index];
  }

  /// True if the bits select, or multiply; sets which.
  bool isMasked() {
    bool selects = true, multiplies = true, finite = true;
    for (size_t s = 0, e = samples.size(); s != e; ++s) {
      size_t place = s / samplesPerPlace;
      if (samples.undefined[s] || (isRelaxed && !getBit(place)))
        continue;
      double acc = samples.scaled[s], c = samples.c[s];
      double linear = answer.alpha * acc;
      double magnitude = std::fabs(linear);
      if (function.c) {
        linear += answer.beta * c;
        magnitude += std::fabs(answer.beta * c);
      }
      double tolerance =
          std::isfinite(magnitude) ? exactTolerance * magnitude : 0.0;
      double actual = samples.value[s];
      bool isSelected = isSame(bits[place] ? linear : 0.0, actual, tolerance);
      selects &= isSelected;
      multiplies &= isSame(bits[place] * linear, actual, tolerance);
      finite &= isSelected || !std::isfinite(linear);
    }
    if (selects || (finite && isPermitted(numerics, Concession::NaNHandling)))
      return true;
    answer.multiplyMask = multiplies;
    if (!multiplies && finite)
      answer.reason = "nan-handling";
    return multiplies;
  }

  const GradientFunction &function;
  Numerics numerics;
  std::vector<double> places;
  size_t samplesPerPlace = 0;
  GradientSamples samples;
  std::vector<bool> bits;
  bool hasAlpha = false, isRelaxed = false;
  GradientAnswer answer;
};
} // namespace

GradientAnswer fused::matchMask(const GradientFunction &function,
                                Numerics numerics) {
  return MaskComparison(function, numerics).run();
}

//===----------------------------------------------------------------------===//
// GELU
//===----------------------------------------------------------------------===//

/// True if the weight of the accumulator looks like the derivative of GELU: a
/// test that costs little. Sets the coefficients.
static bool looksLikeGelu(const GradientFunction &function,
                          GradientAnswer &answer) {
  const double places[] = {40.0, -40.0, 0.0, 1.0, -1.0, 2.0, -0.5, 0.25};
  GradientSamples samples;
  for (double place : places)
    samples.add(probe, 0.0, place);
  samples.add(0.0, probe, places[0]);
  if (failed(samples.evaluate(function)))
    return false;
  double alpha = samples.value[0] / probe;
  double beta = function.c ? samples.value.back() / probe : 0.0;
  if (alpha == 0.0 || !std::isfinite(alpha) || !std::isfinite(beta) ||
      (function.c && beta == 0.0))
    return false;
  answer.alpha = snapToOne(alpha);
  answer.beta = function.c ? snapToOne(beta) : 0.0;
  TanhGelu gelu = getTanhGelu();
  for (auto [place, value] : llvm::zip(places, samples.value))
    if (!(std::fabs(value / probe - alpha * gelu.differentiate(place)) <=
          0.02 * std::fabs(alpha)))
      return false;
  return true;
}

static GradientSamples createGeluSamples(const GradientFunction &function) {
  std::vector<double> places = {infinity, -infinity, notANumber, -0.0,
                                1e30,     -1e30,     1e-30,      -1e-30,
                                65504.0,  -65504.0,  3.3e38,     -3.3e38};
  for (double x = -12.0; x <= 12.0; x += 0.125)
    places.push_back(x);
  llvm::append_range(places, getPointsAround(getBends(function.expression)));
  GradientSamples samples;
  std::mt19937 random(3);
  auto uniform = [&](double bound) {
    return bound * (2.0 * (random() / 4294967296.0) - 1.0);
  };
  for (double place : places) {
    samples.add(1.0, 0.0, place);
    samples.add(uniform(4.0), function.c ? uniform(4.0) : 0.0, place);
  }
  for (double place : {0.5, 2.0, -1.0, 30.0})
    for (double special : {infinity, -infinity, notANumber, 1e30}) {
      samples.add(special, 0.0, place);
      samples.add(1.0, function.c ? special : 0.0, place);
    }
  for (double place : {0.5, -1.0})
    addScaled(function, place, samples);
  return samples;
}

namespace {
struct GeluDifference {
  bool finite = false, atNan = false, atInfinity = false;
};
} // namespace

static GeluDifference
compareGelu(const GradientSamples &samples, const GradientAnswer &answer,
            llvm::function_ref<double(double)> derivative) {
  GeluDifference difference;
  for (size_t s = 0, e = samples.size(); s != e; ++s) {
    if (samples.undefined[s])
      continue;
    double first = answer.alpha * samples.scaled[s];
    double second = answer.beta != 0.0 ? answer.beta * samples.c[s] : 0.0;
    double magnitude = std::fabs(first) + std::fabs(second);
    double at = samples.saved[s], actual = samples.value[s];
    double expected = (first + second) * derivative(at);
    bool isFinite = std::isfinite(magnitude) && std::isfinite(at);
    if (isSame(expected, actual, isFinite ? geluTolerance * magnitude : 0.0))
      continue;
    if (isFinite) {
      difference.finite = true;
      return difference;
    }
    // Where the formula gives an infinity or NaN, the sum of its terms may give
    // either of them.
    if (!std::isfinite(expected) && !std::isfinite(actual))
      continue;
    if (std::isnan(magnitude) || std::isnan(at))
      difference.atNan = true;
    else
      difference.atInfinity = true;
  }
  return difference;
}

GradientAnswer fused::matchGeluGradient(const GradientFunction &function,
                                        Numerics numerics) {
  GradientAnswer answer;
  if (!isa<FloatType>(function.getSavedType()) ||
      !looksLikeGelu(function, answer))
    return {};
  GradientSamples samples = createGeluSamples(function);
  if (failed(samples.evaluate(function)))
    return {};
  SmallVector<Type> types = getTypes(function.expression);
  for (const TanhGelu &gelu : getTanhGelusWithSlopes(types)) {
    GeluDifference difference = compareGelu(
        samples, answer, [&](double x) { return gelu.differentiate(x); });
    if (difference.finite)
      continue;
    for (auto [differs, concession] :
         {std::pair(difference.atNan, Concession::NaNHandling),
          std::pair(difference.atInfinity, Concession::InfinityHandling)})
      if (differs && !isPermitted(numerics, concession)) {
        answer.reason = getConcessionInfo(concession).reason;
        return answer;
      }
    answer.activation = Activation::GeluGradient;
    return answer;
  }
  for (const ExactGelu &gelu : getExactGelus(types)) {
    if (compareGelu(samples, answer, [&](double x) {
          return gelu.differentiate(x);
        }).finite)
      continue;
    if (isPermitted(numerics, Concession::TanhForExactGelu))
      answer.activation = Activation::GeluGradient;
    else
      answer.reason = "exact-gelu";
    return answer;
  }
  return {};
}
