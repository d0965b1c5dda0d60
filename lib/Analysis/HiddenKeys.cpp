//===- HiddenKeys.cpp - Values of regions for hidden keys -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenKeys.h"

#include "FloatValues.h"

#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace fused;

using Interval = HiddenKeys::Interval;

static Interval makeNumber(double number) { return {number, number}; }

/// The interval of all results of an operation that is monotone in each of its
/// operands, rounded to a type: its ends are results of ends.
static std::optional<Interval>
combine(Type type, Interval a, Interval b,
        llvm::function_ref<double(double, double)> compute) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return std::nullopt;
  std::optional<Interval> result;
  for (double ofA : {a.low, a.high})
    for (double ofB : {b.low, b.high}) {
      double end = roundTo(floatType.getFloatSemantics(), compute(ofA, ofB));
      if (std::isnan(end))
        return std::nullopt;
      if (!result)
        result = makeNumber(end);
      result->low = std::min(result->low, end);
      result->high = std::max(result->high, end);
    }
  return result;
}

Value HiddenKeys::getSelected(Operation *op) {
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select)
    return nullptr;
  std::optional<Interval> condition = getInterval(select.getCondition());
  if (!condition || !condition->isNumber())
    return nullptr;
  return condition->low != 0 ? select.getTrueValue() : select.getFalseValue();
}

std::optional<Interval> HiddenKeys::getInterval(Value value) {
  if (--budget < 0)
    return std::nullopt;
  if (value.getDefiningOp() == comparison.op)
    return makeNumber(comparison.isTrueBehind);
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number))) {
    double constant = toDouble(number.getValue());
    return std::isnan(constant) ? std::nullopt
                                : std::optional(makeNumber(constant));
  }
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)) &&
      integer.getBitWidth() == 1)
    return makeNumber(integer.isOne());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getArgNumber() >= bounds.size())
      return std::nullopt;
    usesBounds = true;
    double bound = bounds[argument.getArgNumber()];
    return Interval{-bound, bound};
  }
  Operation *op = value.getDefiningOp();
  if (Value selected = getSelected(op))
    return getInterval(selected);
  return value.getType().isInteger(1) ? getBoolean(op) : getIntervalOf(op);
}

/// Of a boolean: one operand may decide.
std::optional<Interval> HiddenKeys::getBoolean(Operation *op) {
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::CmpIOp>(op) ||
      !op->getOperand(0).getType().isInteger(1))
    return std::nullopt;
  std::optional<Interval> a = getInterval(op->getOperand(0));
  std::optional<Interval> b = getInterval(op->getOperand(1));
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    double deciding = isa<arith::OrIOp>(op);
    if ((a && a->low == deciding) || (b && b->low == deciding))
      return makeNumber(deciding);
    return a && b ? std::optional(makeNumber(1 - deciding)) : std::nullopt;
  }
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::XOrIOp>(op))
    return makeNumber(a->low != b->low);
  return makeNumber(
      arith::applyCmpPredicate(cast<arith::CmpIOp>(op).getPredicate(),
                               APInt(1, a->low != 0), APInt(1, b->low != 0)));
}

std::optional<Interval> HiddenKeys::getIntervalOf(Operation *op) {
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::ExtFOp,
           arith::TruncFOp, arith::NegFOp>(op))
    return std::nullopt;
  std::optional<Interval> a = getInterval(op->getOperand(0));
  std::optional<Interval> b =
      op->getNumOperands() == 2 ? getInterval(op->getOperand(1)) : a;
  if (!a || !b)
    return std::nullopt;
  return combine(op->getResult(0).getType(), *a, *b, [&](double a, double b) {
    if (isa<arith::AddFOp>(op))
      return a + b;
    if (isa<arith::SubFOp>(op))
      return a - b;
    if (isa<arith::MulFOp>(op))
      return a * b;
    return isa<arith::NegFOp>(op) ? -a : a;
  });
}

/// True if `value` is the same for all of these keys, and all products.
bool HiddenKeys::dependsOnQuery(Value value) {
  std::optional<Interval> interval = getInterval(value);
  if (interval && interval->isNumber())
    return true;
  Operation *op = value.getDefiningOp();
  if (--budget < 0)
    return false;
  if (!op) {
    int64_t number =
        cast<BlockArgument>(value).getArgNumber() - int64_t(bounds.size());
    return number >= 0 && !maps[number].isFunctionOfDim(keyLoop);
  }
  if (auto index = dyn_cast<IndexOp>(op))
    return int64_t(index.getLoop()) != keyLoop;
  if (Value selected = getSelected(op))
    return dependsOnQuery(selected);
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return dependsOnQuery(operand); });
}

/// True if `value` is an affine function of the products, whose coefficients
/// depend on the query alone.
bool HiddenKeys::isAffine(Value value) {
  if (dependsOnQuery(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op) {
    usesBounds = true;
    return cast<BlockArgument>(value).getArgNumber() < bounds.size();
  }
  if (Value selected = getSelected(op))
    return isAffine(selected);
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return isAffine(op->getOperand(0)) && isAffine(op->getOperand(1));
  if (isa<arith::MulFOp, arith::DivFOp>(op)) {
    Value a = op->getOperand(0), b = op->getOperand(1);
    return (isAffine(a) && dependsOnQuery(b)) ||
           (isa<arith::MulFOp>(op) && dependsOnQuery(a) && isAffine(b));
  }
  return isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp>(op) &&
         isAffine(op->getOperand(0));
}

bool HiddenKeys::isZeroForAllIfForOne(Value weight) {
  std::optional<Interval> interval = getInterval(weight);
  return interval && interval->isNumber() ? interval->low == 0
                                          : isAffine(weight);
}
