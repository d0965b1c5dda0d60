//===- ReductionBlock.cpp - What a block reduces --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Subgroup.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

/// Elements, or vectors of them, that a thread loads before it needs the first;
/// more of elements of 16 bits and less that are loaded one by one.
static constexpr int64_t kUnroll = 4, kUnrollNarrow = 8;

/// What one element adds to each output, in the type of its parts.
SmallVector<Value>
ReductionEmitter::emitTerms(OpBuilder &inside, ArrayRef<Value> indices,
                            int64_t lane, ArrayRef<SmallVector<Value>> inputs) {
  SmallVector<Value> wanted;
  for (const Combiner &combiner : combiners)
    wanted.push_back(combiner.term);
  SmallVector<Value> terms =
      emitter->emitValues(inside, indices, lane, inputs, wanted);
  for (auto [output, term] : llvm::enumerate(terms)) {
    if (term.getType() == getPartialType(output))
      continue;
    auto narrowed = term.getDefiningOp<arith::TruncFOp>();
    term = joinsPartials && narrowed
               ? narrowed.getIn()
               : createWiden(inside, loc, combiners[output].kind, term);
  }
  return terms;
}

/// Combines the elements at `linear` of the reduction into `before`.
SmallVector<Value> ReductionEmitter::step(OpBuilder &inside, int64_t width,
                                          ArrayRef<Value> start, Value linear,
                                          ValueRange before) {
  SmallVector<Value> indices(start), values(before);
  delinearize(inside, loc, linear, sizes, reduced, indices);
  auto inputs = emitter->loadInputs(inside, indices, width);
  int64_t lanes = getLanes(width);
  for (int64_t lane = 0; lane < width; ++lane)
    for (auto [output, term] :
         llvm::enumerate(emitTerms(inside, indices, lane, inputs))) {
      Value &value = values[output * lanes + lane % lanes];
      value = combine(inside, output, value, term);
    }
  return values;
}

/// True if the inputs that move have elements of at most 16 bits.
bool ReductionEmitter::readsNarrow() {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    Type type = getElementTypeOrSelf(input->get().getType());
    return !emitter->movesAlongInner(*input) ||
           (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 16);
  });
}

/// What this thread contributes to its results: every `threads`th element (or
/// group of `width`) of [lower, upper).
SmallVector<Value> ReductionEmitter::reduce(int64_t width, Value isInside,
                                            Value lane, ArrayRef<Value> indices,
                                            Value lower, Value upper) {
  int64_t lanes = getLanes(width);
  SmallVector<Value> neutral;
  for (unsigned output = 0; output < combiners.size(); ++output)
    neutral.append(lanes, arith::getIdentityValue(combiners[output].kind,
                                                  getPartialType(output),
                                                  builder, loc));
  int64_t advance = threads * (reducesInner ? width : 1);
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, lane, createIndex(builder, loc, reducesInner ? width : 1));
  first = builder.createOrFold<arith::AddIOp>(loc, lower, first);
  int64_t unroll = width == 1 && readsNarrow() ? kUnrollNarrow : kUnroll;
  // A thread without a result does nothing.
  Value end = arith::SelectOp::create(builder, loc, isInside, upper, lower);
  Value unrolledEnd = builder.createOrFold<arith::SubIOp>(
      loc, end, createIndex(builder, loc, (unroll - 1) * advance));
  Value stride = createIndex(builder, loc, unroll * advance);
  auto unrolled = scf::ForOp::create(
      builder, loc, first, unrolledEnd, stride, neutral,
      [&](OpBuilder &inside, Location, Value index, ValueRange values) {
        SmallVector<Value> current(values);
        for (int64_t i = 0; i < unroll; ++i) {
          Value linear = inside.createOrFold<arith::AddIOp>(
              loc, index, createIndex(inside, loc, i * advance));
          current = step(inside, width, indices, linear, current);
        }
        scf::YieldOp::create(inside, loc, current);
      });
  // Where the unrolled loop has stopped.
  Value zero = createIndex(builder, loc, 0);
  Value length = builder.createOrFold<arith::SubIOp>(loc, unrolledEnd, first);
  length = builder.createOrFold<arith::MaxSIOp>(loc, length, zero);
  Value rounds = createCeilDiv(builder, loc, length, stride);
  Value done = builder.createOrFold<arith::MulIOp>(loc, rounds, stride);
  Value rest = builder.createOrFold<arith::AddIOp>(loc, first, done);
  auto loop = scf::ForOp::create(
      builder, loc, rest, end, createIndex(builder, loc, advance),
      unrolled.getResults(),
      [&](OpBuilder &inside, Location, Value index, ValueRange values) {
        scf::YieldOp::create(inside, loc,
                             step(inside, width, indices, index, values));
      });
  return SmallVector<Value>(loop.getResults());
}

/// Combines what the threads of each result have, as a tree; the thread with
/// lane 0 gets all of it.
void ReductionEmitter::joinThreads(SmallVectorImpl<Value> &values,
                                   int64_t lanes, Value thread, Value lane,
                                   gpu::LaunchOp launch) {
  int64_t distance = reducesInner ? 1 : kBlockSize / threads;
  auto getPlace = [&](int64_t column, Value of) -> Value {
    return builder.createOrFold<arith::AddIOp>(
        loc, of, createIndex(builder, loc, column * kBlockSize));
  };
  auto shared = launch.getWorkgroupAttributions();
  for (auto [index, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, shared[index / lanes],
                            getPlace(index % lanes, thread));
  for (int64_t half = threads / 2; half >= 1; half /= 2) {
    gpu::BarrierOp::create(builder, loc);
    Value isFirst =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lane,
                              createIndex(builder, loc, half));
    auto branch = scf::IfOp::create(builder, loc, isFirst,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value other = builder.createOrFold<arith::AddIOp>(
        loc, thread, createIndex(builder, loc, half * distance));
    for (size_t index = 0; index < values.size(); ++index) {
      Value buffer = shared[index / lanes];
      Value place = getPlace(index % lanes, thread);
      Value a = memref::LoadOp::create(builder, loc, buffer, place);
      Value b = memref::LoadOp::create(builder, loc, buffer,
                                       getPlace(index % lanes, other));
      Value joined = combine(builder, index / lanes, a, b);
      memref::StoreOp::create(builder, loc, joined, buffer, place);
    }
  }
  for (auto [index, value] : llvm::enumerate(values))
    value = memref::LoadOp::create(builder, loc, shared[index / lanes],
                                   getPlace(index % lanes, thread));
}

/// Stores the results that begin at `indices`: joined with the outputs, or as
/// parts that another launch joins.
void ReductionEmitter::finish(ArrayRef<Value> indices, ArrayRef<Value> values,
                              int64_t lanes) {
  for (auto [index, operand] : llvm::enumerate(op.getDpsInitsMutable())) {
    ArrayRef<Value> results = values.slice(index * lanes, lanes);
    if (partials.empty()) {
      SmallVector<Value> joined;
      for (auto [before, value] :
           llvm::zip_equal(getBefore(operand, indices, lanes), results)) {
        Type type = before.getType();
        Value wide = before;
        if (value.getType() != type)
          wide = createWiden(builder, loc, combiners[index].kind, before);
        wide = combine(builder, index, wide, value);
        joined.push_back(createNarrow(builder, loc, wide, type));
      }
      emitter->store(builder, operand, indices, joined);
      continue;
    }
    Value chunk = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::y);
    for (auto [lane, value] : llvm::enumerate(results)) {
      SmallVector<Value> place = {chunk};
      for (unsigned dim : parallel)
        place.push_back(indices[dim]);
      if (lane != 0)
        place.back() = builder.createOrFold<arith::AddIOp>(
            loc, place.back(), createIndex(builder, loc, lane));
      memref::StoreOp::create(builder, loc, value, partials[index], place);
    }
  }
}

/// Writes what a block does where the inner dimension is accessed in vectors of
/// `width`.
void ReductionEmitter::emitBlock(gpu::LaunchOp launch, int64_t width,
                                 Value chunkSize) {
  int64_t lanes = getLanes(width);
  Value thread = launch.getThreadIds().x;
  Value perRow =
      createIndex(builder, loc, reducesInner ? threads : kBlockSize / threads);
  Value high = builder.createOrFold<arith::DivUIOp>(loc, thread, perRow);
  Value low = builder.createOrFold<arith::RemUIOp>(loc, thread, perRow);
  Value lane = reducesInner ? low : high, column = reducesInner ? high : low;
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x,
      createIndex(builder, loc, kBlockSize / threads));
  Value result = builder.createOrFold<arith::AddIOp>(loc, first, column);
  result = builder.createOrFold<arith::MulIOp>(
      loc, result, createIndex(builder, loc, lanes));
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, result, numResults);
  Value lower = builder.createOrFold<arith::MulIOp>(loc, launch.getBlockIds().y,
                                                    chunkSize);
  lower = builder.createOrFold<arith::MinUIOp>(loc, lower, numReduced);
  Value upper = builder.createOrFold<arith::AddIOp>(loc, lower, chunkSize);
  upper = builder.createOrFold<arith::MinUIOp>(loc, upper, numReduced);
  SmallVector<Value> indices(op.getNumLoops(), createIndex(builder, loc, 0));
  delinearize(builder, loc, result, sizes, parallel, indices);
  SmallVector<Value> values =
      reduce(width, isInside, lane, indices, lower, upper);
  joinThreads(values, lanes, thread, lane, launch);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        lane, createIndex(builder, loc, 0));
  Value stores = arith::AndIOp::create(builder, loc, isInside, isFirst);
  auto branch =
      scf::IfOp::create(builder, loc, stores, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  finish(indices, values, lanes);
}
