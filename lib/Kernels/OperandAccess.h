//===- OperandAccess.h - Elements of arrays, as kernels access them -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_OPERANDACCESS_H
#define FUSED_LIB_KERNELS_OPERANDACCESS_H

#include "fused/Analysis/PointOp.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace fused {

/// Loads and stores elements of the operands of `op`, several neighbours along
/// one dimension at a time.
class OperandAccess {
public:
  /// `sizes` are those of the loops, needed for accesses only; `inner` is the
  /// loop along which the `width` neighbours lie.
  OperandAccess(PointOp op, llvm::ArrayRef<mlir::Value> sizes, unsigned inner)
      : op(op), maps(op.getMaps()), sizes(sizes), inner(inner) {}

  mlir::Location getLoc() const { return op->getLoc(); }
  llvm::ArrayRef<mlir::Value> getSizes() const { return sizes; }
  unsigned getInner() const { return inner; }

  /// Lets `load` and `store` access neighbours as one vector, or each by itself
  /// where vectors are not aligned.
  void setHasVectors(bool has) { hasVectors = has; }

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

  /// True where all operands that are accessed as vectors begin at a multiple
  /// of the widest access.
  mlir::Value createBasesAreAligned(mlir::OpBuilder &builder, int64_t width);

  /// How many elements after a multiple of `width` in memory the point
  /// `indices` of the leading operand is.
  mlir::Value createShift(mlir::OpBuilder &builder,
                          llvm::ArrayRef<mlir::Value> indices, int64_t width);

  /// Which of `width` neighbours from `indices` on are points. The index along
  /// the inner loop may be negative.
  llvm::SmallVector<mlir::Value>
  createIsInside(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> indices,
                 int64_t width);

  /// Loads the elements of `operand` for neighbours from `indices` on that are
  /// points; others are zero. Where all are, and `operand` moves as the leading
  /// operand does, this is one access.
  llvm::SmallVector<mlir::Value>
  loadInside(mlir::OpBuilder &builder, mlir::OpOperand &operand,
             llvm::ArrayRef<mlir::Value> indices,
             llvm::ArrayRef<mlir::Value> isInside);

  /// Loads the elements of `operand` for `width` neighbours where `condition`
  /// holds; elsewhere they are zero.
  llvm::SmallVector<mlir::Value> loadIf(mlir::OpBuilder &builder,
                                        mlir::OpOperand &operand,
                                        llvm::ArrayRef<mlir::Value> indices,
                                        int64_t width, mlir::Value condition);

  /// The operand to whose alignment vectors shift: of those that lie along the
  /// inner loop, without gaps, and differ from row to row, that of the
  /// narrowest elements. Null if there is none.
  mlir::OpOperand *findLeader();

  /// Loads the elements of `operand` for `width` neighbours from `indices` on,
  /// which are points, as are as many after them. They may begin anywhere in a
  /// vector: the vectors around them are loaded, and shifted.
  llvm::SmallVector<mlir::Value>
  loadShifted(mlir::OpBuilder &builder, mlir::OpOperand &operand,
              llvm::ArrayRef<mlir::Value> indices, int64_t width);

  /// True if `operand` has one dimension, along which its elements lie.
  bool isVector(mlir::OpOperand &operand);

  /// True if vectors of `operand` are aligned where those of the leader are.
  bool movesAsLeader(mlir::OpOperand &operand);

  /// Loads the elements of `operand` for `width` neighbours from `indices` on.
  llvm::SmallVector<mlir::Value> load(mlir::OpBuilder &builder,
                                      mlir::OpOperand &operand,
                                      llvm::ArrayRef<mlir::Value> indices,
                                      int64_t width);

  /// The same, each by itself.
  llvm::SmallVector<mlir::Value> loadEach(mlir::OpBuilder &builder,
                                          mlir::OpOperand &operand,
                                          llvm::ArrayRef<mlir::Value> indices,
                                          int64_t width);

  /// Begins to copy the elements of `operand` for `width` neighbours from
  /// `indices` on, 4 to 16 bytes, to `array` in workgroup memory from
  /// `position` on.
  void copy(mlir::OpBuilder &builder, mlir::OpOperand &operand,
            llvm::ArrayRef<mlir::Value> indices, mlir::Value array,
            mlir::Value position, int64_t width);

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

  PointOp op;
  llvm::SmallVector<mlir::AffineMap> maps;
  llvm::SmallVector<mlir::Value> sizes;
  unsigned inner;
  bool hasVectors = true;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_OPERANDACCESS_H
