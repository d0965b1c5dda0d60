//===- NormalizeIterators.h - What loops are called -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_NORMALIZEITERATORS_H
#define FUSED_LIB_CONVERSION_NORMALIZEITERATORS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// Refuses an operation whose parallel loops may write one element twice.
/// Calls loops parallel that are called reductions and reduce nothing, and
/// writes rows without loops as what they are.
mlir::LogicalResult normalizeIterators(mlir::linalg::LinalgOp op);

/// True if the body has a `fused.reduce_row`.
bool isOnRows(mlir::linalg::LinalgOp op);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_NORMALIZEITERATORS_H
