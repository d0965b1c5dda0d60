//===- SlicesAtElements.h - Slices whose place is on the device -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SLICESATELEMENTS_H
#define FUSED_LIB_TRANSFORMS_SLICESATELEMENTS_H

#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Lets kernels find slices whose offsets are read from tensors, unless the
/// host needs these numbers anyway: `tensor.extract_slice` becomes
/// `linalg.generic`, and `tensor.insert_slice` becomes `fused.scatter`.
void convertSlicesAtElements(mlir::Operation *root, mlir::IRRewriter &rewriter);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SLICESATELEMENTS_H
