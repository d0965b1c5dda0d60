//===- ShapedValue.h - Shapes of tensors and memrefs ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_SHAPEDVALUE_H
#define FUSED_DIALECT_SHAPEDVALUE_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Value.h"

namespace fused {

/// The type of a tensor or memref.
inline mlir::ShapedType getShapedType(mlir::Value array) {
  return llvm::cast<mlir::ShapedType>(array.getType());
}

/// The shape of a tensor or memref with a rank.
inline llvm::ArrayRef<int64_t> getShape(mlir::Value array) {
  return getShapedType(array).getShape();
}

} // namespace fused

#endif // FUSED_DIALECT_SHAPEDVALUE_H
