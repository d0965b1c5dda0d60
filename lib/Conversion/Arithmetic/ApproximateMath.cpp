//===- ApproximateMath.cpp - Functions that vectorise ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberBuilder.h"

#include "fused/Conversion/ArithmeticPasses.h"
#include "fused/Conversion/ErrorFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_APPROXIMATEMATH
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;

/// Marks an operation whose argument or result is known not to be subnormal.
static constexpr llvm::StringLiteral kNormalAttr = "fused.normal";

static bool isF32(Value value) {
  return getElementTypeOrSelf(value.getType()).isF32();
}

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            float value) {
  return fused::NumberBuilder(builder, loc, type).constant(value);
}

/// 2^n 2^f, where n is x rounded to an integer. The polynomial for 2^f is of
/// least error, by Remez's algorithm: 2e-9 of the result.
static Value createPower(ImplicitLocOpBuilder &builder, Value x) {
  fused::NumberBuilder numbers(builder, builder.getLoc(), x.getType());
  // Below, the exponent would have no room. NaN stays.
  Value least = numbers.constant(-126.0f);
  Value isBelow = numbers.compare(arith::CmpFPredicate::OLT, x, least);
  x = numbers.apply<arith::SelectOp>(isBelow, least, x);
  // The last bits of such a number are those of n + 127.
  Value shift = numbers.constant(0x1.8p23f + 127.0f);
  Value shifted = numbers.apply<arith::AddFOp>(x, shift);
  Value fraction = numbers.apply<arith::SubFOp>(
      x, numbers.apply<arith::SubFOp>(shifted, shift));
  Value polynomial = numbers.constant(1.534581216e-4f);
  for (float coefficient : {1.339993121e-3f, 9.618488957e-3f, 5.550328777e-2f,
                            0.2402264689f, 0.6931472057f, 1.0f})
    polynomial = numbers.apply<math::FmaOp>(polynomial, fraction,
                                            numbers.constant(coefficient));
  Value bits = numbers.apply<arith::BitcastOp>(numbers.getInteger(32), shifted);
  bits =
      numbers.apply<arith::ShLIOp>(bits, numbers.constant(bits, uint64_t(23)));
  return numbers.apply<arith::MulFOp>(
      polynomial, numbers.apply<arith::BitcastOp>(x.getType(), bits));
}

static Value createReciprocal(ImplicitLocOpBuilder &builder, Value x) {
  fused::NumberBuilder numbers(builder, builder.getLoc(), x.getType());
  return numbers.apply<arith::DivFOp>(numbers.constant(1.0f), x);
}

namespace {
/// Accepts `exp(x)` on f32 and writes it as `exp(x / 2)` squared where the
/// result may be subnormal.
struct KeepSubnormalExp : public OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(kNormalAttr) || !isF32(op))
      return rewriter.notifyMatchFailure(op, "nothing to keep");
    Location loc = op.getLoc();
    Type type = op.getType();
    Value x = op.getOperand();
    Value isSmall =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT, x,
                              createConstant(rewriter, loc, type, -86.0f));
    Value half = arith::MulFOp::create(
        rewriter, loc, x, createConstant(rewriter, loc, type, 0.5f));
    Value argument = arith::SelectOp::create(rewriter, loc, isSmall, half, x);
    auto root = math::ExpOp::create(rewriter, loc, argument, op.getFastmath());
    root->setAttr(kNormalAttr, rewriter.getUnitAttr());
    Value square = arith::MulFOp::create(rewriter, loc, root, root);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isSmall, square, root);
    return success();
  }
};

/// Accepts a logarithm on f32 and scales arguments that are subnormal.
template <typename OpType>
struct KeepSubnormalLog : public OpRewritePattern<OpType> {
  /// `correction` is the logarithm of 2^-24.
  KeepSubnormalLog(MLIRContext *context, float correction)
      : OpRewritePattern<OpType>(context), correction(correction) {}

  LogicalResult matchAndRewrite(OpType op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(kNormalAttr) || !isF32(op))
      return rewriter.notifyMatchFailure(op, "nothing to keep");
    Location loc = op.getLoc();
    Type type = op.getType();
    Value x = op.getOperand();
    Value isSmall =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT, x,
                              createConstant(rewriter, loc, type, 0x1p-126f));
    Value scaled = arith::MulFOp::create(
        rewriter, loc, x, createConstant(rewriter, loc, type, 0x1p24f));
    Value argument = arith::SelectOp::create(rewriter, loc, isSmall, scaled, x);
    auto log = OpType::create(rewriter, loc, argument, op.getFastmath());
    log->setAttr(kNormalAttr, rewriter.getUnitAttr());
    Value corrected = arith::AddFOp::create(
        rewriter, loc, log, createConstant(rewriter, loc, type, correction));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isSmall, corrected, log);
    return success();
  }

private:
  float correction;
};

/// Accepts a power whose exponent is the constant 2, 3 or 4.
struct PowerToProducts : public OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    auto constant = op.getRhs().getDefiningOp<arith::ConstantOp>();
    auto exponent =
        constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
    if (!exponent)
      return rewriter.notifyMatchFailure(op, "the exponent is not constant");
    APFloat value = exponent.getValue();
    Value x = op.getLhs();
    auto square = [&] {
      return arith::MulFOp::create(rewriter, op.getLoc(), x, x).getResult();
    };
    if (value.isExactlyValue(2.0)) {
      rewriter.replaceOp(op, square());
    } else if (value.isExactlyValue(3.0)) {
      rewriter.replaceOpWithNewOp<arith::MulFOp>(op, square(), x);
    } else if (value.isExactlyValue(4.0)) {
      Value squared = square();
      rewriter.replaceOpWithNewOp<arith::MulFOp>(op, squared, squared);
    } else {
      return rewriter.notifyMatchFailure(op, "the exponent is another");
    }
    return success();
  }
};

/// Accepts `tanh(x)` on f32 and computes it to within one and a half units in
/// the last place. Near 1 that matters: the derivatives of GELU and of tanh
/// magnify the error of 1 - tanh(x)^2. Upstream's quotient of polynomials is
/// off by up to five.
///
/// With y = |x|: y + y^3 P(y^2) below 0.625 (P from tanhf of the Cephes
/// library, Moshier 1992), else 1 - 2 / (exp(2 y) + 1), where nothing cancels.
struct AccurateTanh : public OpRewritePattern<math::TanhOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::TanhOp op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op))
      return rewriter.notifyMatchFailure(op, "is not in f32");
    Location loc = op.getLoc();
    Type type = op.getType();
    Value x = op.getOperand();
    auto constant = [&](float value) {
      return createConstant(rewriter, loc, type, value);
    };
    Value y = math::AbsFOp::create(rewriter, loc, x);

    Value square = arith::MulFOp::create(rewriter, loc, x, x);
    Value polynomial = constant(-5.70498872745e-3f);
    for (float coefficient : {2.06390887954e-2f, -5.37397155531e-2f,
                              1.33314422036e-1f, -3.33332819422e-1f})
      polynomial = math::FmaOp::create(rewriter, loc, polynomial, square,
                                       constant(coefficient));
    Value cube = arith::MulFOp::create(rewriter, loc, square, y);
    Value small = math::FmaOp::create(rewriter, loc, polynomial, cube, y);

    Value one = constant(1.0f);
    Value exponential = math::ExpOp::create(
        rewriter, loc, arith::AddFOp::create(rewriter, loc, y, y));
    exponential.getDefiningOp()->setAttr(kNormalAttr, rewriter.getUnitAttr());
    Value quotient = arith::DivFOp::create(
        rewriter, loc, constant(2.0f),
        arith::AddFOp::create(rewriter, loc, exponential, one));
    Value large = arith::SubFOp::create(rewriter, loc, one, quotient);

    Value isSmall = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, y, constant(0.625f));
    Value result =
        arith::SelectOp::create(rewriter, loc, isSmall, small, large);
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, result, x);
    return success();
  }
};

struct ApproximateMath
    : public fused::impl::ApproximateMathBase<ApproximateMath> {
  void runOnOperation() override;
};
} // namespace

/// Makes conversions of f32 to integers defined. Those of the polynomials meet
/// NaN, where they are poison, and so would be all that LLVM derives from them.
static void freezeConversions(Operation *root) {
  root->walk([](arith::FPToSIOp op) {
    if (!isF32(op.getIn()))
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto frozen = LLVM::FreezeOp::create(builder, op.getLoc(), op.getOut());
    op.getOut().replaceAllUsesExcept(frozen, frozen);
  });
}

void ApproximateMath::runOnOperation() {
  MLIRContext *context = &getContext();
  RewritePatternSet prepare(context);
  prepare.add<KeepSubnormalExp, PowerToProducts, AccurateTanh>(context);
  prepare.add<KeepSubnormalLog<math::LogOp>>(context, -16.63553233f);
  prepare.add<KeepSubnormalLog<math::Log2Op>>(context, -24.0f);
  if (failed(applyPatternsGreedily(getOperation(), std::move(prepare))))
    return signalPassFailure();
  RewritePatternSet patterns(context);
  populateMathPolynomialApproximationPatterns(patterns, [](StringRef name) {
    return llvm::is_contained(
        {math::ExpOp::getOperationName(), math::ExpM1Op::getOperationName(),
         math::LogOp::getOperationName(), math::Log1pOp::getOperationName(),
         math::Log2Op::getOperationName()},
        name);
  });
  fused::populateErrorFunctionPatterns(patterns,
                                       {createPower, createReciprocal});
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  freezeConversions(getOperation());
}
