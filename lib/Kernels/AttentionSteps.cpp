//===- AttentionSteps.cpp - The warpgroups of attention -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Transforms/RegionUtils.h"

#include <limits>

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = AttentionSchedule::kRowBytes;
static constexpr int64_t kPanelRows = AttentionSchedule::kRows;
static constexpr int64_t kColumns = AttentionSchedule::kColumns;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static Type getSumsType(DeviceBuilder &builder, int64_t columns) {
  return LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      SmallVector<Type>(columns / 2, builder.getF32Type()));
}

/// True for one thread of the consumer.
Value AttentionKernel::isLeader() {
  return builder.isEqual(builder.rem(thread, 128), 0);
}

/// Tells the warp that fills the ring.
void AttentionKernel::release(Value slot) {
  builder.branch(isLeader(),
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
  Value zero = builder.number(0);
  Value lowest = constant(-std::numeric_limits<double>::infinity());
  Value nothing = constant(0);
  builder.loop(
      NVVM::BlockIdXOp::create(builder, builder.getI32Type()),
      builder.number(schedule.getTiles()), builder.number(schedule.getBlocks()),
      {zero, zero, zero, zero}, [&](Value tile, ValueRange carried) {
        Origin origin = getOrigin(tile);
        origin.row = builder.add(origin.row, builder.mul(consumer, kPanelRows));
        Place place = {carried[0], carried[1]};
        builder.wait(queryFilled, carried[3]);
        State state = {
            place,
            carried[2],
            LLVM::ZeroOp::create(builder,
                                 getSumsType(builder, schedule.getColumns())),
            {{lowest, lowest}, {nothing, nothing}}};
        state = computeSteps(state, origin);
        builder.branch(isLeader(), [&] { builder.arrive(queryEmptied); });
        storeRows(state.sums, state.softmax);
        Value parity = meet(state.parity);
        builder.branch(isLeader(), [&] { copyRows(origin); });
        // The buffer is free.
        parity = meet(parity);
        return SmallVector<Value>{state.place.slot, state.place.parity, parity,
                                  flip(carried[3])};
      });
}

/// Goes through the keys.
AttentionKernel::State AttentionKernel::computeSteps(State state,
                                                     const Origin &origin) {
  Value zero = builder.number(0), one = builder.number(1);
  Value steps = builder.number(schedule.getSteps());
  auto pack = [](const State &state) -> SmallVector<Value> {
    const Softmax &softmax = state.softmax;
    return {state.place.slot, state.place.parity, state.parity,
            state.sums,       softmax.maximum[0], softmax.maximum[1],
            softmax.sum[0],   softmax.sum[1]};
  };
  auto unpack = [](ValueRange values) -> State {
    return {{values[0], values[1]},
            values[2],
            values[3],
            {{values[4], values[5]}, {values[6], values[7]}}};
  };
  auto computeStep = [&](State state, Value step) {
    builder.wait(getBarrier(filled, state.place.slot), state.place.parity);
    Value products = multiplyKeys(state.place.slot);
    release(state.place.slot);
    state.place = advance(state.place);
    Softmax before = state.softmax;
    state.softmax = computeWeights(
        products, builder.mul(step, schedule.stepKeys), origin, before);
    state.sums = correct(state.sums, before, state.softmax);
    state.parity = meet(state.parity);
    return addValues(state);
  };
  if (!schedule.masked)
    return unpack(builder.loop(
        zero, steps, one, pack(state), [&](Value step, ValueRange carried) {
          return pack(computeStep(unpack(carried), step));
        }));

  // The first step whose keys are all masked. Their weights are zero if no row
  // has a largest score like theirs.
  Value end = getFirstMaskedStep(origin);
  Value never = arith::ConstantIntOp::create(builder, 0, 1);
  SmallVector<Value> carried = pack(state);
  carried.push_back(never);
  return unpack(builder.loop(
      zero, steps, one, carried, [&](Value step, ValueRange carried) {
        State state = unpack(carried);
        auto types = llvm::to_vector(ValueRange(pack(state)).getTypes());
        SmallVector<Value> results = builder.choose(
            carried.back(), types,
            [&] {
              // Zero times infinity is NaN, as it is in the program. One thread
              // waits for the keys: others could come when the next ones are
              // there.
              State after = state;
              builder.branch(isLeader(), [&] {
                builder.wait(getBarrier(filled, after.place.slot),
                             after.place.parity);
                builder.arrive(getBarrier(emptied, after.place.slot));
              });
              after.place = advance(after.place);
              return pack(addValues(after));
            },
            [&] { return pack(computeStep(state, step)); });
        state = unpack(results);
        Value isNext = builder.compare(arith::CmpIPredicate::eq,
                                       builder.add(step, 1), end);
        SmallVector<Value> next = builder.choose(
            isNext, {builder.getI32Type(), builder.getI1Type()},
            [&]() -> SmallVector<Value> {
              State cleared = state;
              Value areZero = clearWeights(cleared);
              return {cleared.parity, areZero};
            },
            [&]() -> SmallVector<Value> {
              return {state.parity, carried.back()};
            });
        state.parity = next[0];
        results = pack(state);
        results.push_back(next[1]);
        return results;
      }));
}

/// The first step of which no query of the consumer sees a key.
Value AttentionKernel::getFirstMaskedStep(const Origin &origin) {
  Value last =
      builder.add(origin.row, kPanelRows - 1 + schedule.masked->distance);
  return builder.add(builder.div(last, schedule.stepKeys), 1);
}

/// Stores weights of zero. Returns whether those of masked keys are zero: no
/// row has a largest score that is as low.
Value AttentionKernel::clearWeights(State &state) {
  double score = schedule.masked->score;
  Value isFirstLane = builder.isEqual(lane, 0);
  Value limit = constant(0.99 * score), areZero;
  for (Value maximum : state.softmax.maximum) {
    Value isAbove = arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT,
                                          maximum, limit);
    areZero =
        areZero ? arith::AndIOp::create(builder, areZero, isAbove) : isAbove;
  }
  areZero =
      NVVM::VoteSyncOp::create(builder, builder.getI1Type(), builder.number(-1),
                               areZero, NVVM::VoteSyncKind::all);
  builder.branch(isFirstLane, [&] {
    LLVM::StoreOp::create(
        builder, arith::ExtUIOp::create(builder, builder.getI32Type(), areZero),
        builder.toPointer(builder.add(flags, builder.mul(warp, 4))));
  });
  storeSquares(op.getValue(),
               SmallVector<Value>(schedule.stepKeys / 2, constant(0)));
  state.parity = meet(state.parity);
  Value all = builder.number(1);
  for (int64_t other = 0; other < 4; ++other)
    all = arith::AndIOp::create(
        builder, all,
        LLVM::LoadOp::create(builder, builder.getI32Type(),
                             builder.toPointer(builder.add(flags, 4 * other))));
  return builder.isEqual(all, 1);
}

/// Adds the products of the weights and the values of the next stage.
AttentionKernel::State AttentionKernel::addValues(State state) {
  builder.wait(getBarrier(filled, state.place.slot), state.place.parity);
  state.sums = multiplyValues(state.sums, state.place.slot);
  release(state.place.slot);
  state.place = advance(state.place);
  return state;
}
