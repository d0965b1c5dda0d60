//===- OperandAccess.h - Elements of arrays, as kernels access them -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_GPU_OPERANDACCESS_H
#define FUSED_LIB_CONVERSION_GPU_OPERANDACCESS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace fused {

/// Loads and stores elements of the operands of `op`, several neighbours along
/// one dimension at a time.
class OperandAccess {
public:
  /// `maps` are those of the operands, from the loops; `sizes` are those of the
  /// loops; `inner` is the loop along which the `width` neighbours lie.
  OperandAccess(mlir::Operation *op, llvm::ArrayRef<mlir::AffineMap> maps,
                llvm::ArrayRef<mlir::Value> sizes, unsigned inner)
      : op(op), maps(maps), sizes(sizes), inner(inner) {}

  mlir::Location getLoc() { return op->getLoc(); }
  llvm::ArrayRef<mlir::Value> getSizes() const { return sizes; }
  unsigned getInner() const { return inner; }

  /// How many neighbours one thread should compute, so that the widest accesses
  /// are of 16 bytes or more; 1 if nothing is gained.
  int64_t chooseWidth();

  /// How many neighbours of `operand` make an access of 16 bytes, or 1 if its
  /// elements cannot be those of a vector.
  int64_t getFullWidth(mlir::OpOperand &operand);

  /// Not 0 if the first element of `operand` is not where a vector of `width`
  /// elements may start.
  mlir::Value createMisalignment(mlir::OpBuilder &builder,
                                 mlir::OpOperand &operand, int64_t width);

  /// True where every operand that moves along the inner dimension can be
  /// accessed as vectors of `width`, at each multiple of `width`. Null if it
  /// never can be.
  mlir::Value createIsAligned(mlir::OpBuilder &builder, int64_t width);

  /// Loads the elements of `operand` for `width` neighbours from `indices` on.
  llvm::SmallVector<mlir::Value> load(mlir::OpBuilder &builder,
                                      mlir::OpOperand &operand,
                                      llvm::ArrayRef<mlir::Value> indices,
                                      int64_t width);

  /// Loads `width` elements of `array` from `indices` on as one vector.
  llvm::SmallVector<mlir::Value> loadVector(mlir::OpBuilder &builder,
                                            mlir::Value array,
                                            mlir::ValueRange indices,
                                            int64_t width);

  /// Stores `values` to `array` from `indices` on as one vector.
  void storeVector(mlir::OpBuilder &builder, mlir::Value array,
                   mlir::ValueRange indices,
                   llvm::ArrayRef<mlir::Value> values);

  /// Stores `values` for as many neighbours.
  void store(mlir::OpBuilder &builder, mlir::OpOperand &operand,
             llvm::ArrayRef<mlir::Value> indices,
             llvm::ArrayRef<mlir::Value> values);

  /// True if neighbours lie next to each other in memory and can be accessed as
  /// one vector.
  bool isContiguous(mlir::OpOperand &operand);

  /// True if neighbours differ in what they access.
  bool movesAlongInner(mlir::OpOperand &operand);

  /// The same for neighbours that may lie in different rows unless
  /// `withinRow`.
  bool moves(mlir::OpOperand &operand, bool withinRow);

private:
  mlir::AffineMap getMap(mlir::OpOperand &operand) {
    return maps[operand.getOperandNumber()];
  }
  llvm::SmallVector<mlir::Value>
  createIndices(mlir::OpBuilder &builder, mlir::OpOperand &operand,
                llvm::ArrayRef<mlir::Value> indices, int64_t lane);

  mlir::Operation *op;
  llvm::SmallVector<mlir::AffineMap> maps;
  llvm::SmallVector<mlir::Value> sizes;
  unsigned inner;
};

} // namespace fused

#endif // FUSED_LIB_CONVERSION_GPU_OPERANDACCESS_H
