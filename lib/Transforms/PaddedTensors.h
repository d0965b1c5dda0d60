//===- PaddedTensors.h - Tensors within larger ones -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_PADDEDTENSORS_H
#define FUSED_LIB_TRANSFORMS_PADDEDTENSORS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// `size` elements of a dimension of `tensor` from `offset` on.
mlir::Value createPart(mlir::OpBuilder &builder, mlir::Value tensor,
                       int64_t dim, int64_t offset, int64_t size);

/// Makes tensors of known sizes the first elements of larger ones, each once.
class PaddedTensors {
public:
  explicit PaddedTensors(mlir::RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Microseconds of a kernel that only zeros a few elements.
  static constexpr double kBorderTime = 2.5;

  /// Microseconds to copy a tensor of `type`, at 3 TB/s.
  static double estimateCopy(mlir::ShapedType type);

  /// The type of `tensor` with `sizes` as its last ones.
  static mlir::RankedTensorType getType(mlir::Value tensor,
                                        llvm::ArrayRef<int64_t> sizes);

  /// Microseconds that `get` takes.
  double estimate(mlir::Value tensor, llvm::ArrayRef<int64_t> sizes) const;

  /// The larger tensor with `sizes` as its last ones, right after `tensor`.
  /// Null if `tensor` is. With `needsZeros`, all other elements are zero;
  /// otherwise they may be anything.
  mlir::Value get(mlir::Value tensor, llvm::ArrayRef<int64_t> sizes,
                  bool needsZeros);

  /// The part of `type` of `whole`, in which other elements may be anything.
  mlir::Value createSlice(mlir::Value whole, mlir::RankedTensorType type);

private:
  struct Padded {
    mlir::Value whole;
    bool hasZeros;
  };

  mlir::Value get(mlir::Value tensor, mlir::RankedTensorType type,
                  bool needsZeros);
  mlir::Value create(mlir::Value tensor, mlir::RankedTensorType type);
  mlir::Value createBorder(mlir::Value whole, llvm::ArrayRef<int64_t> inner);

  mlir::RewriterBase &rewriter;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>, Padded> known;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_PADDEDTENSORS_H
