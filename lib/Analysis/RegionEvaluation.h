//===- RegionEvaluation.h - The values of every node of a region -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_REGIONEVALUATION_H
#define FUSED_LIB_ANALYSIS_REGIONEVALUATION_H

#include "Samples.h"
#include "fused/Analysis/EpilogMatcher.h"
#include "fused/Analysis/EpilogRegion.h"

namespace fused {

/// Every node of a region at every sample, each evaluated once.
struct EpilogMatcher::Evaluation {
  explicit Evaluation(const EpilogRegion &region);

  Samples samples;
  /// For each node, its value at each sample.
  std::vector<std::vector<double>> values;
  /// For each node, the samples at which fast-math flags leave it undefined;
  /// empty if there are none.
  std::vector<std::vector<bool>> undefined;
  /// The region has more distinct constants than are sampled; then there are no
  /// values.
  bool tooManyConstants = false;

  bool isUndefined(unsigned node, size_t sample) const {
    return !undefined[node].empty() && undefined[node][sample];
  }

private:
  std::vector<double> evaluate(const EpilogRegion &region,
                               const RegionNode &node) const;
  /// `nnan` and `ninf` leave a result undefined where an operand or the result
  /// is NaN or infinite; what uses an undefined value is undefined.
  std::vector<bool> findUndefined(const RegionNode &node) const;
};

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_REGIONEVALUATION_H
