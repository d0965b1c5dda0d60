//===- ErrorFunctions.h - erf and erfc of f32 -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_CONVERSION_ERRORFUNCTIONS_H
#define FUSED_CONVERSION_ERRORFUNCTIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// What the formulas need of a target, for f32.
struct ErrorFunctionTarget {
  using Create = mlir::Value (*)(mlir::ImplicitLocOpBuilder &builder,
                                 mlir::Value x);
  /// 2^x, where x is at most 24. What is below 2^-126 may be anything from zero
  /// to 2^-126.
  Create createPower;
  /// 1 / x, where x is a normal number.
  Create createReciprocal;
};

/// Patterns for `math.erf` and `math.erfc` of f32, f16 and bf16, computed in
/// f32 without branches.
///
/// If 2^x is rounded exactly, the error of erf is at most 1.5 units in the last
/// place, and that of erfc at most 4. If it is off by two units, as the manual
/// of CUDA allows, they are 1.9 and 8. All floats were compared with functions
/// of f64. Those of CUDA's erfc are 4 and 7.8. Subnormal results are right, the
/// sign of zero is kept, and NaN gives NaN. With the power and the quotient of
/// fused-approximate-math, they are 1.5 and 4.2.
void populateErrorFunctionPatterns(mlir::RewritePatternSet &patterns,
                                   ErrorFunctionTarget target);

} // namespace fused

#endif // FUSED_CONVERSION_ERRORFUNCTIONS_H
