//===- MaskedKeys.cpp - Keys that queries do not see ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenKeys.h"

#include "fused/Analysis/AttentionSchedule.h"
#include "fused/Dialect/RowOps.h"
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

/// The comparison that `op` is, of the numbers of these loops.
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

/// The bound of products of vectors whose elements have bounds, too.
static double getBound(Type element, int64_t length) {
  double bound = AttentionTiles::getElementBound(element);
  return bound * bound * double(length);
}

std::optional<MaskedColumns> fused::findMaskedColumns(AttentionOp op) {
  Value score = op.getBodyBlock()->getTerminator()->getOperand(0);
  int64_t query = op.getRank() - 2, key = op.getRank() - 1;
  double bound =
      getBound(getElementTypeOrSelf(op.getQuery()), op.getSizes().depth);
  for (auto compare : op.getBodyBlock()->getOps<arith::CmpIOp>()) {
    std::optional<Comparison> comparison = matchComparison(compare, query, key);
    // All keys may be seen.
    if (!comparison || comparison->distance < 0 ||
        comparison->distance >= op.getSizes().keys)
      continue;
    HiddenKeys hidden(*comparison, key, bound, /*maps=*/{});
    std::optional<HiddenKeys::Interval> scores = hidden.getInterval(score);
    if (scores && scores->high < kLowScore)
      return MaskedColumns{comparison->distance, /*rowsAreQueries=*/true,
                           hidden.needsBounds(), scores->high};
  }
  return std::nullopt;
}

std::optional<MaskedColumns> fused::findMaskedColumns(AttentionGradientOp op) {
  ValueRange weights = op.getBodyBlock()->getTerminator()->getOperands();
  int64_t row = op.getRank() - 2, column = op.getRank() - 1;
  AttentionGradientOp::Sizes sizes = op.getSizes();
  Type element = getElementTypeOrSelf(op.getA());
  double bounds[] = {getBound(element, sizes.depth),
                     getBound(element, sizes.width)};
  SmallVector<AffineMap> maps;
  for (size_t i = 0; i < op.getExtras().size(); ++i)
    maps.push_back(op.getMapOfExtra(i));
  for (bool rowsAreQueries : {true, false}) {
    int64_t query = rowsAreQueries ? row : column;
    int64_t key = rowsAreQueries ? column : row;
    int64_t keys = rowsAreQueries ? sizes.columns : sizes.rows;
    for (auto compare : op.getBodyBlock()->getOps<arith::CmpIOp>()) {
      std::optional<Comparison> comparison =
          matchComparison(compare, query, key);
      if (!comparison || comparison->distance < 0 ||
          comparison->distance >= keys)
        continue;
      HiddenKeys hidden(*comparison, key, bounds, maps);
      if (llvm::all_of(weights, [&](Value weight) {
            return hidden.isZeroForAllIfForOne(weight);
          }))
        return MaskedColumns{comparison->distance, rowsAreQueries,
                             hidden.needsBounds()};
    }
  }
  return std::nullopt;
}
