//===- AttentionSupport.h - Attention that has a kernel ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_ATTENTIONSUPPORT_H
#define FUSED_ANALYSIS_ATTENTIONSUPPORT_H

#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/MatmulOp.h"

namespace fused {

/// Why there is no kernel for an attention, as the end of a sentence about
/// what has none; empty if there is one.
llvm::StringRef findLackOfKernel(AttentionOp op);
llvm::StringRef findLackOfKernel(AttentionGradientOp op);

/// True if kernels of attention can have matrices of `tensor`'s elements with
/// rows of so many.
bool canHaveAttentionRows(mlir::Value tensor, int64_t columns);

/// `first`, which computes scores, and the products that become attention with
/// it and have a kernel: that of its softmax, or all of attention and its
/// gradients. Empty if there are none. The operations between the products are
/// still in linalg, so this is not certain.
llvm::SmallVector<MatmulOp> findProductsOfSoftmax(MatmulOp first);

/// True if the kernel of attention reads two neighbouring columns of a further
/// operand at a time, which begins at a multiple of 16 bytes.
bool readsPairs(mlir::Value extra, mlir::AffineMap map);

} // namespace fused

#endif // FUSED_ANALYSIS_ATTENTIONSUPPORT_H
