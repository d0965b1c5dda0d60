//===- GeluFamily.cpp - What counts as GELU -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeluFamily.h"

#include "FloatValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

using namespace mlir;
using namespace fused;

static constexpr double sqrt2OverPi = GeluConstants().sqrt2OverPi;
/// torch-mlir's constant for sqrt(2/pi).
static constexpr double sqrt2OverPiOfTorch = 0.7977240352174656;
static constexpr double cubic = GeluConstants().cubic;
static constexpr double sqrtHalf = 0.70710678118654752440;
/// 1/sqrt(2 pi), the density of the normal distribution at zero.
static constexpr double normalDensity = 0.39894228040143267794;
static constexpr double twoOverSqrtPi = 1.12837916709551257390;

double TanhGelu::evaluate(double x) const {
  return 0.5 * x * (1.0 + std::tanh(scale * (x + cubic * x * x * x)));
}

double TanhGelu::differentiate(double x) const {
  double t = std::tanh(scale * (x + cubic * x * x * x));
  return 0.5 * (1.0 + t) +
         0.5 * x * (1.0 - t * t) * scale * (1.0 + slope * x * x);
}

double ExactGelu::evaluate(double x) const {
  return 0.5 * x * std::erfc(-scale * x);
}

double ExactGelu::differentiate(double x) const {
  return 0.5 * std::erfc(-scale * x) +
         x * density * std::exp(-exponent * x * x);
}

/// `value` exact, and rounded to each type in which an expression computes.
static SmallVector<double> getRoundings(double value, ArrayRef<Type> types) {
  SmallVector<double> result = {value};
  for (Type type : types)
    if (auto floatType = dyn_cast<FloatType>(type))
      result.push_back(roundTo(floatType.getFloatSemantics(), value));
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

TanhGelu fused::getTanhGelu() { return {sqrt2OverPi, cubic, 3.0 * cubic}; }

SmallVector<TanhGelu> fused::getTanhGelus(ArrayRef<Type> types) {
  SmallVector<TanhGelu> family;
  SmallVector<double> products = getRoundings(sqrt2OverPi * cubic, types);
  for (double exact : {sqrt2OverPi, sqrt2OverPiOfTorch})
    for (double scale : getRoundings(exact, types)) {
      for (double coefficient : getRoundings(cubic, types))
        family.push_back({scale, coefficient, 3.0 * coefficient});
      for (double product : products)
        family.push_back({scale, product / scale, 3.0 * product / scale});
    }
  return family;
}

SmallVector<TanhGelu> fused::getTanhGelusWithSlopes(ArrayRef<Type> types) {
  SmallVector<TanhGelu> family;
  for (const TanhGelu &gelu : getTanhGelus(types)) {
    family.push_back(gelu);
    for (double slope : getRoundings(3.0 * cubic, types))
      family.push_back({gelu.scale, gelu.cubic, slope});
    for (double product : getRoundings(3.0 * sqrt2OverPi * cubic, types))
      family.push_back({gelu.scale, gelu.cubic, product / gelu.scale});
  }
  return family;
}

SmallVector<ExactGelu> fused::getExactGelus(ArrayRef<Type> types) {
  SmallVector<ExactGelu> family;
  // x sqrt(1/2) and x / sqrt(2).
  SmallVector<double> scales = getRoundings(sqrtHalf, types);
  for (double root : getRoundings(2.0 * sqrtHalf, types))
    scales.push_back(1.0 / root);
  for (double scale : scales)
    for (double exponent : {0.5, scale * scale}) {
      for (double density : getRoundings(normalDensity, types))
        family.push_back({scale, density, exponent});
      for (double slope : getRoundings(twoOverSqrtPi, types))
        family.push_back({scale, 0.5 * slope * scale, exponent});
    }
  return family;
}
