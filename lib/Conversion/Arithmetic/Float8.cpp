//===- Float8.cpp - Conversions of floats of 8 bits -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Float8.h"

#include "NumberBuilder.h"
#include "RoundOnce.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace fused;

namespace {
/// What the bits of a type of 8 bits mean: a sign, an exponent and a mantissa.
struct Format {
  explicit Format(Type type)
      : hasInfinity(isa<Float8E5M2Type>(type)),
        mantissaBits(hasInfinity ? 2 : 3), bias(hasInfinity ? 15 : 7) {}

  /// The distance between subnormal numbers.
  float getQuantum() const {
    return std::ldexp(1.0f, 1 - bias - static_cast<int>(mantissaBits));
  }
  /// By how many bits the mantissa of an f32 is longer.
  unsigned getShift() const { return 23 - mantissaBits; }
  /// What the exponent of an f32 has more, at its place.
  uint64_t getExponentOffset() const { return uint64_t(127 - bias) << 23; }
  uint64_t getFirstNormal() const { return uint64_t(1) << mantissaBits; }
  /// The least magnitude that is no number.
  uint64_t getFirstSpecial() const { return hasInfinity ? 0x7c : 0x7f; }
  uint64_t getNan() const { return hasInfinity ? 0x7e : 0x7f; }
  /// The largest number that is not rounded up to what is no number.
  float getLargest() const { return hasInfinity ? 0x1.dffffep15f : 464.0f; }

  bool hasInfinity;
  unsigned mantissaBits;
  int bias;
};
} // namespace

static uint64_t getBits(float value) {
  return llvm::APFloat(value).bitcastToAPInt().getZExtValue();
}

/// The bits of the f32 that has the value of `x`, of 8 bits.
static Value widenBits(NumberBuilder &build, Value x) {
  Format format(getElementTypeOrSelf(x.getType()));
  Value byte = build.apply<arith::BitcastOp>(build.getInteger(8), x);
  Value bits = build.apply<arith::ExtUIOp>(build.getInteger(32), byte);
  Value magnitude =
      build.apply<arith::AndIOp>(bits, build.constant(bits, 0x7f));
  Value shift = build.constant(bits, format.getShift());
  Value shifted = build.apply<arith::ShLIOp>(magnitude, shift);
  Value normal = build.apply<arith::AddIOp>(
      shifted, build.constant(bits, format.getExponentOffset()));
  Value subnormal = build.apply<arith::BitcastOp>(
      build.getInteger(32),
      build.apply<arith::MulFOp>(
          build.apply<arith::SIToFPOp>(build.getF32(), magnitude),
          build.constant(format.getQuantum())));
  // Infinities have no mantissa in f32 either, and NaN has one.
  Value special = build.apply<arith::OrIOp>(
      shifted, build.constant(bits, uint64_t(0x7f800000)));
  Value isNormal = build.compare(arith::CmpIPredicate::uge, magnitude,
                                 build.constant(bits, format.getFirstNormal()));
  Value isSpecial =
      build.compare(arith::CmpIPredicate::uge, magnitude,
                    build.constant(bits, format.getFirstSpecial()));
  Value finite = build.apply<arith::SelectOp>(isNormal, normal, subnormal);
  Value wide = build.apply<arith::SelectOp>(isSpecial, special, finite);
  Value sign = build.apply<arith::ShLIOp>(
      build.apply<arith::AndIOp>(bits, build.constant(bits, 0x80)),
      build.constant(bits, 24));
  return build.apply<arith::OrIOp>(wide, sign);
}

/// The bits of an f32, `x`, rounded to `format`.
static Value narrowBits(NumberBuilder &build, Value x, const Format &format) {
  Value bits = build.apply<arith::BitcastOp>(build.getInteger(32), x);
  auto constant = [&](uint64_t value) { return build.constant(bits, value); };
  Value magnitude = build.apply<arith::AndIOp>(bits, constant(0x7fffffff));
  Value shift = constant(format.getShift());

  // Half a unit in the last place, less one if that is even.
  Value odd = build.apply<arith::AndIOp>(
      build.apply<arith::ShRUIOp>(magnitude, shift), constant(1));
  uint64_t half = (uint64_t(1) << (format.getShift() - 1)) - 1;
  Value rounded = build.apply<arith::AddIOp>(
      build.apply<arith::AddIOp>(magnitude, constant(half)), odd);
  Value normal = build.apply<arith::SubIOp>(
      build.apply<arith::ShRUIOp>(rounded, shift),
      constant(format.getExponentOffset() >> format.getShift()));

  // The last bit of this sum is the distance between subnormal numbers.
  float large = std::ldexp(format.getQuantum(), 23);
  Value sum = build.apply<arith::AddFOp>(
      build.apply<arith::BitcastOp>(build.getF32(), magnitude),
      build.constant(large));
  Value subnormal = build.apply<arith::SubIOp>(
      build.apply<arith::BitcastOp>(build.getInteger(32), sum),
      constant(getBits(large)));

  float firstNormal = std::ldexp(1.0f, 1 - format.bias);
  Value isNormal = build.compare(arith::CmpIPredicate::uge, magnitude,
                                 constant(getBits(firstNormal)));
  Value isLarge = build.compare(arith::CmpIPredicate::ugt, magnitude,
                                constant(getBits(format.getLargest())));
  Value isNan =
      build.compare(arith::CmpIPredicate::ugt, magnitude, constant(0x7f800000));
  Value special = build.apply<arith::SelectOp>(
      isNan, constant(format.getNan()), constant(format.getFirstSpecial()));
  Value finite = build.apply<arith::SelectOp>(isNormal, normal, subnormal);
  Value narrow = build.apply<arith::SelectOp>(isLarge, special, finite);
  Value sign = build.apply<arith::AndIOp>(
      build.apply<arith::ShRUIOp>(bits, constant(24)), constant(0x80));
  Value result = build.apply<arith::OrIOp>(narrow, sign);
  return build.apply<arith::TruncIOp>(build.getInteger(8), result);
}

namespace {
/// Accepts a conversion from 8 bits.
struct WidenFloat8 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFloat8(getElementTypeOrSelf(op.getIn().getType())))
      return rewriter.notifyMatchFailure(op, "is not from 8 bits");
    NumberBuilder build(rewriter, op.getLoc(), op.getType());
    Value bits = widenBits(build, op.getIn());
    Type element = getElementTypeOrSelf(op.getType());
    if (element.isBF16()) {
      // The first half of an f32. The second one is zero, but for NaN.
      Value half = build.apply<arith::TruncIOp>(
          build.getInteger(16), build.apply<arith::ShRUIOp>(
                                    bits, build.constant(bits, uint64_t(16))));
      rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), half);
      return success();
    }
    Value wide = build.apply<arith::BitcastOp>(build.getF32(), bits);
    if (element.isF64())
      wide = build.apply<arith::ExtFOp>(op.getType(), wide);
    else if (element.isF16())
      wide = build.apply<arith::TruncFOp>(op.getType(), wide);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

/// Accepts a conversion to 8 bits.
struct NarrowFloat8 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFloat8(getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "is not to 8 bits");
    NumberBuilder build(rewriter, op.getLoc(), op.getType());
    Value x = op.getIn();
    Type element = getElementTypeOrSelf(x.getType());
    if (element.isF64())
      x = narrowToOdd(build, x);
    else if (!element.isF32())
      x = build.apply<arith::ExtFOp>(build.getF32(), x);
    Value bits =
        narrowBits(build, x, Format(getElementTypeOrSelf(op.getType())));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
    return success();
  }
};
} // namespace

void fused::populateFloat8Patterns(RewritePatternSet &patterns) {
  patterns.add<WidenFloat8, NarrowFloat8>(patterns.getContext());
}
