//===- SavedValues.h - What a gradient is computed from ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_SAVEDVALUES_H
#define FUSED_LIB_ANALYSIS_SAVEDVALUES_H

#include "fused/Analysis/EpilogRegion.h"

namespace fused {

/// The nodes that a node of a region reads beside the accumulator. They do not
/// depend on the accumulator, and are operands of nodes that do.
llvm::SmallSetVector<unsigned, 8> getSideInputs(const Expression &expression,
                                                unsigned root);

/// Expands the leaves below `nodes` to the elementwise operations that compute
/// them, the latest first, as long as the expression has room.
void expandLeaves(Expression &expression, llvm::ArrayRef<unsigned> nodes,
                  const OperationOrder &order);

/// The node that is true where each of `booleans` is its bit of `bits`.
unsigned addMask(Expression &expression, llvm::ArrayRef<unsigned> booleans,
                 unsigned bits);

/// The nodes through which all paths to `nodes` go, from the last to the first.
/// Each is a candidate for the saved value.
llvm::SmallVector<unsigned> findCuts(const Expression &expression,
                                     llvm::ArrayRef<unsigned> nodes);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_SAVEDVALUES_H
