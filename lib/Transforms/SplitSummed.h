//===- SplitSummed.h - Sums over parts of a batch ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SPLITSUMMED_H
#define FUSED_LIB_TRANSFORMS_SPLITSUMMED_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Lets `sum`, which adds up elements of one tensor, add up those of a
/// contraction with more loops, instead of a reshape of one. So the gradient of
/// keys that several heads share is a contraction and a sum over a loop along
/// both factors. Fails, and changes nothing, if another dimension is summed.
mlir::LogicalResult splitSummed(mlir::linalg::LinalgOp sum,
                                mlir::PatternRewriter &rewriter);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SPLITSUMMED_H
