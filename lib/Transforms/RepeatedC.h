//===- RepeatedC.h - A C that is no bias ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_REPEATEDC_H
#define FUSED_LIB_TRANSFORMS_REPEATEDC_H

#include "fused/Dialect/MatmulOp.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// Adds C behind `product` if it repeats a tensor along the columns, as the
/// bias of a convolution with channels in front does, and an elementwise
/// operation on matrices follows: the sum is part of that. Otherwise C would be
/// as large as the result. Returns whether it did.
bool addRepeatedCBehind(mlir::RewriterBase &rewriter, MatmulOp product);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_REPEATEDC_H
