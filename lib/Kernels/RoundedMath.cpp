//===- RoundedMath.cpp - Functions as exact as 16 bits want it ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedMath.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fused;

static constexpr StringLiteral approximatePower = "llvm.nvvm.ex2.approx.ftz.f";

static bool isPower(Value value) {
  Operation *op = value.getDefiningOp();
  auto call = dyn_cast_or_null<LLVM::CallIntrinsicOp>(op);
  return isa_and_present<math::ExpOp, math::Exp2Op>(op) ||
         (call && call.getIntrin() == approximatePower);
}

/// True if an operand of `op` is a positive constant.
static bool hasPositive(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    APFloat number(0.0f);
    return matchPattern(operand, m_ConstantFloat(&number)) &&
           !number.isNegative() && number.isNonZero() && !number.isNaN();
  });
}

/// True if `result` is only rounded to 16 bits, by itself or after products and
/// quotients, which keep its relative error.
static bool isRounded(Value result, unsigned depth = 4) {
  if (is16BitFloat(result.getType()))
    return true;
  if (!result.getType().isF32() || result.use_empty() || depth == 0)
    return false;
  return llvm::all_of(result.getUsers(), [&](Operation *user) {
    if (auto narrow = dyn_cast<arith::TruncFOp>(user))
      return is16BitFloat(narrow.getType());
    // A power and a positive number do not cancel each other out.
    bool keepsError =
        isa<arith::MulFOp, arith::DivFOp, arith::NegFOp>(user) ||
        (isa<arith::AddFOp>(user) && isPower(result) && hasPositive(user));
    return keepsError && isRounded(user->getResult(0), depth - 1);
  });
}

void fused::markRoundedMath(Operation *root) {
  root->walk([](arith::ArithFastMathInterface op) {
    if (!isa<arith::DivFOp, math::ErfcOp, math::ExpOp, math::ExpM1Op,
             math::Log1pOp, math::TanhOp>(op) ||
        !isRounded(op->getResult(0)))
      return;
    arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
    op->setAttr(op.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(
                    op->getContext(), flags | arith::FastMathFlags::afn));
  });
}

/// True if the result of a function need not be more exact than 16 bits want
/// it.
static bool isApproximate(arith::ArithFastMathInterface op) {
  return arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::afn);
}

/// A number in f32. A change of its sign comes last, which costs nothing there.
static Value widen(OpBuilder &builder, Value value) {
  if (value.getType().isF32())
    return value;
  if (auto negation = value.getDefiningOp<arith::NegFOp>())
    return arith::NegFOp::create(builder, value.getLoc(),
                                 widen(builder, negation.getOperand()));
  return arith::ExtFOp::create(builder, value.getLoc(), builder.getF32Type(),
                               value);
}

/// What `value` is a multiple of, and the constant factor.
static std::pair<Value, double> splitScale(Value value) {
  double scale = 1.0;
  while (true) {
    APFloat factor(1.0f);
    Value other;
    if (auto negated = value.getDefiningOp<arith::NegFOp>()) {
      value = negated.getOperand();
      scale = -scale;
    } else if (matchPattern(value,
                            m_Op<arith::MulFOp>(matchers::m_Any(&other),
                                                m_ConstantFloat(&factor))) ||
               matchPattern(value,
                            m_Op<arith::MulFOp>(m_ConstantFloat(&factor),
                                                matchers::m_Any(&other)))) {
      value = other;
      scale *= factor.convertToDouble();
    } else {
      return {value, scale};
    }
  }
}

static bool isFiniteInF32(double value) { return std::isfinite(float(value)); }

/// A number of f32 times `scale`; if it is a multiple of another one, times
/// both factors at once.
static Value createScaled(OpBuilder &builder, Value x, double scale) {
  auto [other, factor] = splitScale(x);
  if (isFiniteInF32(factor * scale)) {
    x = other;
    scale *= factor;
  }
  Value constant = arith::ConstantOp::create(builder, x.getLoc(),
                                             builder.getF32FloatAttr(scale));
  return arith::MulFOp::create(builder, x.getLoc(), x, constant);
}

static void replaceByRounded(RewriterBase &rewriter, Operation *op,
                             Value result) {
  Type type = op->getResult(0).getType();
  if (!type.isF32())
    result = arith::TruncFOp::create(rewriter, op->getLoc(), type, result);
  rewriter.replaceOp(op, result);
}

static Value callIntrinsic(OpBuilder &builder, Location loc, StringRef name,
                           ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, builder.getF32Type(),
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

/// The approximate tanh of f32 that `value` is, or null.
static math::TanhOp getApproximateTanh(Value value) {
  auto op = value.getDefiningOp<math::TanhOp>();
  return op && op.getType().isF32() && isApproximate(op) ? op : math::TanhOp();
}

/// The tanh in 1 + tanh(u), or null.
static math::TanhOp matchOnePlusTanh(Operation *op) {
  auto sum = dyn_cast<arith::AddFOp>(op);
  if (!sum)
    return {};
  if (matchPattern(sum.getLhs(), m_OneFloat()))
    return getApproximateTanh(sum.getRhs());
  return matchPattern(sum.getRhs(), m_OneFloat())
             ? getApproximateTanh(sum.getLhs())
             : math::TanhOp();
}

/// The tanh in 1 - tanh(u)^2, or null.
static math::TanhOp matchOneMinusSquaredTanh(Operation *op) {
  auto difference = dyn_cast<arith::SubFOp>(op);
  auto square = difference ? difference.getRhs().getDefiningOp<arith::MulFOp>()
                           : arith::MulFOp();
  if (!square || square.getLhs() != square.getRhs() ||
      !matchPattern(difference.getLhs(), m_OneFloat()))
    return {};
  return getApproximateTanh(square.getLhs());
}

namespace {
/// A polynomial P in t = 1 / (1 + k z), of least error for log2(erfc(z)
/// exp(z^2) / t), 0 <= z <= 9.7, by Remez's algorithm.
struct ErfcPolynomial {
  double k;
  ArrayRef<double> coefficients;
};

/// What erfc(z) of z >= 0 is computed of: t 2^(P(t) - w^2), with w = z
/// sqrt(log2(e)). Computing w^2 in f32 adds 2^-16 of the result at most.
struct ErfcParts {
  /// t is divided by 2^20, and the power multiplied: one that takes subnormal
  /// numbers for zero is right where the result is a number of 16 bits.
  Value t, power;
};

/// Builds functions that are rounded to 16 bits.
struct RoundedFunctions {
  OpBuilder &builder;
  Location loc;

  /// From this w on, erfc is zero in types of 16 bits.
  static constexpr double farthest = 20.0;

  static double getErfcScale() { return std::sqrt(llvm::numbers::log2e); }

  Value constant(double value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  }

  /// What `factor` > 0 times erfc is computed of. `minusW` is -w.
  ErfcParts createErfc(Value minusW, double factor, bool isForBFloat16) {
    // With errors of 1.2e-6 and 7.6e-6 of the result.
    static constexpr double exact[] = {0.39940646, -1.38461244, 1.39507258,
                                       -0.4196184, 0.81708342,  1.41248775,
                                       -2.2198191};
    static constexpr double shorter[] = {0.33006891, -1.02312949, 0.68453057,
                                         0.36709354, 1.46868075,  -1.8272333};
    ErfcPolynomial polynomial = isForBFloat16 ? ErfcPolynomial{0.5, shorter}
                                              : ErfcPolynomial{0.38, exact};
    constexpr double unit = 0x1p20;
    Value t = callIntrinsic(
        builder, loc, "llvm.nvvm.rcp.approx.ftz.f",
        {math::FmaOp::create(builder, loc, minusW,
                             constant(-polynomial.k / getErfcScale() * unit),
                             constant(unit))});
    // The coefficient of t^i, for t / 2^20.
    size_t degree = polynomial.coefficients.size() - 1;
    Value exponent;
    for (auto [i, coefficient] : llvm::enumerate(polynomial.coefficients)) {
      double scaled = coefficient * std::pow(unit, degree - i);
      if (i == degree)
        scaled += std::log2(unit * factor);
      exponent = i == 0 ? constant(scaled)
                        : math::FmaOp::create(builder, loc, exponent, t,
                                              constant(scaled));
    }
    Value w = arith::NegFOp::create(builder, loc, minusW);
    exponent = math::FmaOp::create(builder, loc, w, minusW, exponent);
    return {t, callIntrinsic(builder, loc, approximatePower, {exponent})};
  }

  /// `factor` times the polynomial in `x` with these coefficients, that of the
  /// least power first.
  Value createPolynomial(ArrayRef<double> coefficients, Value x, Value factor) {
    Value sum = constant(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = math::FmaOp::create(builder, loc, sum, x, constant(coefficient));
    return arith::MulFOp::create(builder, loc, sum, factor);
  }

  /// 1 / (factor (1 + power)).
  Value invertOnePlus(Value power, double factor) {
    Value scale = constant(factor);
    return callIntrinsic(
        builder, loc, "llvm.nvvm.rcp.approx.ftz.f",
        {math::FmaOp::create(builder, loc, power, scale, scale)});
  }

  /// 1 + tanh(u) = 2 / (1 + exp(-2 u)), which keeps its digits where tanh is
  /// near -1.
  Value createOnePlusTanh(Value u) {
    Value exponent = createScaled(builder, u, -2.0 * llvm::numbers::log2e);
    return invertOnePlus(
        callIntrinsic(builder, loc, approximatePower, {exponent}), 0.5);
  }
};

/// A quotient that is rounded to 16 bits. One of two bf16 is at least 2^-17 of
/// itself away from where rounding changes, and what the device computes with
/// less than two units of f32 rounds as the quotient does. One of two f16 may
/// be as near as 2^-23: a step of Newton's method follows.
struct RoundedQuotient : public OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isApproximate(op))
      return rewriter.notifyMatchFailure(op, "is not rounded to 16 bits");
    Location loc = op.getLoc();
    Value x = widen(rewriter, op.getLhs()), y = widen(rewriter, op.getRhs());
    if (!op.getType().isF16()) {
      replaceByRounded(
          rewriter, op,
          callIntrinsic(rewriter, loc, "llvm.nvvm.div.full", {x, y}));
      return success();
    }
    // No number of f16 is subnormal in f32, nor is its reciprocal.
    Value inverse =
        callIntrinsic(rewriter, loc, "llvm.nvvm.rcp.approx.ftz.f", {y});
    Value quotient = arith::MulFOp::create(rewriter, loc, x, inverse);
    Value negated = arith::NegFOp::create(rewriter, loc, quotient);
    Value rest = math::FmaOp::create(rewriter, loc, negated, y, x);
    Value corrected =
        math::FmaOp::create(rewriter, loc, rest, inverse, quotient);
    // Where nothing is left, numbers are infinite or y is zero, the quotient is
    // right already; a sum of zeros would lose its sign.
    Value zero =
        arith::ConstantOp::create(rewriter, loc, rewriter.getF32FloatAttr(0));
    Value isInexact = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::ONE, rest, zero);
    replaceByRounded(
        rewriter, op,
        arith::SelectOp::create(rewriter, loc, isInexact, corrected, quotient));
    return success();
  }
};

/// x / (1 + exp(z)), as of a sigmoid or SiLU: 4 / (1 + exp(z)) times x / 4. So
/// the reciprocal is not subnormal, which the device takes for zero.
struct QuotientByOnePlusPower : public OpRewritePattern<arith::DivFOp> {
  QuotientByOnePlusPower(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    Value power;
    auto one = m_OneFloat();
    if (!op.getType().isF32() || !isApproximate(op) ||
        !(matchPattern(op.getRhs(),
                       m_Op<arith::AddFOp>(matchers::m_Any(&power), one)) ||
          matchPattern(op.getRhs(),
                       m_Op<arith::AddFOp>(one, matchers::m_Any(&power)))) ||
        !isPower(power))
      return rewriter.notifyMatchFailure(op, "no quotient by one and a power");
    Location loc = op.getLoc();
    RoundedFunctions functions{rewriter, loc};
    Value inverse = functions.invertOnePlus(power, 0.25);
    Value scaled = arith::MulFOp::create(rewriter, loc, op.getLhs(),
                                         functions.constant(0.25));
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, scaled, inverse);
    return success();
  }
};

/// The constant that `user` adds to `result`, or to a multiple of it by a
/// constant that is not larger; zero if it does something else.
static double getAddedConstant(Operation *user, Value result) {
  auto getConstant = [](Value value) {
    APFloat number(0.0f);
    return matchPattern(value, m_ConstantFloat(&number))
               ? std::abs(number.convertToDouble())
               : 0.0;
  };
  if (auto sum = dyn_cast<arith::AddFOp>(user))
    return getConstant(sum.getRhs() == result ? sum.getLhs() : sum.getRhs());
  auto sum = dyn_cast<math::FmaOp>(user);
  double added = sum && sum.getC() != result ? getConstant(sum.getC()) : 0.0;
  Value factor =
      sum ? (sum.getA() == result ? sum.getB() : sum.getA()) : Value();
  return factor && getConstant(factor) <= added ? added : 0.0;
}

/// True if `result` is only added to numbers beside which subnormal ones are
/// nothing.
static bool isAddedToNormal(Value result) {
  return !result.use_empty() &&
         llvm::all_of(result.getUsers(), [&](Operation *user) {
           return getAddedConstant(user, result) > 0x1p-60;
         });
}

/// An exponential that is rounded to 16 bits, as a power of two: the product
/// with log2(e) adds an error of 2^-17 of the result at most.
struct RoundedExp : public OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!isApproximate(op))
      return rewriter.notifyMatchFailure(op, "is not rounded to 16 bits");
    Location loc = op.getLoc();
    Value log2e = arith::ConstantOp::create(
        rewriter, loc, rewriter.getF32FloatAttr(llvm::numbers::log2ef));
    Value exponent = arith::MulFOp::create(
        rewriter, loc, widen(rewriter, op.getOperand()), log2e);
    Value power =
        isAddedToNormal(op.getResult())
            ? callIntrinsic(rewriter, loc, approximatePower, {exponent})
            : math::Exp2Op::create(rewriter, loc, exponent).getResult();
    replaceByRounded(rewriter, op, power);
    return success();
  }
};

/// A function f that is rounded to 16 bits, with f(x) near x where x is near
/// zero: there it is a polynomial, as the formula for other numbers loses
/// digits. Below 0.05, each has an error of 5e-6 of the result at most.
template <typename OpType>
struct RoundedNearZero : public OpRewritePattern<OpType> {
  using OpRewritePattern<OpType>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpType op,
                                PatternRewriter &rewriter) const override {
    if (!isApproximate(op) || isPartOfOther(op))
      return rewriter.notifyMatchFailure(op, "is exact, or part of another");
    Location loc = op.getLoc();
    RoundedFunctions functions{rewriter, loc};
    Value x = widen(rewriter, op.getOperand());
    Value near = createNear(op, functions, x);
    Value far = createFar(op, functions, x);
    Value isNear = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT,
        math::AbsFOp::create(rewriter, loc, x), functions.constant(0.05));
    replaceByRounded(rewriter, op,
                     arith::SelectOp::create(rewriter, loc, isNear, near, far));
    return success();
  }

  /// 1 + tanh(u) and 1 - tanh(u)^2 are computed as a whole.
  static bool isPartOfOther(Operation *op) {
    return isa<math::TanhOp>(op) &&
           llvm::any_of(op->getUsers(), [](Operation *user) {
             return matchOnePlusTanh(user) ||
                    llvm::any_of(user->getUsers(), [](Operation *next) {
                      return matchOneMinusSquaredTanh(next) != nullptr;
                    });
           });
  }

  // tanh(x) = 1 - 2 / (1 + exp(2 x)).
  static Value createNear(math::TanhOp, RoundedFunctions &functions, Value x) {
    Value square =
        arith::MulFOp::create(functions.builder, functions.loc, x, x);
    return functions.createPolynomial({1.0, -1.0 / 3.0}, square, x);
  }
  static Value createFar(math::TanhOp, RoundedFunctions &functions, Value x) {
    Value minusX = arith::NegFOp::create(functions.builder, functions.loc, x);
    return arith::SubFOp::create(functions.builder, functions.loc,
                                 functions.constant(1.0),
                                 functions.createOnePlusTanh(minusX));
  }

  static Value createNear(math::ExpM1Op, RoundedFunctions &functions, Value x) {
    return functions.createPolynomial({1.0, 1.0 / 2.0, 1.0 / 6.0}, x, x);
  }
  static Value createFar(math::ExpM1Op, RoundedFunctions &functions, Value x) {
    Value power = callIntrinsic(
        functions.builder, functions.loc, approximatePower,
        {createScaled(functions.builder, x, llvm::numbers::log2e)});
    return arith::AddFOp::create(functions.builder, functions.loc, power,
                                 functions.constant(-1.0));
  }

  static Value createNear(math::Log1pOp, RoundedFunctions &functions, Value x) {
    return functions.createPolynomial({1.0, -1.0 / 2.0, 1.0 / 3.0, -1.0 / 4.0},
                                      x, x);
  }
  static Value createFar(math::Log1pOp, RoundedFunctions &functions, Value x) {
    Value sum = arith::AddFOp::create(functions.builder, functions.loc, x,
                                      functions.constant(1.0));
    Value logarithm = callIntrinsic(functions.builder, functions.loc,
                                    "llvm.nvvm.lg2.approx.ftz.f", {sum});
    return arith::MulFOp::create(functions.builder, functions.loc, logarithm,
                                 functions.constant(llvm::numbers::ln2));
  }
};

/// The complementary error function, rounded to 16 bits, and 2 minus that of
/// the magnitude for negative x.
struct RoundedErfc : public OpRewritePattern<math::ErfcOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ErfcOp op,
                                PatternRewriter &rewriter) const override {
    if (!isApproximate(op))
      return rewriter.notifyMatchFailure(op, "is not rounded to 16 bits");
    Location loc = op.getLoc();
    RoundedFunctions functions{rewriter, loc};
    Value w = createScaled(rewriter, widen(rewriter, op.getOperand()),
                           RoundedFunctions::getErfcScale());
    // Beyond, the result is zero, and w^2 is not infinite.
    Value minusW = arith::MaximumFOp::create(
        rewriter, loc,
        arith::NegFOp::create(rewriter, loc,
                              math::AbsFOp::create(rewriter, loc, w)),
        functions.constant(-RoundedFunctions::farthest));
    ErfcParts parts = functions.createErfc(minusW, /*factor=*/1.0,
                                           /*isForBFloat16=*/false);
    Value result = arith::MulFOp::create(rewriter, loc, parts.t, parts.power);
    Value isNegative = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, w, functions.constant(0.0));
    Value other =
        arith::SubFOp::create(rewriter, loc, functions.constant(2.0), result);
    replaceByRounded(
        rewriter, op,
        arith::SelectOp::create(rewriter, loc, isNegative, other, result));
    return success();
  }
};

/// x h erfc(-c x) with c > 0, which is GELU for h = 1/2 and c = sqrt(1/2), as
/// 2 h max(x, 0) - h |x| erfc(c |x|).
struct RoundedGelu : public OpRewritePattern<math::ErfcOp> {
  RoundedGelu(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(math::ErfcOp erfc,
                                PatternRewriter &rewriter) const override {
    auto op = erfc->hasOneUse() ? dyn_cast<arith::MulFOp>(*erfc->user_begin())
                                : arith::MulFOp();
    if (!op || !op.getType().isF32() || !isApproximate(erfc))
      return rewriter.notifyMatchFailure(erfc, "is not approximate, or factor");
    Value factor = op.getLhs() == erfc.getResult() ? op.getRhs() : op.getLhs();
    auto [x, h] = splitScale(factor);
    auto [argument, c] = splitScale(erfc.getOperand());
    double scale = -c * RoundedFunctions::getErfcScale();
    if (x != argument || !(scale > 0) || !isFiniteInF32(scale) || !(h > 0) ||
        !isFiniteInF32(0x1p24 * h / scale) || !isFiniteInF32(2 * h))
      return rewriter.notifyMatchFailure(erfc, "no negative multiple");
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    RoundedFunctions functions{rewriter, loc};
    Value w =
        arith::MulFOp::create(rewriter, loc, x, functions.constant(scale));
    bool isForBFloat16 = llvm::all_of(op->getUsers(), [](Operation *user) {
      return isa<arith::TruncFOp>(user) &&
             user->getResult(0).getType().isBF16();
    });
    // -|w|, with a limit where x is positive. Minus infinity has none: its
    // product with t, which is zero, is not a number, as in the program.
    Value limited = arith::MaximumFOp::create(
        rewriter, loc, arith::NegFOp::create(rewriter, loc, w),
        functions.constant(-RoundedFunctions::farthest));
    Value minusW = arith::MinimumFOp::create(rewriter, loc, w, limited);
    ErfcParts parts =
        functions.createErfc(minusW, /*factor=*/h / scale, isForBFloat16);
    Value scaled = arith::MulFOp::create(rewriter, loc, minusW, parts.t);
    Value linear =
        arith::MaximumFOp::create(rewriter, loc, x, functions.constant(0.0));
    if (h != 0.5)
      linear = arith::MulFOp::create(rewriter, loc, linear,
                                     functions.constant(2 * h));
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, scaled, parts.power, linear);
    return success();
  }
};

/// 1 + tanh(u).
struct OnePlusTanh : public OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    math::TanhOp tanh = matchOnePlusTanh(op);
    if (!tanh)
      return rewriter.notifyMatchFailure(op, "no sum of one and tanh");
    rewriter.replaceOp(
        op, RoundedFunctions{rewriter, op.getLoc()}.createOnePlusTanh(
                tanh.getOperand()));
    return success();
  }
};

/// 1 - tanh(u)^2 as y (2 - y), with y = 1 + tanh(u).
struct OneMinusSquaredTanh : public OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubFOp op,
                                PatternRewriter &rewriter) const override {
    math::TanhOp tanh = matchOneMinusSquaredTanh(op);
    if (!tanh)
      return rewriter.notifyMatchFailure(op, "no difference of one and tanh^2");
    RoundedFunctions functions{rewriter, op.getLoc()};
    Value y = functions.createOnePlusTanh(tanh.getOperand());
    Value rest = arith::SubFOp::create(rewriter, op.getLoc(),
                                       functions.constant(2.0), y);
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, y, rest);
    return success();
  }
};
} // namespace

void fused::populateRoundedMathPatterns(RewritePatternSet &patterns) {
  patterns.add<OneMinusSquaredTanh, OnePlusTanh, QuotientByOnePlusPower,
               RoundedErfc, RoundedExp, RoundedGelu,
               RoundedNearZero<math::ExpM1Op>, RoundedNearZero<math::Log1pOp>,
               RoundedNearZero<math::TanhOp>, RoundedQuotient>(
      patterns.getContext());
}
