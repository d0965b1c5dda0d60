//===- EpilogMatcher.h - Which epilog an expression is ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_EPILOGMATCHER_H
#define FUSED_ANALYSIS_EPILOGMATCHER_H

#include "fused/Analysis/EpilogRegion.h"
#include "fused/Analysis/Numerics.h"
#include <memory>
#include <optional>

namespace fused {

/// An epilog with its parameters, as a function of the accumulator and leaves:
/// epilog(alpha * accumulator + beta * c, bias).
struct EpilogMatch {
  Epilog epilog = Epilog::DEFAULT;
  double alpha = 1.0;
  double beta = 1.0;
  /// Indices of leaves.
  std::optional<unsigned> bias;
  std::optional<unsigned> c;
};

/// The answer for one exit: a match, or the stable name of the reason why there
/// is none.
struct EpilogAnswer {
  std::optional<EpilogMatch> match;
  llvm::StringRef reason;
};

/// Evaluates every node of a region over the same samples and compares exits
/// with the epilogs. docs/Recognition.md describes the samples and tolerances.
class EpilogMatcher {
public:
  EpilogMatcher(const EpilogRegion &region, Numerics numerics);
  ~EpilogMatcher();

  /// Compares one exit with every epilog, in time proportional to the number of
  /// samples.
  EpilogAnswer match(const RegionExit &exit) const;

private:
  struct Evaluation;
  const EpilogRegion &region;
  Numerics numerics;
  std::unique_ptr<Evaluation> evaluation;
};

} // namespace fused

#endif // FUSED_ANALYSIS_EPILOGMATCHER_H
