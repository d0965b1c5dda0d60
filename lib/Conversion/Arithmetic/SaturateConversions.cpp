//===- SaturateConversions.cpp - Conversions of any float to an integer ---===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedOps.h"

#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

namespace fused {
#define GEN_PASS_DEF_SATURATECONVERSIONS
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct SaturateConversions
    : public fused::impl::SaturateConversionsBase<SaturateConversions> {
  void runOnOperation() override;
};
} // namespace

/// A constant of `type`, or one of its elements repeated.
static Value makeConstant(OpBuilder &builder, Location loc, Type type,
                          TypedAttr element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, Attribute(element));
  return arith::ConstantOp::create(builder, loc, element);
}

/// The float that `integer` is; beyond the range of its type an infinity, or
/// NaN, with which nothing compares.
static TypedAttr getBound(FloatType type, const APInt &integer, bool isSigned) {
  APFloat bound(type.getFloatSemantics());
  bound.convertFromAPInt(integer, isSigned, APFloat::rmNearestTiesToEven);
  return FloatAttr::get(type, bound);
}

/// Replaces a conversion by one that is defined for every operand.
static void saturate(Operation *op, bool isSigned) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  Value input = op->getOperand(0), result = op->getResult(0);
  auto floatType = cast<FloatType>(getElementTypeOrSelf(input));
  auto integerType = cast<IntegerType>(getElementTypeOrSelf(result));
  unsigned width = integerType.getWidth();
  APInt low = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
  APInt high =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  // A power of two, as the smallest integer is (or 0): a float holds either.
  APInt above = high.zext(width + 1) + 1;
  Operation *last = op;
  auto choose = [&](arith::CmpFPredicate predicate, Value bound, APInt value) {
    Value isOutside =
        arith::CmpFOp::create(builder, loc, predicate, input, bound);
    Value instead = makeConstant(builder, loc, result.getType(),
                                 IntegerAttr::get(integerType, value));
    last = arith::SelectOp::create(builder, loc, isOutside, instead,
                                   last->getResult(0));
  };
  auto makeBound = [&](const APInt &integer, bool isNegative) {
    return makeConstant(builder, loc, input.getType(),
                        getBound(floatType, integer, isNegative));
  };
  choose(arith::CmpFPredicate::OLE, makeBound(low, isSigned), low);
  choose(arith::CmpFPredicate::OGE, makeBound(above, false), high);
  choose(arith::CmpFPredicate::UNO, input, APInt(width, 0));
  result.replaceUsesWithIf(last->getResult(0), [&](OpOperand &use) {
    return use.getOwner()->getBlock() != op->getBlock() ||
           last->isBeforeInBlock(use.getOwner());
  });
}

/// Accepts a conversion to a narrower float, and checks that it rounds to
/// nearest.
static LogicalResult verifyRounding(arith::TruncFOp op) {
  std::optional<arith::RoundingMode> mode = op.getRoundingmode();
  if (!mode)
    return success();
  if (*mode != arith::RoundingMode::to_nearest_even)
    return op.emitError()
           << "cannot be compiled: numbers are rounded to the nearest, not "
           << arith::stringifyRoundingMode(*mode);
  op.removeRoundingmodeAttr();
  return success();
}

static bool isConversion(Operation &op) {
  return isa<arith::FPToSIOp, arith::FPToUIOp>(op);
}

void SaturateConversions::runOnOperation() {
  if (failed(generalizeNamedOps(getOperation(), isConversion)))
    return signalPassFailure();
  SmallVector<Operation *> conversions;
  bool rounds = true;
  getOperation()->walk([&](Operation *op) {
    if (isConversion(*op))
      conversions.push_back(op);
    else if (auto narrow = dyn_cast<arith::TruncFOp>(op))
      rounds &= succeeded(verifyRounding(narrow));
  });
  if (!rounds)
    return signalPassFailure();
  for (Operation *op : conversions)
    saturate(op, isa<arith::FPToSIOp>(op));
}
