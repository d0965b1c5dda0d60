//===- WidenOperands.h - Products of 8 bits in wider types ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_WIDENOPERANDS_H
#define FUSED_LIB_TRANSFORMS_WIDENOPERANDS_H

#include "fused/Analysis/SupportTable.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

class MatmulOp;

/// The type of 16 bits in which a product of 8-bit floats is the same product,
/// or null if `op`, on tensors, is no such product, or one into 8 bits.
mlir::Type getWiderOperands(MatmulOp op);

/// Replaces `op` by the same product of operands, and of a bias, that are
/// widened, exactly, to `type`.
void widenOperands(mlir::RewriterBase &rewriter, MatmulOp op, mlir::Type type);

/// True if `op`, on tensors, multiplies integers of 8 bits into i32, and sums
/// as many terms as a few products of bf16 into f32 compute exactly.
bool canMultiplyIntegersAsFloats(MatmulOp op);

/// Replaces such an `op` by these products.
void multiplyIntegersAsFloats(mlir::RewriterBase &rewriter, MatmulOp op);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_WIDENOPERANDS_H
