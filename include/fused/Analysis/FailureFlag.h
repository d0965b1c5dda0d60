//===- FailureFlag.h - Where kernels report what fails ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_FAILUREFLAG_H
#define FUSED_ANALYSIS_FAILUREFLAG_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fused {

/// The array of one i32 in which kernels of a module report a failure, by the
/// name that it has where that is free. It is the runtime's, which reads it
/// when the kernels are done.
inline constexpr llvm::StringLiteral kFailureFlagName = "fused_failure";

/// On its declaration: for each assertion, its message and its location. With n
/// of them, number i is reported as n - i.
inline constexpr llvm::StringLiteral kFailuresAttr = "fused.failures";

inline bool isFailureFlag(mlir::memref::GlobalOp global) {
  return global && global->hasAttr(kFailuresAttr);
}

} // namespace fused

#endif // FUSED_ANALYSIS_FAILUREFLAG_H
