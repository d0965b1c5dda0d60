//===- RoundedErfc.cpp - erfc and GELU as exact as 16 bits want them ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fused;

/// From this w on, erfc is zero in types of 16 bits.
static constexpr double kFarthest = 20.0;

static double getErfcScale() { return std::sqrt(llvm::numbers::log2e); }

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
} // namespace

/// What `factor` > 0 times erfc is computed of. `minusW` is -w.
static ErfcParts createErfc(RoundedFunctions &functions, Value minusW,
                            double factor, bool isForBFloat16) {
  // With errors of 1.2e-6 and 4.3e-5 of the result.
  static constexpr double exact[] = {0.39940646, -1.38461244, 1.39507258,
                                     -0.4196184, 0.81708342,  1.41248775,
                                     -2.2198191};
  static constexpr double shorter[] = {-0.57390064, 1.1569415, 0.1768063,
                                       1.54920751, -2.30900285};
  ErfcPolynomial polynomial = isForBFloat16 ? ErfcPolynomial{0.36, shorter}
                                            : ErfcPolynomial{0.38, exact};
  constexpr double unit = 0x1p20;
  Value t = functions.call(
      "llvm.nvvm.rcp.approx.ftz.f",
      {math::FmaOp::create(
          functions.builder, functions.loc, minusW,
          functions.constant(-polynomial.k / getErfcScale() * unit),
          functions.constant(unit))});
  // The coefficient of t^i, for t / 2^20.
  size_t degree = polynomial.coefficients.size() - 1;
  Value exponent;
  for (auto [i, coefficient] : llvm::enumerate(polynomial.coefficients)) {
    double scaled = coefficient * std::pow(unit, degree - i);
    if (i == degree)
      scaled += std::log2(unit * factor);
    exponent =
        i == 0 ? functions.constant(scaled)
               : math::FmaOp::create(functions.builder, functions.loc, exponent,
                                     t, functions.constant(scaled));
  }
  Value w = arith::NegFOp::create(functions.builder, functions.loc, minusW);
  exponent = math::FmaOp::create(functions.builder, functions.loc, w, minusW,
                                 exponent);
  return {t, functions.call(approximatePower, {exponent})};
}

namespace {
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
    Value w = functions.createScaled(functions.widen(op.getOperand()),
                                     getErfcScale());
    // Beyond, the result is zero, and w^2 is not infinite.
    Value minusW = arith::MaximumFOp::create(
        rewriter, loc,
        arith::NegFOp::create(rewriter, loc,
                              math::AbsFOp::create(rewriter, loc, w)),
        functions.constant(-kFarthest));
    ErfcParts parts = createErfc(functions, minusW, /*factor=*/1.0,
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
    double scale = -c * getErfcScale();
    if (x != argument || !(scale > 0) || !isFiniteInF32(scale) ||
        !isFiniteInF32(kFarthest / scale) || !(h > 0) ||
        !isFiniteInF32(0x1p24 * h / scale) || !isFiniteInF32(2 * h))
      return rewriter.notifyMatchFailure(erfc, "no negative multiple");
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    RoundedFunctions functions{rewriter, loc};
    bool isForBFloat16 = llvm::all_of(op->getUsers(), [](Operation *user) {
      return isa<arith::TruncFOp>(user) &&
             user->getResult(0).getType().isBF16();
    });
    // -|w|, with a limit where x is positive. Minus infinity has none: its
    // product with t, which is zero, is not a number, as in the program.
    Value limited = arith::MinimumFOp::create(
        rewriter, loc, x, functions.constant(kFarthest / scale));
    Value minusW = arith::MulFOp::create(
        rewriter, loc, math::AbsFOp::create(rewriter, loc, limited),
        functions.constant(-scale));
    ErfcParts parts =
        createErfc(functions, minusW, /*factor=*/h / scale, isForBFloat16);
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
} // namespace

void fused::populateRoundedErfcPatterns(RewritePatternSet &patterns) {
  patterns.add<RoundedErfc, RoundedGelu>(patterns.getContext());
}
