//===- PointOp.h - Operations with a body for each point --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_POINTOP_H
#define FUSED_ANALYSIS_POINTOP_H

#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// A `linalg.generic` or a `fused.rows`.
class PointOp {
public:
  PointOp() = default;
  /// Null if `op` is neither.
  explicit PointOp(mlir::Operation *op);

  explicit operator bool() const { return op; }
  mlir::Operation *operator->() const { return op; }
  mlir::Operation *getOperation() const { return op; }
  mlir::DestinationStyleOpInterface getDps() const {
    return mlir::cast<mlir::DestinationStyleOpInterface>(op);
  }
  bool isOnRows() const { return mlir::isa<RowsOp>(op); }

  mlir::Block *getBody() const { return &op->getRegion(0).front(); }
  llvm::SmallVector<mlir::AffineMap> getMaps() const;
  mlir::AffineMap getMap(mlir::OpOperand &operand) const;
  unsigned getNumLoops() const { return getMaps().front().getNumDims(); }

  /// The loops that are reduced, or that a row consists of.
  llvm::SmallVector<unsigned> getReducedLoops() const;

  /// The sizes of the loops, `ShapedType::kDynamic` where not known.
  llvm::SmallVector<int64_t> getLoopSizes() const;
  llvm::SmallVector<mlir::OpFoldResult>
  createLoopSizes(mlir::OpBuilder &builder) const;

  /// The argument that an operand has in the body; null for an output of rows.
  mlir::BlockArgument getArgument(mlir::OpOperand &operand) const;

  /// What the body yields for a result.
  mlir::Value getYielded(unsigned result) const {
    return getBody()->getTerminator()->getOperand(result);
  }

  /// Adds an input, and returns its argument.
  mlir::Value addInput(mlir::Value array, mlir::AffineMap map) const;

  /// Replaces the operation by one that also gives `values` of its body, in
  /// `inits`.
  void addResults(mlir::RewriterBase &rewriter,
                  llvm::ArrayRef<mlir::Value> values,
                  llvm::ArrayRef<mlir::Value> inits,
                  llvm::ArrayRef<mlir::AffineMap> maps);

  mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                          unsigned loop) const;

private:
  mlir::Operation *op = nullptr;
};

/// The loop whose index `inside` is, if it is one.
std::optional<unsigned> getIndexedLoop(mlir::Operation *inside);

} // namespace fused

#endif // FUSED_ANALYSIS_POINTOP_H
