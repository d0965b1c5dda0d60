//===- EndlessCalls.h - Functions that never return -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_TRANSFORMS_ENDLESSCALLS_H
#define FUSED_TRANSFORMS_ENDLESSCALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace fused {

/// Gives an error if a public function of `module` calls itself, or another
/// function that does, whatever its arguments are: its stack would overflow. A
/// call in a branch or a loop may not be executed, so it is no error.
llvm::LogicalResult verifyCallsEnd(mlir::ModuleOp module);

} // namespace fused

#endif // FUSED_TRANSFORMS_ENDLESSCALLS_H
