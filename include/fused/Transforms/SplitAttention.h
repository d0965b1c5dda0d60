//===- SplitAttention.h - Two products and a softmax ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_SPLITATTENTION_H
#define FUSED_TRANSFORMS_SPLITATTENTION_H

#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/RowOps.h"

namespace fused {

/// What attention consists of: a product whose result is the accumulator, the
/// region and the softmax, and another product.
struct AttentionParts {
  MatmulOp first;
  RowsOp rows;
  MatmulOp second;
};

/// Replaces `op` by its parts. On memrefs, the arrays between them are
/// allocated, and released right after.
AttentionParts splitAttention(mlir::RewriterBase &rewriter, AttentionOp op);

/// The same of a gradient. Returns its products.
llvm::SmallVector<MatmulOp> splitAttention(mlir::RewriterBase &rewriter,
                                           AttentionGradientOp op);

/// The matrices of a batch with any number of dimensions as those of a batch
/// with one, at most.
mlir::Value collapseBatch(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value matrices);

} // namespace fused

#endif // FUSED_TRANSFORMS_SPLITATTENTION_H
