//===- KernelMath.cpp - Functions that kernels cannot call ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_EXPANDKERNELMATH
#include "fused/Conversion/Passes.h.inc"
} // namespace fused

using namespace mlir;

namespace {
/// Accepts an integer power, and squares the base once for each bit of the
/// exponent. With a negative exponent the result is 1 / base^|n|, rounded
/// towards zero: that is not 0 only for 1 and -1. As upstream has it, it is 0
/// for 0, too.
struct IntegerPower : public OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override;
};

struct ExpandKernelMath
    : public fused::impl::ExpandKernelMathBase<ExpandKernelMath> {
  void runOnOperation() override;
};
} // namespace

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

LogicalResult IntegerPower::matchAndRewrite(math::IPowIOp op,
                                            PatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  auto type = dyn_cast<IntegerType>(op.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "is not of integers");
  Value base = op.getLhs(), exponent = op.getRhs();
  Value zero = createConstant(rewriter, loc, type, 0);
  Value one = createConstant(rewriter, loc, type, 1);
  Value lower = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value upper = arith::ConstantIndexOp::create(rewriter, loc, type.getWidth());
  Value step = arith::ConstantIndexOp::create(rewriter, loc, 1);
  auto loop = scf::ForOp::create(
      rewriter, loc, lower, upper, step, ValueRange{one, base, exponent},
      [&](OpBuilder &inside, Location, Value, ValueRange state) {
        Value bit = arith::AndIOp::create(inside, loc, state[2], one);
        Value isSet = arith::CmpIOp::create(
            inside, loc, arith::CmpIPredicate::ne, bit, zero);
        Value product = arith::MulIOp::create(inside, loc, state[0], state[1]);
        Value result =
            arith::SelectOp::create(inside, loc, isSet, product, state[0]);
        Value square = arith::MulIOp::create(inside, loc, state[1], state[1]);
        Value rest = arith::ShRUIOp::create(inside, loc, state[2], one);
        scf::YieldOp::create(inside, loc, ValueRange{result, square, rest});
      });
  // Whether |base| is 1: then the power of |n| is its own inverse, and the bits
  // of n below the sign tell whether it is odd.
  Value isNegative = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::slt, exponent, zero);
  Value minusOne = createConstant(rewriter, loc, type, -1);
  Value isOne =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, base, one);
  Value isMinusOne = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::eq, base, minusOne);
  Value isUnit = arith::OrIOp::create(rewriter, loc, isOne, isMinusOne);
  Value inverse =
      arith::SelectOp::create(rewriter, loc, isUnit, loop.getResult(0), zero);
  rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, inverse,
                                               loop.getResult(0));
  return success();
}

void ExpandKernelMath::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  patterns.add<IntegerPower>(&getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
