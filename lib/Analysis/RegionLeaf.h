//===- RegionLeaf.h - The operands of what follows a product ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_REGIONLEAF_H
#define FUSED_LIB_ANALYSIS_REGIONLEAF_H

#include "fused/Analysis/EpilogRegion.h"

namespace fused {

/// Sorts a leaf, read from the indices of a tensor of type `type`, by the
/// dimensions of the product along which it varies. Dimensions of size one
/// count as it suits. `owners` gives the dimension of the product, of `numDims`
/// (batch if there is one, M, N), that each dimension of the tensor belongs to.
RegionLeaf classifyLeaf(const OperandSource &source,
                        llvm::ArrayRef<int64_t> owners,
                        mlir::RankedTensorType type, int64_t numDims);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_REGIONLEAF_H
