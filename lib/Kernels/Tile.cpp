//===- Tile.cpp - What one thread computes of an operation ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"

#include "Launch.h"

#include "fused/Analysis/UsedValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

bool fused::mayReport(Operation *inside) {
  return inside
      ->walk([](memref::AtomicRMWOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

Operation *fused::cloneWithoutReports(OpBuilder &builder, Operation *inside,
                                      IRMapping &mapping) {
  if (isa<memref::AtomicRMWOp>(inside))
    return nullptr;
  Operation *copy = builder.clone(*inside, mapping);
  copy->walk([](memref::AtomicRMWOp report) { report.erase(); });
  return copy;
}

void Tile::addChunk(ArrayRef<Value> first, Values isInside) {
  Chunk &chunk = chunks.emplace_back();
  chunk.points.emplace_back(first);
  chunk.isInside = std::move(isInside);
  chunk.known.resize(width);
}

void Tile::addPoints(SmallVector<Values> points) {
  Chunk &chunk = chunks.emplace_back();
  chunk.points = std::move(points);
  chunk.known.resize(width);
}

Value Tile::getIsInside(int64_t chunk, int64_t lane) const {
  const Values &isInside = chunks[chunk].isInside;
  if (isInside.empty())
    return Value();
  return isInside.size() == 1 ? isInside.front() : isInside[lane];
}

void Tile::set(Value key, int64_t chunk, ArrayRef<Value> values) {
  for (auto [known, value] : llvm::zip_equal(chunks[chunk].known, values))
    known.map(key, value);
}

void Tile::load(ValueRange values) {
  for (int64_t chunk = 0; chunk < getNumChunks(); ++chunk)
    for (Value value : values)
      if (!value.use_empty())
        get(value, chunk, 0);
}

IRMapping Tile::getUsed(Operation *inside, int64_t chunk, int64_t lane) {
  IRMapping used;
  for (Value value : getUsedValues(inside))
    used.map(value, get(value, chunk, lane));
  return used;
}

Value Tile::createPosition(unsigned loop, const Chunk &chunk, int64_t lane) {
  if (chunk.points.size() > 1)
    return chunk.points[lane][loop];
  Value first = chunk.points.front()[loop];
  if (loop != access->getInner() || lane == 0)
    return first;
  Location loc = access->getLoc();
  return builder->createOrFold<arith::AddIOp>(loc, first,
                                              createIndex(*builder, loc, lane));
}

void Tile::clone(Operation *inside, const Chunk &chunk, int64_t lane,
                 IRMapping &mapping, bool reports) {
  Operation *copy = reports ? builder->clone(*inside, mapping)
                            : cloneWithoutReports(*builder, inside, mapping);
  if (!copy || copy->getNumRegions() == 0)
    return;
  OpBuilder::InsertionGuard guard(*builder);
  builder->setInsertionPoint(copy);
  copy->walk([&](Operation *nested) {
    if (std::optional<unsigned> loop = getIndexedLoop(nested)) {
      nested->getResult(0).replaceAllUsesWith(
          createPosition(*loop, chunk, lane));
      nested->erase();
    }
  });
}

Value Tile::get(Value value, int64_t index, int64_t lane) {
  if (shared)
    if (Value known = shared->values.lookupOrNull(value))
      return known;
  if (value.getParentBlock() != op.getBody())
    return value;
  Chunk &chunk = chunks[index];
  IRMapping &known = chunk.known[lane];
  if (Value result = known.lookupOrNull(value))
    return result;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    set(argument, index,
        loader ? loader(*this, operand, index)
               : access->load(*builder, operand, getFirst(index), width));
    return known.lookup(value);
  }
  Operation *inside = value.getDefiningOp();
  if (std::optional<unsigned> loop = getIndexedLoop(inside)) {
    known.map(value, createPosition(*loop, chunk, lane));
    return known.lookup(value);
  }
  for (Value used : getUsedValues(inside))
    known.map(used, get(used, index, lane));
  auto division = dyn_cast<arith::DivFOp>(inside);
  if (shared && division) {
    auto reciprocal = shared->reciprocals.find(division.getRhs());
    if (reciprocal != shared->reciprocals.end()) {
      known.map(value, createQuotient(*builder, access->getLoc(),
                                      known.lookup(division.getLhs()),
                                      reciprocal->second));
      return known.lookup(value);
    }
  }
  clone(inside, chunk, lane, known, /*reports=*/false);
  return known.lookup(value);
}

SmallVector<Value> Tile::compute(int64_t index, int64_t lane) {
  for (Operation &inside : op.getBody()->without_terminator()) {
    if (!mayReport(&inside)) {
      if (inside.getNumResults() != 0)
        get(inside.getResult(0), index, lane);
      continue;
    }
    IRMapping used = getUsed(&inside, index, lane);
    clone(&inside, chunks[index], lane, used, /*reports=*/true);
    for (Value result : inside.getResults())
      chunks[index].known[lane].map(result, used.lookup(result));
  }
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value value) { return get(value, index, lane); });
}
