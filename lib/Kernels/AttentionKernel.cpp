//===- AttentionKernel.cpp - The kernel of attention ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

/// Registers of the threads that copy, and of those that multiply. A
/// multiprocessor has 64 Ki. It gives a block as many for each thread, in
/// multiples of 8, and warps can pass on what they do not need.
static std::pair<int64_t, int64_t>
getRegisters(const AttentionSchedule &schedule) {
  int64_t perThread = llvm::alignDown(
      (1 << 16) / (schedule.blocksAtATime * schedule.getThreads()), 8);
  constexpr int64_t few = 24;
  int64_t given = llvm::alignDown((perThread - few) / schedule.consumers, 8);
  return {few, std::min<int64_t>(perThread + given, 240)};
}

static constexpr int64_t kRowBytes = AttentionSchedule::kRowBytes;
static constexpr int64_t kColumns = AttentionSchedule::kColumns;

AttentionKernel::AttentionKernel(DeviceBuilder &builder, AttentionOp op,
                                 const AttentionSchedule &schedule,
                                 const AttentionArguments &arguments)
    : builder(builder), op(op), schedule(schedule), arguments(arguments),
      element(getElementTypeOrSelf(op.getQuery())) {}

void AttentionKernel::emit() {
  Type i32 = builder.getI32Type();
  thread = NVVM::ThreadIdXOp::create(builder, i32);
  lane = builder.rem(thread, 32);
  Value warpOfBlock = builder.getWarp(thread);
  warp = builder.rem(warpOfBlock, 4);
  Value group = builder.div(warpOfBlock, 4);
  consumer = builder.add(group, -1);
  query = builder.getSharedMemory();
  ring = builder.add(query, schedule.getQueryBytes());
  Value buffers = builder.add(ring, schedule.stages * schedule.getStageBytes());
  buffer =
      builder.add(buffers, builder.mul(consumer, schedule.getBufferBytes()));
  queryFilled =
      builder.add(buffers, schedule.consumers * schedule.getBufferBytes());
  queryEmptied = builder.add(queryFilled, 8);
  filled = builder.add(queryEmptied, 8);
  emptied = builder.add(filled, 8 * schedule.stages);
  met = builder.add(emptied, 8 * schedule.stages);
  initBarriers();
  // Behind the barriers of all consumers, four words for each of them.
  flags = builder.add(builder.add(met, 8 * schedule.consumers),
                      builder.mul(consumer, 16));
  met = getBarrier(met, consumer);

  bool movesRegisters = schedule.consumers * schedule.blocksAtATime > 1;
  auto [few, many] = getRegisters(schedule);
  auto copy = [&, few = few] {
    if (movesRegisters)
      builder.setRegisters(few, /*increase=*/false);
    builder.branch(builder.isEqual(thread, 0), [&] { copyTiles(); });
  };
  auto compute = [&, many = many] {
    if (movesRegisters)
      builder.setRegisters(many, /*increase=*/true);
    computeTiles();
  };
  builder.branch(builder.isEqual(group, 0), copy, compute);
}

void AttentionKernel::initBarriers() {
  builder.branch(builder.isEqual(thread, 0), [&] {
    builder.initBarrier(queryFilled, 1);
    builder.initBarrier(queryEmptied, schedule.consumers);
    for (int64_t i = 0; i < schedule.stages; ++i) {
      builder.initBarrier(builder.add(filled, 8 * i), 1);
      builder.initBarrier(builder.add(emptied, 8 * i), schedule.consumers);
    }
    for (int64_t i = 0; i < schedule.consumers; ++i)
      builder.initBarrier(builder.add(met, 8 * i), 128);
    NVVM::FenceMbarrierInitOp::create(builder);
    builder.fenceCopies();
  });
  gpu::BarrierOp::create(builder);
}

//===----------------------------------------------------------------------===//
// What all warps know
//===----------------------------------------------------------------------===//

/// Tiles of one matrix follow each other, so that the blocks at work at a time
/// share K and V. If queries do not see all keys, the last ones see the most:
/// of the tiles that a block has, every other one counts from the first query.
AttentionKernel::Origin AttentionKernel::getOrigin(Value tile) {
  int64_t tiles = schedule.getTilesOfMatrix();
  Value batch = builder.div(tile, tiles), row = builder.rem(tile, tiles);
  if (schedule.masked) {
    int64_t matrices = std::max<int64_t>(1, schedule.getBlocks() / tiles);
    Value isOdd =
        builder.isEqual(builder.rem(builder.div(batch, matrices), 2), 1);
    row = builder.select(
        isOdd, row,
        builder.createOrFold<arith::SubIOp>(builder.number(tiles - 1), row));
  }
  row = builder.mul(row, schedule.getTileRows());
  SmallVector<Value> inBatch;
  Value rest = batch;
  for (int64_t size : llvm::reverse(op.getBatchShape())) {
    inBatch.push_back(builder.rem(rest, size));
    rest = builder.div(rest, size);
  }
  std::reverse(inBatch.begin(), inBatch.end());
  return {row, op.getRank() == 2 ? Value() : batch, inBatch};
}

Value AttentionKernel::flip(Value parity) {
  return builder.createOrFold<arith::XOrIOp>(parity, builder.number(1));
}

AttentionKernel::Place AttentionKernel::advance(Place place) {
  Value next = builder.add(place.slot, 1);
  Value wraps = builder.isEqual(next, schedule.stages);
  return {builder.select(wraps, builder.number(0), next),
          builder.select(wraps, flip(place.parity), place.parity)};
}

Value AttentionKernel::getBarrier(Value first, Value number) {
  return builder.add(first, builder.mul(number, 8));
}

Value AttentionKernel::getSlotAddress(Value slot) {
  return builder.add(ring, builder.mul(slot, schedule.getStageBytes()));
}

Value AttentionKernel::toIndex(Value number) {
  return arith::IndexCastUIOp::create(builder, builder.getIndexType(), number);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Copies `rows` of a matrix from `row` on, in panels of 64 columns.
void AttentionKernel::loadPanels(Value address, Value map, int64_t columns,
                                 int64_t rows, Value row, Value batch,
                                 Value barrier) {
  int64_t panels = AttentionSchedule::getPanels(columns);
  builder.arriveAndExpect(barrier, builder.number(panels * rows * kRowBytes));
  for (int64_t panel = 0; panel < panels; ++panel)
    builder.loadTile(builder.add(address, panel * rows * kRowBytes), map,
                     builder.number(panel * kColumns), row, batch, barrier);
}

void AttentionKernel::copyTiles() {
  Value zero = builder.number(0), one = builder.number(1);
  auto copyStep = [&](Value step, ValueRange carried, Value batch) {
    Place place = {carried[0], carried[1]};
    Value row = builder.mul(step, schedule.stepKeys);
    for (bool isValue : {false, true}) {
      builder.wait(getBarrier(emptied, place.slot), place.parity);
      loadPanels(getSlotAddress(place.slot),
                 isValue ? arguments.value : arguments.key,
                 isValue ? schedule.width : schedule.depth, schedule.stepKeys,
                 row, batch, getBarrier(filled, place.slot));
      place = advance(place);
    }
    return SmallVector<Value>{place.slot, place.parity};
  };
  // All is empty, as if a phase of the other parity were over.
  builder.loop(
      NVVM::BlockIdXOp::create(builder, builder.getI32Type()),
      builder.number(schedule.getTiles()), builder.number(schedule.getBlocks()),
      {zero, one, one}, [&](Value tile, ValueRange carried) {
        Origin origin = getOrigin(tile);
        builder.wait(queryEmptied, carried[2]);
        loadPanels(query, arguments.query, schedule.depth,
                   schedule.getTileRows(), origin.row, origin.batch,
                   queryFilled);
        SmallVector<Value> place = builder.loop(
            zero, builder.number(schedule.getSteps()), one,
            carried.take_front(2), [&](Value step, ValueRange carried) {
              return copyStep(step, carried, origin.batch);
            });
        return SmallVector<Value>{place[0], place[1], flip(carried[2])};
      });
}
