//===- ScatterToLoops.h - Loops over updates ------------------ -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_LOOPS_SCATTERTOLOOPS_H
#define FUSED_LIB_LOOPS_SCATTERTOLOOPS_H

#include "LoopEmitter.h"
#include "fused/Dialect/ScatterOp.h"

namespace fused {

/// Writes the loops over the updates of `op`, on memrefs, at the insertion
/// point. What is done with a window is a `linalg.generic`. The operation
/// stays.
void emitScatter(mlir::RewriterBase &rewriter, ScatterOp op, Threads threads,
                 int64_t minimumWork);

} // namespace fused

#endif // FUSED_LIB_LOOPS_SCATTERTOLOOPS_H
