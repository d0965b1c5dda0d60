//===- LoopEmitter.h - Writes loops --------------------------- -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_LOOPS_LOOPEMITTER_H
#define FUSED_LIB_LOOPS_LOOPEMITTER_H

#include "LoopGroup.h"

namespace fused {

/// Who executes the loops that a group shares.
enum class Threads {
  One,
  /// All, if the work is worth it.
  All
};

/// Writes the loops of `group` at the insertion point. The operations stay.
void emitLoops(mlir::OpBuilder &builder, const LoopGroup &group,
               Threads threads, int64_t minimumWork);

/// The bounds of a loop.
struct Bounds {
  mlir::Value lower, upper, step;
};

/// Creates an OpenMP region whose threads share the loops of these bounds, and
/// calls `emit` in it. Where `isWorthThreads` is not null, it says whether
/// there is more than one thread.
void createSharedLoops(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<Bounds> bounds,
                       mlir::Value isWorthThreads,
                       llvm::function_ref<void()> emitLocals,
                       llvm::function_ref<void(mlir::ValueRange)> emit);

} // namespace fused

#endif // FUSED_LIB_LOOPS_LOOPEMITTER_H
