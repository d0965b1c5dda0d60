//===- Writes.h - Which points write one element ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_WRITES_H
#define FUSED_ANALYSIS_WRITES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace fused {

/// The loops whose index follows from the place of an element: points at which
/// they differ have different elements. `extents` are the sizes of the loops,
/// `ShapedType::kDynamic` where not known.
llvm::SmallBitVector findToldLoops(mlir::AffineMap map,
                                   llvm::ArrayRef<int64_t> extents);

/// Reports an error if points of a parallel loop may write one element of an
/// output: then the result would depend on which of them comes last.
mlir::LogicalResult verifyWrites(mlir::linalg::LinalgOp op);

/// True if `op` writes every element of the output, so that nothing is left of
/// what was there.
bool writesAllElements(mlir::linalg::LinalgOp op, mlir::OpOperand &output);

/// The loops that are called reductions and of which each index has its own
/// elements of every output, so that they may run in any order.
llvm::SmallVector<unsigned> findNeedlessReductions(mlir::linalg::LinalgOp op);

/// True if the points of reductions may be combined in any order: each output
/// has a combiner, and one element for all points of the reductions.
bool hasAnyOrder(mlir::linalg::GenericOp op);

} // namespace fused

#endif // FUSED_ANALYSIS_WRITES_H
