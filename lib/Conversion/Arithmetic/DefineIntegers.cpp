//===- DefineIntegers.cpp - Quotients and shifts of any integers ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace fused {
#define GEN_PASS_DEF_DEFINEINTEGERS
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct DefineIntegers : public fused::impl::DefineIntegersBase<DefineIntegers> {
  void runOnOperation() override;
};

/// Builds arithmetic on integers, or vectors of them, of one type.
class IntegerBuilder {
public:
  explicit IntegerBuilder(Operation *op)
      : builder(op), loc(op->getLoc()), type(op->getOperand(0).getType()) {}

  Value constant(const APInt &value) {
    Type element = getElementTypeOrSelf(type);
    TypedAttr attr = IntegerAttr::get(element, value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(shaped, Attribute(attr));
    return arith::ConstantOp::create(builder, loc, attr);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }
  template <typename OpType> Value apply(Value a, Value b) {
    return OpType::create(builder, loc, a, b);
  }

  unsigned getWidth() const {
    Type element = getElementTypeOrSelf(type);
    return element.isIndex() ? IndexType::kInternalStorageBitWidth
                             : element.getIntOrFloatBitWidth();
  }

  OpBuilder builder;

private:
  Location loc;
  Type type;
};
} // namespace

static bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
             arith::RemSIOp>(op);
}

static bool isRemainder(Operation *op) {
  return isa<arith::RemSIOp, arith::RemUIOp>(op);
}

/// Accepts a division of truth values: by 1 the quotient is the dividend, also
/// where both are -1, and the remainder is 0.
static void defineTruthDivision(Operation *op) {
  IntegerBuilder build(op);
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Value isZero =
      build.apply<arith::XOrIOp>(divisor, build.constant(APInt(1, 1)));
  Value result = isRemainder(op) ? build.apply<arith::AndIOp>(dividend, isZero)
                                 : build.apply<arith::OrIOp>(dividend, isZero);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

/// Accepts a division, and divides by 1 where the divisor is 0 or the quotient
/// would overflow.
static void defineDivision(Operation *op) {
  IntegerBuilder build(op);
  unsigned width = build.getWidth();
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  APInt known;
  if (matchPattern(divisor, m_ConstantInt(&known)) && !known.isZero() &&
      !(isSignedDivision(op) && known.isAllOnes()))
    return;
  if (width == 1)
    return defineTruthDivision(op);
  constexpr auto equal = arith::CmpIPredicate::eq;
  Value isZero =
      build.compare(equal, divisor, build.constant(APInt::getZero(width)));
  Value isUnsafe = isZero;
  Value minusOne = build.constant(APInt::getAllOnes(width));
  if (isSignedDivision(op)) {
    Value least = build.constant(APInt::getSignedMinValue(width));
    Value overflows =
        build.apply<arith::AndIOp>(build.compare(equal, dividend, least),
                                   build.compare(equal, divisor, minusOne));
    isUnsafe = build.apply<arith::OrIOp>(isUnsafe, overflows);
  }
  op->setOperand(
      1, build.select(isUnsafe, build.constant(APInt(width, 1)), divisor));
  build.builder.setInsertionPointAfter(op);
  Value defined = build.select(isZero, isRemainder(op) ? dividend : minusOne,
                               op->getResult(0));
  op->getResult(0).replaceAllUsesExcept(defined, defined.getDefiningOp());
}

/// Accepts a shift: by the width or more, all bits are shifted out.
static void defineShift(Operation *op) {
  IntegerBuilder build(op);
  unsigned width = build.getWidth();
  Value amount = op->getOperand(1);
  APInt known;
  if (matchPattern(amount, m_ConstantInt(&known)) && known.ult(width))
    return;
  Value most = build.constant(APInt(width, width - 1));
  Value within = build.apply<arith::MinUIOp>(amount, most);
  op->setOperand(1, within);
  if (isa<arith::ShRSIOp>(op))
    return;
  build.builder.setInsertionPointAfter(op);
  Value isWithin = build.compare(arith::CmpIPredicate::ule, amount, most);
  Value defined = build.select(isWithin, op->getResult(0),
                               build.constant(APInt::getZero(width)));
  op->getResult(0).replaceAllUsesExcept(defined, defined.getDefiningOp());
}

/// Accepts a sum of `index` with its carry, which upstream does not lower.
static void expandSum(arith::AddUIExtendedOp op) {
  IntegerBuilder build(op);
  Value sum = build.apply<arith::AddIOp>(op.getLhs(), op.getRhs());
  Value carry = build.compare(arith::CmpIPredicate::ult, sum, op.getLhs());
  op.getSum().replaceAllUsesWith(sum);
  op.getOverflow().replaceAllUsesWith(carry);
  op.erase();
}

void DefineIntegers::runOnOperation() {
  getOperation()->walk([](Operation *op) {
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
            arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
            arith::RemUIOp>(op))
      defineDivision(op);
    else if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
      defineShift(op);
    else if (auto sum = dyn_cast<arith::AddUIExtendedOp>(op);
             sum && getElementTypeOrSelf(sum.getLhs()).isIndex())
      expandSum(sum);
  });
}
