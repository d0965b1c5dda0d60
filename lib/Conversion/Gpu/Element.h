//===- Element.h - One element of an operation on memrefs -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts that every kernel is made of: the iteration space of a
// `linalg.generic`, and its body.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_GPU_ELEMENT_H
#define FUSED_LIB_CONVERSION_GPU_ELEMENT_H

#include "OperandAccess.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace fused {

/// Threads in a block of every kernel.
inline constexpr int64_t kBlockSize = 256;

/// Computes elements of `op`, several neighbours along one dimension at a time.
class ElementEmitter : public OperandAccess {
public:
  /// `sizes` are those of the loops; `inner` is the dimension along which the
  /// `width` neighbours lie.
  ElementEmitter(mlir::linalg::GenericOp op, llvm::ArrayRef<mlir::Value> sizes,
                 unsigned inner)
      : OperandAccess(op, op.getIndexingMapsArray(), sizes, inner), op(op) {}

  mlir::linalg::GenericOp getOp() { return op; }

  /// Loads the inputs for `width` neighbours; one list for each input.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  loadInputs(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> indices,
             int64_t width);

  /// Computes the body for the neighbour `lane`: its inputs from `inputs`, its
  /// outputs so far from `outputs`.
  llvm::SmallVector<mlir::Value>
  emitBody(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> indices,
           int64_t lane, llvm::ArrayRef<llvm::SmallVector<mlir::Value>> inputs,
           mlir::ValueRange outputs);

  /// Computes `values` of the body for the neighbour `lane`, which do not
  /// depend on outputs.
  llvm::SmallVector<mlir::Value>
  emitValues(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> indices,
             int64_t lane,
             llvm::ArrayRef<llvm::SmallVector<mlir::Value>> inputs,
             llvm::ArrayRef<mlir::Value> values);

private:
  /// Clones what does not depend on outputs that `mapping` lacks.
  void cloneBody(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> indices,
                 int64_t lane,
                 llvm::ArrayRef<llvm::SmallVector<mlir::Value>> inputs,
                 mlir::IRMapping &mapping);

  mlir::linalg::GenericOp op;
};

/// The sizes of the loops of `op`, as values before it.
llvm::SmallVector<mlir::Value> createSizes(mlir::OpBuilder &builder,
                                           mlir::linalg::GenericOp op);

/// The dimensions in the order in which the elements of the first output lie in
/// memory.
llvm::SmallVector<unsigned> getMemoryOrder(mlir::linalg::GenericOp op);

/// The product of the sizes of `dims`.
mlir::Value createProduct(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::ArrayRef<mlir::Value> sizes,
                          llvm::ArrayRef<unsigned> dims);

/// Splits `linear`, an index over `dims` of which the last moves fastest, into
/// their indices.
void delinearize(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value linear, llvm::ArrayRef<mlir::Value> sizes,
                 llvm::ArrayRef<unsigned> dims,
                 llvm::MutableArrayRef<mlir::Value> indices);

/// Creates a launch of `gridX` x `gridY` blocks, and a body with the insertion
/// point in it.
mlir::gpu::LaunchOp createLaunch(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value gridX, mlir::Value gridY,
                                 mlir::TypeRange shared = {},
                                 int64_t blockSize = kBlockSize);

/// The quotient of two non-negative indices, rounded up.
mlir::Value createCeilDiv(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value a, mlir::Value b);

mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        int64_t value);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_GPU_ELEMENT_H
