//===- FoldUniform.h - Tensors whose elements are one number ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_FOLDUNIFORM_H
#define FUSED_LIB_TRANSFORMS_FOLDUNIFORM_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Adds patterns on `linalg.generic` with operands of which each element is the
/// same known number: what computes on such operands alone becomes a
/// `linalg.fill`, a factor of one is dropped, and so is the zero to which a
/// single product is added.
void populateFoldUniformPatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_FOLDUNIFORM_H
