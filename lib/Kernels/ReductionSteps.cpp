//===- ReductionSteps.cpp - What a thread reduces -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionKernel.h"
#include "Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

/// Combines the elements at `linear` of the reduction into `before`.
SmallVector<Value> ReductionEmitter::step(const Block &block,
                                          ArrayRef<Value> start, Value linear,
                                          ValueRange before) {
  SmallVector<Value> indices(start), values(before);
  delinearize(builder, loc, linear, sizes, schedule.reduced, indices);
  Tile tile(builder, PointOp(op), access, block.width);
  SmallVector<Value> isInside;
  if (block.checked) {
    isInside = access.createIsInside(builder, indices, block.width);
    tile.setLoader([&](const Tile &, OpOperand &operand, int64_t) {
      return access.loadInside(builder, operand, indices, isInside);
    });
  }
  tile.addChunk(indices, isInside);
  tile.load(op.getRegionInputArgs());
  for (int64_t lane = 0; lane < block.width; ++lane)
    for (auto [output, combiner] : llvm::enumerate(combiners)) {
      Type type = getPartialType(output);
      Value wanted = combiner.term;
      auto narrowed = wanted.getDefiningOp<arith::TruncFOp>();
      if (joinsPartials && narrowed && wanted.getType() != type)
        wanted = narrowed.getIn();
      Value term = tile.get(wanted, 0, lane);
      if (term.getType() != type)
        term = createWiden(builder, loc, combiner.kind, term);
      if (Value inside = tile.getIsInside(0, lane))
        term = arith::SelectOp::create(builder, loc, inside, term,
                                       createNeutral(output));
      Value &value = values[output * block.lanes + lane % block.lanes];
      value = combine(output, value, term);
    }
  return values;
}

/// What this thread contributes to its results: every `threads`th element (or
/// group of `width`) of [lower, upper), if it has results.
SmallVector<Value> ReductionEmitter::reduce(const Block &block, Values indices,
                                            Value isInside, Value lower,
                                            Value upper) {
  SmallVector<Value> neutral;
  for (unsigned output = 0; output < combiners.size(); ++output)
    neutral.append(block.lanes, createNeutral(output));
  int64_t group = schedule.reducesInner() ? block.width : 1;
  int64_t advance = schedule.threads * group;
  Value first = add(lower, multiply(block.lane, group));
  bool isNarrow =
      (block.width == 1 || !schedule.reducesInner()) && readsNarrow(op, access);
  int64_t unroll = block.checked ? 1 : isNarrow ? kUnrollNarrow : kUnroll;
  auto createLoop = [&](Value from, Value to, int64_t count,
                        ValueRange before) {
    auto loop =
        scf::ForOp::create(builder, loc, from, to,
                           createIndex(builder, loc, count * advance), before);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> current(loop.getRegionIterArgs());
    for (int64_t i = 0; i < count; ++i)
      current = step(
          block, indices,
          add(loop.getInductionVar(), createIndex(builder, loc, i * advance)),
          current);
    scf::YieldOp::create(builder, loc, current);
    return loop;
  };
  // A thread without a result does nothing.
  Value end = arith::SelectOp::create(builder, loc, isInside, upper, lower);
  Value unrolledEnd = builder.createOrFold<arith::SubIOp>(
      loc, end, createIndex(builder, loc, (unroll - 1) * advance));
  scf::ForOp unrolled = createLoop(first, unrolledEnd, unroll, neutral);
  if (unroll == 1)
    return unrolled.getResults();
  // Where the unrolled loop has stopped.
  Value length = builder.createOrFold<arith::SubIOp>(loc, unrolledEnd, first);
  length = builder.createOrFold<arith::MaxSIOp>(loc, length,
                                                createIndex(builder, loc, 0));
  Value rounds = createCeilDiv(builder, loc, length,
                               createIndex(builder, loc, unroll * advance));
  Value rest = add(first, multiply(rounds, unroll * advance));
  return createLoop(rest, end, 1, unrolled.getResults()).getResults();
}

/// The same where vectors may reach past the ends of rows. They are loaded
/// without checks where they end inside the array, which they do in all rows
/// but the last: `joinColumns` leaves out what is no result.
SmallVector<Value> ReductionEmitter::reduceShifted(Block block, Values indices,
                                                   Value isInside, Value lower,
                                                   Value upper) {
  SmallVector<Value> points =
      access.createIsInside(builder, indices, block.width);
  Value isFree = arith::OrIOp::create(builder, loc, points.back(),
                                      isLess(upper, numReduced));
  SmallVector<Type> types;
  for (unsigned output = 0; output < combiners.size(); ++output)
    types.append(block.lanes, getPartialType(output));
  auto branch = scf::IfOp::create(builder, loc, types, isFree,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool checked : {false, true}) {
    block.checked = checked;
    builder.setInsertionPointToStart(checked ? branch.elseBlock()
                                             : branch.thenBlock());
    scf::YieldOp::create(builder, loc,
                         reduce(block, indices, isInside, lower, upper));
  }
  return branch.getResults();
}
