//===- GroupFactors.h - Sums of products of three factors -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_GROUPFACTORS_H
#define FUSED_LIB_TRANSFORMS_GROUPFACTORS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Adds the pattern that multiplies two of three factors first, so that the sum
/// of what remains is one over an elementwise product of two tensors whose
/// elements are used several times.
void populateGroupFactors(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_GROUPFACTORS_H
