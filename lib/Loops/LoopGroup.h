//===- LoopGroup.h - Operations that share loops -------------- -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_LOOPS_LOOPGROUP_H
#define FUSED_LIB_LOOPS_LOOPGROUP_H

#include "LoopPlan.h"

namespace fused {

/// Operations that follow each other and are executed one after the other
/// within the same outermost loops, by the same threads: what one writes for an
/// iteration of those loops, the next reads while it is in the cache.
struct LoopGroup {
  mlir::SmallVector<LoopPlan> plans;
  /// The outermost loops that all share; zero for a group of one operation that
  /// has none.
  unsigned numShared = 0;
  /// Releases that stand between the operations, to be done after all of them.
  mlir::SmallVector<mlir::Operation *> releases;

  /// The whole work in additions, `ShapedType::kDynamic` if not known.
  int64_t getWork() const;
};

/// Divides the linalg operations of a block, all `linalg.generic` on memrefs,
/// into groups.
mlir::SmallVector<LoopGroup> groupLoops(mlir::Block &block);

/// The allocated buffers of which only this group knows, and of which each
/// iteration of its shared loops touches its own part: each thread can do with
/// one such part, on its stack.
mlir::SmallVector<mlir::Value> findLocalBuffers(const LoopGroup &group);

/// The type of the part of a local buffer that one iteration touches.
mlir::MemRefType getLocalType(mlir::MemRefType type, unsigned numShared);

} // namespace fused

#endif // FUSED_LIB_LOOPS_LOOPGROUP_H
