//===- NormalizeIterators.cpp - What loops are called ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/NormalizeIterators.h"

#include "fused/Analysis/Writes.h"

using namespace mlir;
using namespace fused;

LogicalResult fused::normalizeIterators(linalg::LinalgOp op) {
  if (failed(verifyWrites(op)))
    return failure();
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic)
    return success();
  SmallVector<Attribute> kinds(generic.getIteratorTypes().getValue());
  for (unsigned dim : findNeedlessReductions(op))
    kinds[dim] = linalg::IteratorTypeAttr::get(op.getContext(),
                                               utils::IteratorType::parallel);
  generic.setIteratorTypesAttr(ArrayAttr::get(op.getContext(), kinds));
  return success();
}

bool fused::isOnTensors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
}
