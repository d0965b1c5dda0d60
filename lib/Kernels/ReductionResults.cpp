//===- ReductionResults.cpp - What threads that reduce store --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

/// The indices of result number `number` of the block.
SmallVector<Value> ReductionEmitter::createResultIndices(const Block &block,
                                                         Value number,
                                                         Value &isInside) {
  Value result = add(block.first, number);
  if (block.shifts) {
    Values indices = block.outer;
    indices[schedule.inner] = result;
    isInside = isLess(result, sizes[schedule.inner]);
    return indices;
  }
  Values indices(op.getNumLoops(), createIndex(builder, loc, 0));
  isInside = isLess(result, numResults);
  delinearize(builder, loc, result, sizes, schedule.results, indices);
  return indices;
}

SmallVector<Partial> ReductionEmitter::createPartials(ArrayRef<Value> values,
                                                      int64_t lanes) {
  SmallVector<Partial> parts;
  size_t first = schedule.reducesInner() ? 0 : combiners.size();
  for (auto [index, value] : llvm::enumerate(values)) {
    const Combiner &combiner = combiners[index / lanes];
    Value shared;
    if (schedule.threads > kWarp)
      shared =
          launch.getWorkgroupAttributions()
              [first + index / lanes * schedule.getLanes() + index % lanes];
    parts.push_back(
        {combiner.kind, value, shared, combiner.op->getAttr("fastmath")});
  }
  return parts;
}

/// Lets neighbouring threads have what the threads of a column computed, joins
/// that, and stores each result.
void ReductionEmitter::joinColumns(const Block &block, Value shift,
                                   ArrayRef<Value> values) {
  int64_t lanes = block.lanes, stride = getStride(lanes);
  Value row = multiply(block.lane, stride);
  Value place = add(row, multiply(block.column, lanes));
  if (block.shifts) {
    place = add(place, createIndex(builder, loc, lanes));
    place = builder.createOrFold<arith::SubIOp>(loc, place, shift);
  }
  auto shared = launch.getWorkgroupAttributions();
  for (auto [index, value] : llvm::enumerate(values)) {
    Value lane = createIndex(builder, loc, index % lanes);
    memref::StoreOp::create(builder, loc, value, shared[index / lanes],
                            add(place, lane));
  }
  gpu::BarrierOp::create(builder, loc);
  Value threads = createIndex(builder, loc, schedule.threads);
  Value thread = launch.getThreadIds().x;
  Value part = builder.createOrFold<arith::RemUIOp>(loc, thread, threads);
  Value column = builder.createOrFold<arith::DivUIOp>(loc, thread, threads);
  Values joined;
  for (size_t index = 0; index < values.size(); ++index) {
    Value first = multiply(column, lanes);
    Value lane = createIndex(builder, loc, int64_t(index) % lanes);
    Value number = add(first, lane);
    if (block.shifts) {
      Value last = createIndex(builder, loc, block.count - 1);
      Value shown = builder.createOrFold<arith::MinUIOp>(loc, number, last);
      number = add(shown, createIndex(builder, loc, lanes));
    }
    joined.push_back(
        memref::LoadOp::create(builder, loc, shared[index / lanes],
                               add(multiply(part, stride), number)));
  }
  SmallVector<Partial> parts = createPartials(joined, lanes);
  createGroupReduction(builder, loc, parts, {threads, thread, kBlockSize});
  for (int64_t lane = 0; lane < lanes; ++lane) {
    Value number =
        add(multiply(column, lanes), createIndex(builder, loc, lane));
    Value isInside;
    Values indices = createResultIndices(block, number, isInside);
    if (block.shifts)
      isInside = arith::AndIOp::create(
          builder, loc, isInside,
          isLess(number, createIndex(builder, loc, block.count)));
    Value isMine = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, part,
        createIndex(builder, loc, lane % schedule.threads));
    Values results;
    for (unsigned output = 0; output < combiners.size(); ++output)
      results.push_back(parts[output * lanes + lane].value);
    createBranch(builder, loc,
                 arith::AndIOp::create(builder, loc, isInside, isMine),
                 [&] { store(indices, results, 1); });
  }
}

/// Stores the results that begin at `indices`: joined with the outputs, or as
/// parts that another launch joins.
void ReductionEmitter::store(ArrayRef<Value> indices, ArrayRef<Value> values,
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
        wide = combine(index, wide, value);
        joined.push_back(createNarrow(builder, loc, wide, type));
      }
      access.store(builder, operand, indices, joined);
      continue;
    }
    Value chunk = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::y);
    for (auto [lane, value] : llvm::enumerate(results)) {
      SmallVector<Value> place = {chunk};
      for (unsigned loop : schedule.results)
        place.push_back(indices[loop]);
      if (lane != 0)
        place.back() = add(place.back(), createIndex(builder, loc, lane));
      memref::StoreOp::create(builder, loc, value, partials[index], place);
    }
  }
}

/// Joins the parts with the outputs: a reduction over the chunks.
void ReductionEmitter::combinePartials() {
  MLIRContext *context = builder.getContext();
  unsigned rank = schedule.results.size() + 1;
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               getAffineConstantExpr(0, context));
  for (auto [index, loop] : llvm::enumerate(schedule.results))
    dims[loop] = getAffineDimExpr(index + 1, context);
  SmallVector<AffineMap> maps(partials.size(),
                              AffineMap::getMultiDimIdentityMap(rank, context));
  for (OpOperand &output : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&output).replaceDimsAndSymbols(
        dims, {}, rank, 0));
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  kinds.front() = utils::IteratorType::reduction;
  auto second = linalg::GenericOp::create(
      builder, loc, partials, op.getOutputs(), maps, kinds,
      [&](OpBuilder &inside, Location, ValueRange arguments) {
        SmallVector<Value> results;
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(inside.getInsertionBlock(),
                                  inside.getInsertionPoint());
        for (unsigned output = 0; output < combiners.size(); ++output) {
          Value before = arguments[partials.size() + output];
          Value narrow =
              createNarrow(builder, loc, arguments[output], before.getType());
          results.push_back(combine(output, before, narrow));
        }
        linalg::YieldOp::create(builder, loc, results);
      });
  Schedule joined = chooseJoiningSchedule(PointOp(second));
  {
    OpBuilder::InsertionGuard guard(builder);
    ReductionEmitter joiner(builder, second, joined, starts);
    joiner.joinsPartials = true;
    joiner.emitBlocks(/*maySplit=*/false);
  }
  second.erase();
  for (Value partial : partials)
    memref::DeallocOp::create(builder, loc, partial);
}
