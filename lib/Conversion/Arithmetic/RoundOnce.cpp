//===- RoundOnce.cpp - Results of 16 bits that are rounded once -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that is rounded to f32 and then to 16 bits may end on the wrong side
// of a tie that the first rounding has made. It does not if the first one is to
// odd: a number that cannot be represented becomes the neighbour whose last bit
// is set, which is never a tie (S. Boldo and G. Melquiond, "Emulation of a FMA
// and correctly rounded sums: proved algorithms using rounding to odd", 2008).
//
//===----------------------------------------------------------------------===//

#include "RoundOnce.h"

#include "NumberBuilder.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

/// Makes `rounded` odd where it is inexact: its magnitude is then too large, or
/// too small, by less than a unit in the last place.
static Value makeOdd(NumberBuilder &build, Value rounded, Value isInexact,
                     Value isTooLarge) {
  unsigned width = getElementTypeOrSelf(rounded).getIntOrFloatBitWidth();
  Type type = build.getType(IntegerType::get(rounded.getContext(), width));
  Value bits = build.apply<arith::BitcastOp>(type, rounded);
  Value one = build.constant(bits, uint64_t(1));
  Value lastBit = build.apply<arith::AndIOp>(bits, one);
  Value isEven = build.compare(arith::CmpIPredicate::eq, lastBit,
                               build.constant(bits, APInt::getZero(width)));
  Value step = build.apply<arith::SelectOp>(
      isTooLarge, build.constant(bits, APInt::getAllOnes(width)), one);
  Value neighbour = build.apply<arith::AddIOp>(bits, step);
  Value moves = build.apply<arith::AndIOp>(isInexact, isEven);
  Value odd = build.apply<arith::SelectOp>(moves, neighbour, bits);
  return build.apply<arith::BitcastOp>(rounded.getType(), odd);
}

Value fused::narrowToOdd(NumberBuilder &build, Value x) {
  Value rounded = build.apply<arith::TruncFOp>(build.getF32(), x);
  Value back = build.apply<arith::ExtFOp>(build.getF64(), rounded);
  Value isInexact = build.compare(arith::CmpFPredicate::ONE, back, x);
  Value isTooLarge =
      build.compare(arith::CmpFPredicate::OGT, build.apply<math::AbsFOp>(back),
                    build.apply<math::AbsFOp>(x));
  return makeOdd(build, rounded, isInexact, isTooLarge);
}

/// The sum of two numbers in f64, rounded to odd. What the sum lacks is exact
/// (Knuth's TwoSum).
static Value addToOdd(NumberBuilder &build, Value a, Value b) {
  Value sum = build.apply<arith::AddFOp>(a, b);
  Value partOfB = build.apply<arith::SubFOp>(sum, a);
  Value partOfA = build.apply<arith::SubFOp>(sum, partOfB);
  Value error =
      build.apply<arith::AddFOp>(build.apply<arith::SubFOp>(a, partOfA),
                                 build.apply<arith::SubFOp>(b, partOfB));
  Value zero = build.zero(sum.getType());
  Value isInexact = build.compare(arith::CmpFPredicate::ONE, error, zero);
  Value isTooLarge = build.apply<arith::XOrIOp>(
      build.compare(arith::CmpFPredicate::OLT, error, zero),
      build.compare(arith::CmpFPredicate::OLT, sum, zero));
  return makeOdd(build, sum, isInexact, isTooLarge);
}

/// Clears the last bits of integers that have more than a float of `precision`
/// bits holds, and sets the last bit that is left if one of them was set.
static Value roundIntegerToOdd(NumberBuilder &build, Value x, bool isSigned,
                               unsigned precision) {
  unsigned width = getElementTypeOrSelf(x).getIntOrFloatBitWidth();
  unsigned extra = width - precision;
  APInt mask = APInt::getLowBitsSet(width, extra);
  Value zero = build.constant(x, APInt::getZero(width));
  Value last = build.apply<arith::AndIOp>(x, build.constant(x, mask));
  Value first = build.apply<arith::AndIOp>(x, build.constant(x, ~mask));
  Value sticky = build.apply<arith::SelectOp>(
      build.compare(arith::CmpIPredicate::ne, last, zero),
      build.constant(x, APInt::getOneBitSet(width, extra)), zero);
  Value odd = build.apply<arith::OrIOp>(first, sticky);
  // -limit <= x <= limit, by one comparison.
  APInt limit = APInt::getOneBitSet(width, precision);
  Value shifted =
      isSigned ? build.apply<arith::AddIOp>(x, build.constant(x, limit)) : x;
  Value isShort =
      build.compare(arith::CmpIPredicate::ule, shifted,
                    build.constant(x, isSigned ? limit << 1 : limit));
  return build.apply<arith::SelectOp>(isShort, x, odd);
}

static bool isSmallFloat(Type type) {
  return is16BitFloat(getElementTypeOrSelf(type));
}

namespace {
/// Accepts a conversion of f64 to bf16 or f16.
struct NarrowOnce : public OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSmallFloat(op.getType()) ||
        !getElementTypeOrSelf(op.getIn()).isF64())
      return rewriter.notifyMatchFailure(op, "is not from f64 to 16 bits");
    NumberBuilder build(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, op.getType(), narrowToOdd(build, op.getIn()));
    return success();
  }
};

/// Accepts a conversion of an integer to bf16 or f16. To f16, f32 in between
/// rounds only what is infinite.
template <typename OpType>
struct ConvertIntegerOnce : public OpRewritePattern<OpType> {
  using OpRewritePattern<OpType>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpType op,
                                PatternRewriter &rewriter) const override {
    if (!isSmallFloat(op.getType()))
      return rewriter.notifyMatchFailure(op, "the result is wide");
    NumberBuilder build(rewriter, op.getLoc(), op.getType());
    Value x = op.getIn();
    Type wide = build.getF32();
    unsigned width = getElementTypeOrSelf(x).getIntOrFloatBitWidth();
    bool isSigned = std::is_same_v<OpType, arith::SIToFPOp>;
    if (getElementTypeOrSelf(op.getType()).isBF16() && width > 32) {
      x = roundIntegerToOdd(build, x, isSigned, /*precision=*/53);
      wide = build.getF64();
    } else if (getElementTypeOrSelf(op.getType()).isBF16() && width > 24) {
      x = roundIntegerToOdd(build, x, isSigned, /*precision=*/24);
    }
    Value converted = build.apply<OpType>(wide, x);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), converted);
    return success();
  }
};

/// Accepts a multiplication and addition on floats of 8 or 16 bits. The product
/// is exact in f64.
struct FmaOnce : public OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSmallFloat(op.getType()) &&
        !isFloat8(getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "the result is wide");
    NumberBuilder build(rewriter, op.getLoc(), op.getType());
    auto widen = [&](Value x) {
      return build.apply<arith::ExtFOp>(build.getF64(), x);
    };
    Value product =
        build.apply<arith::MulFOp>(widen(op.getA()), widen(op.getB()));
    Value sum = addToOdd(build, product, widen(op.getC()));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), sum);
    return success();
  }
};
} // namespace

void fused::populateRoundOncePatterns(RewritePatternSet &patterns) {
  patterns.add<NarrowOnce, ConvertIntegerOnce<arith::SIToFPOp>,
               ConvertIntegerOnce<arith::UIToFPOp>, FmaOnce>(
      patterns.getContext());
}
