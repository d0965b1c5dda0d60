//===- SummedProduct.h - Sums of elementwise products -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SUMMEDPRODUCT_H
#define FUSED_LIB_TRANSFORMS_SUMMEDPRODUCT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// A sum of fewer results for each element of a factor reads more than it
/// computes.
constexpr int64_t minReuse = 4;

/// True if `op` adds the elements of one tensor to its init, which may keep
/// summed dimensions with one element.
bool isSum(mlir::linalg::LinalgOp op);

/// True if `op` multiplies the elements of two inputs, and perhaps adds that to
/// an init of zeros, as JAX writes a product without a sum.
bool multipliesElements(mlir::linalg::LinalgOp op);

/// Reads `factor`, read at `map`, where its elements come from. Fails if these
/// are a number, or a part of a tensor.
mlir::LogicalResult readThroughCopies(mlir::Value &factor,
                                      mlir::AffineMap &map);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SUMMEDPRODUCT_H
