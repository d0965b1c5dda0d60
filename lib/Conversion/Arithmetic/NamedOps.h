//===- NamedOps.h - Bodies of named operations ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_ARITHMETIC_NAMEDOPS_H
#define FUSED_LIB_CONVERSION_ARITHMETIC_NAMEDOPS_H

#include "mlir/IR/Operation.h"

namespace fused {

/// Makes the named operations of linalg below `root` generic if `rewrites` is
/// true for an operation of their body. The bodies of some named operations
/// may only have what upstream writes there.
llvm::LogicalResult
generalizeNamedOps(mlir::Operation *root,
                   llvm::function_ref<bool(mlir::Operation &)> rewrites);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_ARITHMETIC_NAMEDOPS_H
