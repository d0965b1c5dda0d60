//===- Passes.h - Passes on tensors -----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_PASSES_H
#define FUSED_TRANSFORMS_PASSES_H

#include "fused/Transforms/CleanupPasses.h"
#include "fused/Transforms/DevicePasses.h"
#include "fused/Transforms/ElementwisePasses.h"
#include "fused/Transforms/EpilogPasses.h"
#include "fused/Transforms/IterationPasses.h"
#include "fused/Transforms/LayoutPasses.h"
#include "fused/Transforms/NumberPasses.h"
#include "fused/Transforms/ProductPasses.h"
#include "fused/Transforms/RaisePasses.h"
#include "fused/Transforms/ReferencePasses.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fused {

/// Patterns that rewrite contractions in linalg to `fused.matmul`.
void populateRaiseContractionsPatterns(mlir::RewritePatternSet &patterns,
                                       Numerics numerics);

/// Patterns that rewrite `fused.pack_mask` and `fused.unpack_mask` to linalg,
/// on tensors and on memrefs.
void populateDecomposeMaskPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that rewrite `fused.scatter` to loops over elements, on tensors and
/// on memrefs.
void populateDecomposeScatterPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that rewrite `fused.rows` on tensors to linalg.
void populateDecomposeRowsPatterns(mlir::RewritePatternSet &patterns);

/// Rewrites `fused.product` to a product in linalg and an elementwise
/// operation.
void populateDecomposeProductPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that rewrite `fused.attention` on tensors to products in linalg and
/// `fused.rows`.
void populateDecomposeAttentionPatterns(mlir::RewritePatternSet &patterns);

/// Rewrites `fused.permute` to `linalg.transpose`.
void populateDecomposePermutePatterns(mlir::RewritePatternSet &patterns);

/// Patterns that rewrite `fused.matmul` to linalg.
void populateDecomposePatterns(mlir::RewritePatternSet &patterns);

/// Registers all passes of this folder.
inline void registerFusedTransformsPasses() {
  registerFusedCleanupPasses();
  registerFusedDevicePasses();
  registerFusedElementwisePasses();
  registerFusedEpilogPasses();
  registerFusedIterationPasses();
  registerFusedLayoutPasses();
  registerFusedNumberPasses();
  registerFusedProductPasses();
  registerFusedRaisePasses();
  registerFusedReferencePasses();
}

} // namespace fused

#endif // FUSED_TRANSFORMS_PASSES_H
