//===- LoopChecks.h - Sizes of operands that loops index --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_LOOPCHECKS_H
#define FUSED_LIB_TRANSFORMS_LOOPCHECKS_H

#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

class ShapeChecks;

// All check that the dimensions that a loop indexes have one size, and that the
// indices that are computed of several loops, as a convolution's are, lie in
// their arrays.

void checkLoops(ShapeChecks &checks, mlir::linalg::LinalgOp op);

void checkLoops(ShapeChecks &checks, RowsOp op);

void checkLoops(ShapeChecks &checks, ProductOp op);

void checkLoops(ShapeChecks &checks, AttentionOp op);

void checkLoops(ShapeChecks &checks, AttentionGradientOp op);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_LOOPCHECKS_H
