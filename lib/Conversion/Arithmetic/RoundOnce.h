//===- RoundOnce.h - Results of 16 bits that are rounded once ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_ARITHMETIC_ROUNDONCE_H
#define FUSED_LIB_CONVERSION_ARITHMETIC_ROUNDONCE_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

class NumberBuilder;

/// `x` of f64 in f32, rounded to odd: rounded again to at most 16 bits, it is
/// as if it had been rounded once.
mlir::Value narrowToOdd(NumberBuilder &build, mlir::Value x);

/// Rewrites conversions of f64 and of integers to bf16 and f16, and `math.fma`
/// on them, so that the result is rounded as if no type came in between.
void populateRoundOncePatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_ARITHMETIC_ROUNDONCE_H
