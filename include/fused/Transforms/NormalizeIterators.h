//===- NormalizeIterators.h - What loops are called -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_NORMALIZEITERATORS_H
#define FUSED_TRANSFORMS_NORMALIZEITERATORS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// Refuses an operation whose parallel loops may write one element twice.
/// Calls loops parallel that are called reductions and reduce nothing.
mlir::LogicalResult normalizeIterators(mlir::linalg::LinalgOp op);

/// True if an operand is a tensor. What only asserts may have no operands.
bool isOnTensors(mlir::Operation *op);

} // namespace fused

#endif // FUSED_TRANSFORMS_NORMALIZEITERATORS_H
