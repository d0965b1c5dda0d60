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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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
    loopEnd = first->loopEnd;
  } else {
    findVectors();
  }
  createKept();
  prefetch();
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

Value RowTiles::createStep(OpBuilder &builder, Location loc,
                           const RowLayout &layout, int64_t width) {
  return builder.createOrFold<arith::MulIOp>(
      loc, layout.threads, createIndex(builder, loc, layout.chunks * width));
}

Value RowTiles::createStep() { return createStep(builder, loc, layout, width); }

/// Finds where the vectors of the row are.
void RowTiles::findVectors() {
  Value step = createStep();
  end = length;
  loopEnd = createMultiple(builder, loc, length, step);
  if (!schedule.shifts || width == 1)
    return;
  Value size = createIndex(builder, loc, width);
  Value shift = access.createShift(builder, rowIndices, width);
  lead = createModulo(builder, loc,
                      arith::SubIOp::create(builder, loc, size, shift), size);
  Value rest = arith::SubIOp::create(builder, loc, length, lead);
  end = createMultiple(builder, loc, rest, size);
  // Arrays that lie otherwise in memory are read up to a vector farther.
  loopEnd = createMultiple(
      builder, loc, arith::SubIOp::create(builder, loc, end, size), step);
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
  assert(getConstantIntValue(layout.threads) >= 2 * width - 2 &&
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

/// The chunks of a thread in what is left of a long row after whole tiles.
int64_t RowTiles::countLastChunks() {
  std::optional<int64_t> known = getConstantIntValue(length);
  if (!known)
    return layout.chunks;
  int64_t ofThreads = *getConstantIntValue(layout.threads) * width;
  int64_t step = ofThreads * layout.chunks;
  int64_t fewest = lead ? *known - 3 * width + 2 : *known;
  int64_t left = *known - fewest / step * step;
  return std::min<int64_t>(llvm::divideCeil(left, ofThreads), layout.chunks);
}

SmallVector<Tile, 2> RowTiles::create() {
  SmallVector<Tile, 2> tiles;
  if (layout.loops) {
    if (int64_t chunks = countLastChunks())
      tiles.push_back(createTile(loopEnd, chunks, /*isWhole=*/false));
  } else {
    std::optional<int64_t> known = getConstantIntValue(length);
    std::optional<int64_t> step = getConstantIntValue(createStep());
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
  // A row that may have no elements has none to read instead.
  if (isInside && layout.loops && !getConstantIntValue(length))
    return access.loadIf(builder, operand, indices, count, isInside);
  if (!lead || count == 1 || access.movesAsLeader(operand) ||
      !access.movesAlongInner(operand))
    return access.load(builder, operand, indices, count);
  // The vectors around those of whole tiles are in the row.
  return isInside ? access.loadEach(builder, operand, indices, count)
                  : access.loadShifted(builder, operand, indices, count);
}

//===----------------------------------------------------------------------===//
// Long rows
//===----------------------------------------------------------------------===//

/// Lays out what a row keeps in as much workgroup memory as the launch has.
void RowTiles::createKept() {
  if (!layout.loops || schedule.keptBytes == 0)
    return;
  auto size = LLVM::CallIntrinsicOp::create(
      builder, loc, builder.getI32Type(),
      builder.getStringAttr("llvm.nvvm.read.ptx.sreg.dynamic_smem_size"),
      ValueRange());
  Value bytes = arith::IndexCastUIOp::create(
      builder, loc, builder.getIndexType(), size.getResult(0));
  // All blocks of a cluster keep as much.
  Value inAll = builder.createOrFold<arith::MulIOp>(
      loc, bytes, createIndex(builder, loc, layout.cluster));
  keptEnd = createMultiple(
      builder, loc,
      arith::DivUIOp::create(
          builder, loc, inAll,
          createIndex(builder, loc, schedule.getKeptBytes(layout.rows))),
      createStep());
  Value inBlockEnd = builder.createOrFold<arith::DivUIOp>(
      loc, keptEnd, createIndex(builder, loc, layout.cluster));
  Value memory = gpu::DynamicSharedMemoryOp::create(
      builder, loc,
      getWorkgroupType({ShapedType::kDynamic}, builder.getI8Type()));
  Value offset = builder.createOrFold<arith::MulIOp>(
      loc, inBlockEnd,
      createIndex(builder, loc, schedule.getKeptBytes(number)));
  for (BlockArgument argument : body.getKeptArguments()) {
    // The first row keeps what all have in common.
    if (number != 0 && body.isCommon(argument))
      continue;
    MemRefType type =
        getWorkgroupType({ShapedType::kDynamic}, argument.getType());
    Value array = memref::ViewOp::create(builder, loc, type, memory, offset,
                                         ValueRange(inBlockEnd));
    kept.push_back({argument, array});
    Value sizeInBytes = arith::MulIOp::create(
        builder, loc, inBlockEnd,
        createIndex(builder, loc, RowBody::getBytes(argument)));
    offset = arith::AddIOp::create(builder, loc, offset, sizeInBytes);
  }
}

/// Copies inputs to where they are kept, all at once: copies need no registers.
/// What cannot be copied so is kept when it is first loaded.
void RowTiles::prefetch() {
  constexpr int64_t sizes[] = {4, 8, 16};
  SmallVector<std::pair<OpOperand *, Value>> arrays;
  for (KeptValue &entry : kept) {
    auto argument = cast<BlockArgument>(entry.value);
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    bool isAligned =
        lead ? access.movesAsLeader(operand) : access.isContiguous(operand);
    int64_t size = width * RowBody::getBytes(argument);
    if (!isAligned || !llvm::is_contained(sizes, size))
      continue;
    arrays.push_back({&operand, entry.array});
    entry.isFilled = true;
  }
  if (arrays.empty())
    return;
  Value last = arith::MinUIOp::create(builder, loc, loopEnd, keptEnd);
  auto loop = scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                                 last, createStep());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  Tile tile = createTile(start, layout.chunks, /*isWhole=*/true);
  for (auto [operand, array] : arrays)
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      access.copy(builder, *operand, tile.getFirst(chunk), array,
                  createPlace(start, chunk), width);
  builder.setInsertionPointAfter(loop);
  copies = nvgpu::DeviceAsyncCreateGroupOp::create(
      builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
      ValueRange());
}

/// The values that are kept, in their order.
SmallVector<Value> RowTiles::getFilled() {
  SmallVector<Value> filled;
  for (const KeptValue &entry : kept)
    if (entry.isFilled)
      filled.push_back(entry.value);
  return filled;
}

/// Gives a tile those of `values` that have been kept of it.
void RowTiles::loadKept(Tile &tile, Value start, ArrayRef<Value> values) {
  for (const KeptValue &entry : kept)
    if (entry.isFilled && llvm::is_contained(values, entry.value))
      for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
        tile.set(entry.value, chunk,
                 access.loadVector(builder, entry.array,
                                   createPlace(start, chunk), width));
}

/// Keeps what later stages need of a tile at a stage: what was loaded, or in
/// its place what was computed from it.
void RowTiles::keep(Tile &tile, Value start, unsigned stage) {
  for (KeptValue &entry : kept) {
    Value next = body.findSuccessor(entry.value, stage);
    bool isLoaded = !entry.isFilled &&
                    llvm::is_contained(body.getLeaves(stage), entry.value);
    if (!next && !isLoaded)
      continue;
    entry.value = next ? next : entry.value;
    entry.isFilled = true;
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk) {
      SmallVector<Value> values;
      for (int64_t lane = 0; lane < width; ++lane)
        values.push_back(tile.get(entry.value, chunk, lane));
      access.storeVector(builder, entry.array, createPlace(start, chunk),
                         values);
    }
  }
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

/// Goes through the whole tiles from `first` to `last` of several rows.
/// `areKept`: these are of the elements that are kept; otherwise, elements are
/// loaded or computed again.
SmallVector<Value> RowTiles::emitPart(RowsOfThread &rows, unsigned stage,
                                      Value first, Value last, bool areKept,
                                      ValueRange initial, EmitTiles emit) {
  RowTiles &leader = *rows.front();
  OpBuilder &builder = leader.builder;
  auto loop = scf::ForOp::create(builder, leader.loc, first, last,
                                 leader.createStep(), initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  SmallVector<Tile, 1> tiles;
  for (auto &row : rows) {
    tiles.push_back(
        row->createTile(start, row->layout.chunks, /*isWhole=*/true));
    SmallVector<Value> known;
    if (areKept)
      known = row->getFilled();
    SmallVector<Value> leaves = row->body.getLeaves(stage, known);
    if (areKept)
      row->loadKept(tiles.back(), start, leaves);
    if (tiles.size() > 1)
      row->shareCommon(tiles.back(), tiles.front(), leaves);
    tiles.back().load(leaves);
  }
  SmallVector<Value> values = emit(tiles, loop.getRegionIterArgs());
  if (areKept && stage < leader.body.getNumStages())
    for (auto [row, tile] : llvm::zip_equal(rows, tiles))
      row->keep(tile, start, stage);
  if (!initial.empty())
    scf::YieldOp::create(builder, leader.loc, values);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> RowTiles::emitLoop(RowsOfThread &rows, unsigned stage,
                                      ValueRange initial, EmitTiles emit) {
  RowTiles &leader = *rows.front();
  OpBuilder &builder = leader.builder;
  // The last group of copies is complete when all are.
  if (Value copies = rows.back()->copies)
    nvgpu::DeviceAsyncWaitOp::create(builder, leader.loc, copies,
                                     IntegerAttr());
  for (auto &row : rows)
    row->copies = {};
  Value begin = createIndex(builder, leader.loc, 0);
  if (leader.kept.empty())
    return emitPart(rows, stage, begin, leader.loopEnd, /*areKept=*/false,
                    initial, emit);
  Value split = arith::MinUIOp::create(builder, leader.loc, leader.loopEnd,
                                       leader.keptEnd);
  SmallVector<Value> values = emitPart(rows, stage, begin, split,
                                       /*areKept=*/true, initial, emit);
  return emitPart(rows, stage, split, leader.loopEnd, /*areKept=*/false, values,
                  emit);
}
