//===- KernelMath.cpp - Functions that kernels cannot call ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedMath.h"

#include "fused/Conversion/ErrorFunctions.h"
#include "fused/Kernels/BinaryPasses.h"
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
#include "fused/Kernels/BinaryPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

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

/// A copy of a sign that is known: a magnitude, or its negative. LLVM sees that
/// too, and others must see it before.
struct CopyOfKnownSign : public OpRewritePattern<math::CopySignOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::CopySignOp op,
                                PatternRewriter &rewriter) const override {
    APFloat number(0.0f);
    Operation *sign = op.getRhs().getDefiningOp();
    bool isConstant = matchPattern(op.getRhs(), m_ConstantFloat(&number));
    if (!isConstant &&
        !isa_and_present<math::AbsFOp, math::ExpOp, math::Exp2Op>(sign))
      return rewriter.notifyMatchFailure(op, "has any sign");
    Value result = math::AbsFOp::create(rewriter, op.getLoc(), op.getLhs());
    if (number.isNegative())
      result = arith::NegFOp::create(rewriter, op.getLoc(), result);
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

static Value createCall(ImplicitLocOpBuilder &builder, StringRef name,
                        Value x) {
  return LLVM::CallIntrinsicOp::create(
             builder, x.getType(), builder.getStringAttr(name), ValueRange{x})
      .getResult(0);
}

static Value createPower(ImplicitLocOpBuilder &builder, Value x) {
  return createCall(builder, "llvm.nvvm.ex2.approx.ftz.f", x);
}

static Value createReciprocal(ImplicitLocOpBuilder &builder, Value x) {
  return createCall(builder, "llvm.nvvm.rcp.approx.ftz.f", x);
}

void ExpandKernelMath::runOnOperation() {
  markRoundedMath(getOperation());
  RewritePatternSet patterns(&getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  patterns
      .add<BitsOfChoice, ComparedMagnitude, CopyOfKnownSign, MagnitudeOfInteger,
           SignOfBits, WideExtremum<arith::MaxSIOp, arith::ExtSIOp>,
           WideExtremum<arith::MinSIOp, arith::ExtSIOp>,
           WideExtremum<arith::MaxUIOp, arith::ExtUIOp>,
           WideExtremum<arith::MinUIOp, arith::ExtUIOp>>(&getContext());
  populateRoundedMathPatterns(patterns);
  populateErrorFunctionPatterns(patterns, {createPower, createReciprocal});
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
