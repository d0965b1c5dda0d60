//===- DestinationStyle.h - What the operations share -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_DIALECT_DESTINATIONSTYLE_H
#define FUSED_LIB_DIALECT_DESTINATIONSTYLE_H

#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {

/// Operands in memory are read, outputs written.
void getOperandEffects(mlir::DestinationStyleOpInterface op,
                       llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<
                           mlir::MemoryEffects::Effect>> &effects);

/// The results have the shapes of the outputs.
llvm::LogicalResult
reifyShapesOfInits(mlir::DestinationStyleOpInterface op,
                   mlir::OpBuilder &builder,
                   mlir::ReifiedRankedShapedTypeDims &reifiedShapes);

/// Checks that there is an output, that all arrays have a rank, and are all
/// tensors or all memrefs, and that there are as many results as there are
/// tensors to write.
llvm::LogicalResult verifyForm(mlir::DestinationStyleOpInterface op);

/// Checks that all operands in memory have a unit stride.
llvm::LogicalResult verifyUnitStrides(mlir::Operation *op);

/// Checks that `operand`, called `name`, has this shape, where both are known.
llvm::LogicalResult verifyShape(mlir::Operation *op, llvm::StringRef name,
                                mlir::Value operand,
                                llvm::ArrayRef<int64_t> expected);

/// Checks that nothing in `body`, a block of `op`, has side effects.
llvm::LogicalResult verifyPureBody(mlir::Operation *op, mlir::Block &body);

} // namespace fused

#endif // FUSED_LIB_DIALECT_DESTINATIONSTYLE_H
