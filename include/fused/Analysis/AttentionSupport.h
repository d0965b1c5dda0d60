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

/// The product of the softmax of the result of `first`, if both products may
/// become attention that has a kernel; null otherwise. The operations between
/// them are still in linalg, so this is not certain.
MatmulOp findProductOfSoftmax(MatmulOp first);

} // namespace fused

#endif // FUSED_ANALYSIS_ATTENTIONSUPPORT_H
