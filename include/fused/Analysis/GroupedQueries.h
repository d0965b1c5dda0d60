//===- GroupedQueries.h - Attention with shared keys ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_GROUPEDQUERIES_H
#define FUSED_ANALYSIS_GROUPEDQUERIES_H

#include "fused/Analysis/Numerics.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// Loops of a contraction in linalg that run along groups of queries, and those
/// that run along keys.
struct GroupLoops {
  llvm::SmallVector<unsigned> groups, keys;
};

/// The contractions below `root` of attention whose heads share keys and values
/// in groups ("GQA: Training Generalized Multi-Query Transformer Models from
/// Multi-Head Checkpoints", Ainslie et al. 2023). As products, the groups are
/// further rows or columns, or part of the sums of gradients; if they are
/// dimensions of the batch, it is attention of as many heads as there are of
/// queries. Finds only what kernels could compute.
llvm::DenseMap<mlir::Operation *, GroupLoops>
findGroupedQueries(mlir::Operation *root, Numerics numerics);

} // namespace fused

#endif // FUSED_ANALYSIS_GROUPEDQUERIES_H
