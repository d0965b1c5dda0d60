//===- SavedMask.h - Masks that products save -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_DIALECT_SAVEDMASK_H
#define FUSED_LIB_DIALECT_SAVEDMASK_H

#include "mlir/IR/Value.h"

namespace fused {

/// If a product saves `mask`, whose padding bits are then zero, this is what
/// the product writes D to. Otherwise it is null.
mlir::Value findOutputWithMask(mlir::Value mask);

} // namespace fused

#endif // FUSED_LIB_DIALECT_SAVEDMASK_H
