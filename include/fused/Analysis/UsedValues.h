//===- UsedValues.h - What an operation reads -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_USEDVALUES_H
#define FUSED_ANALYSIS_USEDVALUES_H

#include "mlir/IR/Operation.h"

namespace fused {

/// What `op` reads: its operands, and what its regions use from outside.
llvm::SmallVector<mlir::Value> getUsedValues(mlir::Operation *op);

} // namespace fused

#endif // FUSED_ANALYSIS_USEDVALUES_H
