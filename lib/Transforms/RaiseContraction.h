//===- RaiseContraction.h - One contraction to fused.matmul -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_RAISECONTRACTION_H
#define FUSED_LIB_TRANSFORMS_RAISECONTRACTION_H

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/GroupedQueries.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Replaces `op` by a product, reshapes and permutations. Loops along groups of
/// queries become dimensions of the batch.
void raiseContraction(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                      Contraction &contraction, const GroupLoops &groups);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_RAISECONTRACTION_H
