//===- MemoryPlan.h - Where buffers are ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The attributes by which `fused-plan-memory` says where buffers are.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_MEMORYPLAN_H
#define FUSED_LIB_CONVERSION_MEMORYPLAN_H

#include "llvm/ADT/StringRef.h"

namespace fused {

/// On a function: the bytes of the arena of a call.
inline constexpr llvm::StringLiteral kArenaSizeAttr = "fused.arena_size";

/// On `memref.alloc`: the place of the buffer in the arena, in bytes.
inline constexpr llvm::StringLiteral kArenaOffsetAttr = "fused.arena_offset";

/// On `memref.alloc`: the number of the output that the buffer becomes.
inline constexpr llvm::StringLiteral kOutputAttr = "fused.output";

} // namespace fused

#endif // FUSED_LIB_CONVERSION_MEMORYPLAN_H
