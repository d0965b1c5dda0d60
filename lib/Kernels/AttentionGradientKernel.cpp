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
  return {{arguments.a, schedule.depth}, {arguments.c, schedule.width}};
}

SmallVector<AttentionBlock::Matrix>
AttentionGradientKernel::getStreamedMatrices() {
  return {{arguments.b, schedule.depth}, {arguments.d, schedule.width}};
}

int64_t AttentionGradientKernel::getWidth(size_t output) const {
  return output == 0 ? schedule.depth : schedule.width;
}

/// Where the consumer's rows of an output are before they are copied.
Value AttentionGradientKernel::getResultAddress(size_t output) {
  int64_t panels = output == 0 ? 0 : AttentionTiles::getPanels(schedule.depth);
  return builder.add(buffer, panels * AttentionTiles::kRows *
                                 AttentionTiles::kRowBytes);
}

AttentionBlock::Cursor
AttentionGradientKernel::computeTile(Cursor cursor, const Origin &origin) {
  size_t numOutputs = gradient.getOutputs().size();
  loadRows(origin);
  State state = {cursor, {}};
  for (size_t output = 0; output < numOutputs; ++output)
    state.sums.push_back(
        getZeros(AttentionTiles::getOutputColumns(getWidth(output))));
  auto pack = [](const State &state) {
    SmallVector<Value> values = {state.cursor.place.slot,
                                 state.cursor.place.parity,
                                 state.cursor.parity};
    llvm::append_range(values, state.sums);
    return values;
  };
  auto unpack = [](ValueRange values) -> State {
    return {{{values[0], values[1]}, values[2]},
            llvm::to_vector(values.drop_front(3))};
  };
  state = unpack(builder.loop(
      builder.number(0), builder.number(schedule.getSteps()), builder.number(1),
      pack(state), [&](Value step, ValueRange carried) {
        return pack(computeStep(unpack(carried), step, origin));
      }));
  releaseTile();
  for (auto [output, sums] : llvm::enumerate(state.sums))
    storeSquares(
        getResultAddress(output), gradient.getOutputs()[output],
        getElements(sums, AttentionTiles::getOutputColumns(getWidth(output))));
  Value parity = meet(state.cursor.parity);
  builder.branch(isLeader(), [&] {
    for (size_t output = 0; output < numOutputs; ++output)
      copyRows(getResultAddress(output),
               {arguments.outputs[output], getWidth(output)}, origin);
    builder.commitStores();
    builder.waitForStores(0);
  });
  // The buffer is free.
  return {state.cursor.place, meet(parity)};
}

AttentionGradientKernel::State
AttentionGradientKernel::computeStep(State state, Value step,
                                     const Origin &origin) {
  Place first = state.cursor.place, second = advance(first);
  loadColumns(step, origin);
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
  storeWeights(ofA, ofC, step, origin);
  state.cursor.parity = meet(state.cursor.parity);
  builder.fenceProducts();
  for (auto [output, sums] : llvm::enumerate(state.sums))
    sums = addWeighted(
        sums, builder.add(buffer, int64_t(output) * schedule.getWeightBytes()),
        output == 0 ? first.slot : second.slot,
        AttentionTiles::getOutputColumns(getWidth(output)));
  waitForProducts();
  release(first.slot);
  if (state.sums.size() == 2)
    release(second.slot);
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
    storeSquares(
        builder.add(buffer, int64_t(output) * schedule.getWeightBytes()),
        gradient.getA(), elements);
}
