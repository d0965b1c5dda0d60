//===- MemoryPlan.h - Where buffers are ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The attributes that say where buffers are.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_RUNTIME_MEMORYPLAN_H
#define FUSED_LIB_CONVERSION_RUNTIME_MEMORYPLAN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace fused {

/// On a function: the bytes of the arena of a call.
inline constexpr llvm::StringLiteral kArenaSizeAttr = "fused.arena_size";

/// On `memref.alloc`: the place of the buffer in the arena, in bytes.
inline constexpr llvm::StringLiteral kArenaOffsetAttr = "fused.arena_offset";

/// On `memref.alloc`: the number of the output that the buffer becomes. On an
/// argument: the number of the output that takes its memory.
inline constexpr llvm::StringLiteral kOutputAttr = "fused.output";

/// On a function: for each output, the argument whose memory it has, or -1.
/// From bufferization on, such outputs are no results.
inline constexpr llvm::StringLiteral kDonationsAttr = "fused.donations";

/// The public functions that nothing inside the module calls: only they have
/// memory of a caller.
llvm::SmallVector<mlir::func::FuncOp> collectEntries(mlir::ModuleOp module);

/// For each output of a function, the argument whose memory it has, or -1.
/// `numResults` are left as results.
llvm::SmallVector<int32_t> getDonations(mlir::func::FuncOp function,
                                        unsigned numResults);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_RUNTIME_MEMORYPLAN_H
