//===- Samples.cpp - The points at which expressions are compared ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <random>

using namespace fused;

static void addSpecialValues(Samples &samples) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const double specials[] = {0.0,    -0.0,    infinity, -infinity, nan,
                             1e30,   -1e30,   1e-30,    -1e-30,    1e-45,
                             -1e-45, 65504.0, -65504.0, 3.3e38,    -3.3e38};
  const double fill[][2] = {{0.0, 0.0}, {0.75, -1.25}, {-1.5, 0.5}};
  for (double special : specials)
    for (auto [x, y] : fill) {
      samples.add(special, x, y);
      samples.add(x, special, y);
      samples.add(x, y, special);
    }
  const double pairs[] = {infinity, -infinity, nan, -0.0, 1e30, -1e30};
  for (double x : pairs)
    for (double y : pairs) {
      samples.add(x, y, 0.0);
      samples.add(x, 0.0, y);
      samples.add(0.0, x, y);
    }
}

static void addMagnitudes(Samples &samples) {
  for (int exponent = -60; exponent <= 100; exponent += 4) {
    double x = std::ldexp(1.25, exponent);
    samples.add(x, 0.0, 0.0);
    samples.add(-x, 0.0, 0.0);
  }
  for (int exponent = -40; exponent <= 80; exponent += 8) {
    double x = std::ldexp(1.5, exponent);
    for (double y : {x, -x}) {
      samples.add(0.0, y, 0.0);
      samples.add(0.0, 0.0, y);
    }
  }
}

static Samples createFixedSamples() {
  Samples samples;
  for (double x : {probe, -probe})
    samples.add(x, 0.0, 0.0);
  for (double x : {probe, -probe})
    samples.add(0.0, x, 0.0);
  for (double x : {probe, -probe})
    samples.add(0.0, 0.0, x);
  for (double x : {1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0})
    samples.add(x, 0.0, 0.0);

  std::mt19937 random(1);
  auto uniform = [&](double bound) {
    return bound * (2.0 * (random() / 4294967296.0) - 1.0);
  };
  for (int i = 0; i < 64; ++i)
    samples.add(uniform(4.0), uniform(4.0), uniform(4.0));
  for (double x = -12.0; x <= 12.0; x += 0.125)
    samples.add(x, 0.0, 0.0);
  for (double x = -8.0; x <= 8.0; x += 0.25)
    samples.add(x, uniform(2.0), uniform(2.0));
  addMagnitudes(samples);
  addSpecialValues(samples);
  return samples;
}

std::vector<double> fused::getPointsAround(llvm::ArrayRef<double> bends) {
  std::vector<double> points;
  for (double bend : bends)
    for (double factor : {1.0, 1.0 + 1e-5, 1.0 - 1e-5, 0.5, 2.0})
      for (double sign : {1.0, -1.0})
        points.push_back(sign * factor * bend);
  return points;
}

Samples fused::createSamples(llvm::ArrayRef<double> bends) {
  static const Samples fixed = createFixedSamples();
  Samples samples = fixed;
  for (double point : getPointsAround(bends))
    samples.add(point, 0.0, 0.0);
  return samples;
}

std::vector<VectorSamples> fused::createVectorSamples(Samples &samples,
                                                      size_t number) {
  constexpr size_t firstProbe = 2;
  const size_t numShared = samples.size();
  for (size_t i = 1; i < number; ++i)
    for (int sign = 0; sign < 2; ++sign)
      samples.add(0.0, 0.0, 0.0);
  std::mt19937 random(2);
  std::vector<VectorSamples> vectors;
  for (size_t i = 0; i < number; ++i) {
    VectorSamples vector{i == 0 ? firstProbe : numShared + 2 * (i - 1),
                         samples.vector};
    if (i != 0) {
      // Other numbers where the first vector has ordinary ones.
      for (double &value : vector.values)
        if (value != 0.0 && std::fabs(value) < 8.0)
          value = 8.0 * (random() / 4294967296.0) - 4.0;
      vector.values[firstProbe] = vector.values[firstProbe + 1] = 0.0;
      vector.values[vector.probeIndex] = probe;
      vector.values[vector.probeIndex + 1] = -probe;
    }
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

std::vector<double>
fused::createScales(unsigned seed, size_t size,
                    llvm::function_ref<bool(size_t)> isProbe) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  // Their number and the lengths of the loops above have no common factor, so
  // that each meets samples of all kinds.
  constexpr double values[numScales] = {
      1.0,    -0.75, 2.5,  0.0, -3.0, 0.125, 1e10,      -1.0,   1e-9, infinity,
      0.3333, -17.0, -0.0, 1.0, 1e30, nan,   -infinity, 0.6875, 3.0};
  std::vector<double> scales(size, 1.0);
  for (size_t s = 0; s < size; ++s)
    if (!isProbe(s))
      scales[s] = values[(s * (1 + seed % 5) + seed) % numScales];
  return scales;
}

std::vector<double> fused::createScales(unsigned seed, const Samples &samples,
                                        llvm::ArrayRef<VectorSamples> vectors) {
  return createScales(seed, samples.size(), [&](size_t s) {
    return s < numProbes || llvm::any_of(
                                vectors,
                                [&](const VectorSamples &vector) {
                                  return s == vector.probeIndex ||
                                         s == vector.probeIndex + 1;
                                });
  });
}
