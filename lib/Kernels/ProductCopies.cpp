//===- ProductCopies.cpp - The warps of a product that copy ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernel.h"

#include "fused/Analysis/ProductSupport.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = ProductSchedule::kRowBytes;

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

/// The number in the batch, or nothing if the whole batch has one matrix.
static Value getBatch(Value matrix, Value batch) {
  return cast<ShapedType>(matrix.getType()).getRank() == 3 ? batch : Value();
}

void ProductKernel::loadA(Origin origin, Value depth, Value address,
                          Value barrier) {
  Value batch = getBatch(op.getA(), origin.batch);
  if (!op.getTransposeA())
    return builder.loadTile(address, arguments.a, depth, origin.row, batch,
                            barrier);
  for (int64_t row = 0; row < schedule.getTileRows();
       row += ProductSchedule::kRows)
    builder.loadTile(builder.add(address, row * kRowBytes), arguments.a,
                     builder.add(origin.row, row), depth, batch, barrier);
}

/// Each block of a cluster loads a part for all of them.
void ProductKernel::loadB(Origin origin, Value depth, Value address,
                          Value barrier) {
  int64_t part = schedule.columns / schedule.cluster;
  int64_t mask = schedule.cluster == 1 ? 0 : (1 << schedule.cluster) - 1;
  Value own = builder.mul(rank, part);
  address = builder.add(address, builder.mul(own, kRowBytes));
  Value column = builder.add(origin.column, own);
  Value batch = getBatch(op.getB(), origin.batch);
  if (op.getTransposeB())
    return builder.loadTile(address, arguments.b, depth, column, batch, barrier,
                            mask);
  for (int64_t first = 0; first < part; first += ProductSchedule::kDepth)
    builder.loadTile(builder.add(address, first * kRowBytes), arguments.b,
                     builder.add(column, first), depth, batch, barrier, mask);
}

int64_t ProductKernel::getCopiedBytesOfA() {
  return schedule.getCopiedRows(op.getTransposeA()) * kRowBytes;
}

int64_t ProductKernel::getCopiedBytesOfB() {
  return schedule.getCopiedColumns(op.getTransposeB()) * kRowBytes;
}

/// All threads take part.
void ProductKernel::clear(Value address, int64_t bytes) {
  constexpr int64_t vectorBytes = 16;
  auto type = VectorType::get(vectorBytes / 4, builder.getI32Type());
  Value zeros = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  builder.loop(builder.mul(thread, vectorBytes), builder.number(bytes),
               builder.number(schedule.getThreads() * vectorBytes), {},
               [&](Value offset, ValueRange) -> SmallVector<Value> {
                 LLVM::StoreOp::create(
                     builder, zeros,
                     builder.toPointer(builder.add(address, offset)),
                     /*alignment=*/vectorBytes);
                 return {};
               });
}

/// Elements of the result that do not exist are computed from these zeros.
void ProductKernel::clearRing() {
  int64_t restOfA = schedule.getBytesOfA() - getCopiedBytesOfA();
  int64_t restOfB = schedule.getBytesOfB() - getCopiedBytesOfB();
  if (restOfA + restOfB == 0)
    return;
  for (int64_t stage = 0; stage < schedule.stages; ++stage) {
    Value a = builder.add(ring, stage * schedule.getStageBytes());
    Value b = builder.add(a, schedule.getBytesOfA());
    if (restOfA != 0)
      clear(builder.add(a, getCopiedBytesOfA()), restOfA);
    if (restOfB != 0)
      clear(builder.add(b, getCopiedBytesOfB()), restOfB);
  }
  builder.fenceCopies();
}

void ProductKernel::fillRing() {
  Value zero = builder.number(0), one = builder.number(1);
  // The ring is empty, as if a phase of the other parity were over.
  builder.loop(
      cluster, builder.number(schedule.getTiles()), numClusters, {zero, one},
      [&](Value tile, ValueRange carried) {
        Origin origin = getOrigin(tile);
        auto [firstStep, endOfSteps] = getSteps();
        return builder.loop(
            firstStep, endOfSteps, one, carried,
            [&](Value step, ValueRange carried) {
              Place place = {carried[0], carried[1]};
              builder.wait(getBarrier(emptied, place.slot), place.parity);
              Value barrier = getBarrier(filled, place.slot);
              builder.arriveAndExpect(barrier, getCopiedBytesOfA() +
                                                   getCopiedBytesOfB());
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
    builder.arriveAndExpect(barrier, bytes);
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
    Value previous = carried[2];
    Next next = {carried[3], carried[4]};
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
    // The square before this one has been read, unless there is none.
    builder.waitForStores(1);
    auto hasPrevious =
        builder.compare(arith::CmpIPredicate::sge, previous, builder.number(0));
    auto branch = scf::IfOp::create(
        builder, TypeRange{builder.getI32Type(), builder.getI32Type()},
        hasPrevious, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(branch.thenBlock());
      Next after = refill(consumer, previous, next);
      scf::YieldOp::create(builder, ValueRange{after.tile, after.square});
      builder.setInsertionPointToEnd(branch.elseBlock());
      scf::YieldOp::create(builder, ValueRange{next.tile, next.square});
    }
    Place after = advance(place, schedule.buffers);
    return {after.slot, after.parity, place.slot, branch.getResult(0),
            branch.getResult(1)};
  };
  builder.loop(firstTile, builder.number(schedule.getTiles()), getTileStep(),
               {zero, zero, builder.number(-1), next.tile, next.square},
               [&](Value tile, ValueRange carried) {
                 return builder.loop(
                     zero, builder.number(schedule.getSquares()), one, carried,
                     [&](Value square, ValueRange carried) {
                       return moveSquare(tile, square, carried);
                     });
               });
  builder.waitForStores(0);
}
