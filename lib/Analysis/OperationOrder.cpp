//===- OperationOrder.cpp - Positions of operations -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/OperationOrder.h"

using namespace mlir;
using namespace fused;

/// The gap between the numbers of two operations, for inserted ones.
static constexpr uint64_t stride = uint64_t(1) << 20;

OperationOrder::OperationOrder(Operation *root) {
  uint64_t position = 0;
  root->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { positions[op] = position += stride; });
}

void OperationOrder::notifyOperationInserted(Operation *op,
                                             OpBuilder::InsertPoint) {
  if (Operation *before = op->getPrevNode())
    positions[op] = getPosition(before) + 1;
  else if (Operation *after = op->getNextNode())
    positions[op] = getPosition(after) - 1;
  else if (Operation *parent = op->getParentOp())
    positions[op] = getPosition(parent);
}

void OperationOrder::notifyOperationErased(Operation *op) {
  positions.erase(op);
}
