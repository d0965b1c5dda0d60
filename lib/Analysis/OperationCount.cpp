//===- OperationCount.cpp - How much a program computes -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/OperationCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace fused;

static std::optional<double> multiply(double factor, ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    factor *= static_cast<double>(size);
  }
  return factor;
}

static bool isFlop(Operation &op) {
  auto isFloat = [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op.getDialect()) &&
         !isa<arith::ConstantOp, CastOpInterface>(op) &&
         (llvm::any_of(op.getOperandTypes(), isFloat) ||
          llvm::any_of(op.getResultTypes(), isFloat));
}

std::optional<double> fused::countFlops(const MatmulSizes &sizes) {
  return multiply(2.0, {sizes.batch, sizes.m, sizes.n, sizes.k});
}

std::optional<double> fused::countFlops(linalg::LinalgOp op) {
  auto numFlops = llvm::count_if(*op.getBlock(), isFlop);
  if (numFlops == 0)
    return 0.0;
  return multiply(static_cast<double>(numFlops), op.getStaticLoopRanges());
}

std::optional<double> fused::countTensorFlops(Operation *op) {
  if (!isFlop(*op) || op->getNumResults() != 1)
    return 0.0;
  auto type = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (!type || !type.hasRank())
    return type ? std::nullopt : std::optional(0.0);
  return multiply(1.0, type.getShape());
}
