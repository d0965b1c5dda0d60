//===- ErrorFunctions.cpp - erf and erfc of f32 ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the C library would stop the vectoriser of loops. CUDA's library
// chooses each coefficient of erf, and its erfc takes half as many instructions
// again as the one here: exact GELU in f32 would not be as fast as a copy. The
// polynomials are of least error, by Remez's algorithm, and their coefficients
// are rounded one after the other.
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/ErrorFunctions.h"

#include "NumberBuilder.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

namespace {
/// Builds arithmetic in f32, rounded to nearest at each step.
struct SingleBuilder : public ImplicitLocOpBuilder {
  SingleBuilder(Location loc, OpBuilder &builder, Type type,
                ErrorFunctionTarget target)
      : ImplicitLocOpBuilder(loc, builder), type(type), target(target) {}

  Value number(double value) {
    return NumberBuilder(*this, getLoc(), type).constant(float(value));
  }
  Value add(Value a, Value b) { return arith::AddFOp::create(*this, a, b); }
  Value sub(Value a, Value b) { return arith::SubFOp::create(*this, a, b); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(*this, a, b); }
  Value neg(Value a) { return arith::NegFOp::create(*this, a); }
  Value fma(Value a, Value b, Value c) {
    return math::FmaOp::create(*this, a, b, c);
  }
  Value abs(Value a) { return math::AbsFOp::create(*this, a); }
  Value isBelow(Value a, double bound) {
    return arith::CmpFOp::create(*this, arith::CmpFPredicate::OLT, a,
                                 number(bound));
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(*this, condition, a, b);
  }
  Value power(Value exponent) { return target.createPower(*this, exponent); }
  Value reciprocal(Value a) { return target.createReciprocal(*this, a); }

  /// A polynomial in `x`, its highest coefficient first.
  Value polynomial(ArrayRef<double> coefficients, Value x) {
    Value sum = number(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = fma(sum, x, number(coefficient));
    return sum;
  }

  Value createErf(Value x);
  Value createErfc(Value x);

private:
  /// f32, or a vector of it.
  Type type;
  ErrorFunctionTarget target;
};
} // namespace

/// x + x P(x^2) where |x| < 1, else 1 - 2^Q(|x|) with the sign of x. P is of
/// least error for erf(x) / x - 1, and Q for log2(erfc(|x|)) with the weight
/// that its error has in erf: 4e-8 and 2e-8 of the result. Where erf rounds to
/// 1, Q falls until the power is zero. Computing both takes no more
/// instructions than to choose each coefficient, and fewer registers.
Value SingleBuilder::createErf(Value x) {
  static constexpr double p[] = {-5.61997294e-4, 4.91491612e-3, -2.67092176e-2,
                                 0.112801135,    -0.37612319,   0.128379121};
  static constexpr double q[] = {-1.6695332e-3, 2.13979147e-2, -0.128111079,
                                 -0.943868756,  -1.6123867,    -3.7786637e-3};
  Value magnitude = abs(x);
  Value near = fma(polynomial(p, mul(x, x)), x, x);
  Value far = sub(number(1.0), power(polynomial(q, magnitude)));
  return math::CopySignOp::create(
      *this, select(isBelow(magnitude, 1.0), near, far), x);
}

/// With z = |x|: N(z) / D(z) exp(-z^2), and 2 minus that where x < 0. N / D is
/// of least error for erfc(z) exp(z^2), z <= 10.1: 2e-8 of the result. Both
/// have positive coefficients, so that nothing cancels.
///
/// The power of e needs more digits of its exponent than f32 has. It is 2^-e
/// (1 + h), where e is z^2 log2(e) rounded to a multiple of 2^-14, and h what
/// this leaves out. N is divided by 2^24 and the power multiplied, so that one
/// that takes subnormal numbers for zero is right where the result is
/// subnormal.
Value SingleBuilder::createErfc(Value x) {
  constexpr double unit = 0x1p-24;
  // With N(0) = D(0), erfc(0) is 1. Among such scales, this one has the least
  // error.
  static constexpr double n[] = {1.6245048, 2.0409203, 1.2178261, 0.38595328,
                                 0.055993646};
  static constexpr double d[] = {1.6245048, 3.8739784,  3.964622,
                                 2.2077167, 0.68410075, 0.09924643};
  // Beyond, erfc rounds to zero. Infinity would leave out NaN.
  Value z = arith::MinimumFOp::create(*this, abs(x), number(10.1));
  Value square = mul(z, z);
  // What the square leaves out.
  Value rest = fma(z, z, neg(square));

  // The quotient, with a step of Newton's method for the values of N and D
  // before their last rounding. In pairs, few roundings add up.
  Value top = fma(polynomial({n[4] * unit, n[3] * unit}, z), square,
                  polynomial({n[2] * unit, n[1] * unit}, z));
  Value bottom = fma(polynomial({d[5], d[4], d[3]}, z), square,
                     polynomial({d[2], d[1]}, z));
  Value numerator = fma(top, z, number(n[0] * unit));
  Value inverse = reciprocal(fma(bottom, z, number(d[0])));
  Value quotient = mul(numerator, inverse);
  Value negated = neg(quotient);
  Value remainder = fma(fma(negated, bottom, top), z,
                        fma(negated, number(d[0]), number(n[0] * unit)));

  // Numbers from 512 to 1024 are multiples of 2^-14.
  constexpr double shift = 768.0;
  Value log2e = number(llvm::numbers::log2e);
  Value shifted = fma(neg(log2e), square, number(shift));
  Value exponent = sub(shifted, number(shift));
  Value scaled = power(sub(shifted, number(shift + std::log2(unit))));
  Value correction =
      fma(fma(log2e, square, exponent), number(-llvm::numbers::ln2), neg(rest));

  // The quotient is not rounded a second time before the product.
  correction = mul(fma(numerator, correction, remainder), inverse);
  Value result = fma(quotient, scaled, mul(correction, scaled));
  return select(isBelow(x, 0.0), sub(number(2.0), result), result);
}

namespace {
/// Computes a function of f32 or 16 bits by a member of `SingleBuilder`.
template <typename OpType, Value (SingleBuilder::*createFunction)(Value)>
struct FunctionInSingle : public OpRewritePattern<OpType> {
  // Without benefit, it comes after the functions that are rounded.
  FunctionInSingle(MLIRContext *context, ErrorFunctionTarget target)
      : OpRewritePattern<OpType>(context, /*benefit=*/0), target(target) {}

  LogicalResult matchAndRewrite(OpType op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (!element.isF32() && !is16BitFloat(element))
      return rewriter.notifyMatchFailure(op, "is not of f32 or 16 bits");
    Type single = NumberBuilder(rewriter, op.getLoc(), type).getF32();
    SingleBuilder builder(op.getLoc(), rewriter, single, target);
    Value x = op.getOperand();
    if (type != single)
      x = arith::ExtFOp::create(builder, single, x);
    Value result = (builder.*createFunction)(x);
    if (type != single)
      result = arith::TruncFOp::create(builder, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  ErrorFunctionTarget target;
};
} // namespace

void fused::populateErrorFunctionPatterns(RewritePatternSet &patterns,
                                          ErrorFunctionTarget target) {
  patterns.add<FunctionInSingle<math::ErfOp, &SingleBuilder::createErf>,
               FunctionInSingle<math::ErfcOp, &SingleBuilder::createErfc>>(
      patterns.getContext(), target);
}
