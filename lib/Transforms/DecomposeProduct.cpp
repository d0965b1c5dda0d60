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
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

/// An array for the accumulator, with the sizes of the first output.
static Value createAccumulator(RewriterBase &rewriter, ProductOp op) {
  Location loc = op.getLoc();
  Value like = op.getOutputs().front();
  auto shape = cast<ShapedType>(like.getType()).getShape();
  if (op.hasPureTensorSemantics())
    return tensor::EmptyOp::create(rewriter, loc,
                                   tensor::getMixedSizes(rewriter, loc, like),
                                   op.getComputeType());
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      sizes.push_back(memref::DimOp::create(rewriter, loc, like, dim));
  return memref::AllocOp::create(
      rewriter, loc, MemRefType::get(shape, op.getComputeType()), sizes);
}

MatmulOp fused::splitProduct(RewriterBase &rewriter, ProductOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  bool isTensor = op.hasPureTensorSemantics();
  MatmulOptions options;
  options.transposeA = op.getTransposeA();
  options.transposeB = op.getTransposeB();
  Value accumulator = createAccumulator(rewriter, op);
  auto product = MatmulOp::create(rewriter, loc, Epilog::DEFAULT, op.getA(),
                                  op.getB(), accumulator, options);

  SmallVector<Value> inputs = {isTensor ? product.getD() : accumulator};
  llvm::append_range(inputs, op.getExtras());
  AffineMap identity = rewriter.getMultiDimIdentityMap(2);
  SmallVector<AffineMap> maps = {identity};
  llvm::append_range(maps,
                     op.getMaps().getAsValueRange<AffineMapAttr, AffineMap>());
  maps.append(op.getOutputs().size(), identity);
  SmallVector<utils::IteratorType> iterators(2, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, op.getResultTypes(), inputs, op.getOutputs(), maps,
      iterators, [&](OpBuilder &, Location, ValueRange arguments) {
        // The arguments of the outputs are not read.
        rewriter.mergeBlocks(op.getBodyBlock(),
                             arguments.front().getParentBlock(),
                             arguments.drop_back(op.getOutputs().size()));
      });
  Operation *yield = generic.getBody()->getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<linalg::YieldOp>(yield, yield->getOperands());
  rewriter.setInsertionPointAfter(generic);
  if (!isTensor)
    memref::DeallocOp::create(rewriter, loc, accumulator);
  rewriter.replaceOp(op, generic.getResults());
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
