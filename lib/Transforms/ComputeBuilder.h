//===- ComputeBuilder.h - linalg that computes in one type ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_COMPUTEBUILDER_H
#define FUSED_LIB_TRANSFORMS_COMPUTEBUILDER_H

#include "IRArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fused {

/// Builds operations on tensors or memrefs at one place, and in their bodies
/// arithmetic in one type.
class ComputeBuilder {
public:
  ComputeBuilder(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Type computeType)
      : builder(builder), loc(loc), computeType(computeType) {}

  mlir::AffineExpr dim(int64_t position) {
    return mlir::getAffineDimExpr(position, builder.getContext());
  }

  mlir::AffineMap getMap(int64_t numLoops,
                         llvm::ArrayRef<mlir::AffineExpr> results) {
    return mlir::AffineMap::get(numLoops, 0, results, builder.getContext());
  }

  mlir::Value createEmpty(llvm::ArrayRef<mlir::OpFoldResult> shape,
                          mlir::Type elementType) {
    return mlir::tensor::EmptyOp::create(builder, loc, shape, elementType);
  }

  /// An array of `elementType` with the sizes of `array`, which the caller
  /// releases by `release` if it is a memref.
  mlir::Value createLike(mlir::Value array, mlir::Type elementType);

  /// Releases a memref that was allocated as a temporary one.
  static void release(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value array);

  mlir::Value createZeros(mlir::Value empty) {
    mlir::Type type = mlir::getElementTypeOrSelf(empty.getType());
    mlir::Value zero = mlir::arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(type));
    return getWritten(mlir::linalg::FillOp::create(builder, loc, zero, empty));
  }

  /// The only array that `op` writes: its result, or the memref itself.
  static mlir::Value getWritten(mlir::linalg::LinalgOp op) {
    return op->getNumResults() == 0 ? op.getDpsInits().front()
                                    : op->getResult(0);
  }

  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::OpBuilder &, mlir::ValueRange)>;

  mlir::linalg::GenericOp
  createGeneric(mlir::ValueRange inputs, mlir::ValueRange outputs,
                llvm::ArrayRef<mlir::AffineMap> maps,
                llvm::ArrayRef<mlir::utils::IteratorType> iterators,
                Body body) {
    bool isTensor = llvm::isa<mlir::TensorType>(outputs.front().getType());
    return mlir::linalg::GenericOp::create(
        builder, loc, isTensor ? mlir::TypeRange(outputs) : mlir::TypeRange(),
        inputs, outputs, maps, iterators,
        [&](mlir::OpBuilder &inner, mlir::Location,
            mlir::ValueRange arguments) {
          mlir::linalg::YieldOp::create(inner, loc, body(inner, arguments));
        });
  }

  /// Converts a scalar of an operand to the compute type.
  mlir::Value widen(mlir::OpBuilder &inner, mlir::Value value) {
    if (value.getType() == computeType)
      return value;
    if (computeType.isInteger())
      return mlir::arith::ExtSIOp::create(inner, loc, computeType, value);
    return mlir::arith::ExtFOp::create(inner, loc, computeType, value);
  }

  /// Rounds a scalar of the compute type to `type`; one of 8 bits saturates.
  mlir::Value narrow(mlir::OpBuilder &inner, mlir::Value value,
                     mlir::Type type);

  mlir::Value add(mlir::OpBuilder &inner, mlir::Value a, mlir::Value b) {
    if (computeType.isInteger())
      return mlir::arith::AddIOp::create(inner, loc, a, b);
    return mlir::arith::AddFOp::create(inner, loc, a, b);
  }

  /// The sum of `array` along dimension `reduced`, into `out`. It is rounded
  /// once, at the end.
  mlir::Value createSum(mlir::Value array, int64_t reduced, mlir::Value out);

protected:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type computeType;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_COMPUTEBUILDER_H
