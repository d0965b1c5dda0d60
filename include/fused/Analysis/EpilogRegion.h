//===- EpilogRegion.h - What follows a product, as a scalar expression -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_EPILOGREGION_H
#define FUSED_ANALYSIS_EPILOGREGION_H

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/FusedDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// Along which dimensions of the product an operand of the region varies.
enum class LeafKind {
  /// One value for each column: what a bias is.
  Vector,
  /// One value for each column of each batch.
  BatchVector,
  /// One value for each element.
  Matrix,
  /// One value for each row.
  RowValue,
  /// One value for everything, not known to the compiler.
  Scalar,
  /// Anything else: permuted, strided, one value for each batch.
  Other
};

/// An operand of the region that does not depend on the product.
struct RegionLeaf {
  LeafKind kind;
  OperandSource source;
  /// How many dimensions of `source` form each dimension of the vector or
  /// matrix; see Reshape.h.
  llvm::SmallVector<int64_t, 3> groups;
};

/// A scalar value in the region: the accumulator (op(A) op(B), before alpha), a
/// leaf, a constant, a scaled sum that the product itself computes, or an
/// operation on earlier nodes.
struct RegionNode {
  enum class Kind { Accumulator, Leaf, Constant, Scale, Add, Operation };

  explicit RegionNode(Kind kind, mlir::Operation *op = nullptr)
      : kind(kind), op(op) {}

  Kind kind;
  mlir::Operation *op;
  llvm::SmallVector<unsigned, 3> operands;
  unsigned leaf = 0;
  double constant = 0.0;
  mlir::Type type;
  /// The leaves it depends on, as a set of bits.
  uint64_t leaves = 0;
  bool dependsOnAccumulator = false;
  /// The most roundings to a 16-bit type between the inputs and here.
  unsigned roundings = 0;
  /// The bits of the narrowest type, not of 16 bits, that the value or one that
  /// it depends on is rounded to by a conversion.
  unsigned narrowest = 64;
};

/// A value through which everything that depends on the product passes.
struct RegionExit {
  unsigned node;
  /// The operation that computes it; null for the result of the product.
  mlir::linalg::LinalgOp op;
  /// In the body of `op`.
  mlir::Value scalar;
  /// The result of `op` that it is, or null if it is used only in the body.
  mlir::Value tensor;
  /// How many dimensions of the results of `op` form each of the product's.
  llvm::SmallVector<int64_t, 3> groups;
  /// How many operations of the region come before `op`.
  unsigned numOps = 0;
};

/// The largest set of pure elementwise consumers of a product, in the order of
/// their block, as one scalar expression.
struct EpilogRegion {
  MatmulOp product;
  llvm::SmallVector<RegionLeaf> leaves;
  /// In an order in which operands come first.
  llvm::SmallVector<RegionNode> nodes;
  /// From the first to the last.
  llvm::SmallVector<RegionExit> exits;
  /// The users of the product, and theirs, in the order of the block.
  llvm::SmallVector<mlir::Operation *> ops;
  /// Why the region ends where it does: the stable name of a reason, and the
  /// operation that ends it, if it is one.
  llvm::StringRef endReason;
  mlir::Operation *endOp = nullptr;
};

/// The position of each operation in its block.
using OperationOrder = llvm::DenseMap<mlir::Operation *, unsigned>;

/// Grows the region that follows `product`, on tensors, in time proportional to
/// its size, which is bounded. With `clampAtLargest` a maximum or minimum with
/// the largest finite number of its type is taken as one with infinity.
EpilogRegion growEpilogRegion(MatmulOp product, const OperationOrder &order,
                              bool clampAtLargest);

} // namespace fused

#endif // FUSED_ANALYSIS_EPILOGREGION_H
