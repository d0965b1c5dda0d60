//===- Convolution.h - Which operations are sums over windows ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_CONVOLUTION_H
#define FUSED_ANALYSIS_CONVOLUTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// An index of a tensor: `offset` plus the sum of coefficient * loop.
struct LinearIndex {
  struct Term {
    unsigned loop;
    int64_t coefficient;
  };

  int64_t offset = 0;
  /// By descending coefficient, which is positive. No loop occurs twice.
  llvm::SmallVector<Term, 2> terms;
};

/// Returns `expression` as a sum in which loops of one iteration (by `extents`)
/// do not occur, or nothing if it is not one.
std::optional<LinearIndex> getLinearIndex(mlir::AffineExpr expression,
                                          llvm::ArrayRef<int64_t> extents);

/// How the windows of one dimension of a factor become dimensions of their own,
/// one for each term of the index.
enum class WindowRead {
  /// The index is a loop, which runs along the whole dimension.
  Whole,
  /// There is at most one term: a slice, perhaps with steps.
  Slice,
  /// The windows do not overlap and leave no gaps: a reshape.
  Reshape,
  /// Each element of each window is copied.
  Gather
};

/// A factor of a convolution: a tensor, and the index and the way in which each
/// of its dimensions is read.
struct ConvolutionFactor {
  mlir::Value value;
  llvm::SmallVector<LinearIndex> indices;
  llvm::SmallVector<WindowRead> reads;

  /// The loops that the factor is read at, in the order of its dimensions.
  llvm::SmallVector<unsigned> getLoops() const;
};

/// A contraction of tensors that are read at sums of loops. If each window is
/// made a dimension, a plain contraction is left.
struct Convolution {
  ConvolutionFactor a, b;
  /// Loops of one iteration that only belong to windows. The contraction does
  /// without them.
  llvm::SmallDenseSet<unsigned> dropped;
};

/// Answers whether `op`, which multiplies two tensors of floating point and
/// sums, is a convolution that should become a contraction. Fails with a
/// reason; with an empty one if `op` is something else, or a contraction.
mlir::FailureOr<Convolution> matchConvolution(mlir::linalg::LinalgOp op,
                                              llvm::StringRef &reason);

} // namespace fused

#endif // FUSED_ANALYSIS_CONVOLUTION_H
