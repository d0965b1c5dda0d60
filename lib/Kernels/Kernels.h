//===- Kernels.h - Kernels of operations on memrefs -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_KERNELS_H
#define FUSED_LIB_KERNELS_KERNELS_H

#include "Schedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// Writes an operation without reductions as one launch at the insertion
/// point. The operation stays.
void emitPoints(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                const Schedule &schedule);

/// The same for an operation that transposes inputs.
void emitTranspose(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                   const Schedule &schedule);

/// The same for rows. `areShort`: they have from 1 to `kShortRow` elements.
void emitRows(mlir::OpBuilder &builder, RowsOp op, const Schedule &schedule,
              bool areShort = false);

/// Writes an operation with reductions as one launch, or as two where few
/// results are computed from many elements. The operation stays. What it
/// computes does not depend on how threads are scheduled. `starts` are the
/// numbers that the outputs begin with; null where what an output holds is
/// read.
void emitReduction(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                   const Schedule &schedule,
                   llvm::ArrayRef<mlir::Value> starts);

/// The same where points have an order.
void emitSequence(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                  const Schedule &schedule, llvm::ArrayRef<mlir::Value> starts);

/// Writes what a function does with single elements of arrays as launches of
/// one thread. What is left of `memref.load` are elements that the host needs.
void emitElementKernels(mlir::OpBuilder &builder, mlir::func::FuncOp function);

} // namespace fused

#endif // FUSED_LIB_KERNELS_KERNELS_H
