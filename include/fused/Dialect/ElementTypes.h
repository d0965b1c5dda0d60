//===- ElementTypes.h - Element types of products ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_ELEMENTTYPES_H
#define FUSED_DIALECT_ELEMENTTYPES_H

#include "fused-runtime/EpilogSemantics.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"

namespace fused {

/// Checks that a product of element types `a` and `b` into `d` exists with
/// `epilog`: the combinations that cuBLASLt offers, not those of one target.
/// If it does not exist, reports the reason through `emitError`, unless that is
/// null.
mlir::LogicalResult
verifyElementTypes(Epilog epilog, mlir::Type a, mlir::Type b, mlir::Type d,
                   llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// True for the 8-bit floating-point types. A D of them may have a scale.
bool isFloat8(mlir::Type type);

/// True for f16 and bf16.
bool is16BitFloat(mlir::Type type);

/// The element type of bias, aux (where it is a pre-activation) and bias
/// gradient of a product of elements of type `a` into `d`.
mlir::Type getExtraElementType(mlir::Type a, mlir::Type d);

/// The element type of C of a product into elements of type `d`.
mlir::Type getCElementType(mlir::Type d);

/// The type in which products of elements of type `a` are accumulated.
mlir::Type getComputeType(mlir::Type a);

} // namespace fused

#endif // FUSED_DIALECT_ELEMENTTYPES_H
