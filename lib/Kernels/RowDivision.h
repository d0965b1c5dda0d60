//===- RowDivision.h - Division by what a row shares ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A division in f32 takes a dozen instructions and branches where operands or
// result may be subnormal. Where many elements have one divisor d, its
// reciprocal r is computed once, and a quotient is
//
//   q = x r,    q + r (x - q d)
//
// which is rounded correctly, except for subnormal quotients (Markstein,
// "Computation of elementary functions on the IBM RISC System/6000 processor",
// 1990, theorem 8.2). A power of two keeps r from being subnormal or infinite.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ROWDIVISION_H
#define FUSED_LIB_KERNELS_ROWDIVISION_H

#include "mlir/IR/Builders.h"

namespace fused {

/// A divisor in f32, multiplied by a power of two, and what 1 divided by that
/// is.
struct Reciprocal {
  mlir::Value scale, divisor, inverse;
};

/// True if quotients of this type can be computed so: f32 and narrower.
bool hasReciprocals(mlir::Type type);

Reciprocal createReciprocal(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value divisor);

/// The quotient of `dividend`, in its type. In types of 16 bits, whose results
/// are rounded from f32, it is not corrected.
mlir::Value createQuotient(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value dividend, const Reciprocal &reciprocal);

} // namespace fused

#endif // FUSED_LIB_KERNELS_ROWDIVISION_H
