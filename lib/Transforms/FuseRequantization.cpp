//===- FuseRequantization.cpp - Results that are stored in 8 bits ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Materialize.h"
#include "Reshape.h"

#include "fused/Analysis/Requantization.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/EpilogPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"

namespace fused {
#define GEN_PASS_DEF_FUSEREQUANTIZATION
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// 1 / `number`, an array of rank 0 of f32. The largest number replaces the
/// infinity of a denormal one: zero divided by that is zero, not NaN.
static Value createReciprocal(OpBuilder &builder, Location loc, Value number) {
  auto type = cast<RankedTensorType>(number.getType());
  Value empty = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(0));
  auto build = [](OpBuilder &body, Location loc, ValueRange arguments) {
    Type f32 = body.getF32Type();
    auto createConstant = [&](double value) {
      return arith::ConstantOp::create(body, loc,
                                       body.getFloatAttr(f32, value));
    };
    constexpr double largest = std::numeric_limits<float>::max();
    Value divisor = arguments.front();
    Value exact =
        arith::DivFOp::create(body, loc, createConstant(1.0), divisor);
    Value bounded = arith::MaximumFOp::create(
        body, loc,
        arith::MinimumFOp::create(body, loc, exact, createConstant(largest)),
        createConstant(-largest));
    Value isZero = arith::CmpFOp::create(body, loc, arith::CmpFPredicate::OEQ,
                                         divisor, createConstant(0.0));
    Value result = arith::SelectOp::create(body, loc, isZero, exact, bounded);
    linalg::YieldOp::create(body, loc, result);
  };
  return linalg::GenericOp::create(builder, loc, type, number, empty, maps,
                                   ArrayRef<utils::IteratorType>(), build)
      .getResult(0);
}

/// Replaces what `match` found by a product into 8 bits.
static void rewrite(IRRewriter &rewriter, MatmulOp product,
                    const Requantization &match) {
  Location loc = product.getLoc();
  // The scale may be computed after the product.
  auto end = match.quantized.getDefiningOp<linalg::LinalgOp>();
  rewriter.setInsertionPoint(end);
  MatmulOptions options = product.getOptions();
  if (match.scale)
    options.dScale = createScale(rewriter, loc, match.region, *match.scale);
  if (match.divides)
    options.dScale = createReciprocal(rewriter, loc, options.dScale);
  auto type = cast<RankedTensorType>(match.quantized.getType());
  Value init = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, product.getInit()),
      type.getElementType());
  auto stored = MatmulOp::create(rewriter, loc, product.getEpilog(),
                                 product.getA(), product.getB(), init, options);
  Value result =
      expandGroups(rewriter, loc, stored.getD(), match.layout.groups, type,
                   tensor::getMixedSizes(rewriter, loc, end.getDpsInits()[0]));
  rewriter.replaceAllUsesWith(match.quantized, result);
  for (Operation *op : llvm::reverse(match.region.ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  rewriter.eraseOp(product);
}

namespace {
struct FuseRequantizationPass
    : fused::impl::FuseRequantizationBase<FuseRequantizationPass> {
  using FuseRequantizationBase::FuseRequantizationBase;

  void runOnOperation() override {
    OperationOrder order(getOperation());
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp product) {
      if (!mayBeGraphRegion(*product->getParentRegion()))
        products.push_back(product);
    });
    IRRewriter rewriter(&getContext(), &order);
    bool hasChanged = false;
    for (MatmulOp product : products)
      if (auto match = matchRequantization(product, numerics, order)) {
        rewrite(rewriter, product, *match);
        hasChanged = true;
      }
    if (!hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
