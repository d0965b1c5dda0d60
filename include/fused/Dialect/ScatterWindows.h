//===- ScatterWindows.h - Where the windows of a scatter lie ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_SCATTERWINDOWS_H
#define FUSED_DIALECT_SCATTERWINDOWS_H

#include "fused/Dialect/ScatterOp.h"

namespace fused {

/// Builds the parts that every lowering of a `fused.scatter` needs, on tensors
/// or on memrefs.
class ScatterWindows {
public:
  /// Creates the sizes at the insertion point of `builder`.
  ScatterWindows(mlir::OpBuilder &builder, ScatterOp op);

  mlir::Value getNumUpdates() const { return numUpdates; }
  /// The sizes of the array and of a window, one for each dimension.
  llvm::ArrayRef<mlir::Value> getArraySizes() const { return arraySizes; }
  llvm::ArrayRef<mlir::Value> getWindowSizes() const { return windowSizes; }

  /// Loads the components of the indices of an update.
  llvm::SmallVector<mlir::Value> createIndices(mlir::OpBuilder &builder,
                                               mlir::Value update) const;

  /// The position of a window, one index for each dimension of the array, from
  /// the components of the indices.
  llvm::SmallVector<mlir::Value> createStarts(mlir::OpBuilder &builder,
                                              mlir::ValueRange indices) const;

  /// Whether the window at `starts` is wholly inside of the array.
  mlir::Value createIsInside(mlir::OpBuilder &builder,
                             mlir::ValueRange starts) const;

  /// Computes the region.
  mlir::Value createCombined(mlir::OpBuilder &builder, mlir::Value oldNumber,
                             mlir::Value newNumber) const;

private:
  mutable ScatterOp op;
  mlir::Value numUpdates;
  llvm::SmallVector<mlir::Value> arraySizes, windowSizes;
  /// The last position of a window in each dimension; negative if it is larger
  /// than the array.
  llvm::SmallVector<mlir::Value> lastStarts;
};

} // namespace fused

#endif // FUSED_DIALECT_SCATTERWINDOWS_H
