//===- RepeatedC.cpp - A C that is no bias --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedC.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

/// True if nothing but an elementwise operation with another operand as large
/// reads `result`, perhaps reshaped.
static bool isReadWithMatrix(Value result) {
  while (result.hasOneUse() && isReshape(*result.user_begin()))
    result = result.user_begin()->getResult(0);
  if (!result.hasOneUse())
    return false;
  auto reader = dyn_cast<linalg::GenericOp>(*result.user_begin());
  return reader && isElementwise(reader) &&
         llvm::count_if(reader.getDpsInputs(), [&](Value input) {
           return isa<ShapedType>(input.getType()) &&
                  getShape(input) == getShape(result);
         }) > 1;
}

bool fused::addRepeatedCBehind(RewriterBase &rewriter, MatmulOp product) {
  Value c = product.getC();
  auto broadcast = c ? c.getDefiningOp<linalg::BroadcastOp>() : nullptr;
  int64_t rank = getShapedType(product.getInit()).getRank();
  // What is rounded before C is added is another number.
  if (!broadcast || !product.hasPureTensorSemantics() ||
      product.getEpilog() != Epilog::DEFAULT || product.getCRepeat() != 1 ||
      !product.getBeta().isExactlyValue(1.0) ||
      getElementTypeOrSelf(product.getInit()) != product.getComputeType() ||
      !isa<FloatType>(product.getComputeType()) ||
      !llvm::is_contained(broadcast.getDimensions(), rank - 1) ||
      !isReadWithMatrix(product.getD()))
    return false;
  Location loc = product.getLoc();
  rewriter.setInsertionPoint(product);
  MatmulOptions options = product.getOptions();
  options.c = {};
  auto plain = MatmulOp::create(rewriter, loc, Epilog::DEFAULT, product.getA(),
                                product.getB(), product.getInit(), options);
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  AffineMap kept = identity;
  for (int64_t dim : llvm::reverse(broadcast.getDimensions()))
    kept = kept.dropResult(dim);
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, product.getInit()),
      product.getComputeType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto sum = linalg::GenericOp::create(
      rewriter, loc, empty.getType(),
      ValueRange{plain.getD(), broadcast.getInput()}, empty,
      ArrayRef<AffineMap>{identity, kept, identity}, iterators,
      [](OpBuilder &builder, Location at, ValueRange arguments) {
        Value added =
            arith::AddFOp::create(builder, at, arguments[0], arguments[1]);
        linalg::YieldOp::create(builder, at, added);
      });
  rewriter.replaceOp(product, sum.getResults());
  return true;
}
