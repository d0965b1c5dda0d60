//===- LeafRole.h - The operands of what follows a product ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_LEAFROLE_H
#define FUSED_LIB_ANALYSIS_LEAFROLE_H

#include "fused/Analysis/Expression.h"

namespace fused {

/// Sorts a leaf, read from the indices of `space`, by the dimensions of the
/// product along which it varies; the product has `numDims` (batch if there is
/// one, M, N). Dimensions of size one count as it suits.
LeafRole classifyLeaf(const OperandSource &source, const IndexSpace &space,
                      int64_t numDims);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_LEAFROLE_H
