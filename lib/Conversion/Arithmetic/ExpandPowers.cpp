//===- ExpandPowers.cpp - Powers with integers as exponents ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_EXPANDPOWERS
#include "fused/Conversion/ArithmeticPasses.h.inc"
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

/// Accepts a power of a float with an integer as exponent. Small constants are
/// products. All others go through `pow` in f64, which holds any exponent but
/// for its last bits, and the sign.
struct FloatPower : public OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override;
};

/// Accepts a test for infinities or for normal numbers.
template <typename OpType> struct Classify : public OpRewritePattern<OpType> {
  using OpRewritePattern<OpType>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpType op,
                                PatternRewriter &rewriter) const override;
};

/// Accepts a number that is limited to a range. NaN stays NaN.
struct Clamp : public OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value below = arith::MinimumFOp::create(rewriter, op.getLoc(),
                                            op.getValue(), op.getMax());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, below, op.getMin());
    return success();
  }
};

/// Computes the sine and the cosine on their own. LLVM 22 crashes when it
/// vectorises its function of both.
struct SplitSincos : public OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    arith::FastMathFlags flags = op.getFastmath();
    rewriter.replaceOp(
        op, ValueRange{math::SinOp::create(rewriter, op.getLoc(), x, flags),
                       math::CosOp::create(rewriter, op.getLoc(), x, flags)});
    return success();
  }
};

struct ExpandPowers : public fused::impl::ExpandPowersBase<ExpandPowers> {
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
  Type type = op.getType();
  if (!type.isIntOrIndex())
    return rewriter.notifyMatchFailure(op, "is not of single numbers");
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  Value base = op.getLhs(), exponent = op.getRhs();
  Value zero = createConstant(rewriter, loc, type, 0);
  Value one = createConstant(rewriter, loc, type, 1);
  Value lower = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value upper = arith::ConstantIndexOp::create(rewriter, loc, width);
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

/// Converts between floating-point types.
static Value convert(OpBuilder &builder, Location loc, Value x, Type type) {
  unsigned from = x.getType().getIntOrFloatBitWidth();
  if (from < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, x);
  if (from > type.getIntOrFloatBitWidth())
    return arith::TruncFOp::create(builder, loc, type, x);
  return x;
}

/// `x` to the power of `exponent`, which is positive.
static Value multiplyOut(OpBuilder &builder, Location loc, Value x,
                         uint64_t exponent) {
  Value result;
  for (Value square = x;; exponent >>= 1) {
    if (exponent & 1)
      result =
          result ? arith::MulFOp::create(builder, loc, result, square) : square;
    if (exponent <= 1)
      return result;
    square = arith::MulFOp::create(builder, loc, square, square);
  }
}

/// `x` to the power of `exponent`, both of any type, in f64.
static Value callPower(OpBuilder &builder, Location loc, Value x,
                       Value exponent) {
  Type wide = builder.getF64Type();
  if (exponent.getType().isIndex())
    exponent = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          exponent);
  x = convert(builder, loc, x, wide);
  Value magnitude = math::PowFOp::create(
      builder, loc, math::AbsFOp::create(builder, loc, x),
      arith::SIToFPOp::create(builder, loc, wide, exponent));
  // An i1 is odd where it is -1.
  Value isOdd = exponent;
  if (!exponent.getType().isInteger(1))
    isOdd =
        arith::TruncIOp::create(builder, loc, builder.getI1Type(), exponent);
  Value negated = math::CopySignOp::create(builder, loc, magnitude, x);
  return arith::SelectOp::create(builder, loc, isOdd, negated, magnitude);
}

LogicalResult FloatPower::matchAndRewrite(math::FPowIOp op,
                                          PatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  auto type = dyn_cast<FloatType>(op.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "is not of single numbers");
  constexpr int64_t mostProducts = 32;
  APInt known;
  bool isSmall = matchPattern(op.getRhs(), m_ConstantInt(&known)) &&
                 known.isStrictlyPositive() && known.sle(mostProducts);
  Value power;
  if (isSmall) {
    Type wide = type.getWidth() < 32 ? rewriter.getF32Type() : type;
    power =
        multiplyOut(rewriter, loc, convert(rewriter, loc, op.getLhs(), wide),
                    known.getZExtValue());
  } else {
    power = callPower(rewriter, loc, op.getLhs(), op.getRhs());
  }
  rewriter.replaceOp(op, convert(rewriter, loc, power, type));
  return success();
}

template <typename OpType>
LogicalResult
Classify<OpType>::matchAndRewrite(OpType op, PatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  Value x = op.getOperand();
  auto type = dyn_cast<FloatType>(x.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "is not of single numbers");
  const llvm::fltSemantics &format = type.getFloatSemantics();
  if (!APFloat::semanticsHasInf(format))
    return rewriter.notifyMatchFailure(op, "has no infinities");
  auto compare = [&](arith::CmpFPredicate predicate, Value a,
                     const APFloat &bound) -> Value {
    Value constant = arith::ConstantOp::create(
        rewriter, loc, rewriter.getFloatAttr(type, bound));
    return arith::CmpFOp::create(rewriter, loc, predicate, a, constant);
  };
  Value magnitude = math::AbsFOp::create(rewriter, loc, x);
  APFloat infinity = APFloat::getInf(format);
  if (std::is_same_v<OpType, math::IsInfOp>) {
    rewriter.replaceOp(op,
                       compare(arith::CmpFPredicate::OEQ, magnitude, infinity));
    return success();
  }
  Value isFinite = compare(arith::CmpFPredicate::OLT, magnitude, infinity);
  Value isLarge = compare(arith::CmpFPredicate::OGE, magnitude,
                          APFloat::getSmallestNormalized(format));
  rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isFinite, isLarge);
  return success();
}

void ExpandPowers::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  patterns.add<IntegerPower, FloatPower, Clamp, SplitSincos,
               Classify<math::IsInfOp>, Classify<math::IsNormalOp>>(
      &getContext());
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
