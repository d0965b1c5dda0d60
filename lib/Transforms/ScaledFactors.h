//===- ScaledFactors.h - Products of scaled factors -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SCALEDFACTORS_H
#define FUSED_LIB_TRANSFORMS_SCALEDFACTORS_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Adds the pattern that multiplies a contraction by a power of two, instead of
/// a factor of 16 bits that was widened for this. Then the contraction is one
/// of 16 bits.
void populateScaledFactors(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SCALEDFACTORS_H
