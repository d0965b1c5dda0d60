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
    : AttentionBlock(builder, op, op.getMaps(), arguments.extras, schedule,
                     arguments.launches),
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

/// The columns of an output that instructions compute.
int64_t AttentionGradientKernel::getSumColumns(size_t output) const {
  return AttentionTiles::getOutputColumns(getWidth(output));
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
  if (schedule.masked)
    cursor.parity = beginDoubts(cursor.parity);
  State state = {cursor, {}};
  for (size_t output = 0; output < numOutputs; ++output)
    state.sums.push_back(getZeros(getSumColumns(output)));
  state = computeSteps(state, origin);
  releaseTile();
  if (schedule.masked)
    noteDoubt(mayMatter(state, origin));
  for (auto [output, sums] : llvm::enumerate(state.sums))
    storeSquares(getResultAddress(output), gradient.getOutputs()[output],
                 getElements(sums, getSumColumns(output)));
  Value parity = meet(state.cursor.parity);
  builder.branch(isLeader(), [&] {
    if (schedule.masked)
      storeDoubts(origin);
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

/// Goes through the columns.
AttentionGradientKernel::State
AttentionGradientKernel::computeSteps(State state, const Origin &origin) {
  Steps steps = getSteps(origin), ofTile = getStepsOfTile(origin);
  if (schedule.masked)
    state.cursor.place = skip(state.cursor.place, ofTile.begin, steps.begin);
  if (!schedule.sharedExtras.empty()) {
    storeShared(loadShared(steps.begin, origin), steps.begin);
    state.cursor.parity = meet(state.cursor.parity);
  }
  state = unpack(builder.loop(steps.begin, steps.end, builder.number(1),
                              pack(state), [&](Value step, ValueRange carried) {
                                return pack(
                                    computeStep(unpack(carried), step, origin));
                              }));
  if (schedule.masked)
    state.cursor.place = skip(state.cursor.place, steps.end, ofTile.end);
  return state;
}

/// True if columns that are left out may matter.
Value AttentionGradientKernel::mayMatter(const State &state,
                                         const Origin &origin) {
  Value any = isAnyWeighted(origin);
  if (!schedule.masked->needsBounds)
    for (auto [output, sums] : llvm::enumerate(state.sums))
      any = arith::OrIOp::create(
          builder, any, isAnyInfinite(sums, getSumColumns(output), origin));
  return any;
}

/// True if a query has weights for keys that it does not see, of those queries
/// that this thread looks at. They are zero for all of these keys or for none,
/// so it asks for the last one. If rows are keys, the consumers of a matrix
/// share out the queries.
Value AttentionGradientKernel::isAnyWeighted(const Origin &origin) {
  constexpr int64_t threads = 128;
  bool rowsAreQueries = schedule.masked->rowsAreQueries;
  int64_t queries = rowsAreQueries ? schedule.rows : schedule.columns;
  int64_t keys = rowsAreQueries ? schedule.columns : schedule.rows;
  int64_t consumers = llvm::divideCeil(schedule.rows, AttentionTiles::kRows);
  int64_t ofConsumer = rowsAreQueries ? AttentionTiles::kRows
                                      : llvm::divideCeil(queries, consumers);
  Value begin =
      builder.mul(builder.div(origin.row, AttentionTiles::kRows), ofConsumer);
  // Queries from here on see the last key.
  int64_t unseen =
      std::clamp<int64_t>(keys - 1 - schedule.masked->distance, 0, queries);
  Value end = builder.createOrFold<arith::MinUIOp>(
      builder.add(begin, ofConsumer), builder.number(unseen));
  SmallVector<Value> point = llvm::map_to_vector(
      origin.inBatch, [&](Value number) { return toIndex(number); });
  Value lastKey = toIndex(builder.number(keys - 1));
  Value none = arith::ConstantIntOp::create(builder, 0, 1);
  return builder
      .loop(builder.add(begin, builder.rem(thread, threads)), end,
            builder.number(threads), none,
            [&](Value number, ValueRange carried) {
              Value query = toIndex(number);
              SmallVector<Value> place = point;
              place.append({rowsAreQueries ? query : lastKey,
                            rowsAreQueries ? lastKey : query});
              return SmallVector<Value>{arith::OrIOp::create(
                  builder, carried.front(), isWeighted(place))};
            })
      .front();
}

/// True if a weight at this point is not zero, for any products: it is an
/// affine function of them, so their bounds are enough.
Value AttentionGradientKernel::isWeighted(ArrayRef<Value> point) {
  SmallVector<std::pair<double, double>> products = {{0, 0}};
  if (schedule.masked->needsBounds) {
    double bound = AttentionTiles::getElementBound(schedule.element);
    double ofA = bound * bound * double(schedule.depth);
    double ofC = bound * bound * double(schedule.width);
    products = {{ofA, ofC}, {ofA, -ofC}, {-ofA, ofC}, {-ofA, -ofC}};
  }
  Value any = arith::ConstantIntOp::create(builder, 0, 1);
  for (auto [ofA, ofC] : products)
    for (Value weight : computeRegion({constant(ofA), constant(ofC)}, point))
      any = arith::OrIOp::create(
          builder, any,
          arith::CmpFOp::create(builder, arith::CmpFPredicate::UNE, weight,
                                constant(0)));
  return any;
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
  state.cursor.parity =
      checkStages(getStreamedMatrices(), state.cursor, step, origin);
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
  builder.fenceProducts();
  for (auto [output, sums] : llvm::enumerate(state.sums))
    sums = addWeighted(sums, getWeightAddress(output),
                       output == 0 ? first.slot : second.slot,
                       getSumColumns(output));
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
    storeSquares(getWeightAddress(output), gradient.getA(), elements);
}
