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

/// Marks quotients, roots, exponentials, log1p, tanh and erfc whose results are
/// only rounded to 16 bits as approximate (`afn`): patterns may replace what
/// shows that.
void markRoundedMath(mlir::Operation *root);

/// Patterns for quotients and functions that are marked as approximate.
void populateRoundedMathPatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_KERNELS_ROUNDEDMATH_H
