//===- ElementwisePasses.h - Fusing into users ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_ELEMENTWISEPASSES_H
#define FUSED_TRANSFORMS_ELEMENTWISEPASSES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"
#include <functional>

namespace fused {

#define GEN_PASS_DECL
#include "fused/Transforms/ElementwisePasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "fused/Transforms/ElementwisePasses.h.inc"

/// True if `op`, on tensors, may leave elements of the output as they are: not
/// if the output is uninitialized.
bool keepsElements(mlir::linalg::LinalgOp op, mlir::OpOperand &output);

/// Makes the body of `op` read the outputs of which it keeps elements, without
/// changing its result: it selects the old element if a loop index is negative.
/// No pass finds out that this never happens. Fails if nothing is to be done.
mlir::LogicalResult readKeptOutputs(mlir::RewriterBase &rewriter,
                                    mlir::linalg::LinalgOp op);

/// Adds upstream's patterns that fuse elementwise operations into their users.
/// Upstream replaces outputs that a body does not read by uninitialized ones;
/// these patterns keep the outputs of which elements are left. `control` is
/// upstream's `linalg::ControlFusionFn`.
void populateElementwiseFusionPatterns(
    mlir::RewritePatternSet &patterns,
    const std::function<bool(mlir::OpOperand *)> &control);

} // namespace fused

#endif // FUSED_TRANSFORMS_ELEMENTWISEPASSES_H
