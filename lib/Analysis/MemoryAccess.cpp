//===- MemoryAccess.cpp - How operands lie in memory ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/MemoryAccess.h"

#include "fused/Analysis/Writes.h"

using namespace mlir;
using namespace fused;

Access fused::getAccess(Type type, AffineMap map, unsigned loop) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !map.isFunctionOfDim(loop))
    return Access::Invariant;
  auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(loop))
      return Access::Strided;
  int64_t offset;
  SmallVector<int64_t> strides;
  if (last && succeeded(memref.getStridesAndOffset(strides, offset)) &&
      strides.back() == 1)
    return Access::Contiguous;
  return Access::Strided;
}

/// How well the innermost loop runs along this dimension.
static int64_t getVectorScore(linalg::GenericOp op, unsigned dim) {
  int64_t score = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    int64_t weight = op.isDpsInit(&operand) ? 3 : 2;
    Type type = operand.get().getType();
    switch (getAccess(type, op.getMatchingIndexingMap(&operand), dim)) {
    case Access::Invariant:
      break;
    case Access::Contiguous:
      score += weight;
      break;
    case Access::Strided:
      score -= weight;
      break;
    }
  }
  return score;
}

unsigned fused::chooseVectorDim(linalg::GenericOp op,
                                ArrayRef<int64_t> extents) {
  unsigned best = extents.size() - 1;
  int64_t bestScore = std::numeric_limits<int64_t>::min();
  auto kinds = op.getIteratorTypesArray();
  auto isReduction = [&](unsigned dim) {
    return kinds[dim] == utils::IteratorType::reduction;
  };
  bool hasOrder = !hasAnyOrder(op);
  unsigned lastReduction = 0;
  for (unsigned dim = 0; dim < extents.size(); ++dim)
    if (isReduction(dim))
      lastReduction = dim;
  for (unsigned dim = 0; dim < extents.size(); ++dim) {
    bool breaksOrder = hasOrder && isReduction(dim) && dim != lastReduction;
    if (extents[dim] == 1 || breaksOrder)
      continue;
    int64_t score = getVectorScore(op, dim);
    if (score >= bestScore) {
      best = dim;
      bestScore = score;
    }
  }
  return best;
}
