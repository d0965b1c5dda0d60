//===- Reshape.h - Reshapes between tensors and the matrices of a product -*-
// C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_RESHAPE_H
#define FUSED_LIB_TRANSFORMS_RESHAPE_H

#include "mlir/IR/Builders.h"

namespace fused {

/// How many consecutive dimensions of a tensor form each dimension of a matrix,
/// in order. Zero stands for a dimension of size one that the tensor lacks.
using DimGroups = llvm::ArrayRef<int64_t>;

/// Reshapes `tensor` so that each group of dimensions becomes one. Without
/// groups, all dimensions have size one, and the result has none.
mlir::Value collapseGroups(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value tensor, DimGroups groups);

/// Reshapes `matrix`, of one dimension for each group, to `type`, whose sizes
/// are `sizes`: the inverse of `collapseGroups`.
mlir::Value expandGroups(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value matrix, DimGroups groups,
                         mlir::RankedTensorType type,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// `linalg.transpose` of `tensor` by `permutation` into a new tensor.
mlir::Value transpose(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value tensor, llvm::ArrayRef<int64_t> permutation);

/// Exchanges the last two dimensions of `matrix`.
mlir::Value transposeMatrix(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value matrix);

/// The sums of the elements of `tensor`, of floating point, over `dims`.
mlir::Value sumOver(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value tensor, llvm::ArrayRef<int64_t> dims);

/// Widens or rounds every element of `tensor` to `elementType`; `tensor` itself
/// where nothing changes.
mlir::Value convertElements(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value tensor, mlir::Type elementType);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_RESHAPE_H
