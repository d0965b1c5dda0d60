//===- AttentionToGpu.h - Launches of the kernel of attention ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ATTENTIONTOGPU_H
#define FUSED_LIB_KERNELS_ATTENTIONTOGPU_H

#include "HopperKernels.h"

#include "fused/Dialect/AttentionOp.h"

namespace fused {

/// Launches the kernel of attention on memrefs, or that of its gradients.
void launchAttention(mlir::IRRewriter &rewriter, AttentionOp op,
                     HopperKernels &kernels, bool asLarge);
void launchAttention(mlir::IRRewriter &rewriter, AttentionGradientOp op,
                     HopperKernels &kernels, bool asLarge);

/// The matrices that the kernel copies.
llvm::SmallVector<mlir::Value> getMatrices(AttentionOp op);
llvm::SmallVector<mlir::Value> getMatrices(AttentionGradientOp op);

} // namespace fused

#endif // FUSED_LIB_KERNELS_ATTENTIONTOGPU_H
