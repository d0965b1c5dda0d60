//===- OperationOrder.h - Positions of operations ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_OPERATIONORDER_H
#define FUSED_ANALYSIS_OPERATIONORDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"

namespace fused {

/// The order of all operations inside one. It listens to a rewriter that
/// inserts and erases operations, and updates the order in constant time for
/// each change.
class OperationOrder : public mlir::RewriterBase::Listener {
public:
  explicit OperationOrder(mlir::Operation *root);

  /// A number that is larger for later operations, in a preorder walk.
  uint64_t getPosition(mlir::Operation *op) const {
    return positions.lookup(op);
  }

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationErased(mlir::Operation *op) override;

private:
  llvm::DenseMap<mlir::Operation *, uint64_t> positions;
};

} // namespace fused

#endif // FUSED_ANALYSIS_OPERATIONORDER_H
