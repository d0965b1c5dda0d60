//===- AttentionGradientKernel.cpp - Gradients of attention ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionGradientKernel.h"

using namespace mlir;
using namespace fused;

AttentionGradientKernel::AttentionGradientKernel(
    DeviceBuilder &builder, AttentionGradientOp op,
    const AttentionGradientSchedule &schedule,
    const AttentionGradientArguments &arguments)
    : AttentionBlock(builder, op, op.getMaps(), arguments.extras, schedule),
      gradient(op), schedule(schedule), arguments(arguments) {}

SmallVector<AttentionBlock::Matrix> AttentionGradientKernel::getTileMatrices() {
  return {{arguments.a, gradient.getA()}, {arguments.c, gradient.getC()}};
}

SmallVector<AttentionBlock::Matrix>
AttentionGradientKernel::getStreamedMatrices() {
  return {{arguments.b, gradient.getB()}, {arguments.d, gradient.getD()}};
}

int64_t AttentionGradientKernel::getWidth(size_t output) const {
  return output == 0 ? schedule.depth : schedule.width;
}

/// Where the consumer's rows of an output are before they are copied.
Value AttentionGradientKernel::getResultAddress(size_t output) {
  return output == 0 ? buffer
                     : builder.add(buffer, AttentionTiles::getResultBytes(
                                               gradient.getOutputs().front()));
}

Value AttentionGradientKernel::getWeightAddress(size_t output) {
  return builder.add(buffer, int64_t(output) * schedule.getWeightBytes());
}

SmallVector<Value> AttentionGradientKernel::pack(const State &state) {
  SmallVector<Value> values = {state.cursor.place.slot,
                               state.cursor.place.parity, state.cursor.parity};
  llvm::append_range(values, state.sums);
  return values;
}

AttentionGradientKernel::State
AttentionGradientKernel::unpack(ValueRange values) {
  return {{{values[0], values[1]}, values[2]},
          llvm::to_vector(values.drop_front(3))};
}

AttentionBlock::Cursor
AttentionGradientKernel::computeTile(Cursor cursor, const Origin &origin) {
  size_t numOutputs = gradient.getOutputs().size();
  loadRows(origin);
  State state = {cursor, {}};
  for (size_t output = 0; output < numOutputs; ++output)
    state.sums.push_back(
        getZeros(AttentionTiles::getOutputColumns(getWidth(output))));
  state = computeSteps(state, origin);
  releaseTile();
  for (auto [output, sums] : llvm::enumerate(state.sums))
    storeSquares(
        getResultAddress(output), gradient.getOutputs()[output],
        getElements(sums, AttentionTiles::getOutputColumns(getWidth(output))));
  Value parity = meet(state.cursor.parity);
  builder.branch(isLeader(), [&] {
    for (size_t output = 0; output < numOutputs; ++output)
      copyRows(getResultAddress(output),
               {arguments.outputs[output], gradient.getOutputs()[output]},
               origin);
    builder.commitStores();
    builder.waitForStores();
  });
  // The buffer is free.
  return {state.cursor.place, meet(parity)};
}

/// Goes through the columns. Weights of zero take the place of those that are
/// masked for all rows: the first ones if rows are keys, the last ones if they
/// are queries.
AttentionGradientKernel::State
AttentionGradientKernel::computeSteps(State state, const Origin &origin) {
  auto loop = [&](Value begin, Value end, State state,
                  function_ref<State(State, Value)> compute) {
    return unpack(builder.loop(begin, end, builder.number(1), pack(state),
                               [&](Value step, ValueRange carried) {
                                 return pack(compute(unpack(carried), step));
                               }));
  };
  auto computeAll = [&](State state, Value step) {
    return computeStep(state, step, origin);
  };
  auto computeMasked = [&](State state, Value step) {
    return computeMaskedStep(state, step, origin);
  };
  Value zero = builder.number(0), steps = builder.number(schedule.getSteps());
  if (!schedule.sharedExtras.empty()) {
    storeShared(loadShared(zero, origin), zero);
    state.cursor.parity = meet(state.cursor.parity);
  }
  if (!schedule.masked)
    return loop(zero, steps, state, computeAll);
  auto [distance, rowsAreQueries] = *schedule.masked;
  if (rowsAreQueries) {
    // The last row sees the most.
    Value last = builder.add(origin.row, AttentionTiles::kRows - 1 + distance);
    Value end = builder.createOrFold<arith::MinUIOp>(
        builder.add(builder.div(last, schedule.stepColumns), 1), steps);
    state = clearWeights(loop(zero, end, state, computeAll));
    return loop(end, steps, state, computeMasked);
  }
  // The first row is seen by the most.
  Value behind = builder.createOrFold<arith::SubIOp>(
      builder.createOrFold<arith::MaxUIOp>(origin.row,
                                           builder.number(distance)),
      builder.number(distance));
  Value begin = builder.createOrFold<arith::MinUIOp>(
      builder.div(behind, schedule.stepColumns), steps);
  state = loop(zero, begin, clearWeights(state), computeMasked);
  return loop(begin, steps, state, computeAll);
}

/// A step whose columns are masked for all rows. The weights in the buffer are
/// zero before and after it.
AttentionGradientKernel::State
AttentionGradientKernel::computeMaskedStep(State state, Value step,
                                           const Origin &origin) {
  if (schedule.masked->rowsAreQueries)
    return addZeros(state);
  loadColumns(step, origin);
  readShared(step);
  SmallVector<Value> values = pack(state);
  return unpack(builder.choose(
      areZero(step, origin), llvm::to_vector(ValueRange(values).getTypes()),
      [&] {
        State after = addZeros(state);
        if (!schedule.sharedExtras.empty()) {
          Value next = builder.add(step, 1);
          storeShared(loadShared(next, origin), next);
          after.cursor.parity = meet(after.cursor.parity);
        }
        return pack(after);
      },
      [&] { return pack(clearWeights(computeStep(state, step, origin))); }));
}

/// True if the weights of a step are zero, for which one row is enough. Each
/// warp looks at all columns.
Value AttentionGradientKernel::areZero(Value step, const Origin &origin) {
  Value all = arith::ConstantIntOp::create(builder, 1, 1);
  Value zero = constant(0);
  for (int64_t index = 0; index < schedule.stepColumns / 2; ++index) {
    if (getRow(index) != 0)
      continue;
    for (Value weight : computeRegion({zero, zero}, index, step, origin)) {
      Value isZero = arith::CmpFOp::create(
          builder, arith::CmpFPredicate::OEQ,
          selectColumn(getColumn(step, index), weight, zero), zero);
      all = builder.createOrFold<arith::AndIOp>(all, isZero);
    }
  }
  return NVVM::VoteSyncOp::create(builder, builder.getI1Type(),
                                  builder.number(-1), all,
                                  NVVM::VoteSyncKind::all);
}

AttentionGradientKernel::State
AttentionGradientKernel::clearWeights(State state) {
  SmallVector<Value> zeros(schedule.stepColumns / 2, constant(0));
  for (size_t output = 0; output < state.sums.size(); ++output)
    storeSquares(getWeightAddress(output), gradient.getA(), zeros);
  state.cursor.parity = meet(state.cursor.parity);
  return state;
}

/// Adds products with weights of zero. Zero times infinity is NaN, as it is in
/// the program.
AttentionGradientKernel::State AttentionGradientKernel::addZeros(State state) {
  Place first = state.cursor.place, second = advance(first);
  bool hasBoth = state.sums.size() == 2;
  waitForFilled(first);
  if (hasBoth)
    waitForFilled(second);
  else
    skip(second);
  state.sums = addOutputs(state.sums, first.slot, second.slot);
  state.cursor.place = advance(second);
  return state;
}

/// Adds the products of the weights with a part of B, and of D if there are two
/// outputs, and releases these.
SmallVector<Value> AttentionGradientKernel::addOutputs(SmallVector<Value> sums,
                                                       Value first,
                                                       Value second) {
  builder.fenceProducts();
  for (auto [output, ofOutput] : llvm::enumerate(sums))
    ofOutput = addWeighted(ofOutput, getWeightAddress(output),
                           output == 0 ? first : second,
                           AttentionTiles::getOutputColumns(getWidth(output)));
  waitForProducts();
  release(first);
  if (sums.size() == 2)
    release(second);
  return sums;
}

AttentionGradientKernel::State
AttentionGradientKernel::computeStep(State state, Value step,
                                     const Origin &origin) {
  Place first = state.cursor.place, second = advance(first);
  loadColumns(step, origin);
  Value next = builder.add(step, 1);
  SmallVector<Value> ofNext = loadShared(next, origin);
  waitForFilled(first);
  waitForFilled(second);
  builder.fenceProducts();
  Value ofA = multiplyVectors(tile, first.slot, schedule.depth);
  int64_t bytesOfA = AttentionTiles::getPanels(schedule.depth) *
                     schedule.getTileRows() * AttentionTiles::kRowBytes;
  Value ofC =
      multiplyVectors(builder.add(tile, bytesOfA), second.slot, schedule.width);
  waitForProducts();
  if (state.sums.size() == 1)
    release(second.slot);
  readShared(step);
  storeWeights(ofA, ofC, step, origin);
  storeShared(ofNext, next);
  state.cursor.parity = meet(state.cursor.parity);
  state.sums = addOutputs(state.sums, first.slot, second.slot);
  state.cursor.place = advance(second);
  return state;
}

/// Computes the region for the elements of both products, and stores the
/// weights for each output.
void AttentionGradientKernel::storeWeights(Value ofA, Value ofC, Value step,
                                           const Origin &origin) {
  SmallVector<Value> first = getElements(ofA, schedule.stepColumns);
  SmallVector<Value> second = getElements(ofC, schedule.stepColumns);
  SmallVector<SmallVector<Value>> weights(gradient.getOutputs().size());
  for (auto [index, a, c] : llvm::enumerate(first, second)) {
    SmallVector<Value> yielded =
        computeRegion({a, c}, int64_t(index), step, origin);
    for (auto [ofOutput, weight] : llvm::zip_equal(weights, yielded))
      ofOutput.push_back(
          selectColumn(getColumn(step, int64_t(index)), weight, constant(0)));
  }
  for (auto [output, elements] : llvm::enumerate(weights))
    storeSquares(getWeightAddress(output), gradient.getA(), elements);
}
