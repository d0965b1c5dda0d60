//===- AttentionKernel.cpp - The kernel of attention ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include <limits>

using namespace mlir;
using namespace fused;

AttentionKernel::AttentionKernel(DeviceBuilder &builder, AttentionOp op,
                                 const AttentionSchedule &schedule,
                                 const AttentionArguments &arguments)
    : AttentionBlock(builder, op, op.getMaps(), arguments.extras, schedule),
      attention(op), schedule(schedule), arguments(arguments) {}

SmallVector<AttentionBlock::Matrix> AttentionKernel::getTileMatrices() {
  return {{arguments.query, attention.getQuery()}};
}

SmallVector<AttentionBlock::Matrix> AttentionKernel::getStreamedMatrices() {
  return {{arguments.key, attention.getKey()},
          {arguments.value, attention.getValue()}};
}

AttentionBlock::Cursor AttentionKernel::computeTile(Cursor cursor,
                                                    const Origin &origin) {
  loadRows(origin);
  Value lowest = constant(-std::numeric_limits<double>::infinity());
  Value nothing = constant(0);
  State state = {cursor,
                 getZeros(AttentionTiles::getOutputColumns(schedule.width)),
                 {{lowest, lowest}, {nothing, nothing}}};
  state = computeSteps(state, origin);
  releaseTile();
  storeRows(state.sums, state.softmax, origin);
  Value parity = meet(state.cursor.parity);
  builder.branch(isLeader(), [&] {
    copyRows(buffer, {arguments.output, attention.getOutput()}, origin);
    builder.commitStores();
    builder.waitForStores();
  });
  // The buffer is free.
  return {state.cursor.place, meet(parity)};
}

/// Goes through the keys.
AttentionKernel::State AttentionKernel::computeSteps(State state,
                                                     const Origin &origin) {
  Value zero = builder.number(0), one = builder.number(1);
  Value steps = builder.number(schedule.getSteps());
  auto pack = [](const State &state) -> SmallVector<Value> {
    const Softmax &softmax = state.softmax;
    return {state.cursor.place.slot, state.cursor.place.parity,
            state.cursor.parity,     state.sums,
            softmax.maximum[0],      softmax.maximum[1],
            softmax.sum[0],          softmax.sum[1]};
  };
  auto unpack = [](ValueRange values) -> State {
    return {{{values[0], values[1]}, values[2]},
            values[3],
            {{values[4], values[5]}, {values[6], values[7]}}};
  };
  auto computeStep = [&](State state, Value step) {
    Place &place = state.cursor.place;
    loadColumns(step, origin);
    waitForFilled(place);
    builder.fenceProducts();
    Value products = multiplyVectors(tile, place.slot, schedule.depth);
    waitForProducts();
    release(place.slot);
    place = advance(place);
    Softmax before = state.softmax;
    state.softmax = computeWeights(products, step, origin, before);
    state.sums = correct(state.sums, before, state.softmax);
    state.cursor.parity = meet(state.cursor.parity);
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
              // Zero times infinity is NaN, as it is in the program.
              State after = state;
              skip(after.cursor.place);
              after.cursor.place = advance(after.cursor.place);
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
              return {cleared.cursor.parity, areZero};
            },
            [&]() -> SmallVector<Value> {
              return {state.cursor.parity, carried.back()};
            });
        state.cursor.parity = next[0];
        SmallVector<Value> packed = pack(state);
        packed.push_back(next[1]);
        return packed;
      }));
}

/// The first step of which no query of the consumer sees a key.
Value AttentionKernel::getFirstMaskedStep(const Origin &origin) {
  Value last = builder.add(origin.row, AttentionTiles::kRows - 1 +
                                           schedule.masked->distance);
  return builder.add(builder.div(last, schedule.stepColumns), 1);
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
  storeSquares(buffer, attention.getValue(),
               SmallVector<Value>(schedule.stepColumns / 2, constant(0)));
  state.cursor.parity = meet(state.cursor.parity);
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
  Place &place = state.cursor.place;
  waitForFilled(place);
  builder.fenceProducts();
  state.sums = addWeighted(state.sums, buffer, place.slot,
                           AttentionTiles::getOutputColumns(schedule.width));
  waitForProducts();
  release(place.slot);
  place = advance(place);
  return state;
}
