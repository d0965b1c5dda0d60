//===- RowTiles.cpp - The elements of a row, as one thread has them ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTiles.h"

#include "Launch.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace fused;

RowTiles::RowTiles(OpBuilder &builder, RowsOp op, const Schedule &schedule,
                   RowBody &body, OperandAccess &access, gpu::LaunchOp launch,
                   const RowLayout &layout, int64_t width, unsigned number,
                   const RowTiles *first)
    : builder(builder), op(op), loc(op.getLoc()), schedule(schedule),
      body(body), access(access), layout(layout), width(width), number(number),
      inBlock(launch.getThreadIds().x),
      length(createProduct(builder, loc, access.getSizes(), schedule.reduced)) {
  Value row = findRow(launch);
  rowIndices.assign(op.getNumLoops(), createIndex(builder, loc, 0));
  delinearize(builder, loc, row, access.getSizes(), schedule.results,
              rowIndices);
  if (first) {
    lead = first->lead;
    end = first->end;
    numVectors = first->numVectors;
  } else {
    findVectors();
  }
  createKept();
  findCopied();
}

/// Finds the number of the row, or of another one if there is none, and the
/// thread among those that share it.
Value RowTiles::findRow(gpu::LaunchOp launch) {
  Value numRows =
      createProduct(builder, loc, access.getSizes(), schedule.results);
  Value block = launch.getBlockIds().x, another = createIndex(builder, loc, 0);
  Value row;
  if (layout.isShared()) {
    Value size = createIndex(builder, loc, layout.cluster);
    row = builder.createOrFold<arith::DivUIOp>(loc, block, size);
    thread = inBlock;
    if (layout.cluster != 1) {
      Value rank =
          gpu::ClusterBlockIdOp::create(builder, loc, gpu::Dimension::x);
      thread = builder.createOrFold<arith::AddIOp>(
          loc, thread,
          builder.createOrFold<arith::MulIOp>(
              loc, rank, createIndex(builder, loc, layout.blockSize)));
    }
    // The first row of a cluster exists.
    if (number != 0)
      another = row;
    Value clusters = createNumClusters(builder, loc, numRows, layout, schedule);
    row = builder.createOrFold<arith::AddIOp>(
        loc, row,
        builder.createOrFold<arith::MulIOp>(loc, clusters,
                                            createIndex(builder, loc, number)));
  } else {
    thread = createModulo(builder, loc, inBlock, layout.threads);
    row = builder.createOrFold<arith::MulIOp>(
        loc, block, createRowsPerBlock(builder, loc, layout));
    row = builder.createOrFold<arith::AddIOp>(
        loc, row,
        builder.createOrFold<arith::ShRUIOp>(loc, inBlock, layout.shift));
  }
  hasRow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, row,
                                 numRows);
  return arith::SelectOp::create(builder, loc, hasRow, row, another);
}

/// The elements of `chunks` vectors of all threads.
Value RowTiles::createStep(int64_t chunks) {
  return builder.createOrFold<arith::MulIOp>(
      loc, layout.threads, createIndex(builder, loc, chunks * width));
}

/// How many vectors a thread has if its first one would be at 0, and no vector
/// begins at `last` or farther.
Value RowTiles::countVectors(Value last) {
  last = builder.createOrFold<arith::MaxSIOp>(loc, last,
                                              createIndex(builder, loc, 0));
  return createCeilDiv(builder, loc, last, createStep(/*chunks=*/1));
}

/// Finds where the vectors of the row are.
void RowTiles::findVectors() {
  end = length;
  if (schedule.shifts && width != 1) {
    Value size = createIndex(builder, loc, width);
    Value shift = access.createShift(builder, rowIndices, width);
    lead = createModulo(builder, loc,
                        arith::SubIOp::create(builder, loc, size, shift), size);
    Value rest = arith::SubIOp::create(builder, loc, length, lead);
    // Arrays that lie otherwise in memory are read up to a vector farther.
    if (layout.loops)
      rest = arith::SubIOp::create(builder, loc, rest, size);
    end = createMultiple(builder, loc, rest, size);
  }
  if (layout.loops)
    numVectors = countVectors(arith::SubIOp::create(
        builder, loc, end,
        arith::MulIOp::create(builder, loc, thread,
                              createIndex(builder, loc, width))));
}

//===----------------------------------------------------------------------===//
// Elements of a row
//===----------------------------------------------------------------------===//

/// Where a chunk of this thread begins in the tile that begins at `start`.
Value RowTiles::createPosition(Value start, int64_t chunk) {
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, thread, createIndex(builder, loc, width));
  Value offset = builder.createOrFold<arith::MulIOp>(
      loc, layout.threads, createIndex(builder, loc, chunk * width));
  return builder.createOrFold<arith::AddIOp>(
      loc, builder.createOrFold<arith::AddIOp>(loc, start, first), offset);
}

/// Where such a chunk is among what the block keeps.
Value RowTiles::createPlace(Value start, int64_t chunk) {
  if (layout.cluster == 1)
    return createPosition(start, chunk);
  Value before = builder.createOrFold<arith::DivUIOp>(
      loc, start, createIndex(builder, loc, layout.cluster));
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, inBlock, createIndex(builder, loc, width));
  Value offset = createIndex(builder, loc, layout.blockSize * chunk * width);
  return builder.createOrFold<arith::AddIOp>(
      loc, builder.createOrFold<arith::AddIOp>(loc, before, first), offset);
}

Tile RowTiles::createEmptyTile(int64_t ofChunk) {
  Tile tile(builder, PointOp(op), access, ofChunk);
  tile.setShared(shared);
  tile.setLoader([this](const Tile &tile, OpOperand &operand, int64_t chunk) {
    return loadInTile(tile, operand, chunk);
  });
  return tile;
}

/// The vectors of this thread in the tile that begins at `start`.
Tile RowTiles::createTile(Value start, int64_t chunks, bool isWhole) {
  Tile tile = createEmptyTile(width);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    Value position = createPosition(start, chunk);
    SmallVector<Value> isInside;
    if (!isWhole) {
      // Past the end, what is at the start is read, and not used.
      isInside.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, position, end));
      position =
          arith::SelectOp::create(builder, loc, isInside.front(), position,
                                  createIndex(builder, loc, 0));
    }
    SmallVector<Value> indices(rowIndices);
    if (lead)
      indices[schedule.inner] =
          builder.createOrFold<arith::AddIOp>(loc, position, lead);
    else
      delinearize(builder, loc, position, access.getSizes(), schedule.reduced,
                  indices);
    tile.addChunk(indices, isInside);
  }
  return tile;
}

/// The elements before and after all vectors: at most one for each thread.
Tile RowTiles::createEdges() {
  assert(getConstantIntValue(layout.threads) >= 3 * width - 2 &&
         "rows whose vectors shift have more threads than edges");
  Tile tile = createEmptyTile(/*width=*/1);
  Value isBefore = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, thread, lead);
  Value after = arith::AddIOp::create(builder, loc, thread, end);
  Value index = arith::SelectOp::create(builder, loc, isBefore, thread, after);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, index, length);
  SmallVector<Value> indices(rowIndices);
  indices[schedule.inner] = arith::SelectOp::create(
      builder, loc, isInside, index, createIndex(builder, loc, 0));
  tile.addChunk(indices, {isInside});
  return tile;
}

SmallVector<Tile, 2> RowTiles::create() {
  SmallVector<Tile, 2> tiles;
  if (!layout.loops) {
    std::optional<int64_t> known = getConstantIntValue(length);
    std::optional<int64_t> step =
        getConstantIntValue(createStep(layout.chunks));
    bool isWhole = !lead && known && step && *known % *step == 0;
    tiles.push_back(
        createTile(createIndex(builder, loc, 0), layout.chunks, isWhole));
  }
  if (lead)
    tiles.push_back(createEdges());
  return tiles;
}

/// Loads a chunk. If the kernel also writes the array, a thread reads only what
/// belongs to its own row.
SmallVector<Value> RowTiles::loadInTile(const Tile &tile, OpOperand &operand,
                                        int64_t chunk) {
  ArrayRef<Value> indices = tile.getFirst(chunk);
  int64_t count = tile.getWidth();
  Value isInside = tile.getIsInside(chunk, 0);
  if (body.isWritten(operand)) {
    isInside = isInside ? arith::AndIOp::create(builder, loc, hasRow, isInside)
                        : hasRow;
    return access.loadIf(builder, operand, indices, count, isInside);
  }
  if (!lead || count == 1 || access.movesAsLeader(operand) ||
      !access.movesAlongInner(operand))
    return access.load(builder, operand, indices, count);
  // The vectors around those of a long row are in the row.
  return isInside ? access.loadEach(builder, operand, indices, count)
                  : access.loadShifted(builder, operand, indices, count);
}

void RowTiles::shareCommon(Tile &tile, Tile &other, ArrayRef<Value> leaves) {
  for (Value leaf : leaves) {
    auto argument = dyn_cast<BlockArgument>(leaf);
    if (!argument || !body.isCommon(argument))
      continue;
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk) {
      SmallVector<Value> values;
      for (int64_t lane = 0; lane < tile.getWidth(); ++lane)
        values.push_back(other.get(argument, chunk, lane));
      tile.set(argument, chunk, values);
    }
  }
}
