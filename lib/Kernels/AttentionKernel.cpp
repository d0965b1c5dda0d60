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
    : AttentionBlock(builder, op, op.getMaps(), arguments.extras, schedule,
                     arguments.launches),
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
  if (schedule.masked)
    cursor.parity = beginDoubts(cursor.parity);
  Value lowest = constant(-std::numeric_limits<double>::infinity());
  Value nothing = constant(0);
  State state = {cursor,
                 getZeros(AttentionTiles::getOutputColumns(schedule.width)),
                 {{lowest, lowest}, {nothing, nothing}}};
  state = computeSteps(state, origin);
  releaseTile();
  if (schedule.masked)
    noteDoubt(mayMatter(state, origin));
  storeRows(state.sums, state.softmax, origin);
  Value parity = meet(state.cursor.parity);
  builder.branch(isLeader(), [&] {
    if (schedule.masked)
      storeDoubts(origin);
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
  Steps steps = getSteps(origin);
  state = unpack(builder.loop(steps.begin, steps.end, builder.number(1),
                              pack(state), [&](Value step, ValueRange carried) {
                                return pack(
                                    computeStep(unpack(carried), step, origin));
                              }));
  if (schedule.masked)
    state.cursor.place =
        skip(state.cursor.place, steps.end, getStepsOfTile(origin).end);
  return state;
}

AttentionKernel::State AttentionKernel::computeStep(State state, Value step,
                                                    const Origin &origin) {
  Place &place = state.cursor.place;
  loadColumns(step, origin);
  waitForFilled(place);
  state.cursor.parity = checkStages({{arguments.key, attention.getKey()}},
                                    state.cursor, step, origin);
  builder.fenceProducts();
  Value products = multiplyVectors(tile, place.slot, schedule.depth);
  waitForProducts();
  release(place.slot);
  place = advance(place);
  Softmax before = state.softmax;
  state.softmax = computeWeights(products, step, origin, before);
  state.sums = correct(state.sums, before, state.softmax);
  state.cursor.parity = meet(state.cursor.parity);
  // Products of the weights and the values of the next stage.
  waitForFilled(place);
  builder.fenceProducts();
  state.sums = addWeighted(state.sums, buffer, place.slot,
                           AttentionTiles::getOutputColumns(schedule.width));
  waitForProducts();
  release(place.slot);
  place = advance(place);
  return state;
}

/// True if keys that are left out may matter: a row of this thread has a
/// largest score as low as theirs, or their values are not finite.
Value AttentionKernel::mayMatter(const State &state, const Origin &origin) {
  Value limit = constant(0.99 * schedule.masked->score);
  Value isLeftOut =
      builder.compare(arith::CmpIPredicate::ult, getSteps(origin).end,
                      builder.number(schedule.getSteps()));
  Value any = isAnyInfinite(
      state.sums, AttentionTiles::getOutputColumns(schedule.width), origin);
  for (int64_t i : {0, 1}) {
    Value isRow = builder.compare(arith::CmpIPredicate::ult,
                                  builder.add(getFirstRow(origin), 8 * i),
                                  builder.number(schedule.rows));
    // Also if it is NaN.
    Value isLow = arith::CmpFOp::create(builder, arith::CmpFPredicate::ULE,
                                        state.softmax.maximum[i], limit);
    for (Value condition : {isRow, isLeftOut})
      isLow = arith::AndIOp::create(builder, isLow, condition);
    any = arith::OrIOp::create(builder, any, isLow);
  }
  return any;
}
