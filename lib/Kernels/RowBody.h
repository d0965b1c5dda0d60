//===- RowBody.h - The stages of what runs on a row -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ROWBODY_H
#define FUSED_LIB_KERNELS_ROWBODY_H

#include "fused/Dialect/RowOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace fused {

/// The body of `fused.rows`. A value of stage n depends on n reductions, one
/// after the other; it is uniform if all points of a row have the same.
class RowBody {
public:
  explicit RowBody(RowsOp op);

  /// How many reductions follow one another.
  unsigned getNumStages() const { return reductions.size(); }

  /// The reductions of values of a stage, which can run together.
  llvm::MutableArrayRef<ReduceOp> getReductions(unsigned stage) {
    return reductions[stage];
  }

  /// The operations other than reductions that use nothing but uniform values,
  /// of the stage, in order.
  llvm::SmallVector<mlir::Operation *> getUniformOps(unsigned stage);

  /// The operations that may report a failure and differ among the points of a
  /// row, in order.
  llvm::ArrayRef<mlir::Operation *> getVaryingReports() const {
    return varyingReports;
  }

  /// The divisors of the stage that many elements of a row share.
  llvm::SmallVector<mlir::Value> getSharedDivisors(unsigned stage);

  /// The inputs of which each row reads one element.
  llvm::SmallVector<mlir::OpOperand *> getUniformInputs();

  /// Where what a stage reduces comes from: inputs of which each point reads
  /// another element, and those of `known` values that it needs. The stage
  /// after the last one stores and reports.
  llvm::SmallVector<mlir::Value>
  getLeaves(unsigned stage, llvm::ArrayRef<mlir::Value> known = {});

  /// The inputs that several stages need, with elements of whole bytes.
  llvm::SmallVector<mlir::BlockArgument> getKeptArguments();

  /// A value of the type of `value` that the stage computes from it, and that
  /// later stages need in its place; null if there is none.
  mlir::Value findSuccessor(mlir::Value value, unsigned stage);

  /// The size of a value that is kept.
  static int64_t getBytes(mlir::Value value);

  /// True if the kernel also writes the array.
  bool isWritten(mlir::OpOperand &input);

  /// True if all rows have the same elements of an input, which nothing writes.
  bool isCommon(mlir::BlockArgument argument);

  bool isUniform(mlir::Value value) const { return !variance.varies(value); }

private:
  llvm::SetVector<mlir::Value> getVarying(unsigned stage,
                                          llvm::ArrayRef<mlir::Value> known);
  unsigned getStage(mlir::Operation *op) const;

  RowsOp op;
  RowVariance variance;
  llvm::SmallVector<llvm::SmallVector<ReduceOp>> reductions;
  /// The stages of results; 0 for everything else.
  llvm::DenseMap<mlir::Value, unsigned> stages;
  llvm::SmallVector<mlir::Operation *> varyingReports;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_ROWBODY_H
