//===- GradientMatcher.h - Gradients of activations -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_GRADIENTMATCHER_H
#define FUSED_LIB_ANALYSIS_GRADIENTMATCHER_H

#include "GradientFunctions.h"
#include "fused/Analysis/EpilogMatcher.h"

namespace fused {

/// Compares what follows a product with the gradients of ReLU and GELU at a
/// saved value: (scales * alpha * accumulator + beta * c) * derivative(saved).
class GradientMatcher {
public:
  GradientMatcher(EpilogRegion &region, Numerics numerics,
                  const OperationOrder &order)
      : region(region), numerics(numerics), order(order) {}

  /// An answer with neither a match nor a reason: it is nothing of the kind.
  EpilogAnswer match(const RegionExit &exit);

private:
  EpilogAnswer complete(const RegionExit &exit,
                        const GradientFunction &function,
                        const GradientAnswer &answer);
  EpilogAnswer orient(const RegionExit &exit, EpilogMatch match,
                      const GradientFunction &function);
  llvm::StringRef checkRoundings(const RegionExit &exit,
                                 llvm::ArrayRef<unsigned> saved) const;

  EpilogRegion &region;
  Numerics numerics;
  const OperationOrder &order;
};

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_GRADIENTMATCHER_H
