//===- Float8.h - Conversions of floats of 8 bits ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_ARITHMETIC_FLOAT8_H
#define FUSED_LIB_CONVERSION_ARITHMETIC_FLOAT8_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Rewrites conversions from and to f8E4M3FN and f8E5M2 as arithmetic on bits.
/// A number is rounded once, to the nearest, with ties to even. One beyond the
/// largest becomes NaN in f8E4M3FN, and infinite in f8E5M2.
void populateFloat8Patterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_ARITHMETIC_FLOAT8_H
