//===- PermutedViews.h - Tensors as others have them in memory --*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_PERMUTEDVIEWS_H
#define FUSED_LIB_TRANSFORMS_PERMUTEDVIEWS_H

#include "fused/Dialect/MatmulOp.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// A tensor, and the permutation of its dimensions that gives another tensor.
struct PermutedTensor {
  mlir::Value tensor;
  llvm::SmallVector<int64_t> permutation;
};

/// What permutations and reshapes make `tensor` of, in the order of memory, if
/// each dimension of `tensor` is one of it.
std::optional<PermutedTensor> findPermuted(mlir::OpBuilder &builder,
                                           mlir::Value tensor);

/// Lets attention and its gradients in `root` read matrices, and write outputs,
/// in the order of dimensions that these have before and after permutations, if
/// a view can have it.
void permuteInPlace(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Makes one transpose in `root` of several in a row, whatever reshapes are
/// between them, and one of equal ones.
void shareTransposes(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Lets products in `root` that read the same permutation of a tensor, in
/// whatever shape it was in between, read one. Lets products read the
/// transposes of operands of which columns, but not rows, are neighbours in
/// what these are permuted from: a permutation that keeps neighbours moves
/// whole lines.
void readColumnsInOrder(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_PERMUTEDVIEWS_H
