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

/// Rewrites conversions of f64 and of integers to bf16 and f16, and `math.fma`
/// on them, so that the result is rounded as if no type came in between.
void populateRoundOncePatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_ARITHMETIC_ROUNDONCE_H
