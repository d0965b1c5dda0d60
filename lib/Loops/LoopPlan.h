//===- LoopPlan.h - The loops of one operation ---------------- -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loops a `linalg.generic` on memrefs becomes, and in which order: the
// innermost one runs along contiguous memory, so that it can be vectorised; the
// outermost ones are those that threads may share.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_LOOPS_LOOPPLAN_H
#define FUSED_LIB_LOOPS_LOOPPLAN_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// One loop over a dimension of the iteration space.
struct Loop {
  unsigned dim;
  /// Zero: over each index, within the block if there is one. Otherwise over
  /// blocks of this size.
  int64_t block = 0;
};

/// How one operation is executed.
struct LoopPlan {
  mlir::linalg::GenericOp op;
  /// The sizes of the iteration space, `ShapedType::kDynamic` where not known.
  mlir::SmallVector<int64_t> extents;
  /// From the outermost to the innermost.
  mlir::SmallVector<Loop> loops;
  /// How many of the outermost loops threads may share.
  unsigned numShared = 0;
  /// True if what is computed for an element reads memory that is no operand.
  bool readsElsewhere = false;
  /// The work for one element, in additions.
  int64_t cost = 1;

  /// True if the innermost loop reduces: its results stay in registers.
  bool reducesInRegisters() const;

  /// The whole work in additions, `ShapedType::kDynamic` if not known.
  int64_t getWork() const;
};

/// Decides on the loops of an operation on memrefs.
LoopPlan planLoops(mlir::linalg::GenericOp op);

/// True if what `op` computes for an element can fail, or has an effect other
/// than to read memory.
bool hasUnsafeBody(mlir::linalg::GenericOp op);

} // namespace fused

#endif // FUSED_LIB_LOOPS_LOOPPLAN_H
