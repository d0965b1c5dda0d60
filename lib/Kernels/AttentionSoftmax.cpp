//===- AttentionSoftmax.cpp - Scores, weights and results -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"
#include "RoundedFunctions.h"
#include "SquareAccess.h"

#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = AttentionSchedule::kRowBytes;
static constexpr int64_t kPanelRows = AttentionSchedule::kRows;
static constexpr int64_t kColumns = AttentionSchedule::kColumns;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

Value AttentionKernel::constant(double value) {
  return arith::ConstantOp::create(builder,
                                   builder.getF32FloatAttr(float(value)));
}

/// e to the power of a difference.
Value AttentionKernel::power(Value exponent) {
  Value scaled =
      arith::MulFOp::create(builder, exponent, constant(llvm::numbers::log2e));
  return LLVM::CallIntrinsicOp::create(builder, builder.getF32Type(),
                                       builder.getStringAttr(approximatePower),
                                       ValueRange{scaled})
      .getResult(0);
}

/// A largest score, or zero if all are minus infinity: so is their difference.
Value AttentionKernel::getFinite(Value maximum) {
  Value lowest = constant(-std::numeric_limits<double>::infinity());
  Value isLowest = arith::CmpFOp::create(builder, arith::CmpFPredicate::OEQ,
                                         maximum, lowest);
  return builder.select(isLowest, constant(0), maximum);
}

/// The region at one element of the products.
Value AttentionKernel::computeScore(Value product, Value row, Value column,
                                    const Origin &origin) {
  IRMapping mapping(common);
  Block *body = op.getBodyBlock();
  SmallVector<Value> point = llvm::map_to_vector(
      origin.inBatch, [&](Value number) { return toIndex(number); });
  // There is no harm in another element beyond the end.
  auto clamp = [&](Value number, int64_t size, int64_t tile) {
    if (size % tile == 0)
      return number;
    return builder.createOrFold<arith::MinUIOp>(number,
                                                builder.number(size - 1));
  };
  point.push_back(
      toIndex(clamp(row, schedule.queries, schedule.getTileRows())));
  point.push_back(toIndex(clamp(column, schedule.keys, schedule.stepKeys)));
  mapping.map(body->getArgument(0), product);
  for (auto [index, extra] : llvm::enumerate(arguments.extras)) {
    Value number = extra;
    if (isa<MemRefType>(extra.getType())) {
      SmallVector<Value> indices;
      for (AffineExpr expr : op.getMapOfExtra(index).getResults())
        indices.push_back(point[cast<AffineDimExpr>(expr).getPosition()]);
      number = memref::LoadOp::create(builder, extra, indices);
    }
    mapping.map(body->getArgument(index + 1), number);
  }
  for (Operation &inside : body->without_terminator()) {
    if (auto number = dyn_cast<IndexOp>(inside))
      mapping.map(number.getResult(), point[number.getLoop()]);
    else
      builder.clone(inside, mapping);
  }
  Value score = mapping.lookupOrDefault(body->getTerminator()->getOperand(0));
  if (schedule.keys % schedule.stepKeys == 0)
    return score;
  Value isKey = builder.compare(arith::CmpIPredicate::ult, column,
                                builder.number(schedule.keys));
  return builder.select(isKey, score,
                        constant(-std::numeric_limits<double>::infinity()));
}

/// Stores the weights of a step, relative to the largest score so far.
AttentionKernel::Softmax
AttentionKernel::computeWeights(Value products, Value firstKey,
                                const Origin &origin, const Softmax &before) {
  // Of each 8 columns, a thread has two neighbours, in two rows.
  Value row = builder.add(builder.add(origin.row, builder.mul(warp, 16)),
                          builder.div(lane, 4));
  Value column = builder.add(firstKey, builder.mul(builder.rem(lane, 4), 2));
  auto getRow = [](int64_t index) { return index / 2 % 2; };
  SmallVector<Value> elements;
  for (int64_t index = 0; index < schedule.stepKeys / 2; ++index)
    elements.push_back(
        computeScore(LLVM::ExtractValueOp::create(builder, products, index),
                     builder.add(row, 8 * getRow(index)),
                     builder.add(column, index / 4 * 8 + index % 2), origin));

  Softmax after = before;
  for (auto [index, score] : llvm::enumerate(elements)) {
    Value &maximum = after.maximum[getRow(index)];
    maximum = arith::MaxNumFOp::create(builder, maximum, score);
  }
  for (Value &maximum : after.maximum)
    for (int64_t bit : {1, 2})
      maximum = arith::MaxNumFOp::create(builder, maximum,
                                         builder.exchange(maximum, bit));
  std::array<Value, 2> corrections = getCorrections(before, after);
  for (int64_t i : {0, 1})
    after.sum[i] =
        arith::MulFOp::create(builder, before.sum[i], corrections[i]);
  std::array<Value, 2> finite = {getFinite(after.maximum[0]),
                                 getFinite(after.maximum[1])};
  for (auto [index, weight] : llvm::enumerate(elements)) {
    weight =
        power(arith::SubFOp::create(builder, weight, finite[getRow(index)]));
    Value &sum = after.sum[getRow(index)];
    sum = arith::AddFOp::create(builder, sum, weight);
  }
  storeSquares(op.getValue(), elements);
  return after;
}

/// By what earlier sums are multiplied when the largest score changes.
std::array<Value, 2> AttentionKernel::getCorrections(const Softmax &before,
                                                     const Softmax &after) {
  std::array<Value, 2> corrections;
  for (int64_t i : {0, 1})
    corrections[i] = power(arith::SubFOp::create(builder, before.maximum[i],
                                                 getFinite(after.maximum[i])));
  return corrections;
}

/// Multiplies the sums so far where the largest score has changed, which is
/// rare but in the first steps.
Value AttentionKernel::correct(Value sums, const Softmax &before,
                               const Softmax &after) {
  Value hasChanged;
  for (int64_t i : {0, 1}) {
    Value differs = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNE,
                                          before.maximum[i], after.maximum[i]);
    hasChanged = hasChanged ? arith::OrIOp::create(builder, hasChanged, differs)
                            : differs;
  }
  hasChanged =
      NVVM::VoteSyncOp::create(builder, builder.getI1Type(), builder.number(-1),
                               hasChanged, NVVM::VoteSyncKind::any);
  return builder
      .choose(
          hasChanged, {sums.getType()},
          [&]() -> SmallVector<Value> {
            return {scale(sums, getCorrections(before, after))};
          },
          [&]() -> SmallVector<Value> { return {sums}; })
      .front();
}

Value AttentionKernel::scale(Value sums, const std::array<Value, 2> &factors) {
  for (int64_t index = 0; index < schedule.getColumns() / 2; ++index) {
    Value scaled = arith::MulFOp::create(
        builder, LLVM::ExtractValueOp::create(builder, sums, index),
        factors[index / 2 % 2]);
    sums = LLVM::InsertValueOp::create(builder, sums, scaled, index);
  }
  return sums;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Stores what this thread has of 64 rows, rounded, in panels of the buffer.
/// `elements` are in the order of accumulators.
void AttentionKernel::storeSquares(Value matrix, ArrayRef<Value> elements) {
  Type type = getElementTypeOrSelf(matrix);
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  auto get = [&](size_t index) -> Value {
    // Copies do not store columns behind the last one.
    if (index >= elements.size())
      return zero;
    return arith::TruncFOp::create(builder, type, elements[index]);
  };
  constexpr size_t perPart = 2 * SquareAccess::kPairs;
  constexpr size_t perPanel = SquareAccess::kParts * perPart;
  size_t end = llvm::alignTo(elements.size(), perPanel);
  for (size_t first = 0; first < end; first += perPart) {
    Value panel =
        builder.add(buffer, int64_t(first / perPanel) * kPanelRows * kRowBytes);
    SquareAccess access(builder, thread, lane, panel);
    SquareAccess::Pairs pairs;
    for (auto [index, pair] : llvm::enumerate(pairs))
      pair = {get(first + 2 * index), get(first + 2 * index + 1)};
    access.store(matrix, /*place=*/0, first % perPanel / perPart, pairs);
  }
}

/// Divides by the sums of all weights, and stores rows of the output.
void AttentionKernel::storeRows(Value sums, const Softmax &softmax) {
  std::array<Value, 2> factors;
  for (int64_t i : {0, 1}) {
    Value sum = softmax.sum[i];
    for (int64_t bit : {1, 2})
      sum = arith::AddFOp::create(builder, sum, builder.exchange(sum, bit));
    factors[i] = arith::DivFOp::create(builder, constant(1), sum);
  }
  sums = scale(sums, factors);
  SmallVector<Value> elements;
  for (int64_t index = 0; index < schedule.getColumns() / 2; ++index)
    elements.push_back(LLVM::ExtractValueOp::create(builder, sums, index));
  storeSquares(op.getOutput(), elements);
}

/// Copies the rows from the buffer to the output.
void AttentionKernel::copyRows(const Origin &origin) {
  for (int64_t panel = 0; panel < AttentionSchedule::getPanels(schedule.width);
       ++panel)
    builder.storeTile(builder.add(buffer, panel * kPanelRows * kRowBytes),
                      arguments.output, builder.number(panel * kColumns),
                      origin.row, origin.batch);
  builder.commitStores();
  builder.waitForStores(0);
}
