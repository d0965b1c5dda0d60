//===- DecomposeProduct.cpp - fused.product as linalg ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputeBuilder.h"
#include "Decompose.h"

#include "fused/Dialect/ScatterOp.h"
#include "fused/Transforms/Passes.h"
#include "fused/Transforms/SplitProduct.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

/// Computes the region for each element of the accumulator; where an output is
/// a sum, into a matrix of `outputs`.
static linalg::GenericOp createTail(RewriterBase &rewriter, ProductOp op,
                                    Value accumulator, ValueRange outputs) {
  SmallVector<Value> inputs = {accumulator};
  llvm::append_range(inputs, op.getExtras());
  AffineMap identity = rewriter.getMultiDimIdentityMap(op.getRank());
  SmallVector<AffineMap> maps = {identity};
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    maps.push_back(op.getMapOfExtra(i));
  maps.append(outputs.size(), identity);
  SmallVector<utils::IteratorType> iterators(op.getRank(),
                                             utils::IteratorType::parallel);
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
  ComputeBuilder builder(rewriter, loc, op.getComputeType());
  auto createMatrix = [&] {
    return builder.createLike(op.getOutputs().front(), op.getComputeType());
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
    int64_t reduced = op.getRank() - (op.isSumOfColumns(index) ? 1 : 2);
    Value sum = builder.createSum(isTensor ? results[index] : outputs[index],
                                  reduced, output);
    if (isTensor)
      results[index] = sum;
  }
  if (!isTensor)
    for (Value array : temporary)
      ComputeBuilder::release(rewriter, loc, array);
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
