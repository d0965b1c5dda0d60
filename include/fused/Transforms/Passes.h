//===- Passes.h - Passes from tensors to tensors ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_PASSES_H
#define FUSED_TRANSFORMS_PASSES_H

#include "fused/Analysis/Numerics.h"
#include "fused/Dialect/FusedDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fused {

/// How a report is written.
enum class ReportFormat { Text, Json };

#define GEN_PASS_DECL
#include "fused/Transforms/Passes.h.inc"

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

/// Patterns that rewrite contractions in linalg to `fused.matmul`.
void populateRaiseContractionsPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that rewrite `fused.pack_mask` and `fused.unpack_mask` to linalg,
/// on tensors and on memrefs.
void populateDecomposeMaskPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that rewrite `fused.matmul` to linalg.
void populateDecomposePatterns(mlir::RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "fused/Transforms/Passes.h.inc"

} // namespace fused

#endif // FUSED_TRANSFORMS_PASSES_H
