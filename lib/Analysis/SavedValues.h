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

/// The nodes that a node of a region reads next to the accumulator: those that
/// do not depend on it and are operands of nodes that do.
llvm::SmallSetVector<unsigned, 8> getSideInputs(const Expression &expression,
                                                unsigned root);

/// Expands the leaves below `nodes` to what they are computed from, the latest
/// first, as far as elementwise operations go and the expression has room.
void expandLeaves(Expression &expression, llvm::ArrayRef<unsigned> nodes,
                  const OperationOrder &order);

/// The nodes through each of which alone all of `nodes` are computed, from the
/// last to the first: each is a candidate for the value that was saved.
llvm::SmallVector<unsigned> findCuts(const Expression &expression,
                                     llvm::ArrayRef<unsigned> nodes);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_SAVEDVALUES_H
