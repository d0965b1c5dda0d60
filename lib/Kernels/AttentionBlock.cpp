//===- AttentionBlock.cpp - A block of kernels of attention ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionBlock.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = AttentionTiles::kRowBytes;
static constexpr int64_t kPanelRows = AttentionTiles::kRows;
static constexpr int64_t kColumns = AttentionTiles::kColumns;

/// Registers of the threads that copy, and of those that multiply. A
/// multiprocessor has 64 Ki. It gives a block as many for each thread, in
/// multiples of 8, and warps can pass on what they do not need.
static std::pair<int64_t, int64_t> getRegisters(const AttentionTiles &tiles) {
  int64_t perThread = llvm::alignDown(
      (1 << 16) / (tiles.blocksAtATime * tiles.getThreads()), 8);
  constexpr int64_t few = 24;
  int64_t given = llvm::alignDown((perThread - few) / tiles.consumers, 8);
  return {few, std::min<int64_t>(perThread + given, 240)};
}

void AttentionBlock::emit() {
  Type i32 = builder.getI32Type();
  thread = NVVM::ThreadIdXOp::create(builder, i32);
  lane = builder.rem(thread, 32);
  Value warpOfBlock = builder.getWarp(thread);
  warp = builder.rem(warpOfBlock, 4);
  Value group = builder.div(warpOfBlock, 4);
  consumer = builder.add(group, -1);
  tile = builder.getSharedMemory();
  ring = builder.add(tile, tiles.tileBytes);
  Value buffers = builder.add(ring, tiles.stages * tiles.stageBytes);
  buffer = builder.add(buffers, builder.mul(consumer, tiles.bufferBytes));
  tileFilled = builder.add(buffers, tiles.consumers * tiles.bufferBytes);
  tileEmptied = builder.add(tileFilled, 8);
  filled = builder.add(tileEmptied, 8);
  emptied = builder.add(filled, 8 * tiles.stages);
  met = builder.add(emptied, 8 * tiles.stages);
  initBarriers();
  // Behind the barriers of all consumers, four words for each of them.
  Value words = builder.add(met, 8 * tiles.consumers);
  flags = builder.add(words, builder.mul(consumer, 16));
  shared = builder.add(builder.add(words, 16 * tiles.consumers),
                       builder.mul(consumer, tiles.getSharedExtraBytes()));
  met = getBarrier(met, consumer);
  if (tiles.masked)
    builder.branch(isNeeded(warpOfBlock), [&] { share(); });
  else
    share();
}

/// Shares out the tiles: what each warpgroup does.
void AttentionBlock::share() {
  Value group = builder.add(consumer, 1);
  bool movesRegisters = tiles.consumers * tiles.blocksAtATime > 1;
  auto [few, many] = getRegisters(tiles);
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

void AttentionBlock::initBarriers() {
  builder.branch(builder.isEqual(thread, 0), [&] {
    builder.initBarrier(tileFilled, 1);
    builder.initBarrier(tileEmptied, tiles.consumers);
    for (int64_t i = 0; i < tiles.stages; ++i) {
      builder.initBarrier(builder.add(filled, 8 * i), 1);
      builder.initBarrier(builder.add(emptied, 8 * i), tiles.consumers);
    }
    for (int64_t i = 0; i < tiles.consumers; ++i)
      builder.initBarrier(builder.add(met, 8 * i), 128);
    NVVM::FenceMbarrierInitOp::create(builder);
    builder.fenceCopies();
  });
  gpu::BarrierOp::create(builder);
}

//===----------------------------------------------------------------------===//
// Barriers, and the ring
//===----------------------------------------------------------------------===//

/// Of a tile of a matrix.
AttentionBlock::Origin AttentionBlock::getOrigin(Value matrix, Value number) {
  SmallVector<Value> inBatch;
  Value rest = matrix;
  for (int64_t size : llvm::reverse(tiles.batchShape)) {
    inBatch.push_back(builder.rem(rest, size));
    rest = builder.div(rest, size);
  }
  std::reverse(inBatch.begin(), inBatch.end());
  SmallVector<Value> ofMaps = inBatch;
  if (tiles.collapsesBatch())
    ofMaps = {matrix};
  Value tile =
      builder.add(builder.mul(matrix, tiles.getTilesOfMatrix()), number);
  return {tile, builder.mul(number, tiles.getTileRows()), ofMaps, inBatch};
}

/// Tiles of one matrix follow each other, so that the blocks at work at a time
/// share what fills their rings.
void AttentionBlock::forEachTile(
    ValueRange initial,
    function_ref<SmallVector<Value>(const Origin &, ValueRange)> body) {
  int64_t ofMatrix = tiles.getTilesOfMatrix();
  Value block = NVVM::BlockIdXOp::create(builder, builder.getI32Type());
  Value blocks = builder.number(tiles.getBlocks());
  if (!tiles.masked) {
    builder.loop(block, builder.number(tiles.getTiles()), blocks, initial,
                 [&](Value number, ValueRange carried) {
                   return body(getOrigin(builder.div(number, ofMatrix),
                                         builder.rem(number, ofMatrix)),
                               carried);
                 });
    return;
  }
  Value one = builder.number(1);
  int64_t left = tiles.getPairsLeft();
  int64_t inPairs = 2 * (tiles.getPairs() - left);
  int64_t ofRest = tiles.sharesPairsLeft() ? 2 * left : 2 * tiles.getBlocks();
  builder.loop(
      block, builder.number(inPairs + ofRest), blocks, initial,
      [&](Value number, ValueRange carried) {
        auto [pair, half] = getPair(number);
        Value matrix = builder.div(pair, tiles.getPairsOfMatrix());
        Value first = builder.rem(pair, tiles.getPairsOfMatrix());
        Value last = builder.createOrFold<arith::SubIOp>(
            builder.number(ofMatrix - 1), first);
        Value isFirst = builder.isEqual(half, 0);
        // The middle of a matrix is a pair of its own.
        Value isTile = arith::OrIOp::create(
            builder, isFirst,
            builder.compare(arith::CmpIPredicate::ne, first, last));
        Value isPair = builder.compare(arith::CmpIPredicate::ult, pair,
                                       builder.number(tiles.getPairs()));
        Value count = arith::ExtUIOp::create(
            builder, builder.getI32Type(),
            arith::AndIOp::create(builder, isTile, isPair));
        return builder.loop(builder.number(0), count, one, carried,
                            [&](Value, ValueRange carried) {
                              Value tile = builder.select(isFirst, last, first);
                              return body(getOrigin(matrix, tile), carried);
                            });
      });
}

/// Which pair a block is at, and which half of it, in its turn `number`.
std::pair<Value, Value> AttentionBlock::getPair(Value number) {
  int64_t blocks = tiles.getBlocks();
  int64_t pairsInTurns = tiles.getPairs() - tiles.getPairsLeft();
  Value turn = builder.div(number, blocks);
  Value pair = builder.add(builder.mul(builder.div(turn, 2), blocks),
                           builder.rem(number, blocks));
  Value half = builder.rem(turn, 2);
  if (!tiles.sharesPairsLeft())
    return {pair, half};
  Value isLeft = builder.compare(arith::CmpIPredicate::uge, number,
                                 builder.number(2 * pairsInTurns));
  // Halves of pairs that are left follow each other, from an even number on.
  return {builder.select(isLeft, builder.div(number, 2), pair),
          builder.select(isLeft, builder.rem(number, 2), half)};
}

Value AttentionBlock::flip(Value parity) {
  return builder.createOrFold<arith::XOrIOp>(parity, builder.number(1));
}

AttentionBlock::Place AttentionBlock::advance(Place place) {
  Value next = builder.add(place.slot, 1);
  Value wraps = builder.isEqual(next, tiles.stages);
  return {builder.select(wraps, builder.number(0), next),
          builder.select(wraps, flip(place.parity), place.parity)};
}

Value AttentionBlock::getBarrier(Value first, Value number) {
  return builder.add(first, builder.mul(number, 8));
}

Value AttentionBlock::getSlotAddress(Value slot) {
  return builder.add(ring, builder.mul(slot, tiles.stageBytes));
}

/// True for one thread of the consumer.
Value AttentionBlock::isLeader() {
  return builder.isEqual(builder.rem(thread, 128), 0);
}

void AttentionBlock::waitForFilled(Place place) {
  builder.wait(getBarrier(filled, place.slot), place.parity);
}

/// Tells the warp that fills the ring.
void AttentionBlock::release(Value slot) {
  builder.branch(isLeader(),
                 [&] { builder.arrive(getBarrier(emptied, slot)); });
}

AttentionBlock::Place AttentionBlock::skip(Place place, Value begin,
                                           Value end) {
  size_t numMatrices = getStreamedMatrices().size();
  SmallVector<Value> packed =
      builder.loop(begin, end, builder.number(1), {place.slot, place.parity},
                   [&](Value, ValueRange carried) {
                     Place place = {carried[0], carried[1]};
                     for (size_t i = 0; i < numMatrices; ++i) {
                       builder.branch(isLeader(), [&] {
                         waitForFilled(place);
                         builder.arrive(getBarrier(emptied, place.slot));
                       });
                       place = advance(place);
                     }
                     return SmallVector<Value>{place.slot, place.parity};
                   });
  return {packed[0], packed[1]};
}

void AttentionBlock::releaseTile() {
  builder.branch(isLeader(), [&] { builder.arrive(tileEmptied); });
}

Value AttentionBlock::meet(Value parity) {
  builder.fenceCopies();
  builder.arrive(met);
  builder.wait(met, parity);
  return flip(parity);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Copies `rows` of a matrix from `row` on, in panels of 64 columns.
void AttentionBlock::copyPanels(Value address, const Matrix &matrix,
                                int64_t rows, Value row, ArrayRef<Value> batch,
                                Value barrier) {
  int64_t panels = AttentionTiles::getPanels(matrix.getColumns());
  SmallVector<Value> place = getPlace(matrix, batch);
  for (int64_t panel = 0; panel < panels; ++panel)
    builder.loadTile(builder.add(address, panel * rows * kRowBytes), matrix.map,
                     builder.number(panel * kColumns), row, place, barrier);
}

/// Where the matrix for a place of the batch is, which may share it.
SmallVector<Value> AttentionBlock::getPlace(const Matrix &matrix,
                                            ArrayRef<Value> batch) {
  SmallVector<Value> place(batch);
  if (!tiles.collapsesBatch())
    for (auto [index, size] :
         llvm::zip(place, cast<ShapedType>(matrix.memory.getType()).getShape()))
      if (size == 1)
        index = builder.number(0);
  return place;
}

void AttentionBlock::copyTiles() {
  Value zero = builder.number(0), one = builder.number(1);
  SmallVector<Matrix> ofTile = getTileMatrices();
  SmallVector<Matrix> streamed = getStreamedMatrices();
  auto getBytes = [](const Matrix &matrix, int64_t rows) {
    return AttentionTiles::getPanels(matrix.getColumns()) * rows * kRowBytes;
  };
  auto copyTile = [&](const Origin &origin) {
    builder.arriveAndExpect(tileFilled, builder.number(tiles.tileBytes));
    Value address = tile;
    for (const Matrix &matrix : ofTile) {
      copyPanels(address, matrix, tiles.getTileRows(), origin.row, origin.batch,
                 tileFilled);
      address = builder.add(address, getBytes(matrix, tiles.getTileRows()));
    }
  };
  auto copyStep = [&](Value step, ValueRange carried, ArrayRef<Value> batch) {
    Place place = {carried[0], carried[1]};
    Value row = builder.mul(step, tiles.stepColumns);
    for (const Matrix &matrix : streamed) {
      Value barrier = getBarrier(filled, place.slot);
      builder.wait(getBarrier(emptied, place.slot), place.parity);
      builder.arriveAndExpect(
          barrier, builder.number(getBytes(matrix, tiles.stepColumns)));
      copyPanels(getSlotAddress(place.slot), matrix, tiles.stepColumns, row,
                 batch, barrier);
      place = advance(place);
    }
    return SmallVector<Value>{place.slot, place.parity};
  };
  // All is empty, as if a phase of the other parity were over.
  forEachTile({zero, one, one}, [&](const Origin &origin, ValueRange carried) {
    builder.wait(tileEmptied, carried[2]);
    copyTile(origin);
    Steps steps = getStepsOfTile(origin);
    SmallVector<Value> place =
        builder.loop(steps.begin, steps.end, one, carried.take_front(2),
                     [&](Value step, ValueRange carried) {
                       return copyStep(step, carried, origin.batch);
                     });
    return SmallVector<Value>{place[0], place[1], flip(carried[2])};
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Value AttentionBlock::getZeros(int64_t columns) {
  return LLVM::ZeroOp::create(builder, builder.getAccumulatorType(columns));
}

Value AttentionBlock::multiplyVectors(Value a, Value slot, int64_t depth) {
  int64_t tilePanel = tiles.getTileRows() * kRowBytes;
  int64_t panelBytes = tiles.stepColumns * kRowBytes;
  a = builder.add(a, builder.mul(consumer, kPanelRows * kRowBytes));
  Value b = getSlotAddress(slot);
  Value sums;
  // 16 columns are 32 bytes of a row. Those behind the last one are zero.
  for (int64_t column = 0; column < depth; column += 16) {
    int64_t panel = column / kColumns, inRow = column % kColumns * 2;
    sums = builder.multiply(
        sums,
        builder.describe(builder.add(a, panel * tilePanel + inRow), tilePanel),
        builder.describe(builder.add(b, panel * panelBytes + inRow),
                         panelBytes),
        tiles.stepColumns, tiles.element, /*transposeA=*/false,
        /*transposeB=*/true);
  }
  return sums;
}

Value AttentionBlock::addWeighted(Value sums, Value weights, Value slot,
                                  int64_t columns) {
  constexpr int64_t weightPanel = kPanelRows * kRowBytes;
  Value b = getSlotAddress(slot);
  for (int64_t row = 0; row < tiles.stepColumns; row += 16) {
    int64_t inWeights = row / kColumns * weightPanel + row % kColumns * 2;
    sums = builder.multiply(
        sums, builder.describe(builder.add(weights, inWeights), weightPanel),
        builder.describe(builder.add(b, row * kRowBytes),
                         tiles.stepColumns * kRowBytes),
        columns, tiles.element, /*transposeA=*/false, /*transposeB=*/false);
  }
  return sums;
}

void AttentionBlock::waitForProducts() {
  builder.commitProducts();
  builder.waitForProducts(0);
}

//===----------------------------------------------------------------------===//
// Consumers
//===----------------------------------------------------------------------===//

/// Clones the constants of the region.
void AttentionBlock::prepareConstants() {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegion(0), captured);
  for (Value constant : captured)
    common.map(constant,
               builder.clone(*constant.getDefiningOp())->getResult(0));
}

void AttentionBlock::computeTiles() {
  prepareConstants();
  Value zero = builder.number(0);
  forEachTile({zero, zero, zero, zero}, [&](Origin origin, ValueRange carried) {
    origin.row = builder.add(origin.row, builder.mul(consumer, kPanelRows));
    builder.wait(tileFilled, carried[3]);
    Cursor cursor = computeTile({{carried[0], carried[1]}, carried[2]}, origin);
    return SmallVector<Value>{cursor.place.slot, cursor.place.parity,
                              cursor.parity, flip(carried[3])};
  });
}
