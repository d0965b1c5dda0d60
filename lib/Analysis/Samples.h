//===- Samples.h - The points at which expressions are compared -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_SAMPLES_H
#define FUSED_LIB_ANALYSIS_SAMPLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace fused {

/// Values of the accumulator, of vectors along N and of full matrices, all of
/// one length: sample s is (accumulator[s], vector[s], matrix[s]).
struct Samples {
  std::vector<double> accumulator, vector, matrix;

  size_t size() const { return accumulator.size(); }
  void add(double acc, double vec, double mat) {
    accumulator.push_back(acc);
    vector.push_back(vec);
    matrix.push_back(mat);
  }
};

/// The first samples are `probe` and `-probe` for the accumulator, the vector
/// and the matrix in turn, the others being zero: where every activation is
/// linear, so that they give the coefficients.
constexpr double probe = 1048576.0;
constexpr size_t numProbes = 6;

/// Points around places where a function may bend, at half and at twice of
/// them, and the same with the other sign.
std::vector<double> getPointsAround(llvm::ArrayRef<double> bends);

/// Probes, special values alone and in pairs, all magnitudes of both signs, a
/// dense sweep where activations bend, random triples, and the points around
/// `bends`.
Samples createSamples(llvm::ArrayRef<double> bends);

/// The values of one of several vectors along N. The first sample at which it
/// is `probe`, and the other vectors are zero, is `probeIndex`; `-probe` comes
/// after it. Elsewhere it is special where the first vector is.
struct VectorSamples {
  size_t probeIndex;
  std::vector<double> values;
};

/// Values for `number` vectors. The first takes those of `samples`; samples are
/// added to probe the others.
std::vector<VectorSamples> createVectorSamples(Samples &samples, size_t number);

/// Values of a number that the program computes: one for the probes, and then
/// magnitudes of both signs and special values in turn, `numScales` of them.
/// Those of numbers with different `seed` differ.
std::vector<double> createScales(unsigned seed, size_t size,
                                 llvm::function_ref<bool(size_t)> isProbe);
std::vector<double> createScales(unsigned seed, const Samples &samples,
                                 llvm::ArrayRef<VectorSamples> vectors);
constexpr size_t numScales = 19;

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_SAMPLES_H
