//===- DecomposeProduct.cpp - fused.product as linalg ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "fused/Dialect/ScatterOp.h"
#include "fused/Transforms/Passes.h"
#include "fused/Transforms/SplitProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

/// An array of `type` with the sizes of an output.
static Value createLike(OpBuilder &builder, Location loc, Value output,
                        Type type) {
  auto shaped = cast<ShapedType>(output.getType());
  if (isa<TensorType>(shaped))
    return tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, output), type);
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shaped.getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(memref::DimOp::create(builder, loc, output, dim));
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(shaped.getShape(), type), sizes);
}

/// The sum of `matrix` along dimension `reduced`, into `output`, rounded once
/// to its type. All are tensors or all are memrefs. Returns the result, or
/// `output`.
static Value createSum(OpBuilder &builder, Location loc, Value matrix,
                       unsigned reduced, Value output) {
  Type type = getElementTypeOrSelf(matrix.getType());
  Type outputType = getElementTypeOrSelf(output.getType());
  bool isTensor = isa<TensorType>(output.getType());
  bool isRounded = type != outputType;
  Value sum = isRounded ? createLike(builder, loc, output, type) : output;
  auto getWritten = [&](linalg::LinalgOp op, Value init) {
    return isTensor ? op->getResult(0) : init;
  };
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value zeros =
      getWritten(linalg::FillOp::create(builder, loc, zero, sum), sum);
  AffineMap identity = builder.getMultiDimIdentityMap(2);
  SmallVector<utils::IteratorType> iterators(2, utils::IteratorType::parallel);
  iterators[reduced] = utils::IteratorType::reduction;
  auto reduction = linalg::GenericOp::create(
      builder, loc, isTensor ? TypeRange(zeros) : TypeRange(), matrix, zeros,
      {identity, identity.dropResult(reduced)}, iterators,
      [](OpBuilder &inner, Location loc, ValueRange arguments) {
        Value result =
            arith::AddFOp::create(inner, loc, arguments[1], arguments[0]);
        linalg::YieldOp::create(inner, loc, result);
      });
  Value total = getWritten(reduction, sum);
  if (!isRounded)
    return total;
  AffineMap map = builder.getMultiDimIdentityMap(1);
  auto rounding = linalg::GenericOp::create(
      builder, loc, isTensor ? TypeRange(output) : TypeRange(), total, output,
      {map, map}, {utils::IteratorType::parallel},
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        Value result =
            arith::TruncFOp::create(inner, loc, outputType, arguments[0]);
        linalg::YieldOp::create(inner, loc, result);
      });
  if (!isTensor)
    memref::DeallocOp::create(builder, loc, sum);
  return getWritten(rounding, output);
}

/// Computes the region for each element of the accumulator; where an output is
/// a sum, into a matrix of `outputs`.
static linalg::GenericOp createTail(RewriterBase &rewriter, ProductOp op,
                                    Value accumulator, ValueRange outputs) {
  SmallVector<Value> inputs = {accumulator};
  llvm::append_range(inputs, op.getExtras());
  AffineMap identity = rewriter.getMultiDimIdentityMap(2);
  SmallVector<AffineMap> maps = {identity};
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    maps.push_back(op.getMapOfExtra(i));
  maps.append(outputs.size(), identity);
  SmallVector<utils::IteratorType> iterators(2, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(),
      op.hasPureTensorSemantics() ? TypeRange(outputs) : TypeRange(), inputs,
      outputs, maps, iterators,
      [&](OpBuilder &, Location, ValueRange arguments) {
        // The arguments of the outputs are not read.
        rewriter.mergeBlocks(op.getBodyBlock(),
                             arguments.front().getParentBlock(),
                             arguments.drop_back(outputs.size()));
      });
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *yield = generic.getBody()->getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<linalg::YieldOp>(yield, yield->getOperands());
  return generic;
}

MatmulOp fused::splitProduct(RewriterBase &rewriter, ProductOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  bool isTensor = op.hasPureTensorSemantics();
  MatmulOptions options;
  options.transposeA = op.getTransposeA();
  options.transposeB = op.getTransposeB();
  Value like = op.getOutputs().front();
  auto createMatrix = [&] {
    return createLike(rewriter, loc, like, op.getComputeType());
  };
  Value accumulator = createMatrix();
  auto product = MatmulOp::create(rewriter, loc, Epilog::DEFAULT, op.getA(),
                                  op.getB(), accumulator, options);
  SmallVector<Value> outputs(op.getOutputs()), temporary = {accumulator};
  for (auto [index, output] : llvm::enumerate(outputs))
    if (op.isSum(index))
      temporary.push_back(output = createMatrix());
  linalg::GenericOp tail = createTail(
      rewriter, op, isTensor ? product.getD() : accumulator, outputs);
  SmallVector<Value> results(tail.getResults());
  for (auto [index, output] : llvm::enumerate(op.getOutputs())) {
    if (!op.isSum(index))
      continue;
    unsigned kept = op.getMapOfOutput(index).getDimPosition(0);
    Value sum =
        createSum(rewriter, loc, isTensor ? results[index] : outputs[index],
                  /*reduced=*/1 - kept, output);
    if (isTensor)
      results[index] = sum;
  }
  if (!isTensor)
    for (Value array : temporary)
      memref::DeallocOp::create(rewriter, loc, array);
  rewriter.replaceOp(op, results);
  return product;
}

namespace {
struct DecomposeProduct : OpRewritePattern<ProductOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ProductOp op,
                                PatternRewriter &rewriter) const override {
    decompose(rewriter, splitProduct(rewriter, op), DecomposedPart::All);
    return success();
  }
};
} // namespace

void fused::populateDecomposeProductPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeProduct>(patterns.getContext());
}
