//===- RowBodies.h - Bodies of operations on rows ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_ROWBODIES_H
#define FUSED_TRANSFORMS_ROWBODIES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace fused {

/// Clones the body of `op` into that of a `fused.rows`, and returns what it
/// yields. A combiner becomes a `fused.reduce`. `mapping` has the arguments of
/// the body; `loops` are those of the rows for each loop of `op`.
llvm::SmallVector<mlir::Value> cloneIntoRows(mlir::OpBuilder &builder,
                                             mlir::linalg::GenericOp op,
                                             llvm::ArrayRef<unsigned> loops,
                                             mlir::IRMapping &mapping);

} // namespace fused

#endif // FUSED_TRANSFORMS_ROWBODIES_H
