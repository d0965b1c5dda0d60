//===- RoundedMath.cpp - Functions as exact as 16 bits want it ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedMath.h"
#include "RoundedFunctions.h"

#include "fused/Analysis/ScalarOps.h"
#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fused;

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
    if (!isApproximable(op) || !isRounded(op->getResult(0)))
      return;
    arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
    op->setAttr(op.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(
                    op->getContext(), flags | arith::FastMathFlags::afn));
  });
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
    RoundedFunctions functions{rewriter, loc};
    Value x = functions.widen(op.getLhs()), y = functions.widen(op.getRhs());
    if (!op.getType().isF16()) {
      replaceByRounded(rewriter, op,
                       functions.call("llvm.nvvm.div.full", {x, y}));
      return success();
    }
    // No number of f16 is subnormal in f32, nor is its reciprocal.
    Value inverse = functions.call("llvm.nvvm.rcp.approx.ftz.f", {y});
    Value quotient = arith::MulFOp::create(rewriter, loc, x, inverse);
    Value negated = arith::NegFOp::create(rewriter, loc, quotient);
    Value rest = math::FmaOp::create(rewriter, loc, negated, y, x);
    Value corrected =
        math::FmaOp::create(rewriter, loc, rest, inverse, quotient);
    // Where nothing is left, numbers are infinite or y is zero, the quotient is
    // right already; a sum of zeros would lose its sign.
    Value isInexact =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::ONE, rest,
                              functions.constant(0.0));
    replaceByRounded(
        rewriter, op,
        arith::SelectOp::create(rewriter, loc, isInexact, corrected, quotient));
    return success();
  }
};

/// A root, which the device computes with an error of one unit of f32.
struct RoundedRoot : public OpRewritePattern<math::SqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SqrtOp op,
                                PatternRewriter &rewriter) const override {
    if (!isApproximate(op))
      return rewriter.notifyMatchFailure(op, "has to be rounded correctly");
    RoundedFunctions functions{rewriter, op.getLoc()};
    replaceByRounded(rewriter, op,
                     functions.call("llvm.nvvm.sqrt.approx.f",
                                    {functions.widen(op.getOperand())}));
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
    RoundedFunctions functions{rewriter, loc};
    Value exponent =
        arith::MulFOp::create(rewriter, loc, functions.widen(op.getOperand()),
                              functions.constant(llvm::numbers::log2e));
    Value power =
        isAddedToNormal(op.getResult())
            ? functions.call(approximatePower, {exponent})
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
    Value x = functions.widen(op.getOperand());
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
    Value power = functions.call(
        approximatePower, {functions.createScaled(x, llvm::numbers::log2e)});
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
    Value logarithm = functions.call("llvm.nvvm.lg2.approx.ftz.f", {sum});
    return arith::MulFOp::create(functions.builder, functions.loc, logarithm,
                                 functions.constant(llvm::numbers::ln2));
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
  patterns
      .add<OneMinusSquaredTanh, OnePlusTanh, QuotientByOnePlusPower, RoundedExp,
           RoundedNearZero<math::ExpM1Op>, RoundedNearZero<math::Log1pOp>,
           RoundedNearZero<math::TanhOp>, RoundedQuotient, RoundedRoot>(
          patterns.getContext());
  populateRoundedErfcPatterns(patterns);
}
