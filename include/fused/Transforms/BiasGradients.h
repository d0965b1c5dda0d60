//===- BiasGradients.h - Which product computes a sum -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_BIASGRADIENTS_H
#define FUSED_TRANSFORMS_BIASGRADIENTS_H

#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/EpilogPasses.h"

#include <functional>

namespace fused {

/// A product that could compute a sum as its second result.
struct BiasGradientCandidate {
  MatmulOp product;
  /// The epilog that it would get.
  Epilog epilog;
  /// It would have to be transposed.
  bool transposesProduct;
};

/// Chooses among products that could all compute one sum, and returns an index.
/// They are sorted by likely cost, the lowest first. There is at least one.
using BiasGradientCostModel =
    std::function<size_t(llvm::ArrayRef<BiasGradientCandidate>)>;

/// The cost model that takes the first.
size_t chooseFirstCandidate(llvm::ArrayRef<BiasGradientCandidate> candidates);

/// The pass `fused-fuse-bias-gradients` with a cost model.
std::unique_ptr<mlir::Pass>
createFuseBiasGradients(const FuseBiasGradientsOptions &options,
                        BiasGradientCostModel costModel);

} // namespace fused

#endif // FUSED_TRANSFORMS_BIASGRADIENTS_H
