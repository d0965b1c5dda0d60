//===- Materialize.h - Expressions as tensors -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_MATERIALIZE_H
#define FUSED_LIB_TRANSFORMS_MATERIALIZE_H

#include "fused/Analysis/EpilogMatcher.h"

namespace fused {

/// The matrix or vector that leaf `index` of a region is in an orientation, in
/// the order in which it is stored and in elements of `type`, which it has.
mlir::Value createLeaf(mlir::OpBuilder &builder, mlir::Location loc,
                       const EpilogRegion &region, unsigned index,
                       Orientation orientation, mlir::Type type);

/// The sum of `terms`, which are not empty, as a bias of elements of `type`.
mlir::Value createBias(mlir::OpBuilder &builder, mlir::Location loc,
                       const EpilogRegion &region,
                       llvm::ArrayRef<BiasTerm> terms, Orientation orientation,
                       mlir::Type type);

/// A leaf of one number, as an array of rank 0 of f32.
mlir::Value createScale(mlir::OpBuilder &builder, mlir::Location loc,
                        const EpilogRegion &region, unsigned leaf);

/// A matrix of the sizes of `init` and elements of `type`, computed from the
/// leaves of a node of a region; with `predicate`, the booleans that say how it
/// compares with zero.
mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc,
                        const EpilogRegion &region, unsigned node,
                        std::optional<mlir::arith::CmpFPredicate> predicate,
                        Orientation orientation, mlir::Value init,
                        mlir::Type type);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_MATERIALIZE_H
