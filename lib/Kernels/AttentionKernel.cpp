//===- AttentionKernel.cpp - The kernel of attention ----------------------===//
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
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

#include <limits>

using namespace mlir;
using namespace fused;

/// Registers of the threads that copy, and of those that multiply.
static constexpr int64_t kFewRegisters = 40, kManyRegisters = 232;

static constexpr int64_t kRowBytes = AttentionSchedule::kRowBytes;
static constexpr int64_t kPanelRows = AttentionSchedule::kRows;
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
  met = getBarrier(met, consumer);

  bool movesRegisters = schedule.consumers > 1;
  auto copy = [&] {
    if (movesRegisters)
      builder.setRegisters(kFewRegisters, /*increase=*/false);
    builder.branch(builder.isEqual(thread, 0), [&] { copyTiles(); });
  };
  auto compute = [&] {
    if (movesRegisters)
      builder.setRegisters(kManyRegisters, /*increase=*/true);
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
/// share K and V.
AttentionKernel::Origin AttentionKernel::getOrigin(Value tile) {
  Value batch = builder.div(tile, schedule.getTilesOfMatrix());
  Value row = builder.mul(builder.rem(tile, schedule.getTilesOfMatrix()),
                          schedule.getTileRows());
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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static Type getSumsType(DeviceBuilder &builder, int64_t columns) {
  return LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(columns / 2, builder.getF32Type()));
}

/// Tells the warp that fills the ring.
void AttentionKernel::release(Value slot) {
  builder.branch(builder.isEqual(builder.rem(thread, 128), 0),
                 [&] { builder.arrive(getBarrier(emptied, slot)); });
}

/// The products of the queries and the keys of a stage.
Value AttentionKernel::multiplyKeys(Value slot) {
  int64_t tilePanel = schedule.getTileRows() * kRowBytes;
  int64_t keyPanel = schedule.stepKeys * kRowBytes;
  Value a = builder.add(query, builder.mul(consumer, kPanelRows * kRowBytes));
  Value b = getSlotAddress(slot);
  Value sums =
      LLVM::ZeroOp::create(builder, getSumsType(builder, schedule.stepKeys));
  builder.fenceProducts();
  // 16 columns are 32 bytes of a row. Those behind the last one are zero.
  for (int64_t column = 0; column < schedule.depth; column += 16) {
    int64_t panel = column / kColumns, inRow = column % kColumns * 2;
    sums = builder.multiply(
        sums,
        builder.describe(builder.add(a, panel * tilePanel + inRow), tilePanel),
        builder.describe(builder.add(b, panel * keyPanel + inRow), keyPanel),
        schedule.stepKeys, element, /*transposeA=*/false, /*transposeB=*/true);
  }
  builder.commitProducts();
  builder.waitForProducts(0);
  return sums;
}

/// Adds the products of the weights and the values of a stage.
Value AttentionKernel::multiplyValues(Value sums, Value slot) {
  constexpr int64_t weightPanel = kPanelRows * kRowBytes;
  Value b = getSlotAddress(slot);
  builder.fenceProducts();
  for (int64_t key = 0; key < schedule.stepKeys; key += 16) {
    int64_t inBuffer = key / kColumns * weightPanel + key % kColumns * 2;
    sums = builder.multiply(
        sums, builder.describe(builder.add(buffer, inBuffer), weightPanel),
        builder.describe(builder.add(b, key * kRowBytes),
                         schedule.stepKeys * kRowBytes),
        schedule.getColumns(), element, /*transposeA=*/false,
        /*transposeB=*/false);
  }
  builder.commitProducts();
  builder.waitForProducts(0);
  return sums;
}

Value AttentionKernel::meet(Value parity) {
  builder.fenceCopies();
  builder.arrive(met);
  builder.wait(met, parity);
  return flip(parity);
}

/// Clones the constants of the region.
void AttentionKernel::prepareConstants() {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getBody(), captured);
  for (Value constant : captured)
    common.map(constant,
               builder.clone(*constant.getDefiningOp())->getResult(0));
}

void AttentionKernel::computeTiles() {
  prepareConstants();
  Value zero = builder.number(0), one = builder.number(1);
  Value lowest = constant(-std::numeric_limits<double>::infinity());
  Value nothing = constant(0);
  auto computeStep = [&](Value step, ValueRange carried, const Origin &origin) {
    Place place = {carried[0], carried[1]};
    Value parity = carried[2], sums = carried[3];
    Softmax before = {{carried[4], carried[5]}, {carried[6], carried[7]}};
    builder.wait(getBarrier(filled, place.slot), place.parity);
    Value products = multiplyKeys(place.slot);
    release(place.slot);
    place = advance(place);
    Softmax after = computeWeights(
        products, builder.mul(step, schedule.stepKeys), origin, before);
    sums = scale(sums, getCorrections(before, after));
    parity = meet(parity);
    builder.wait(getBarrier(filled, place.slot), place.parity);
    sums = multiplyValues(sums, place.slot);
    release(place.slot);
    place = advance(place);
    return SmallVector<Value>{place.slot,   place.parity,     parity,
                              sums,         after.maximum[0], after.maximum[1],
                              after.sum[0], after.sum[1]};
  };
  builder.loop(
      NVVM::BlockIdXOp::create(builder, builder.getI32Type()),
      builder.number(schedule.getTiles()), builder.number(schedule.getBlocks()),
      {zero, zero, zero, zero}, [&](Value tile, ValueRange carried) {
        Origin origin = getOrigin(tile);
        origin.row = builder.add(origin.row, builder.mul(consumer, kPanelRows));
        builder.wait(queryFilled, carried[3]);
        Value sums = LLVM::ZeroOp::create(
            builder, getSumsType(builder, schedule.getColumns()));
        SmallVector<Value> results =
            builder.loop(zero, builder.number(schedule.getSteps()), one,
                         {carried[0], carried[1], carried[2], sums, lowest,
                          lowest, nothing, nothing},
                         [&](Value step, ValueRange carried) {
                           return computeStep(step, carried, origin);
                         });
        Value isLeader = builder.isEqual(builder.rem(thread, 128), 0);
        builder.branch(isLeader, [&] { builder.arrive(queryEmptied); });
        storeRows(results[3],
                  {{results[4], results[5]}, {results[6], results[7]}});
        Value parity = meet(results[2]);
        builder.branch(isLeader, [&] { copyRows(origin); });
        // The buffer is free.
        parity = meet(parity);
        return SmallVector<Value>{results[0], results[1], parity,
                                  flip(carried[3])};
      });
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

Value AttentionKernel::constant(double value) {
  return arith::ConstantOp::create(builder,
                                   builder.getF32FloatAttr(float(value)));
}

/// The number of the lane whose number differs in `bit`.
Value AttentionKernel::exchange(Value number, int64_t bit) {
  return NVVM::ShflOp::create(builder, number.getType(), builder.number(-1),
                              number, builder.number(bit), builder.number(31),
                              NVVM::ShflKind::bfly,
                              /*return_value_and_is_valid=*/UnitAttr());
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
      maximum =
          arith::MaxNumFOp::create(builder, maximum, exchange(maximum, bit));
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
    // Nobody reads columns behind the last one.
    if (index >= elements.size())
      return zero;
    return arith::TruncFOp::create(builder, type, elements[index]);
  };
  constexpr size_t perPart = 2 * SquareAccess::kPairs;
  constexpr size_t perPanel = SquareAccess::kParts * perPart;
  for (size_t first = 0; first < elements.size(); first += perPart) {
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
      sum = arith::AddFOp::create(builder, sum, exchange(sum, bit));
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
