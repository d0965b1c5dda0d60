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

/// The complementary error function, rounded to 16 bits: t exp(-z^2 + P(t))
/// with t = 2 / (2 + z) for z = |x|, and 2 minus that for negative x. P is that
/// of W. H. Press et al., "Numerical Recipes", 2nd edition (1992), 6.2; with
/// it, the error is at most 1.2e-7 of the result, and that of z^2 in f32 adds
/// 2^-17. The exponential is computed 2^24 times as large, so that it may be
/// one that takes subnormal numbers for zero.
struct RoundedErfc : public OpRewritePattern<math::ErfcOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ErfcOp op,
                                PatternRewriter &rewriter) const override {
    if (!isRounded(op.getResult()))
      return rewriter.notifyMatchFailure(op, "is not rounded to 16 bits");
    Location loc = op.getLoc();
    auto constant = [&](float value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getF32FloatAttr(value));
    };
    Value x = widen(rewriter, op.getOperand());
    // Beyond, the result is zero or 2, and z^2 is not infinite.
    Value z = math::AbsFOp::create(rewriter, loc, x);
    z = arith::MinimumFOp::create(rewriter, loc, z, constant(16.0f));
    Value t =
        callIntrinsic(rewriter, loc, "llvm.nvvm.rcp.approx.ftz.f",
                      {math::FmaOp::create(rewriter, loc, z, constant(0.5f),
                                           constant(1.0f))});
    Value sum = constant(0.17087277f);
    for (float coefficient :
         {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f, -0.18628806f,
          0.09678418f, 0.37409196f, 1.00002368f, -1.26551223f})
      sum = math::FmaOp::create(rewriter, loc, sum, t, constant(coefficient));
    Value negated = arith::NegFOp::create(rewriter, loc, z);
    sum = math::FmaOp::create(rewriter, loc, negated, z, sum);
    // The power is not subnormal where the result is a number of 16 bits.
    Value power =
        callIntrinsic(rewriter, loc, "llvm.nvvm.ex2.approx.ftz.f",
                      {math::FmaOp::create(rewriter, loc, sum,
                                           constant(llvm::numbers::log2ef),
                                           constant(24.0f))});
    Value scaled = arith::MulFOp::create(rewriter, loc, t, constant(0x1p-24f));
    Value result = arith::MulFOp::create(rewriter, loc, scaled, power);
    Value isNegative = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, x, constant(0.0f));
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
  patterns.add<BitsOfChoice, MagnitudeOfInteger, RoundedErfc, RoundedExp,
               RoundedQuotient, SignOfBits,
               WideExtremum<arith::MaxSIOp, arith::ExtSIOp>,
               WideExtremum<arith::MinSIOp, arith::ExtSIOp>,
               WideExtremum<arith::MaxUIOp, arith::ExtUIOp>,
               WideExtremum<arith::MinUIOp, arith::ExtUIOp>>(&getContext());
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
