//===- SummedProduct.cpp - Sums of elementwise products ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummedProduct.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fused;

bool fused::isSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isPermutation() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  Block *body = op.getBlock();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || body->getOperations().size() != 2 || body->getNumArguments() != 2)
    return false;
  Value in = body->getArgument(0), out = body->getArgument(1);
  return (add.getLhs() == in && add.getRhs() == out) ||
         (add.getLhs() == out && add.getRhs() == in);
}

bool fused::multipliesElements(linalg::LinalgOp op) {
  if (!isElementwise(op) || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.getBlock()->getNumArguments() != 3)
    return false;
  Block *body = op.getBlock();
  Value value = body->getTerminator()->getOperand(0);
  if (auto add = value.getDefiningOp<arith::AddFOp>()) {
    Value out = body->getArgument(2);
    if ((add.getLhs() != out && add.getRhs() != out) ||
        !isKnownZero(op.getDpsInits()[0]))
      return false;
    value = add.getLhs() == out ? add.getRhs() : add.getLhs();
  }
  auto mul = value.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return false;
  auto isProductOf = [&](unsigned lhs, unsigned rhs) {
    return mul.getLhs() == body->getArgument(lhs) &&
           mul.getRhs() == body->getArgument(rhs);
  };
  return isProductOf(0, 1) || isProductOf(1, 0);
}

LogicalResult fused::readThroughCopies(Value &factor, AffineMap &map) {
  OperandSource source = traceOperand(factor, map);
  factor = source.value;
  map = source.map;
  auto type = dyn_cast<RankedTensorType>(factor.getType());
  if (!type || map.isConstant() ||
      !map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return failure();
  return success(llvm::all_of(llvm::enumerate(map.getResults()), [&](auto dim) {
    return isa<AffineDimExpr>(dim.value()) || type.getDimSize(dim.index()) == 1;
  }));
}
