//===- Scatter.h - Kernels of updates at indices ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_SCATTER_H
#define FUSED_LIB_KERNELS_SCATTER_H

#include "fused/Dialect/ScatterOp.h"

namespace fused {

/// Writes a scatter on memrefs as launches at the insertion point. The
/// operation stays.
void emitScatterKernels(mlir::OpBuilder &builder, ScatterOp op);

} // namespace fused

#endif // FUSED_LIB_KERNELS_SCATTER_H
