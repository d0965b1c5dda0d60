//===- ProductCopies.cpp - The warps of a product that copy ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernel.h"

#include "fused/Analysis/ProductSupport.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = ProductSchedule::kRowBytes;

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

/// The number in the batch, or nothing if the whole batch has one matrix.
static SmallVector<Value> getBatch(Value matrix, Value batch) {
  if (cast<ShapedType>(matrix.getType()).getRank() != 3)
    return {};
  return {batch};
}

ProductSchedule::Lines ProductKernel::getCopiedRows() {
  return schedule.getCopiedRows(op.getTransposeA());
}

ProductSchedule::Lines ProductKernel::getCopiedColumns() {
  return schedule.getCopiedColumns(op.getTransposeB());
}

Value ProductKernel::isInLastRows(Origin origin) {
  return builder.compare(arith::CmpIPredicate::sge, origin.row,
                         builder.number(schedule.m - getCopiedRows().ofLast));
}

Value ProductKernel::isInLastColumns(Origin origin) {
  return builder.compare(
      arith::CmpIPredicate::sge, origin.column,
      builder.number(schedule.n - getCopiedColumns().ofLast));
}

/// What a block waits for in a stage.
Value ProductKernel::getCopiedBytes(Origin origin) {
  auto getBytes = [&](ProductSchedule::Lines lines, auto isLast) {
    Value ofTile = builder.number(lines.ofTile * kRowBytes);
    if (lines.areEqual())
      return ofTile;
    return builder.select(isLast(), builder.number(lines.ofLast * kRowBytes),
                          ofTile);
  };
  return builder.add(
      getBytes(getCopiedRows(), [&] { return isInLastRows(origin); }),
      getBytes(getCopiedColumns(), [&] { return isInLastColumns(origin); }));
}

void ProductKernel::loadA(Origin origin, Value depth, Value address,
                          Value barrier) {
  SmallVector<Value> batch = getBatch(op.getA(), origin.batch);
  if (op.getTransposeA()) {
    for (int64_t row = 0; row < schedule.getTileRows();
         row += ProductSchedule::kRows)
      builder.loadTile(builder.add(address, row * kRowBytes), arguments.a,
                       builder.add(origin.row, row), depth, batch, barrier);
    return;
  }
  auto load = [&](Value map) {
    builder.loadTile(address, map, depth, origin.row, batch, barrier);
  };
  if (!arguments.lastA)
    return load(arguments.a);
  builder.branch(
      isInLastRows(origin), [&] { load(arguments.lastA); },
      [&] { load(arguments.a); });
}

/// Each block of a cluster loads a part for all of them.
void ProductKernel::loadB(Origin origin, Value depth, Value address,
                          Value barrier) {
  int64_t part = schedule.columns / schedule.cluster;
  int64_t mask = schedule.cluster == 1 ? 0 : (1 << schedule.cluster) - 1;
  Value own = builder.mul(rank, part);
  address = builder.add(address, builder.mul(own, kRowBytes));
  Value column = builder.add(origin.column, own);
  SmallVector<Value> batch = getBatch(op.getB(), origin.batch);
  if (!op.getTransposeB()) {
    for (int64_t first = 0; first < part; first += ProductSchedule::kDepth)
      builder.loadTile(builder.add(address, first * kRowBytes), arguments.b,
                       builder.add(column, first), depth, batch, barrier, mask);
    return;
  }
  auto load = [&](Value map) {
    builder.loadTile(address, map, depth, column, batch, barrier, mask);
  };
  if (!arguments.lastB)
    return load(arguments.b);
  builder.branch(
      isInLastColumns(origin), [&] { load(arguments.lastB); },
      [&] { load(arguments.b); });
}

void ProductKernel::fillRing() {
  Value zero = builder.number(0), one = builder.number(1);
  // The ring is empty, as if a phase of the other parity were over.
  builder.loop(
      cluster, builder.number(schedule.getTiles()), numClusters, {zero, one},
      [&](Value tile, ValueRange carried) {
        Origin origin = getOrigin(tile);
        auto [firstStep, endOfSteps] = getSteps();
        Value bytes = getCopiedBytes(origin);
        return builder.loop(
            firstStep, endOfSteps, one, carried,
            [&](Value step, ValueRange carried) {
              Place place = {carried[0], carried[1]};
              builder.wait(getBarrier(emptied, place.slot), place.parity);
              Value barrier = getBarrier(filled, place.slot);
              builder.arriveAndExpect(barrier, bytes);
              Value address = builder.add(
                  ring, builder.mul(place.slot, schedule.getStageBytes()));
              Value depth = builder.mul(step, ProductSchedule::kDepth);
              loadA(origin, depth, address, barrier);
              loadB(origin, depth, builder.add(address, schedule.getBytesOfA()),
                    barrier);
              place = advance(place, schedule.stages);
              return SmallVector<Value>{place.slot, place.parity};
            });
      });
}

//===----------------------------------------------------------------------===//
// Squares of further operands and results
//===----------------------------------------------------------------------===//

ProductKernel::Origin ProductKernel::getSquareOrigin(Value consumer, Value tile,
                                                     Value square) {
  Origin origin = getOrigin(consumer, tile);
  int64_t groups = schedule.groups;
  return {builder.add(origin.row, builder.mul(builder.rem(square, groups),
                                              ProductSchedule::kRows)),
          builder.add(origin.column, builder.mul(builder.div(square, groups),
                                                 ProductSchedule::kDepth)),
          origin.batch};
}

/// The panels of the square of a matrix in a buffer: their addresses, and the
/// columns of the matrix where they begin.
void ProductKernel::forEachPanel(
    Value matrix, Value address, Value column,
    function_ref<void(Value address, Value column)> visit) {
  int64_t columns = ProductSchedule::getPanelColumns(matrix);
  int64_t bytes = ProductSchedule::kRows * columns * getElementBytes(matrix);
  for (int64_t panel = 0; panel < ProductSchedule::kDepth / columns; ++panel)
    visit(builder.add(address, panel * bytes),
          builder.add(column, panel * columns));
}

/// Makes a buffer ready: loads what the next square reads, if there is one.
ProductKernel::Next ProductKernel::refill(Value consumer, Value buffer,
                                          Next next) {
  Value barrier = getBarrier(ofConsumer(ready, consumer, 8), buffer);
  SmallVector<std::pair<Value, Value>> matrices;
  int64_t bytes = 0;
  for (auto [index, extra] : llvm::enumerate(op.getExtras()))
    if (op.readsMatrix(index)) {
      matrices.push_back({extra, arguments.extras[index]});
      bytes += ProductSchedule::getSquareBytes(extra);
    }
  if (matrices.empty()) {
    builder.arrive(barrier);
    return next;
  }
  Value isThere = builder.compare(arith::CmpIPredicate::slt, next.tile,
                                  builder.number(schedule.getTiles()));
  builder.branch(isThere, [&] {
    builder.arriveAndExpect(barrier, builder.number(bytes));
    Value address = getBuffer(consumer, buffer);
    Origin origin = getSquareOrigin(consumer, next.tile, next.square);
    for (auto [matrix, place] : llvm::zip_equal(matrices, places.extras))
      forEachPanel(matrix.first, builder.add(address, place), origin.column,
                   [&, matrix = matrix](Value panel, Value column) {
                     auto [extra, map] = matrix;
                     builder.loadTile(panel, map, column, origin.row,
                                      getBatch(extra, origin.batch), barrier);
                   });
  });
  Value square = builder.add(next.square, 1);
  Value isLast = builder.isEqual(square, schedule.getSquares());
  return {
      builder.select(isLast, builder.add(next.tile, getTileStep()), next.tile),
      builder.select(isLast, builder.number(0), square)};
}

/// For one consumer, stores squares that are written, and makes their buffers
/// ready again.
void ProductKernel::moveSquares(Value consumer) {
  Value zero = builder.number(0), one = builder.number(1);
  Value firstTile = getFirstTile(consumer);
  Next next = {firstTile, zero};
  for (int64_t i = 0; i < schedule.buffers; ++i)
    next = refill(consumer, builder.number(i), next);

  auto moveSquare = [&](Value tile, Value square,
                        ValueRange carried) -> SmallVector<Value> {
    Place place = {carried[0], carried[1]};
    Next next = {carried[2], carried[3]};
    builder.wait(getBarrier(ofConsumer(written, consumer, 8), place.slot),
                 place.parity);
    Value address = getBuffer(consumer, place.slot);
    Origin origin = getSquareOrigin(consumer, tile, square);
    const int64_t *inBuffer = places.outputs.begin();
    for (auto [index, output] : llvm::enumerate(op.getOutputs()))
      if (!op.isSum(index))
        forEachPanel(output, builder.add(address, *inBuffer++), origin.column,
                     [&, index = index](Value panel, Value column) {
                       Value map = arguments.outputs[index];
                       builder.storeTile(
                           panel, map, column, origin.row,
                           getBatch(op.getOutputs()[index], origin.batch));
                     });
    builder.commitStores();
    // To wait takes less time than the consumer has for its next square.
    builder.waitForStores();
    next = refill(consumer, place.slot, next);
    place = advance(place, schedule.buffers);
    return {place.slot, place.parity, next.tile, next.square};
  };
  builder.loop(firstTile, builder.number(schedule.getTiles()), getTileStep(),
               {zero, zero, next.tile, next.square},
               [&](Value tile, ValueRange carried) {
                 return builder.loop(
                     zero, builder.number(schedule.getSquares()), one, carried,
                     [&](Value square, ValueRange carried) {
                       return moveSquare(tile, square, carried);
                     });
               });
}
