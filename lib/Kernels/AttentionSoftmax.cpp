//===- AttentionSoftmax.cpp - Scores, weights and results -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <limits>

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

Value AttentionKernel::isLowest(Value maximum) {
  return arith::CmpFOp::create(
      builder, arith::CmpFPredicate::OEQ, maximum,
      constant(-std::numeric_limits<double>::infinity()));
}

/// A largest score, or zero if all are minus infinity: so is their difference.
Value AttentionKernel::getFinite(Value maximum) {
  return builder.select(isLowest(maximum), constant(0), maximum);
}

/// Stores the weights of a step, relative to the largest score so far.
AttentionKernel::Softmax
AttentionKernel::computeWeights(Value products, Value step,
                                const Origin &origin, const Softmax &before) {
  Value lowest = constant(-std::numeric_limits<double>::infinity());
  SmallVector<Value> elements = getElements(products, schedule.stepColumns);
  for (auto [index, element] : llvm::enumerate(elements)) {
    Value score = computeRegion(element, int64_t(index), step, origin).front();
    element = selectColumn(getColumn(step, int64_t(index)), score, lowest);
  }

  Softmax after = before;
  for (auto [index, score] : llvm::enumerate(elements)) {
    Value &maximum = after.maximum[getRow(index)];
    maximum = arith::MaximumFOp::create(builder, maximum, score);
  }
  for (Value &maximum : after.maximum)
    for (int64_t bit : {1, 2})
      maximum = arith::MaximumFOp::create(builder, maximum,
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
  storeSquares(buffer, attention.getValue(), elements);
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
  int64_t columns = AttentionTiles::getOutputColumns(schedule.width);
  for (int64_t index = 0; index < columns / 2; ++index) {
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

/// Divides by the sums of all weights, and stores rows of the output.
void AttentionKernel::storeRows(Value sums, Softmax softmax,
                                const Origin &origin) {
  std::array<Value, 2> factors;
  for (int64_t i : {0, 1}) {
    Value &sum = softmax.sum[i];
    for (int64_t bit : {1, 2})
      sum = arith::AddFOp::create(builder, sum, builder.exchange(sum, bit));
    factors[i] = arith::DivFOp::create(builder, constant(1), sum);
  }
  sums = scale(sums, factors);
  storeSquares(
      buffer, attention.getOutput(),
      getElements(sums, AttentionTiles::getOutputColumns(schedule.width)));
  if (!arguments.statistics.empty())
    builder.branch(builder.isEqual(builder.rem(lane, 4), 0),
                   [&] { storeStatistics(softmax, origin); });
}

/// Stores the largest scores and the sums of two rows. If all scores are minus
/// infinity, powers of their difference to it are NaN.
void AttentionKernel::storeStatistics(const Softmax &softmax,
                                      const Origin &origin) {
  SmallVector<Value> point = llvm::map_to_vector(
      origin.inBatch, [&](Value number) { return toIndex(number); });
  for (int64_t i : {0, 1}) {
    Value row = builder.add(getFirstRow(origin), 8 * i);
    Value isRow = builder.compare(arith::CmpIPredicate::ult, row,
                                  builder.number(schedule.rows));
    builder.branch(isRow, [&] {
      SmallVector<Value> indices = point;
      indices.push_back(toIndex(row));
      Value maximum = softmax.maximum[i];
      memref::StoreOp::create(builder, maximum, arguments.statistics[0],
                              indices);
      Value sum = builder.select(
          isLowest(maximum), constant(std::numeric_limits<double>::quiet_NaN()),
          softmax.sum[i]);
      memref::StoreOp::create(builder, sum, arguments.statistics[1], indices);
    });
  }
}
