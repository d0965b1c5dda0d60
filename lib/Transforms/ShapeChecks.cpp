//===- ShapeChecks.cpp - Assertions on sizes ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeChecks.h"

#include "fused/Analysis/IntegerRange.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static bool isTrue(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  return arith::applyCmpPredicate(predicate, APInt(64, a, /*isSigned=*/true),
                                  APInt(64, b, /*isSigned=*/true));
}

/// The comparison in the words of the analysis of bounds.
static ValueBoundsConstraintSet::ComparisonOperator
getOperator(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return ValueBoundsConstraintSet::EQ;
  case arith::CmpIPredicate::slt:
    return ValueBoundsConstraintSet::LT;
  case arith::CmpIPredicate::sle:
    return ValueBoundsConstraintSet::LE;
  case arith::CmpIPredicate::sge:
    return ValueBoundsConstraintSet::GE;
  default:
    llvm_unreachable("sizes are compared by no other predicate");
  }
}

/// True if the ranges of two indices alone say that a comparison holds.
static bool holdsInRange(arith::CmpIPredicate predicate, OpFoldResult a,
                         OpFoldResult b, Operation *user) {
  ConstantIntRanges left = getIndexRange(a, user);
  ConstantIntRanges right = getIndexRange(b, user);
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return left.smax().slt(right.smin());
  case arith::CmpIPredicate::sle:
    return left.smax().sle(right.smin());
  case arith::CmpIPredicate::sge:
    return left.smin().sge(right.smax());
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void ShapeChecks::setInsertionPoint(Operation *op, ArrayRef<SizeSource> sizes) {
  if (builder && builder->getInsertionPoint() != place.first->begin())
    inserted[place] = &*std::prev(builder->getInsertionPoint());
  Block *block = op->getBlock();
  Operation *last = nullptr;
  for (const SizeSource &size : sizes) {
    Operation *definition =
        size.isNumber() ? nullptr : size.value.getDefiningOp();
    if (definition && definition->getBlock() == block &&
        (!last || last->isBeforeInBlock(definition)))
      last = definition;
  }
  place = {block, last};
  builder.emplace(op->getContext());
  if (Operation *after = inserted.lookup(place))
    builder->setInsertionPointAfter(after);
  else if (last)
    builder->setInsertionPointAfter(last);
  else
    builder->setInsertionPointToStart(block);
}

InFlightDiagnostic ShapeChecks::emitError(Operation *op) {
  failed = true;
  return op->emitOpError();
}

OpFoldResult ShapeChecks::build(Operation *op, const SizeSource &size) {
  return size.build(*builder, op->getLoc());
}

/// As the program computes it.
template <typename Operator> static int64_t wrap(int64_t a, int64_t b) {
  return static_cast<int64_t>(
      Operator()(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
}

/// Numbers stay numbers, so that nothing is made where all sizes are known.
template <typename ArithOp, typename Compute>
OpFoldResult ShapeChecks::create(Operation *op, OpFoldResult a, OpFoldResult b,
                                 int64_t neutral, Compute compute) {
  std::optional<int64_t> left = getConstantIntValue(a);
  std::optional<int64_t> right = getConstantIntValue(b);
  if (right == neutral)
    return a;
  if (left && right)
    return builder->getIndexAttr(compute(*left, *right));
  Location loc = op->getLoc();
  return ArithOp::create(*builder, loc,
                         getValueOrCreateConstantIndexOp(*builder, loc, a),
                         getValueOrCreateConstantIndexOp(*builder, loc, b))
      .getResult();
}

OpFoldResult ShapeChecks::add(Operation *op, OpFoldResult a, OpFoldResult b) {
  return create<arith::AddIOp>(op, a, b, 0, wrap<std::plus<uint64_t>>);
}

OpFoldResult ShapeChecks::subtract(Operation *op, OpFoldResult a,
                                   OpFoldResult b) {
  return create<arith::SubIOp>(op, a, b, 0, wrap<std::minus<uint64_t>>);
}

OpFoldResult ShapeChecks::multiply(Operation *op, OpFoldResult a,
                                   OpFoldResult b) {
  return create<arith::MulIOp>(op, a, b, 1, wrap<std::multiplies<uint64_t>>);
}

OpFoldResult ShapeChecks::multiplySizes(Operation *op, OpFoldResult a,
                                        OpFoldResult b) {
  if (getConstantIntValue(a) == 1)
    return b;
  if (getConstantIntValue(b) == 1 ||
      (getConstantIntValue(a) && getConstantIntValue(b)))
    return multiply(op, a, b);
  Location loc = op->getLoc();
  auto product = arith::MulUIExtendedOp::create(
      *builder, loc, getValueOrCreateConstantIndexOp(*builder, loc, a),
      getValueOrCreateConstantIndexOp(*builder, loc, b));
  Value zero = arith::ConstantIndexOp::create(*builder, loc, 0);
  for (auto [part, predicate] :
       {std::pair(product.getHigh(), arith::CmpIPredicate::eq),
        std::pair(product.getLow(), arith::CmpIPredicate::sge)}) {
    Value fits = arith::CmpIOp::create(*builder, loc, predicate, part, zero);
    cf::AssertOp::create(*builder, loc, fits,
                         "the sizes of '" + op->getName().getStringRef().str() +
                             "' are too large");
  }
  return product.getLow();
}

OpFoldResult ShapeChecks::minimum(Operation *op, OpFoldResult a,
                                  OpFoldResult b) {
  return create<arith::MinSIOp>(
      op, a, b, INT64_MAX, [](int64_t x, int64_t y) { return std::min(x, y); });
}

OpFoldResult ShapeChecks::divide(Operation *op, OpFoldResult a, OpFoldResult b,
                                 bool roundsUp) {
  auto up = [](int64_t x, int64_t y) { return llvm::divideCeilSigned(x, y); };
  auto down = [](int64_t x, int64_t y) {
    return llvm::divideFloorSigned(x, y);
  };
  return roundsUp ? create<arith::CeilDivSIOp>(op, a, b, 1, up)
                  : create<arith::FloorDivSIOp>(op, a, b, 1, down);
}

OpFoldResult ShapeChecks::unlessEmpty(Operation *op,
                                      ArrayRef<OpFoldResult> lengths,
                                      OpFoldResult value, int64_t otherwise) {
  Location loc = op->getLoc();
  if (llvm::all_of(lengths, [](OpFoldResult length) {
        return getConstantIntValue(length).value_or(0) > 0;
      }))
    return value;
  Value result = getValueOrCreateConstantIndexOp(*builder, loc, value);
  Value none = arith::ConstantIndexOp::create(*builder, loc, otherwise);
  Value zero = arith::ConstantIndexOp::create(*builder, loc, 0);
  for (OpFoldResult length : lengths) {
    if (getConstantIntValue(length).value_or(0) > 0)
      continue;
    Value size = getValueOrCreateConstantIndexOp(*builder, loc, length);
    Value isEmpty = arith::CmpIOp::create(
        *builder, loc, arith::CmpIPredicate::sle, size, zero);
    result = arith::SelectOp::create(*builder, loc, isEmpty, none, result);
  }
  return getAsOpFoldResult(result);
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

void ShapeChecks::require(Operation *op, arith::CmpIPredicate predicate,
                          OpFoldResult a, OpFoldResult b, StringRef message) {
  std::optional<int64_t> left = getConstantIntValue(a);
  std::optional<int64_t> right = getConstantIntValue(b);
  if (left && right
          ? isTrue(predicate, *left, *right)
          : holdsInRange(predicate, a, b, op) ||
                ValueBoundsConstraintSet::compare(a, getOperator(predicate), b))
    return;
  Location loc = op->getLoc();
  Value holds =
      arith::CmpIOp::create(*builder, loc, predicate,
                            getValueOrCreateConstantIndexOp(*builder, loc, a),
                            getValueOrCreateConstantIndexOp(*builder, loc, b));
  cf::AssertOp::create(*builder, loc, holds, message);
}

static std::string describe(const SizedOperand &size) {
  std::string text = "dimension " + std::to_string(size.dim);
  if (size.operand)
    text += " of operand " + std::to_string(*size.operand);
  return text;
}

void ShapeChecks::requireEqual(Operation *op, SizedOperand a, SizedOperand b) {
  // Two numbers have been compared by the verifier.
  if ((a.size.isNumber() && b.size.isNumber()) ||
      known.areEqual(a.size, b.size))
    return;
  if (a.size.isNumber())
    std::swap(a, b);
  MLIRContext *context = op->getContext();
  if (!ValueBoundsConstraintSet::compare(a.size.getVariable(context),
                                         ValueBoundsConstraintSet::EQ,
                                         b.size.getVariable(context))) {
    setInsertionPoint(op, {a.size, b.size});
    Location loc = op->getLoc();
    auto toValue = [&](const SizedOperand &size) {
      return getValueOrCreateConstantIndexOp(*builder, loc,
                                             build(op, size.size));
    };
    Value left = toValue(a), right = toValue(b);
    Value isSame = arith::CmpIOp::create(*builder, loc,
                                         arith::CmpIPredicate::eq, left, right);
    cf::AssertOp::create(*builder, loc, isSame,
                         "sizes of '" + op->getName().getStringRef().str() +
                             "' differ: " + describe(a) + " and " +
                             describe(b));
  }
  known.setEqual(a.size, b.size);
}
