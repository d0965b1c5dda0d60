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
#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fused {

/// How a report is written.
enum class ReportFormat { Text, Json };

/// The global of a program with perturbed roundings from which it takes the
/// seed, an i64.
inline constexpr const char *roundingSeedName = "fused_rounding_seed";

/// The global from which such a program takes how far the results of
/// `math.tanh` may be off, an f64.
inline constexpr const char *tanhErrorName = "fused_tanh_error";

#define GEN_PASS_DECL
#include "fused/Transforms/Passes.h.inc"

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
