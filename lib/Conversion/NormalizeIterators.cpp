//===- NormalizeIterators.cpp - What loops are called ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalizeIterators.h"

#include "fused/Analysis/Writes.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

/// Combines what is in a row of one point, for want of loops.
static void combinePoints(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 0)
    return;
  PatternRewriter rewriter(op.getContext());
  auto range = op.getBlock()->getOps<ReduceRowOp>();
  for (ReduceRowOp reduction : llvm::make_early_inc_range(range)) {
    rewriter.setInsertionPoint(reduction);
    (void)ReduceRowOp::canonicalize(reduction, rewriter);
  }
}

bool fused::isOnRows(linalg::LinalgOp op) {
  return !op.getBlock()->getOps<ReduceRowOp>().empty();
}

LogicalResult fused::normalizeIterators(linalg::LinalgOp op) {
  if (failed(verifyWrites(op)))
    return failure();
  combinePoints(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  // The reductions of an operation on rows say what a row is.
  if (!generic || isOnRows(op))
    return success();
  SmallVector<Attribute> kinds(generic.getIteratorTypes().getValue());
  for (unsigned dim : findNeedlessReductions(op))
    kinds[dim] = linalg::IteratorTypeAttr::get(op.getContext(),
                                               utils::IteratorType::parallel);
  generic.setIteratorTypesAttr(ArrayAttr::get(op.getContext(), kinds));
  return success();
}
