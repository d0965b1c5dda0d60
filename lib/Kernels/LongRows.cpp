//===- LongRows.cpp - What a thread keeps of a long row -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "RowTiles.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

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
  Value inBlockEnd = createMultiple(
      builder, loc,
      arith::DivUIOp::create(
          builder, loc, bytes,
          createIndex(builder, loc, schedule.getKeptBytes(layout.rows))),
      createIndex(builder, loc, kKeptUnit));
  // All blocks of a cluster keep as much.
  Value last = arith::SubIOp::create(
      builder, loc, inBlockEnd,
      arith::MulIOp::create(builder, loc, inBlock,
                            createIndex(builder, loc, width)));
  last = builder.createOrFold<arith::MulIOp>(
      loc, last, createIndex(builder, loc, layout.cluster));
  numKept =
      arith::MinUIOp::create(builder, loc, countVectors(last), numVectors);
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

/// Finds the inputs that are copied to where they are kept: copies need no
/// registers. What cannot be copied so is kept when it is first loaded.
void RowTiles::findCopied() {
  constexpr int64_t sizes[] = {4, 8, 16};
  for (KeptValue &entry : kept) {
    auto argument = cast<BlockArgument>(entry.value);
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    bool isAligned =
        lead ? access.movesAsLeader(operand) : access.isContiguous(operand);
    int64_t size = width * RowBody::getBytes(argument);
    if (!isAligned || !llvm::is_contained(sizes, size))
      continue;
    copied.push_back({&operand, entry.array});
    entry.isFilled = true;
  }
}

/// How many groups of copies begin before the one that is needed: those of all
/// vectors of most rows. An iteration needs one group.
int64_t RowTiles::countGroupsAhead() {
  constexpr int64_t vectors = 24, fewest = 2;
  return std::max(vectors / (layout.rows * layout.chunks), fewest);
}

/// Begins to copy the vectors of an iteration, from number `first` on, those
/// that there are.
Value RowTiles::copyGroup(RowsOfThread &rows, Value first) {
  RowTiles &leader = *rows.front();
  OpBuilder &builder = leader.builder;
  Location loc = leader.loc;
  for (int64_t i = 0; i < leader.layout.chunks; ++i) {
    Value number = builder.createOrFold<arith::AddIOp>(
        loc, first, createIndex(builder, loc, i));
    Value isKept = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, number, leader.numKept);
    createBranch(builder, loc, isKept, [&] {
      Value start = builder.createOrFold<arith::MulIOp>(
          loc, number, leader.createStep(/*chunks=*/1));
      for (auto &row : rows) {
        Tile tile = row->createTile(start, /*chunks=*/1, /*isWhole=*/true);
        for (auto [operand, array] : row->copied)
          row->access.copy(builder, *operand, tile.getFirst(0), array,
                           row->createPlace(start, /*chunk=*/0), row->width);
      }
    });
  }
  return nvgpu::DeviceAsyncCreateGroupOp::create(
      builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
      ValueRange());
}

void RowTiles::prefetch(RowsOfThread &rows) {
  RowTiles &leader = *rows.front();
  if (leader.copied.empty())
    return;
  for (int64_t group = 0; group < leader.countGroupsAhead(); ++group)
    leader.copies = copyGroup(rows, createIndex(leader.builder, leader.loc,
                                                group * leader.layout.chunks));
}

/// Waits for all groups up to the `last` one, but for the last `ahead` ones.
void RowTiles::waitForGroups(Value last, int64_t ahead) {
  nvgpu::DeviceAsyncWaitOp::create(builder, loc, last,
                                   builder.getI32IntegerAttr(int32_t(ahead)));
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

/// Goes through the vectors of each thread from number `first` to `last`, of
/// several rows, `chunks` at a time. `areKept`: these are kept; otherwise,
/// elements are loaded or computed again.
SmallVector<Value> RowTiles::emitPart(RowsOfThread &rows, unsigned stage,
                                      Value first, Value last, int64_t chunks,
                                      bool areKept, ValueRange initial,
                                      EmitTiles emit) {
  RowTiles &leader = *rows.front();
  OpBuilder &builder = leader.builder;
  Value step = leader.createStep(/*chunks=*/1);
  Value begin = builder.createOrFold<arith::MulIOp>(leader.loc, first, step);
  Value stop = builder.createOrFold<arith::MulIOp>(leader.loc, last, step);
  auto loop = scf::ForOp::create(builder, leader.loc, begin, stop,
                                 leader.createStep(chunks), initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  if (areKept && leader.copies) {
    int64_t ahead = leader.countGroupsAhead();
    Value number =
        builder.createOrFold<arith::DivUIOp>(leader.loc, start, step);
    number = builder.createOrFold<arith::AddIOp>(
        leader.loc, number, createIndex(builder, leader.loc, ahead * chunks));
    leader.waitForGroups(copyGroup(rows, number), ahead);
  }
  SmallVector<Tile, 1> tiles;
  for (auto &row : rows) {
    tiles.push_back(row->createTile(start, chunks, /*isWhole=*/true));
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
  bool areKept = !leader.kept.empty();
  Value first = createIndex(leader.builder, leader.loc, 0);
  Value last = areKept ? leader.numKept : leader.numVectors;
  SmallVector<Value> values(initial);
  SmallVector<SmallVector<KeptValue>> before;
  for (auto &row : rows)
    before.push_back(row->kept);
  // Fewer at a time where not so many are left.
  for (int64_t chunks = leader.layout.chunks; first != last;
       chunks = std::max<int64_t>(chunks / 4, 1)) {
    // Nothing has been kept of the vectors that are left.
    for (auto [row, kept] : llvm::zip_equal(rows, before))
      row->kept = kept;
    Value whole = last;
    if (chunks != 1)
      whole = createMultiple(leader.builder, leader.loc, last,
                             createIndex(leader.builder, leader.loc, chunks));
    values = emitPart(rows, stage, first, whole, chunks, areKept, values, emit);
    if (leader.copies)
      leader.waitForGroups(leader.copies, /*ahead=*/0);
    leader.copies = {};
    first = whole;
  }
  if (!areKept)
    return values;
  return emitPart(rows, stage, last, leader.numVectors, /*chunks=*/1,
                  /*areKept=*/false, values, emit);
}
