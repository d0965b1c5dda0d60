//===- EpilogRegion.h - What follows a product ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_EPILOGREGION_H
#define FUSED_ANALYSIS_EPILOGREGION_H

#include "fused/Analysis/Expression.h"
#include "fused/Analysis/OperationOrder.h"

namespace fused {

class MatmulOp;

/// A value through which everything that depends on the product passes.
struct RegionExit {
  unsigned node;
  /// The operation that computes it; null for the result of the product.
  mlir::linalg::LinalgOp op;
  /// In the body of `op`.
  mlir::Value scalar;
  /// The result of `op` that it is, or null if it is used only in the body.
  mlir::Value tensor;
  /// That of the results of `op`.
  Layout layout;
  /// How many operations of the region come before `op`.
  unsigned numOps = 0;
};

/// A tensor that depends on the product.
struct RegionTensor {
  mlir::Value value;
  unsigned node;
  DimOwners owners;
};

/// The largest set of pure elementwise consumers of a product, in the order of
/// their block, as one scalar expression.
struct EpilogRegion {
  /// The product, a `fused.matmul`, and the element types of its A and B.
  mlir::Operation *product = nullptr;
  mlir::Type a, b;
  /// True if the product adds a bias or a C to what may not be rounded before.
  bool addsUnrounded = false;
  int64_t numDims;
  Expression expression;
  /// From the first to the last.
  llvm::SmallVector<RegionExit> exits;
  /// True if everything passes through a value after the last exit, too, which
  /// has its dimensions in an order that no product has.
  bool isPermutedAfterExits = false;
  /// The users of the product, and theirs, in the order of the block.
  llvm::SmallVector<mlir::Operation *> ops;
  /// The results of the product and of `ops`.
  llvm::SmallVector<RegionTensor> tensors;
  /// Why the region ends where it does: the stable name of a reason, and the
  /// operation that ends it, if it is one.
  llvm::StringRef endReason;
  mlir::Operation *endOp = nullptr;

  const ExpressionNode &getNode(unsigned index) const {
    return expression.nodes[index];
  }
};

/// How a region grows.
struct RegionOptions {
  /// Treats a maximum or minimum with the largest finite number of its type as
  /// one with infinity.
  bool clampAtLargest = false;
  /// See `Expression::setVectorsForConstants`.
  bool vectorsForConstants = false;
  /// The result of the product is the accumulator of the expression, and users
  /// that end the region are skipped. There are no exits. This is for tensors
  /// that are computed from a pre-activation with other users.
  bool fromPreactivation = false;
  /// Only users of tensors that are functions of the product alone belong to
  /// the region. Otherwise the one of each layer contains operations of the
  /// layers after it.
  bool endAtLeaves = false;
};

/// Grows the region that follows `product`, on tensors, in time proportional to
/// its size, which is bounded.
EpilogRegion growEpilogRegion(MatmulOp product, const OperationOrder &order,
                              RegionOptions options);

} // namespace fused

#endif // FUSED_ANALYSIS_EPILOGREGION_H
