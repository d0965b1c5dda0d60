//===- IntegerRange.cpp - Between which numbers an index lies -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/IntegerRange.h"

#include "fused/Dialect/RowOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace fused;

/// Indices that are computed by longer chains may be anything.
static constexpr unsigned kMaxDepth = 24;

static ConstantIntRanges getSignedRange(unsigned width, const APInt &low,
                                        const APInt &high) {
  if (low.sgt(high))
    return ConstantIntRanges::maxRange(width);
  return ConstantIntRanges::fromSigned(low, high);
}

static ConstantIntRanges getIndexRange(int64_t low, int64_t high) {
  return getSignedRange(64, APInt(64, low, true), APInt(64, high, true));
}

namespace {
/// The ranges of values where one operation uses them.
class RangeFinder {
public:
  explicit RangeFinder(Operation *user) : user(user) {}

  ConstantIntRanges find(Value value, unsigned depth = 0);

private:
  std::optional<ConstantIntRanges> findDefined(Value value, unsigned depth);
  std::optional<ConstantIntRanges> findInductionVariable(Value value,
                                                         unsigned depth);
  ConstantIntRanges refine(Value value, ConstantIntRanges range,
                           unsigned depth);
  ConstantIntRanges refineBy(Value condition, bool holds, Value value,
                             ConstantIntRanges range, unsigned depth);

  Operation *user;
  /// What was found, and at which depth. Values have several uses, so the same
  /// one is asked for many times.
  DenseMap<Value, std::pair<unsigned, ConstantIntRanges>> found;
};
} // namespace

/// The sizes of an array are not negative.
static std::optional<ConstantIntRanges> getSizeRange(Operation *op) {
  std::optional<int64_t> dim;
  Value source;
  if (auto size = dyn_cast<tensor::DimOp>(op)) {
    dim = size.getConstantIndex();
    source = size.getSource();
  } else if (auto size = dyn_cast<memref::DimOp>(op)) {
    dim = size.getConstantIndex();
    source = size.getSource();
  } else {
    return std::nullopt;
  }
  auto type = cast<ShapedType>(source.getType());
  if (dim && type.hasRank() && *dim >= 0 && *dim < type.getRank() &&
      !type.isDynamicDim(*dim))
    return getIndexRange(type.getDimSize(*dim), type.getDimSize(*dim));
  return getIndexRange(0, INT64_MAX);
}

/// The size of the loop whose index `op` is, if it is one.
static std::optional<int64_t> getCountedSize(Operation *op) {
  if (auto index = dyn_cast<IndexOp>(op))
    return cast<RowsOp>(op->getParentOp()).getLoopSizes()[index.getLoop()];
  auto index = dyn_cast<linalg::IndexOp>(op);
  if (!index)
    return std::nullopt;
  auto loops = op->getParentOfType<linalg::LinalgOp>();
  return loops ? loops.getStaticLoopRanges()[index.getDim()]
               : ShapedType::kDynamic;
}

std::optional<ConstantIntRanges> RangeFinder::findDefined(Value value,
                                                          unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (std::optional<ConstantIntRanges> range = getSizeRange(op))
    return range;
  if (std::optional<int64_t> size = getCountedSize(op))
    return getIndexRange(0,
                         ShapedType::isDynamic(*size) ? INT64_MAX : *size - 1);
  auto interface = dyn_cast<InferIntRangeInterface>(op);
  if (!interface)
    return std::nullopt;
  SmallVector<IntegerValueRange> ranges;
  for (Value operand : op->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return std::nullopt;
    ranges.push_back(find(operand, depth + 1));
  }
  std::optional<ConstantIntRanges> result;
  interface.inferResultRangesFromOptional(
      ranges, [&](Value of, const IntegerValueRange &range) {
        if (of == value && !range.isUninitialized())
          result = range.getValue();
      });
  return result;
}

std::optional<ConstantIntRanges>
RangeFinder::findInductionVariable(Value value, unsigned depth) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop =
      argument
          ? dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp())
          : scf::ForOp();
  if (!loop || loop.getInductionVar() != value)
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step <= 0)
    return std::nullopt;
  ConstantIntRanges low = find(loop.getLowerBound(), depth + 1);
  ConstantIntRanges high = find(loop.getUpperBound(), depth + 1);
  unsigned width = high.smax().getBitWidth();
  if (high.smax().isMinSignedValue())
    return std::nullopt;
  return getSignedRange(width, low.smin(), high.smax() - 1);
}

/// The comparison of the operands in the other order.
static arith::CmpIPredicate swap(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    return predicate;
  case arith::CmpIPredicate::slt:
    return arith::CmpIPredicate::sgt;
  case arith::CmpIPredicate::sle:
    return arith::CmpIPredicate::sge;
  case arith::CmpIPredicate::sgt:
    return arith::CmpIPredicate::slt;
  case arith::CmpIPredicate::sge:
    return arith::CmpIPredicate::sle;
  case arith::CmpIPredicate::ult:
    return arith::CmpIPredicate::ugt;
  case arith::CmpIPredicate::ule:
    return arith::CmpIPredicate::uge;
  case arith::CmpIPredicate::ugt:
    return arith::CmpIPredicate::ult;
  case arith::CmpIPredicate::uge:
    return arith::CmpIPredicate::ule;
  }
  llvm_unreachable("every predicate is listed");
}

/// The part of a range whose numbers compare so with some number of `other`.
static ConstantIntRanges intersect(const ConstantIntRanges &range,
                                   arith::CmpIPredicate predicate,
                                   const ConstantIntRanges &other) {
  unsigned width = range.smin().getBitWidth();
  APInt low = APInt::getSignedMinValue(width);
  APInt high = APInt::getSignedMaxValue(width);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return range.intersection(other);
  case arith::CmpIPredicate::slt:
    if (other.smax().isMinSignedValue())
      return range;
    high = other.smax() - 1;
    break;
  case arith::CmpIPredicate::sle:
    high = other.smax();
    break;
  case arith::CmpIPredicate::sgt:
    if (other.smin().isMaxSignedValue())
      return range;
    low = other.smin() + 1;
    break;
  case arith::CmpIPredicate::sge:
    low = other.smin();
    break;
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
    // Less than something that is no negative number.
    if (other.umax().isNegative())
      return range;
    low = APInt::getZero(width);
    high = other.umax();
    if (predicate == arith::CmpIPredicate::ult && !high.isZero())
      --high;
    break;
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
    if (range.smin().isNegative() || other.umin().isNegative())
      return range;
    low = other.umin();
    break;
  default:
    return range;
  }
  return range.intersection(getSignedRange(width, low, high));
}

/// What a condition that holds, or does not, says of a value.
ConstantIntRanges RangeFinder::refineBy(Value condition, bool holds,
                                        Value value, ConstantIntRanges range,
                                        unsigned depth) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>(); both && holds) {
    range = refineBy(both.getLhs(), true, value, range, depth);
    return refineBy(both.getRhs(), true, value, range, depth);
  }
  if (auto either = condition.getDefiningOp<arith::OrIOp>(); either && !holds) {
    range = refineBy(either.getLhs(), false, value, range, depth);
    return refineBy(either.getRhs(), false, value, range, depth);
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || (compare.getLhs() != value && compare.getRhs() != value) ||
      depth >= kMaxDepth)
    return range;
  arith::CmpIPredicate predicate = compare.getPredicate();
  bool isLeft = compare.getLhs() == value;
  ConstantIntRanges other =
      find(isLeft ? compare.getRhs() : compare.getLhs(), depth + 1);
  if (!isLeft)
    predicate = swap(predicate);
  if (!holds)
    predicate = arith::invertPredicate(predicate);
  return intersect(range, predicate, other);
}

ConstantIntRanges RangeFinder::refine(Value value, ConstantIntRanges range,
                                      unsigned depth) {
  for (Operation *inner = user, *outer = user->getParentOp(); outer;
       inner = outer, outer = outer->getParentOp())
    if (auto branch = dyn_cast<scf::IfOp>(outer))
      range = refineBy(branch.getCondition(),
                       inner->getParentRegion() == &branch.getThenRegion(),
                       value, range, depth);
  return range;
}

ConstantIntRanges RangeFinder::find(Value value, unsigned depth) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  if (depth >= kMaxDepth)
    return ConstantIntRanges::maxRange(width);
  if (auto it = found.find(value);
      it != found.end() && it->second.first <= depth)
    return it->second.second;
  std::optional<ConstantIntRanges> range = findDefined(value, depth);
  if (!range)
    range = findInductionVariable(value, depth);
  ConstantIntRanges refined =
      refine(value, range.value_or(ConstantIntRanges::maxRange(width)), depth);
  found.insert_or_assign(value, std::make_pair(depth, refined));
  return refined;
}

ConstantIntRanges fused::getIndexRange(OpFoldResult index, Operation *user) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return ::getIndexRange(*number, *number);
  return RangeFinder(user).find(cast<Value>(index));
}
