//===- TransposeReaders.h - Operations behind a transpose -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_TRANSPOSEREADERS_H
#define FUSED_LIB_TRANSFORMS_TRANSPOSEREADERS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fused {

/// How `op` permutes the dimensions of its input, if it does nothing else.
std::optional<llvm::SmallVector<int64_t>> getPermutation(mlir::Operation *op);

/// Lets `transpose`, which permutes dimensions, do so before dimensions of size
/// one are added, as for the weight gradient of a convolution of 1 x 1, instead
/// of afterwards. The result is a reshape that epilogs look through.
void addUnitDimsBehind(mlir::RewriterBase &rewriter,
                       mlir::linalg::LinalgOp transpose);

/// What an operation reads beside the transposed tensor.
struct OtherInput {
  mlir::Value value;
  /// Where each dimension of `value` is read: at a loop, or at a constant.
  mlir::AffineMap map;
  /// In place of `value`, if it is the same everywhere.
  mlir::TypedAttr constant;
  /// A tensor transposed in the same way, and read at the same loops.
  bool isAlike = false;
};

/// An operation that computes something elementwise, and could as well read the
/// tensor before it was transposed: it reads no other matrix of numbers, unless
/// that is transposed in the same way.
struct TransposeReader {
  mlir::linalg::LinalgOp op;
  mlir::OpOperand *use;
  /// Between the transposed tensor and `use`, if it is there.
  mlir::tensor::CollapseShapeOp collapse;
  /// For each input except `use`.
  llvm::SmallVector<OtherInput> others;
};

/// The operation that reads a transposed tensor at `use`, perhaps through
/// `collapse`. `isAlike` says whether a tensor is transposed in the same way.
std::optional<TransposeReader>
findReader(mlir::OpOperand *use, mlir::tensor::CollapseShapeOp collapse,
           llvm::function_ref<bool(mlir::Value)> isAlike);

/// How many bits an element of `value` has. Booleans count as nothing: their
/// transpose moves few bytes.
int64_t countBits(mlir::Value value);

/// The only reader of the result of `transpose`, or all that read a reshape of
/// it, if it is worth to transpose their results instead.
llvm::SmallVector<TransposeReader>
findOnlyReaders(mlir::linalg::TransposeOp transpose);

/// Lets `reader` read the tensor before `transpose`. Returns the transpose of
/// its result. Transposes that nothing reads any more remain.
mlir::linalg::TransposeOp sinkTranspose(mlir::RewriterBase &rewriter,
                                        mlir::linalg::TransposeOp transpose,
                                        TransposeReader reader);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_TRANSPOSEREADERS_H
