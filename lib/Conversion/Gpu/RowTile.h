//===- RowTile.h - What a thread computes of a row --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_GPU_ROWTILE_H
#define FUSED_LIB_CONVERSION_GPU_ROWTILE_H

#include "OperandAccess.h"
#include "RowBody.h"
#include "RowDivision.h"
#include "RowLayout.h"
#include "mlir/IR/IRMapping.h"

namespace fused {

/// One row, as one thread sees it.
struct RowPlace {
  /// The index of the thread among those that share the row.
  mlir::Value lane;
  /// False if there is no such row; then `indices` are of another.
  mlir::Value isInside;
  /// The indices of the first point of the row.
  llvm::SmallVector<mlir::Value> indices;
  /// The loops that a row consists of, with the one along memory last, and
  /// their sizes' product.
  llvm::SmallVector<unsigned> dims;
  mlir::Value length;
  /// What is the same for all points of the row.
  mlir::IRMapping uniforms;
  /// Of divisors in the body.
  llvm::DenseMap<mlir::Value, Reciprocal> reciprocals;
};

/// True if the kernel also writes the array of `input`: a thread then reads
/// only what belongs to its own row.
bool isWritten(RowsOp op, mlir::OpOperand &input);

/// Loads the elements of `operand` for `width` neighbours from `indices` on
/// where `isInside`; elsewhere they are zero.
llvm::SmallVector<mlir::Value> loadInside(mlir::OpBuilder &builder,
                                          OperandAccess &access,
                                          mlir::OpOperand &operand,
                                          llvm::ArrayRef<mlir::Value> indices,
                                          int64_t width, mlir::Value isInside);

/// The elements of one thread in a part of the row. Values are computed where
/// the builder is when they are first asked for.
class RowTile {
public:
  /// The elements from `start` on; `start` is less than the length of the row.
  /// `width` neighbours make a chunk. `isWhole`: the tile does not extend past
  /// the end of the row.
  RowTile(mlir::OpBuilder &builder, RowsOp op, OperandAccess &access,
          RowPlace &place, const RowLayout &layout, int64_t width,
          mlir::Value start, bool isWhole);

  int64_t getNumChunks() const { return int64_t(points.size()); }
  int64_t getWidth() const { return width; }

  /// The value of the body for an element of a chunk.
  mlir::Value get(mlir::Value value, int64_t chunk, int64_t lane);

  /// What `op` of the body uses for an element of a chunk.
  mlir::IRMapping getUsed(mlir::Operation *op, int64_t chunk, int64_t lane);

  /// The indices of a chunk.
  llvm::ArrayRef<mlir::Value> getIndices(int64_t chunk) const {
    return points[chunk];
  }

  /// False if the elements of a chunk are past the end; null if none are.
  mlir::Value getIsInside(int64_t chunk) const { return isInside[chunk]; }

private:
  void load(mlir::BlockArgument argument, int64_t chunk);

  mlir::OpBuilder &builder;
  RowsOp op;
  OperandAccess &access;
  RowPlace &place;
  int64_t width;
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> points;
  llvm::SmallVector<mlir::Value> isInside;
  /// For each element, what has been computed.
  llvm::SmallVector<mlir::IRMapping> elements;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_GPU_ROWTILE_H
