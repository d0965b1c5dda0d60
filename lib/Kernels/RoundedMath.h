//===- RoundedMath.h - Functions as exact as 16 bits want it ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ROUNDEDMATH_H
#define FUSED_LIB_KERNELS_ROUNDEDMATH_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Patterns for quotients, exponentials, tanh and error functions whose results
/// are rounded to 16 bits, or that are marked as approximate (`afn`).
void populateRoundedMathPatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_KERNELS_ROUNDEDMATH_H
