//===- MaskOps.h - Masks of bits --------------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_MASKOPS_H
#define FUSED_DIALECT_MASKOPS_H

#include "fused/Dialect/FusedDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {

/// Computes how many bytes one row of the ReLU mask of a matrix of `numColumns`
/// columns has, as `getMaskRowBytes` does where it is known.
mlir::OpFoldResult createMaskRowBytes(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      mlir::OpFoldResult numColumns);

} // namespace fused

#define GET_OP_CLASSES
#include "fused/Dialect/MaskOps.h.inc"

#endif // FUSED_DIALECT_MASKOPS_H
