//===- MaskedKeys.cpp - Keys that queries do not see ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatValues.h"

#include "fused/Analysis/AttentionSchedule.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fused;

/// A score from which on keys count as masked. Front ends write the lowest
/// number of some type, or minus infinity.
static constexpr double kLowScore = -1e30;

namespace {
/// The index of a loop plus a number, which the program adds without overflow.
struct LoopIndex {
  int64_t loop, offset;
};
} // namespace

static std::optional<LoopIndex> findLoopIndex(Value value) {
  // Numbers of queries and keys fit into 28 bits, as their vectors have 8
  // elements.
  constexpr int64_t maxOffset = 1 << 30;
  int64_t offset = 0;
  bool isUnsigned = false;
  while (Operation *op = value.getDefiningOp()) {
    if (auto index = dyn_cast<IndexOp>(op))
      return LoopIndex{int64_t(index.getLoop()), offset};
    APInt number;
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>(op)) {
      auto type = dyn_cast<IntegerType>(op->getResult(0).getType());
      if (type && type.getWidth() < 32)
        return std::nullopt;
      isUnsigned |= isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
    } else if (isa<arith::AddIOp>(op) &&
               matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
               number.getSignificantBits() <= 31) {
      // A sum below zero would be a large number behind it.
      if (isUnsigned && number.isNegative())
        return std::nullopt;
      offset += number.getSExtValue();
      if (std::abs(offset) > maxOffset)
        return std::nullopt;
    } else {
      return std::nullopt;
    }
    value = op->getOperand(0);
  }
  return std::nullopt;
}

namespace {
/// What a comparison of a query and a key is where the key is behind the last
/// one that the query sees.
struct Comparison {
  arith::CmpIOp op;
  int64_t distance;
  bool isTrueBehind;
};
} // namespace

/// a < b is b > a.
static arith::CmpIPredicate swapOperands(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  constexpr std::pair<Predicate, Predicate> pairs[] = {
      {Predicate::slt, Predicate::sgt},
      {Predicate::sle, Predicate::sge},
      {Predicate::ult, Predicate::ugt},
      {Predicate::ule, Predicate::uge}};
  for (auto [less, greater] : pairs) {
    if (predicate == less)
      return greater;
    if (predicate == greater)
      return less;
  }
  return predicate;
}

static std::optional<Comparison>
matchComparison(arith::CmpIOp op, int64_t queryLoop, int64_t keyLoop) {
  std::optional<LoopIndex> query = findLoopIndex(op.getLhs());
  std::optional<LoopIndex> key = findLoopIndex(op.getRhs());
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = op.getPredicate();
  if (query && key && query->loop == keyLoop) {
    std::swap(query, key);
    predicate = swapOperands(predicate);
  }
  if (!query || !key || query->loop != queryLoop || key->loop != keyLoop)
    return std::nullopt;
  // Sums below zero are large numbers without a sign.
  bool isUnsigned = predicate == Predicate::uge ||
                    predicate == Predicate::ugt ||
                    predicate == Predicate::ule || predicate == Predicate::ult;
  if (isUnsigned && (query->offset < 0 || key->offset < 0))
    return std::nullopt;
  // query + its offset >= key + its offset where the key is seen.
  int64_t distance = query->offset - key->offset;
  switch (predicate) {
  case Predicate::sge:
  case Predicate::uge:
    return Comparison{op, distance, /*isTrueBehind=*/false};
  case Predicate::sgt:
  case Predicate::ugt:
    return Comparison{op, distance - 1, /*isTrueBehind=*/false};
  case Predicate::slt:
  case Predicate::ult:
    return Comparison{op, distance, /*isTrueBehind=*/true};
  case Predicate::sle:
  case Predicate::ule:
    return Comparison{op, distance - 1, /*isTrueBehind=*/true};
  default:
    return std::nullopt;
  }
}

/// The number that `value` is, given the result of a comparison, if it depends
/// on nothing else. Looks at as many values as `budget` allows.
static std::optional<double> evaluate(Value value, Comparison comparison,
                                      int &budget) {
  if (--budget < 0)
    return std::nullopt;
  if (value.getDefiningOp() == comparison.op)
    return comparison.isTrueBehind;
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return toDouble(number.getValue());
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)) && integer.isSingleWord())
    return integer.getBitWidth() == 1 ? double(integer.getZExtValue())
                                      : double(integer.getSExtValue());
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    auto condition = evaluate(select.getCondition(), comparison, budget);
    if (!condition)
      return std::nullopt;
    return evaluate(*condition != 0 ? select.getTrueValue()
                                    : select.getFalseValue(),
                    comparison, budget);
  }
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return evaluate(op->getOperand(0), comparison, budget);
  if (isa<arith::MulFOp>(op)) {
    auto a = evaluate(op->getOperand(0), comparison, budget);
    auto b = evaluate(op->getOperand(1), comparison, budget);
    return a && b ? std::optional(*a * *b) : std::nullopt;
  }
  // Of booleans: one operand may decide.
  if (isa<arith::AndIOp, arith::OrIOp>(op) && value.getType().isInteger(1)) {
    auto a = evaluate(op->getOperand(0), comparison, budget);
    auto b = evaluate(op->getOperand(1), comparison, budget);
    double deciding = isa<arith::OrIOp>(op);
    if ((a && *a == deciding) || (b && *b == deciding))
      return deciding;
    return a && b ? std::optional(1 - deciding) : std::nullopt;
  }
  if (isa<arith::XOrIOp>(op) && value.getType().isInteger(1)) {
    auto a = evaluate(op->getOperand(0), comparison, budget);
    auto b = evaluate(op->getOperand(1), comparison, budget);
    return a && b ? std::optional<double>(*a != *b) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<MaskedKeys> fused::findMaskedKeys(AttentionOp op) {
  Value score = op.getBodyBlock()->getTerminator()->getOperand(0);
  for (auto compare : op.getBodyBlock()->getOps<arith::CmpIOp>()) {
    std::optional<Comparison> comparison =
        matchComparison(compare, op.getRank() - 2, op.getRank() - 1);
    // All keys may be seen.
    if (!comparison || comparison->distance < 0 ||
        comparison->distance >= op.getSizes().keys)
      continue;
    int budget = 1000;
    std::optional<double> masked = evaluate(score, *comparison, budget);
    if (masked && *masked < kLowScore)
      return MaskedKeys{comparison->distance, *masked};
  }
  return std::nullopt;
}

/// True if `value` is the same for all rows, given the result of a comparison.
static bool dependsOnColumns(AttentionGradientOp op, Value value,
                             Comparison comparison, int &budget) {
  if (--budget < 0)
    return false;
  if (evaluate(value, comparison, budget))
    return true;
  int64_t row = op.getRank() - 2;
  Operation *inside = value.getDefiningOp();
  if (!inside) {
    int64_t number = cast<BlockArgument>(value).getArgNumber();
    constexpr int64_t numProducts = 2;
    return number >= numProducts &&
           !op.getMapOfExtra(number - numProducts).isFunctionOfDim(row);
  }
  if (auto index = dyn_cast<IndexOp>(inside))
    return int64_t(index.getLoop()) != row;
  auto recurse = [&](Value operand) {
    return dependsOnColumns(op, operand, comparison, budget);
  };
  if (auto select = dyn_cast<arith::SelectOp>(inside))
    if (auto condition = evaluate(select.getCondition(), comparison, budget))
      return recurse(*condition != 0 ? select.getTrueValue()
                                     : select.getFalseValue());
  return llvm::all_of(inside->getOperands(), recurse);
}

std::optional<MaskedColumns> fused::findMaskedColumns(AttentionGradientOp op) {
  ValueRange weights = op.getBodyBlock()->getTerminator()->getOperands();
  int64_t row = op.getRank() - 2, column = op.getRank() - 1;
  AttentionGradientOp::Sizes sizes = op.getSizes();
  for (bool rowsAreQueries : {true, false}) {
    for (auto compare : op.getBodyBlock()->getOps<arith::CmpIOp>()) {
      std::optional<Comparison> comparison =
          rowsAreQueries ? matchComparison(compare, row, column)
                         : matchComparison(compare, column, row);
      if (!comparison || comparison->distance < 0 ||
          comparison->distance >= (rowsAreQueries ? sizes.columns : sizes.rows))
        continue;
      int budget = 1000;
      auto isMasked = [&](Value weight) {
        if (!rowsAreQueries)
          return dependsOnColumns(op, weight, *comparison, budget);
        std::optional<double> number = evaluate(weight, *comparison, budget);
        return number && *number == 0;
      };
      if (llvm::all_of(weights, isMasked))
        return MaskedColumns{comparison->distance, rowsAreQueries};
    }
  }
  return std::nullopt;
}
