//===- CollapsedTails.h - What follows a reshaped product -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_COLLAPSEDTAILS_H
#define FUSED_LIB_TRANSFORMS_COLLAPSEDTAILS_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Lets elementwise operations in `root` that read the result of a product with
/// its rows apart, as batch and tokens, read the result itself. Other operands
/// are reshaped, where that is no copy.
void collapseTails(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_COLLAPSEDTAILS_H
