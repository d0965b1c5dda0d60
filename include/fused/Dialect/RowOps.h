//===- RowOps.h - Rows of operations with fused.reduce_row ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ROWOPS_H
#define FUSED_DIALECT_ROWOPS_H

#include "fused/Dialect/FusedDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// How many points a row of an operation has: the product of the sizes of its
/// reductions, `ShapedType::kDynamic` where not known.
int64_t getRowLength(mlir::linalg::LinalgOp op);

/// Lets each `fused.reduce_row` in the body of `op` say how long rows are now.
void updateRowLengths(mlir::linalg::LinalgOp op);

} // namespace fused

#define GET_OP_CLASSES
#include "fused/Dialect/RowOps.h.inc"

#endif // FUSED_DIALECT_ROWOPS_H
