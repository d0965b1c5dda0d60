//===- ProductKernel.cpp - The kernel of a product ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace fused;

/// Registers of the threads that copy, and of those that multiply. There are
/// 64 Ki; a multiprocessor has one block.
static constexpr int64_t kFewRegisters = 40, kManyRegisters = 232;

ProductKernel::ProductKernel(DeviceBuilder &builder, ProductOp op,
                             const ProductSchedule &schedule,
                             const ProductArguments &arguments)
    : builder(builder), op(op), schedule(schedule), arguments(arguments),
      places(op.getMatrixExtras(), op.getMatrixOutputs()) {}

void ProductKernel::emit() {
  Type i32 = builder.getI32Type();
  thread = NVVM::ThreadIdXOp::create(builder, i32);
  lane = builder.rem(thread, 32);
  Value warp = builder.getWarp(thread);
  rank = schedule.cluster == 1 ? builder.number(0)
                               : NVVM::ClusterId::create(builder, i32);
  part = schedule.split == 1 ? builder.number(0)
                             : NVVM::ClusterId::create(builder, i32);
  cluster = builder.div(NVVM::BlockIdXOp::create(builder, i32),
                        schedule.getClusterSize());
  numClusters = builder.div(NVVM::GridDimXOp::create(builder, i32),
                            schedule.getClusterSize());
  ring = builder.getSharedMemory();
  parts = builder.add(ring, schedule.stages * schedule.getStageBytes());
  squares = builder.add(parts, schedule.getPartsBytes());
  filled = builder.add(squares, schedule.getResultBytes());
  emptied = builder.add(filled, 8 * schedule.stages);
  ready = builder.add(emptied, 8 * schedule.stages);
  int64_t numSquares = schedule.consumers * schedule.buffers;
  written = builder.add(ready, 8 * numSquares);
  turns = builder.add(written, 8 * numSquares);
  initBarriers();

  Value group = builder.div(warp, 4);
  bool movesRegisters = schedule.consumers > 1;
  auto copy = [&] {
    if (movesRegisters)
      builder.setRegisters(kFewRegisters, /*increase=*/false);
    // These threads have no parts of a tile to give or to wait for.
    if (schedule.split != 1)
      builder.arriveInCluster();
    Value isFirst = builder.isEqual(thread, 0);
    auto move = [&] {
      // A warp for each consumer, after that of the ring.
      Value isLeader = builder.isEqual(lane, 0);
      Value isNeeded = builder.compare(arith::CmpIPredicate::ule, warp,
                                       builder.number(schedule.consumers));
      isLeader = builder.createOrFold<arith::AndIOp>(isLeader, isNeeded);
      isLeader = builder.createOrFold<arith::AndIOp>(isLeader,
                                                     builder.isEqual(part, 0));
      builder.branch(isLeader, [&] { moveSquares(builder.add(warp, -1)); });
    };
    builder.branch(isFirst, [&] { fillRing(); }, move);
    if (schedule.split != 1)
      builder.waitInCluster();
  };
  auto multiply = [&] {
    if (movesRegisters)
      builder.setRegisters(kManyRegisters, /*increase=*/true);
    computeTiles(builder.add(group, -1));
  };
  builder.branch(builder.isEqual(group, 0), copy, multiply);
  // Other blocks write to the memory of this one.
  if (schedule.cluster != 1)
    builder.syncCluster();
}

void ProductKernel::initBarriers() {
  int64_t readers =
      schedule.cluster * (schedule.takesTurns ? 1 : schedule.consumers);
  builder.branch(builder.isEqual(thread, 0), [&] {
    for (int64_t i = 0; i < schedule.stages; ++i) {
      builder.initBarrier(builder.add(filled, 8 * i), 1);
      builder.initBarrier(builder.add(emptied, 8 * i), readers);
    }
    for (int64_t i = 0; i < schedule.consumers * schedule.buffers; ++i) {
      builder.initBarrier(builder.add(ready, 8 * i), 1);
      builder.initBarrier(builder.add(written, 8 * i), 128);
    }
    for (int64_t i = 0; i < 2; ++i)
      builder.initBarrier(builder.add(turns, 8 * i), 1);
    NVVM::FenceMbarrierInitOp::create(builder);
    builder.fenceCopies();
  });
  if (schedule.getClusterSize() == 1)
    gpu::BarrierOp::create(builder);
  else
    builder.syncCluster();
}

ProductKernel::Place ProductKernel::advance(Place place, int64_t size,
                                            int64_t distance) {
  Value next = builder.add(place.slot, distance % size);
  Value wraps =
      builder.compare(arith::CmpIPredicate::uge, next, builder.number(size));
  Value flip = arith::ExtUIOp::create(builder, builder.getI32Type(), wraps);
  if (distance / size % 2 != 0)
    flip = builder.createOrFold<arith::XOrIOp>(flip, builder.number(1));
  return {builder.select(wraps, builder.add(next, -size), next),
          builder.createOrFold<arith::XOrIOp>(place.parity, flip)};
}

/// Tiles follow each other down a column of some, and then along a row of such
/// groups, so that those at work at a time share what they read.
ProductKernel::Origin ProductKernel::getOrigin(Value tile) {
  constexpr int64_t group = 8;
  Value batch = builder.number(0);
  if (schedule.batch != 1) {
    batch = builder.div(tile, schedule.getTilesOfMatrix());
    tile = builder.rem(tile, schedule.getTilesOfMatrix());
  }
  int64_t perGroup = group * schedule.getColumnTiles();
  Value first = builder.mul(builder.div(tile, perGroup), group);
  Value inGroup = builder.rem(tile, perGroup);
  Value left = builder.createOrFold<arith::SubIOp>(
      builder.number(schedule.getRowTiles()), first);
  Value size =
      builder.createOrFold<arith::MinUIOp>(left, builder.number(group));
  Value row =
      builder.add(first, builder.createOrFold<arith::RemUIOp>(inGroup, size));
  Value column = builder.createOrFold<arith::DivUIOp>(inGroup, size);
  row = builder.add(builder.mul(row, schedule.cluster), rank);
  return {builder.mul(row, schedule.getTileRows()),
          builder.mul(column, schedule.columns), batch};
}

Value ProductKernel::getBarrier(Value first, Value slot) {
  return builder.add(first, builder.mul(slot, 8));
}

std::pair<Value, Value> ProductKernel::getSteps() {
  auto getStart = [&](Value part) {
    return builder.div(builder.mul(part, schedule.getSteps()), schedule.split);
  };
  return {getStart(part), getStart(builder.add(part, 1))};
}

Value ProductKernel::getFirstTile(Value consumer) {
  if (!schedule.takesTurns)
    return cluster;
  return builder.add(
      cluster, builder.createOrFold<arith::MulIOp>(consumer, numClusters));
}

Value ProductKernel::getTileStep() {
  return schedule.takesTurns ? builder.mul(numClusters, schedule.consumers)
                             : numClusters;
}

ProductKernel::Origin ProductKernel::getOrigin(Value consumer, Value tile) {
  Origin origin = getOrigin(tile);
  if (!schedule.takesTurns)
    origin.row = builder.add(
        origin.row,
        builder.mul(consumer, schedule.groups * ProductSchedule::kRows));
  return origin;
}

Value ProductKernel::ofConsumer(Value all, Value consumer, int64_t bytes) {
  return builder.add(all, builder.mul(consumer, schedule.buffers * bytes));
}

Value ProductKernel::getBuffer(Value consumer, Value slot) {
  int64_t bytes = schedule.bufferBytes;
  return builder.add(ofConsumer(squares, consumer, bytes),
                     builder.mul(slot, bytes));
}
