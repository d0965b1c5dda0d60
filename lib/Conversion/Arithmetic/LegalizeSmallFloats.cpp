//===- LegalizeSmallFloats.cpp - bf16 and f16 through f32 ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Float8.h"
#include "NamedOps.h"
#include "RoundOnce.h"

#include "fused/Conversion/ArithmeticPasses.h"
#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_LEGALIZESMALLFLOATS
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

static bool isSmallFloat(Type type) {
  return is16BitFloat(getElementTypeOrSelf(type));
}

static Type getWide(Type type) {
  auto f32 = Float32Type::get(type.getContext());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(f32);
  return f32;
}

namespace {
/// Accepts a conversion of bf16 or f16 to f64, which would need a library
/// function; goes through f32.
struct WidenThroughF32 : public OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    if (!isSmallFloat(from) || getWide(to) == to)
      return rewriter.notifyMatchFailure(op, "is not from 16 bits to f64");
    Value wide =
        arith::ExtFOp::create(rewriter, op.getLoc(), getWide(from), op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, to, wide);
    return success();
  }
};

struct LegalizeSmallFloats
    : public fused::impl::LegalizeSmallFloatsBase<LegalizeSmallFloats> {
  using Base::Base;
  void runOnOperation() override;

private:
  LogicalResult roundOnce();
  LogicalResult emulateMath();
  LogicalResult emulateArithmetic();
  void keepRoundings();
  LogicalResult expandConversions();
};
} // namespace

/// Before upstream's emulation, which would go through f32.
LogicalResult LegalizeSmallFloats::roundOnce() {
  RewritePatternSet patterns(&getContext());
  populateRoundOncePatterns(patterns);
  return applyPatternsGreedily(getOperation(), std::move(patterns));
}

LogicalResult LegalizeSmallFloats::emulateMath() {
  MLIRContext *context = &getContext();
  TypeConverter converter;
  SetVector<Type> supported;
  supported.insert(Float32Type::get(context));
  supported.insert(Float64Type::get(context));
  math::populateExtendToSupportedTypesTypeConverter(converter, supported,
                                                    Float32Type::get(context));
  ConversionTarget target(*context);
  math::populateExtendToSupportedTypesConversionTarget(target, converter);
  RewritePatternSet patterns(context);
  math::populateExtendToSupportedTypesPatterns(patterns, converter);
  return applyPartialConversion(getOperation(), target, std::move(patterns));
}

LogicalResult LegalizeSmallFloats::emulateArithmetic() {
  MLIRContext *context = &getContext();
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(
      converter,
      {BFloat16Type::get(context), Float16Type::get(context),
       Float8E4M3FNType::get(context), Float8E5M2Type::get(context)},
      Float32Type::get(context));
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  return applyPartialConversion(getOperation(), target, std::move(patterns));
}

/// Upstream's emulation allows its conversions to be contracted, which would
/// drop the roundings.
void LegalizeSmallFloats::keepRoundings() {
  getOperation()->walk([&](Operation *op) {
    if (auto widen = dyn_cast<arith::ExtFOp>(op))
      widen.removeFastmathAttr();
    else if (auto narrow = dyn_cast<arith::TruncFOp>(op))
      narrow.removeFastmathAttr();
  });
}

LogicalResult LegalizeSmallFloats::expandConversions() {
  RewritePatternSet patterns(&getContext());
  patterns.add<WidenThroughF32>(&getContext());
  populateFloat8Patterns(patterns);
  if (expandBFloat16)
    arith::populateExpandBFloat16Patterns(patterns);
  return applyPatternsGreedily(getOperation(), std::move(patterns));
}

/// True if `op` reads or gives floats of at most 16 bits.
static bool hasSmallFloats(Operation &op) {
  auto isSmall = [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() <= 16;
  };
  return llvm::any_of(op.getOperandTypes(), isSmall) ||
         llvm::any_of(op.getResultTypes(), isSmall);
}

void LegalizeSmallFloats::runOnOperation() {
  if (failed(generalizeNamedOps(getOperation(), hasSmallFloats)) ||
      failed(roundOnce()) || failed(emulateMath()) ||
      failed(emulateArithmetic()))
    return signalPassFailure();
  keepRoundings();
  if (failed(expandConversions()))
    signalPassFailure();
}
