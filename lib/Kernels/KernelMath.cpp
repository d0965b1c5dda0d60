//===- KernelMath.cpp - Functions that kernels cannot call ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Kernels/KernelPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace fused {
#define GEN_PASS_DEF_EXPANDKERNELMATH
#include "fused/Kernels/KernelPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct ExpandKernelMath
    : public fused::impl::ExpandKernelMathBase<ExpandKernelMath> {
  void runOnOperation() override;
};
} // namespace

/// Creates an instruction of `operand`, which has 16, 32 or 64 bits, and of a
/// constant. The result has the type of the operand.
static Value createAssembly(OpBuilder &builder, Location loc, StringRef name,
                            Value operand, uint64_t constant) {
  unsigned width = operand.getType().getIntOrFloatBitWidth();
  const char *letter = width == 16 ? "h" : width == 32 ? "r" : "l";
  std::string text = llvm::formatv("{0}{1} $0, $1, {2};", name, width,
                                   llvm::format_hex(constant, 0));
  std::string constraints = llvm::formatv("={0},{0}", letter);
  return LLVM::InlineAsmOp::create(builder, loc, TypeRange{operand.getType()},
                                   ValueRange{operand}, text, constraints,
                                   /*has_side_effects=*/false,
                                   /*is_align_stack=*/false,
                                   LLVM::tailcallkind::TailCallKind::None,
                                   LLVM::AsmDialectAttr(), ArrayAttr())
      .getResult(0);
}

/// The operand whose magnitude or negation `value` is, as LLVM would see it, or
/// null.
static Value getWithOtherSign(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<math::AbsFOp, arith::NegFOp>(op))
    return op->getOperand(0);
  FloatAttr number;
  if (auto product = dyn_cast_or_null<arith::MulFOp>(op))
    for (auto [factor, other] : {std::pair(product.getLhs(), product.getRhs()),
                                 std::pair(product.getRhs(), product.getLhs())})
      if (matchPattern(factor, m_Constant(&number)) &&
          number.getValue().isExactlyValue(-1.0))
        return other;
  if (auto difference = dyn_cast_or_null<arith::SubFOp>(op))
    if (matchPattern(difference.getLhs(), m_Constant(&number)) &&
        number.getValue().isNegZero())
      return difference.getRhs();
  return {};
}

namespace {
/// Takes the bits of each choice, so that those of a magnitude are found.
struct BitsOfChoice : public OpRewritePattern<arith::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto choice = op.getIn().getDefiningOp<arith::SelectOp>();
    if (!choice || !isa<FloatType>(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "no bits of a choice");
    auto getBits = [&](Value value) {
      return arith::BitcastOp::create(rewriter, op.getLoc(), op.getType(),
                                      value);
    };
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, choice.getCondition(), getBits(choice.getTrueValue()),
        getBits(choice.getFalseValue()));
    return success();
  }
};

/// The bits of a float without its sign, or with the other one, as an
/// instruction on integers. ptxas 13.0 stores zeros where fewer bits of the
/// result of `abs` or `neg` are stored than it has. It stays assembly because
/// LLVM makes `abs` and `neg` of the same operations.
struct SignOfBits : public OpRewritePattern<arith::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<IntegerType>(op.getType());
    Value source = getWithOtherSign(op.getIn());
    if (!type || !source)
      return rewriter.notifyMatchFailure(op, "no bits of abs or neg");
    unsigned width = type.getWidth();
    if (!llvm::is_contained({16u, 32u, 64u}, width))
      return rewriter.notifyMatchFailure(op, "no register has this width");
    bool isAbs = op.getIn().getDefiningOp<math::AbsFOp>() != nullptr;
    llvm::APInt mask = isAbs ? llvm::APInt::getSignedMaxValue(width)
                             : llvm::APInt::getSignMask(width);
    Value bits = arith::BitcastOp::create(rewriter, op.getLoc(), type, source);
    rewriter.replaceOp(op, createAssembly(rewriter, op.getLoc(),
                                          isAbs ? "and.b" : "xor.b", bits,
                                          mask.getZExtValue()));
    return success();
  }
};

/// Makes the magnitude of an integer (x ^ s) - s, where s is the sign in each
/// bit. ptxas 13.0 extends the result of `abs` as if it were not negative, but
/// that of the least integer is. The shift is assembly because LLVM makes `abs`
/// of the formula.
struct MagnitudeOfInteger : public OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<IntegerType>(op.getType());
    if (!type || !llvm::is_contained({8u, 16u, 32u, 64u}, type.getWidth()))
      return rewriter.notifyMatchFailure(op, "no register has this width");
    Location loc = op.getLoc();
    unsigned width = std::max(type.getWidth(), 32u);
    bool isNarrow = type.getWidth() < width;
    Value x = op.getOperand();
    if (isNarrow)
      x = arith::ExtSIOp::create(rewriter, loc, rewriter.getIntegerType(width),
                                 x);
    Value sign = createAssembly(rewriter, loc, "shr.s", x, width - 1);
    Value flipped = arith::XOrIOp::create(rewriter, loc, x, sign);
    Value result = arith::SubIOp::create(rewriter, loc, flipped, sign);
    if (isNarrow)
      result = arith::TruncIOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Asks whether x is a number, in place of whether its magnitude or exponential
/// is above a negative number (or at least zero): ptxas 13.0 answers that with
/// true, and NaN is not.
struct ComparedMagnitude : public OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    using Predicate = arith::CmpFPredicate;
    Value value = op.getLhs(), bound = op.getRhs();
    bool isReversed = matchPattern(value, m_Constant());
    if (isReversed)
      std::swap(value, bound);
    APFloat number(0.0f);
    if (!matchPattern(bound, m_ConstantFloat(&number)))
      return rewriter.notifyMatchFailure(op, "no comparison with a number");
    Value argument;
    while (Operation *definition = value.getDefiningOp()) {
      if (isa<math::AbsFOp, math::ExpOp, math::Exp2Op>(definition)) {
        argument = definition->getOperand(0);
        break;
      }
      if (isa<arith::NegFOp>(definition)) {
        isReversed = !isReversed;
        number.changeSign();
      } else if (!isa<arith::ExtFOp, arith::TruncFOp>(definition)) {
        break;
      }
      value = definition->getOperand(0);
    }
    bool isAbove =
        op.getPredicate() == (isReversed ? Predicate::OLT : Predicate::OGT);
    bool isAtLeast =
        op.getPredicate() == (isReversed ? Predicate::OLE : Predicate::OGE);
    bool isBelowAll = number.isNegative() && number.isNonZero();
    if (!argument || number.isNaN() ||
        !((isBelowAll && (isAbove || isAtLeast)) ||
          (number.isZero() && isAtLeast)))
      return rewriter.notifyMatchFailure(op, "depends on numbers");
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, Predicate::ORD, argument,
                                               argument);
    return success();
  }
};

/// A maximum or minimum of integers of at most 16 bits, in 32 bits. ptxas 13.0
/// computes two of 16 bits at once and compares a result with zero on the way:
/// it takes the answer for the other one. Assembly hides that the operand was
/// narrow.
template <typename OpType, typename ExtendOp>
struct WideExtremum : public OpRewritePattern<OpType> {
  using OpRewritePattern<OpType>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpType op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<IntegerType>(op.getType());
    if (!type || type.getWidth() < 2 || type.getWidth() > 16)
      return rewriter.notifyMatchFailure(op, "is wide, or one bit");
    Location loc = op.getLoc();
    Type wide = rewriter.getI32Type();
    Value a = ExtendOp::create(rewriter, loc, wide, op.getLhs());
    Value b = ExtendOp::create(rewriter, loc, wide, op.getRhs());
    a = createAssembly(rewriter, loc, "and.b", a, 0xffffffff);
    Value result = OpType::create(rewriter, loc, a, b);
    rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, type, result);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Results that are rounded to 16 bits
//===----------------------------------------------------------------------===//

static bool isRoundedTo16Bits(Type type) {
  return type.isF16() || type.isBF16();
}

/// True if `result` is only rounded to 16 bits, by itself or after products and
/// quotients, which keep its relative error.
static bool isRounded(Value result, unsigned depth = 4) {
  if (isRoundedTo16Bits(result.getType()))
    return true;
  if (!result.getType().isF32() || result.use_empty() || depth == 0)
    return false;
  return llvm::all_of(result.getUsers(), [&](Operation *user) {
    if (auto narrow = dyn_cast<arith::TruncFOp>(user))
      return isRoundedTo16Bits(narrow.getType());
    return isa<arith::MulFOp, arith::DivFOp, arith::NegFOp>(user) &&
           isRounded(user->getResult(0), depth - 1);
  });
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

/// A number of f32 times `scale`; if it already is a product with a constant,
/// or the negative of one, times both at once.
static Value createScaled(OpBuilder &builder, Value x, double scale) {
  if (auto negated = x.getDefiningOp<arith::NegFOp>()) {
    x = negated.getOperand();
    scale = -scale;
  }
  APFloat factor(1.0f);
  Value other;
  if (matchPattern(x, m_Op<arith::MulFOp>(matchers::m_Any(&other),
                                          m_ConstantFloat(&factor))) ||
      matchPattern(x, m_Op<arith::MulFOp>(m_ConstantFloat(&factor),
                                          matchers::m_Any(&other)))) {
    double both = factor.convertToFloat() * scale;
    if (std::isfinite(float(both))) {
      x = other;
      scale = both;
    }
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

namespace {
/// A quotient that is rounded to 16 bits. One of two bf16 is at least 2^-17 of
/// itself away from where rounding changes, and what the device computes with
/// less than two units of f32 rounds as the quotient does. One of two f16 may
/// be as near as 2^-23: a step of Newton's method follows.
struct RoundedQuotient : public OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isRounded(op.getResult()))
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

/// An exponential that is rounded to 16 bits, as a power of two: the product
/// with log2(e) adds an error of 2^-17 of the result at most.
struct RoundedExp : public OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!isRounded(op.getResult()))
      return rewriter.notifyMatchFailure(op, "is not rounded to 16 bits");
    Location loc = op.getLoc();
    Value log2e = arith::ConstantOp::create(
        rewriter, loc, rewriter.getF32FloatAttr(llvm::numbers::log2ef));
    Value exponent = arith::MulFOp::create(
        rewriter, loc, widen(rewriter, op.getOperand()), log2e);
    replaceByRounded(rewriter, op,
                     math::Exp2Op::create(rewriter, loc, exponent));
    return success();
  }
};

/// The complementary error function, rounded to 16 bits: t 2^(P(t) - w^2), with
/// w^2 = x^2 log2(e) and t = 1 / (1 + 0.38 |x|), and 2 minus that for negative
/// x. P is the polynomial of least error for log2(erfc(z) exp(z^2) / t), 0 <= z
/// <= 9.7, by Remez's algorithm: 1.2e-6 of the result. Computing w^2 in f32
/// adds 2^-16 at most. The power is computed 2^24 times as large, so that it
/// may be one that takes subnormal numbers for zero.
struct RoundedErfc : public OpRewritePattern<math::ErfcOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ErfcOp op,
                                PatternRewriter &rewriter) const override {
    if (!isRounded(op.getResult()))
      return rewriter.notifyMatchFailure(op, "is not rounded to 16 bits");
    Location loc = op.getLoc();
    auto constant = [&](double value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getF32FloatAttr(value));
    };
    const double scale = std::sqrt(llvm::numbers::log2e);
    Value w = createScaled(rewriter, widen(rewriter, op.getOperand()), scale);
    // Beyond, the result is zero or 2, and w^2 is not infinite.
    Value magnitude = math::AbsFOp::create(rewriter, loc, w);
    magnitude =
        arith::MinimumFOp::create(rewriter, loc, magnitude, constant(20.0f));
    Value t = callIntrinsic(
        rewriter, loc, "llvm.nvvm.rcp.approx.ftz.f",
        {math::FmaOp::create(rewriter, loc, magnitude, constant(0.38 / scale),
                             constant(1.0f))});
    Value exponent = constant(0.39940646);
    for (double coefficient : {-1.38461244, 1.39507258, -0.4196184, 0.81708342,
                               1.41248775, 24 - 2.2198191})
      exponent = math::FmaOp::create(rewriter, loc, exponent, t,
                                     constant(coefficient));
    Value negated = arith::NegFOp::create(rewriter, loc, magnitude);
    exponent = math::FmaOp::create(rewriter, loc, negated, magnitude, exponent);
    // The power is not subnormal where the result is a number of 16 bits.
    Value power =
        callIntrinsic(rewriter, loc, "llvm.nvvm.ex2.approx.ftz.f", {exponent});
    Value scaled = arith::MulFOp::create(rewriter, loc, t, constant(0x1p-24f));
    Value result = arith::MulFOp::create(rewriter, loc, scaled, power);
    Value isNegative = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, w, constant(0.0f));
    Value other = arith::SubFOp::create(rewriter, loc, constant(2.0f), result);
    replaceByRounded(
        rewriter, op,
        arith::SelectOp::create(rewriter, loc, isNegative, other, result));
    return success();
  }
};
} // namespace

void ExpandKernelMath::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  patterns.add<BitsOfChoice, ComparedMagnitude, MagnitudeOfInteger, RoundedErfc,
               RoundedExp, RoundedQuotient, SignOfBits,
               WideExtremum<arith::MaxSIOp, arith::ExtSIOp>,
               WideExtremum<arith::MinSIOp, arith::ExtSIOp>,
               WideExtremum<arith::MaxUIOp, arith::ExtUIOp>,
               WideExtremum<arith::MinUIOp, arith::ExtUIOp>>(&getContext());
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
