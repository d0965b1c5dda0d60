//===- PermutedRows.h - Rows of tensors as products have them ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_PERMUTEDROWS_H
#define FUSED_LIB_TRANSFORMS_PERMUTEDROWS_H

#include "fused/Dialect/RowOps.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Lets rows in `root` read and write tensors as they are before and after
/// permutations that leave rows where they are, and orders loops as the
/// dimensions of the first product that they read. Erases what is not read any
/// more.
void permuteRowsInPlace(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_PERMUTEDROWS_H
