//===- Decompose.h - Parts of a fused.matmul to linalg ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_DECOMPOSE_H
#define FUSED_LIB_TRANSFORMS_DECOMPOSE_H

#include "fused-runtime/EpilogSemantics.h"
#include "fused/Dialect/MaskOps.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

class MatmulOp;
class RowsOp;

/// How much of a `fused.matmul` becomes linalg.
enum class DecomposedPart {
  /// The sum that is its second result. The product keeps the rest of its
  /// epilog. A sum of D has to be one of D as it is stored.
  BiasGradient,
  /// Everything except the accumulator, which stays a product in the compute
  /// type. The product scales it, and adds C if C has this type.
  Epilog,
  All
};

/// The epilog that is left when the bias gradient of `info` is taken away.
Epilog getEpilogWithoutBiasGradient(const EpilogInfo &info);

/// True if the result of `op` is a narrower integer than the sum: its scale is
/// not part of the operation, which therefore has no meaning in linalg.
bool isQuantized(MatmulOp op);

/// What packs `aux`, the mask that `op` loads, from one boolean for each
/// element of D. Null if there is no such operation, or if D is larger.
PackMaskOp findPackedMask(MatmulOp op, mlir::Value aux);

/// Replaces `op`, on tensors or on memrefs, which is not quantised. Returns the
/// product that is left, or null.
MatmulOp decompose(mlir::RewriterBase &rewriter, MatmulOp op,
                   DecomposedPart part);

/// Replaces `op`, on tensors.
void decomposeRows(mlir::RewriterBase &rewriter, RowsOp op);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_DECOMPOSE_H
