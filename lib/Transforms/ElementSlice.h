//===- ElementSlice.h - What computes one element ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_ELEMENTSLICE_H
#define FUSED_LIB_TRANSFORMS_ELEMENTSLICE_H

#include "fused/Analysis/PointOp.h"
#include <optional>

namespace fused {

/// The part of a body that computes one element of a result from arrays that
/// another operation can read.
struct ElementSlice {
  /// The yielded value.
  mlir::Value value;
  /// In the order of the body.
  llvm::SmallVector<mlir::Operation *> ops;
  /// Arguments of the body that are inputs, and values that are results or can
  /// become some.
  llvm::SmallVector<mlir::Value> leaves;
  /// The loops of the producer by those of the user.
  llvm::SmallVector<mlir::AffineExpr> dims;
  unsigned numUserLoops = 0;
  /// How long the computation takes, in simple operations.
  unsigned length = 0;

  /// An indexing map of the producer, for the user.
  mlir::AffineMap getUserMap(mlir::AffineMap map) const {
    return map.replaceDimsAndSymbols(dims, {}, numUserLoops, 0);
  }
};

/// What the values in the body of one operation depend on.
class ElementAnalysis {
public:
  /// An elementwise operation on tensors, or one on whole rows.
  static bool accepts(PointOp op);

  /// For an operation that `accepts`.
  explicit ElementAnalysis(PointOp op);

  /// The part of the body that the user of `result` needs to compute it. None
  /// if that is too large, or would not give the same bits.
  std::optional<ElementSlice> findSlice(mlir::OpResult result,
                                        mlir::OpOperand &use);

  /// `other` has taken the body and the loops.
  void setOp(PointOp other) { op = other; }

  bool isElementwise() const { return reduced.empty(); }

  /// How a value of the body is stored: with an element for each row if it is
  /// the same for the points of a row, else for each point.
  mlir::AffineMap getStoredMap(mlir::Value value);

  /// The size of such an array, where unknown sizes are `unknownSize`.
  int64_t countStoredBytes(mlir::Value value, int64_t unknownSize);

private:
  bool collect(mlir::Value value, PointOp user, ElementSlice &slice,
               llvm::DenseSet<mlir::Operation *> &ops);
  bool addLeaf(mlir::Value value, mlir::AffineMap map, ElementSlice &slice);
  bool addOp(mlir::Operation *inside, PointOp user, ElementSlice &slice);
  bool isReadBy(PointOp user, mlir::Value value, const ElementSlice &slice);
  bool divides(mlir::Operation *inside);

  PointOp op;
  /// Loops that a row consists of.
  llvm::SmallVector<unsigned> reduced;
  llvm::SmallVector<int64_t> sizes;
  /// Values that differ between the points of a row, and values that depend on
  /// a whole row.
  llvm::DenseSet<mlir::Value> varying, ofRows;
};

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_ELEMENTSLICE_H
