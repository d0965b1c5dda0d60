//===- ReshapeChecks.h - Assertions on reshapes -----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_RESHAPECHECKS_H
#define FUSED_LIB_TRANSFORMS_RESHAPECHECKS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fused {

class ShapeChecks;

/// Asserts that the sizes that a dimension becomes have its size as product.
void checkExpanded(ShapeChecks &checks, mlir::tensor::ExpandShapeOp op);

/// Asserts that an array that becomes one element has one.
void checkCollapsed(ShapeChecks &checks, mlir::tensor::CollapseShapeOp op);

/// Checks that the number of elements stays the same.
void checkReshaped(ShapeChecks &checks, mlir::tensor::ReshapeOp op);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_RESHAPECHECKS_H
