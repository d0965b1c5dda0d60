//===- RowKernel.cpp - Kernels of whole rows ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupReduction.h"
#include "Kernels.h"
#include "Launch.h"
#include "RowBody.h"
#include "Tile.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// One row, as one thread sees it. The position of an element is counted from
/// the first vector on.
struct RowPlace {
  RowLayout layout;
  /// The elements of a vector.
  int64_t width = 1;
  /// The index of the thread among those that share the row.
  Value lane;
  /// False if there is no such row; then `indices` are of another.
  Value isInside;
  /// The indices of the first point of the row.
  SmallVector<Value> indices;
  /// If vectors shift: how many elements are before the first one.
  Value lead;
  /// Where vectors end, and where tiles end that consist of vectors.
  Value end, loopEnd;
  SharedValues shared;
};

/// A value of each point that a thread keeps in workgroup memory, so that a
/// long row is read once: an input, or what is computed from it.
struct KeptValue {
  Value value;
  Value array;
  bool isFilled = false;
};

/// Writes the kernel of one operation.
class RowEmitter {
public:
  RowEmitter(OpBuilder &builder, RowsOp op, const Schedule &schedule);

  void emit(bool areShort);

private:
  /// Emits code for a tile, and returns the values of the next iteration.
  using TileEmitter = function_ref<SmallVector<Value>(Tile &, ValueRange)>;

  SmallVector<Type> getSharedTypes(const RowLayout &layout);
  void emitLayout(const RowLayout &layout, Value isAligned);
  void emitLaunch(const RowLayout &layout, int64_t width,
                  function_ref<void()> emitBody);
  void emitRow(const RowLayout &layout, int64_t width);
  Value createStep(const RowLayout &layout, int64_t width);
  RowPlace createPlace(const RowLayout &layout, int64_t width);
  Value createPosition(const RowPlace &place, Value start, int64_t chunk);
  Tile createEmptyTile(const RowPlace &place, int64_t width);
  Tile createTile(const RowPlace &place, Value start, int64_t chunks,
                  bool isWhole);
  int64_t countLastChunks(const RowPlace &place);
  Tile createEdges(const RowPlace &place);
  SmallVector<Tile, 2> createTiles(const RowPlace &place);
  SmallVector<Value> loadInTile(const RowPlace &place, const Tile &tile,
                                OpOperand &operand, int64_t chunk);
  void createKept(const RowPlace &place);
  void prefetch(const RowPlace &place);
  void loadKept(const RowPlace &place, Tile &tile, Value start,
                ArrayRef<Value> values);
  void keep(const RowPlace &place, Tile &tile, Value start, unsigned stage);
  SmallVector<Value> emitLoop(const RowPlace &place, unsigned stage,
                              ValueRange initial, TileEmitter emit);
  void emitReports(Value isInside,
                   ArrayRef<std::pair<Operation *, IRMapping>> reports);
  void emitUniforms(RowPlace &place, unsigned stage);
  Value loadUniform(RowPlace &place, OpOperand &input);
  void emitReductions(RowPlace &place, MutableArrayRef<Tile> tiles,
                      unsigned stage);
  void load(MutableArrayRef<Tile> tiles, unsigned stage);
  SmallVector<Value> accumulate(Tile &tile, unsigned stage);
  void combine(unsigned stage, SmallVector<Value> &totals, ValueRange others);
  void emitStores(const RowPlace &place, Tile &tile);
  void emitRowStores(const RowPlace &place);
  bool isWritten(OpOperand &input) {
    return llvm::is_contained(op.getOutputs(), input.get());
  }

  OpBuilder &builder;
  RowsOp op;
  Location loc;
  const Schedule &schedule;
  RowBody body;
  SmallVector<Value> sizes;
  OperandAccess access;
  Value numRows, length;
  gpu::LaunchOp launch;
  /// What the row keeps, of the elements before `keptEnd`.
  SmallVector<KeptValue> kept;
  Value keptEnd;
  /// The copies to it that nothing has waited for.
  Value copies;
};
} // namespace

RowEmitter::RowEmitter(OpBuilder &builder, RowsOp op, const Schedule &schedule)
    : builder(builder), op(op), loc(op.getLoc()), schedule(schedule), body(op),
      sizes(createSizes(builder, PointOp(op))),
      access(PointOp(op), sizes, schedule.inner),
      numRows(createProduct(builder, loc, sizes, schedule.results)),
      length(createProduct(builder, loc, sizes, schedule.reduced)) {}

//===----------------------------------------------------------------------===//
// Who computes what
//===----------------------------------------------------------------------===//

/// Workgroup memory for each reduction: an element for each warp.
SmallVector<Type> RowEmitter::getSharedTypes(const RowLayout &layout) {
  SmallVector<Type> types;
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage)
    for (ReduceOp reduction : body.getReductions(stage))
      types.push_back(getWorkgroupType(
          {layout.blockSize / kWarp}, getAccumulatorType(reduction.getType())));
  return types;
}

void RowEmitter::emit(bool areShort) {
  int64_t width = schedule.width;
  Value isAligned;
  if (width != 1)
    isAligned = schedule.shifts ? access.createBasesAreAligned(builder, width)
                                : access.createIsAligned(builder, width);
  SmallVector<RowVariant> variants =
      chooseRowVariants(builder, loc, length, schedule, areShort);
  if (variants.size() == 1)
    return emitLayout(variants[0].layout, isAligned);
  createBranch(
      builder, loc, variants[0].condition,
      [&] { emitLayout(variants[0].layout, isAligned); },
      [&] { emitLayout(variants[1].layout, isAligned); });
}

/// Writes the kernel of one layout; of rows of unknown length two, as indices
/// of the elements that are not accessed as vectors take many registers.
void RowEmitter::emitLayout(const RowLayout &layout, Value isAligned) {
  int64_t width = schedule.width;
  RowLayout scalar = layout;
  // The same threads for the same rows, in smaller chunks.
  scalar.chunks *= width;
  if (width == 1) {
    emitLaunch(layout, 1, [&] { emitRow(layout, 1); });
  } else if (getConstantIntValue(length)) {
    emitLaunch(layout, width, [&] {
      createBranch(
          builder, loc, isAligned, [&] { emitRow(layout, width); },
          [&] { emitRow(scalar, 1); });
    });
  } else {
    createBranch(
        builder, loc, isAligned,
        [&] { emitLaunch(layout, width, [&] { emitRow(layout, width); }); },
        [&] { emitLaunch(scalar, 1, [&] { emitRow(scalar, 1); }); });
  }
}

/// The elements of a tile of all threads.
Value RowEmitter::createStep(const RowLayout &layout, int64_t width) {
  return builder.createOrFold<arith::MulIOp>(
      loc, layout.threads, createIndex(builder, loc, layout.chunks * width));
}

void RowEmitter::emitLaunch(const RowLayout &layout, int64_t width,
                            function_ref<void()> emitBody) {
  OpBuilder::InsertionGuard guard(builder);
  Value rows = createRowsPerBlock(builder, loc, layout);
  Value keptBytes;
  if (layout.loops && schedule.keptBytes != 0) {
    Value tiles =
        createMultiple(builder, loc, length, createStep(layout, width));
    keptBytes = builder.createOrFold<arith::MulIOp>(
        loc, tiles, createIndex(builder, loc, schedule.keptBytes));
    // More than any device has.
    keptBytes = builder.createOrFold<arith::MinUIOp>(
        loc, keptBytes, createIndex(builder, loc, INT32_MAX));
  }
  launch =
      createLaunch(builder, loc, createCeilDiv(builder, loc, numRows, rows),
                   createIndex(builder, loc, 1), layout.blockSize,
                   getSharedTypes(layout), keptBytes);
  emitBody();
}

/// Which row is that of this thread.
RowPlace RowEmitter::createPlace(const RowLayout &layout, int64_t width) {
  RowPlace place;
  place.layout = layout;
  place.width = width;
  Value thread = launch.getThreadIds().x;
  place.lane = createModulo(builder, loc, thread, layout.threads);
  Value row = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x, createRowsPerBlock(builder, loc, layout));
  row = builder.createOrFold<arith::AddIOp>(
      loc, row,
      builder.createOrFold<arith::ShRUIOp>(loc, thread, layout.shift));
  place.isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, row, numRows);
  row = arith::SelectOp::create(builder, loc, place.isInside, row,
                                createIndex(builder, loc, 0));
  place.indices.assign(op.getNumLoops(), createIndex(builder, loc, 0));
  delinearize(builder, loc, row, sizes, schedule.results, place.indices);
  Value step = createStep(layout, width);
  place.end = length;
  place.loopEnd = createMultiple(builder, loc, length, step);
  if (!schedule.shifts || width == 1)
    return place;
  Value size = createIndex(builder, loc, width);
  Value shift = access.createShift(builder, place.indices, width);
  place.lead = createModulo(
      builder, loc, arith::SubIOp::create(builder, loc, size, shift), size);
  Value rest = arith::SubIOp::create(builder, loc, length, place.lead);
  place.end = createMultiple(builder, loc, rest, size);
  // Arrays that lie otherwise in memory are read up to a vector farther.
  place.loopEnd = createMultiple(
      builder, loc, arith::SubIOp::create(builder, loc, place.end, size), step);
  return place;
}

//===----------------------------------------------------------------------===//
// Elements of a row
//===----------------------------------------------------------------------===//

/// Where a chunk of this thread begins in the tile that begins at `start`.
Value RowEmitter::createPosition(const RowPlace &place, Value start,
                                 int64_t chunk) {
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, place.lane, createIndex(builder, loc, place.width));
  Value offset = builder.createOrFold<arith::MulIOp>(
      loc, place.layout.threads,
      createIndex(builder, loc, chunk * place.width));
  return builder.createOrFold<arith::AddIOp>(
      loc, builder.createOrFold<arith::AddIOp>(loc, start, first), offset);
}

Tile RowEmitter::createEmptyTile(const RowPlace &place, int64_t width) {
  Tile tile(builder, PointOp(op), access, width);
  tile.setShared(place.shared);
  tile.setLoader(
      [this, &place](const Tile &tile, OpOperand &operand, int64_t chunk) {
        return loadInTile(place, tile, operand, chunk);
      });
  return tile;
}

/// The vectors of this thread in the tile that begins at `start`.
Tile RowEmitter::createTile(const RowPlace &place, Value start, int64_t chunks,
                            bool isWhole) {
  Tile tile = createEmptyTile(place, place.width);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    Value position = createPosition(place, start, chunk);
    SmallVector<Value> isInside;
    if (!isWhole) {
      // Past the end, what is at the start is read, and not used.
      isInside.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, position, place.end));
      position =
          arith::SelectOp::create(builder, loc, isInside.front(), position,
                                  createIndex(builder, loc, 0));
    }
    SmallVector<Value> indices(place.indices);
    if (place.lead)
      indices[schedule.inner] =
          builder.createOrFold<arith::AddIOp>(loc, position, place.lead);
    else
      delinearize(builder, loc, position, sizes, schedule.reduced, indices);
    tile.addChunk(indices, isInside);
  }
  return tile;
}

/// The elements before and after all vectors: at most one for each thread.
Tile RowEmitter::createEdges(const RowPlace &place) {
  Tile tile = createEmptyTile(place, /*width=*/1);
  Value isBefore = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, place.lane, place.lead);
  Value after = arith::AddIOp::create(builder, loc, place.lane, place.end);
  Value index =
      arith::SelectOp::create(builder, loc, isBefore, place.lane, after);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, index, length);
  SmallVector<Value> indices(place.indices);
  indices[schedule.inner] = arith::SelectOp::create(
      builder, loc, isInside, index, createIndex(builder, loc, 0));
  tile.addChunk(indices, {isInside});
  return tile;
}

/// The chunks of a thread in what is left of a long row after whole tiles.
int64_t RowEmitter::countLastChunks(const RowPlace &place) {
  std::optional<int64_t> known = getConstantIntValue(length);
  if (!known)
    return place.layout.chunks;
  int64_t ofThreads = *getConstantIntValue(place.layout.threads) * place.width;
  int64_t step = ofThreads * place.layout.chunks;
  int64_t end = place.lead ? *known - 3 * place.width + 2 : *known;
  int64_t left = *known - end / step * step;
  return std::min<int64_t>(llvm::divideCeil(left, ofThreads),
                           place.layout.chunks);
}

/// The tiles that stay in registers: all of a short row, and what is left of a
/// long one after its whole tiles.
SmallVector<Tile, 2> RowEmitter::createTiles(const RowPlace &place) {
  SmallVector<Tile, 2> tiles;
  if (place.layout.loops) {
    if (int64_t chunks = countLastChunks(place))
      tiles.push_back(
          createTile(place, place.loopEnd, chunks, /*isWhole=*/false));
  } else {
    std::optional<int64_t> known = getConstantIntValue(length);
    std::optional<int64_t> step =
        getConstantIntValue(createStep(place.layout, place.width));
    bool isWhole = !place.lead && known && step && *known % *step == 0;
    tiles.push_back(createTile(place, createIndex(builder, loc, 0),
                               place.layout.chunks, isWhole));
  }
  if (place.lead)
    tiles.push_back(createEdges(place));
  return tiles;
}

/// Loads a chunk. If the kernel also writes the array, a thread reads only what
/// belongs to its own row.
SmallVector<Value> RowEmitter::loadInTile(const RowPlace &place,
                                          const Tile &tile, OpOperand &operand,
                                          int64_t chunk) {
  ArrayRef<Value> indices = tile.getFirst(chunk);
  int64_t width = tile.getWidth();
  Value isInside = tile.getIsInside(chunk, 0);
  if (isWritten(operand)) {
    isInside =
        isInside ? arith::AndIOp::create(builder, loc, place.isInside, isInside)
                 : place.isInside;
    return access.loadIf(builder, operand, indices, width, isInside);
  }
  if (!place.lead || width == 1 || access.movesAsLeader(operand) ||
      !access.movesAlongInner(operand))
    return access.load(builder, operand, indices, width);
  // The vectors around those of whole tiles are in the row.
  return isInside ? access.loadEach(builder, operand, indices, width)
                  : access.loadShifted(builder, operand, indices, width);
}

//===----------------------------------------------------------------------===//
// Long rows
//===----------------------------------------------------------------------===//

/// Lays out what a row keeps in as much workgroup memory as the launch has.
void RowEmitter::createKept(const RowPlace &place) {
  kept.clear();
  if (!place.layout.loops || schedule.keptBytes == 0)
    return;
  auto size = LLVM::CallIntrinsicOp::create(
      builder, loc, builder.getI32Type(),
      builder.getStringAttr("llvm.nvvm.read.ptx.sreg.dynamic_smem_size"),
      ValueRange());
  Value bytes = arith::IndexCastUIOp::create(
      builder, loc, builder.getIndexType(), size.getResult(0));
  keptEnd = createMultiple(
      builder, loc,
      arith::DivUIOp::create(builder, loc, bytes,
                             createIndex(builder, loc, schedule.keptBytes)),
      createStep(place.layout, place.width));
  Value memory = gpu::DynamicSharedMemoryOp::create(
      builder, loc,
      getWorkgroupType({ShapedType::kDynamic}, builder.getI8Type()));
  Value offset = createIndex(builder, loc, 0);
  for (BlockArgument argument : body.getKeptArguments()) {
    MemRefType type =
        getWorkgroupType({ShapedType::kDynamic}, argument.getType());
    Value array = memref::ViewOp::create(builder, loc, type, memory, offset,
                                         ValueRange(keptEnd));
    kept.push_back({argument, array});
    Value sizeInBytes = arith::MulIOp::create(
        builder, loc, keptEnd,
        createIndex(builder, loc, RowBody::getBytes(argument)));
    offset = arith::AddIOp::create(builder, loc, offset, sizeInBytes);
  }
}

/// Copies inputs to where they are kept, all at once: copies need no registers.
/// What cannot be copied so is kept when it is first loaded.
void RowEmitter::prefetch(const RowPlace &place) {
  constexpr int64_t sizes[] = {4, 8, 16};
  SmallVector<std::pair<OpOperand *, Value>> arrays;
  for (KeptValue &entry : kept) {
    auto argument = cast<BlockArgument>(entry.value);
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    bool isAligned = place.lead ? access.movesAsLeader(operand)
                                : access.isContiguous(operand);
    int64_t size = place.width * RowBody::getBytes(argument);
    if (!isAligned || !llvm::is_contained(sizes, size))
      continue;
    arrays.push_back({&operand, entry.array});
    entry.isFilled = true;
  }
  if (arrays.empty())
    return;
  Value end = arith::MinUIOp::create(builder, loc, place.loopEnd, keptEnd);
  auto loop = scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                                 end, createStep(place.layout, place.width));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  Tile tile = createTile(place, start, place.layout.chunks, /*isWhole=*/true);
  for (auto [operand, array] : arrays)
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      access.copy(builder, *operand, tile.getFirst(chunk), array,
                  createPosition(place, start, chunk), place.width);
  builder.setInsertionPointAfter(loop);
  copies = nvgpu::DeviceAsyncCreateGroupOp::create(
      builder, loc, nvgpu::DeviceAsyncTokenType::get(builder.getContext()),
      ValueRange());
}

/// Gives a tile those of `values` that have been kept of it, or computes them
/// again.
void RowEmitter::loadKept(const RowPlace &place, Tile &tile, Value start,
                          ArrayRef<Value> values) {
  SmallVector<KeptValue> filled;
  SmallVector<Type> types;
  for (const KeptValue &entry : kept)
    if (entry.isFilled && llvm::is_contained(values, entry.value)) {
      filled.push_back(entry);
      types.append(tile.getNumChunks() * place.width, entry.value.getType());
    }
  if (filled.empty())
    return;
  Value isKept = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       start, keptEnd);
  auto branch = scf::IfOp::create(builder, loc, types, isKept,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> loaded, computed;
  builder.setInsertionPointToStart(branch.thenBlock());
  for (const KeptValue &entry : filled)
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      loaded.append(access.loadVector(builder, entry.array,
                                      createPosition(place, start, chunk),
                                      place.width));
  scf::YieldOp::create(builder, loc, loaded);
  builder.setInsertionPointToStart(branch.elseBlock());
  Tile again = createTile(place, start, place.layout.chunks, /*isWhole=*/true);
  for (const KeptValue &entry : filled)
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      for (int64_t lane = 0; lane < place.width; ++lane)
        computed.push_back(again.get(entry.value, chunk, lane));
  scf::YieldOp::create(builder, loc, computed);
  SmallVector<Value> results(branch.getResults());
  ArrayRef<Value> next = results;
  for (const KeptValue &entry : filled)
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk) {
      tile.set(entry.value, chunk, next.take_front(place.width));
      next = next.drop_front(place.width);
    }
}

/// Keeps what later stages need of a tile at a stage: what was loaded, or in
/// its place what was computed from it.
void RowEmitter::keep(const RowPlace &place, Tile &tile, Value start,
                      unsigned stage) {
  SmallVector<std::pair<Value, Value>> stores;
  for (KeptValue &entry : kept) {
    Value next = body.findSuccessor(entry.value, stage);
    bool isLoaded = !entry.isFilled &&
                    llvm::is_contained(body.getLeaves(stage), entry.value);
    if (!next && !isLoaded)
      continue;
    entry.value = next ? next : entry.value;
    entry.isFilled = true;
    stores.push_back({entry.value, entry.array});
  }
  if (stores.empty())
    return;
  Value isKept = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       start, keptEnd);
  createBranch(builder, loc, isKept, [&] {
    for (auto [value, array] : stores)
      for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk) {
        SmallVector<Value> values;
        for (int64_t lane = 0; lane < place.width; ++lane)
          values.push_back(tile.get(value, chunk, lane));
        access.storeVector(builder, array, createPosition(place, start, chunk),
                           values);
      }
  });
}

/// Goes through the whole tiles of a long row at a stage.
SmallVector<Value> RowEmitter::emitLoop(const RowPlace &place, unsigned stage,
                                        ValueRange initial, TileEmitter emit) {
  if (copies)
    nvgpu::DeviceAsyncWaitOp::create(builder, loc, copies, IntegerAttr());
  copies = {};
  auto loop = scf::ForOp::create(
      builder, loc, createIndex(builder, loc, 0), place.loopEnd,
      createStep(place.layout, place.width), initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  Tile tile = createTile(place, start, place.layout.chunks, /*isWhole=*/true);
  SmallVector<Value> known;
  for (const KeptValue &entry : kept)
    if (entry.isFilled)
      known.push_back(entry.value);
  SmallVector<Value> leaves = body.getLeaves(stage, known);
  loadKept(place, tile, start, leaves);
  tile.load(leaves);
  SmallVector<Value> values = emit(tile, loop.getRegionIterArgs());
  if (stage < body.getNumStages())
    keep(place, tile, start, stage);
  if (!initial.empty())
    scf::YieldOp::create(builder, loc, values);
  return SmallVector<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

/// Loads what the row has one of.
Value RowEmitter::loadUniform(RowPlace &place, OpOperand &input) {
  if (isWritten(input))
    return access.loadIf(builder, input, place.indices, 1, place.isInside)
        .front();
  return access.load(builder, input, place.indices, 1).front();
}

/// Reports failures where `isInside`: each operation with what it uses. Its
/// results are computed elsewhere.
void RowEmitter::emitReports(
    Value isInside, ArrayRef<std::pair<Operation *, IRMapping>> reports) {
  auto branch =
      scf::IfOp::create(builder, loc, isInside, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  for (auto [report, used] : reports)
    builder.clone(*report, used);
}

/// Computes what is the same for all points, once the reductions before `stage`
/// are known.
void RowEmitter::emitUniforms(RowPlace &place, unsigned stage) {
  if (stage == 0)
    for (OpOperand *input : body.getUniformInputs())
      place.shared.values.map(op.getArgument(*input),
                              loadUniform(place, *input));
  for (Operation *inside : body.getUniformOps(stage)) {
    auto index = dyn_cast<IndexOp>(inside);
    if (index) {
      place.shared.values.map(index.getResult(),
                              place.indices[index.getLoop()]);
      continue;
    }
    if (mayReport(inside))
      emitReports(place.isInside, {{inside, place.shared.values}});
    cloneWithoutReports(builder, inside, place.shared.values);
  }
  for (Value divisor : body.getSharedDivisors(stage))
    if (hasReciprocals(divisor.getType()))
      place.shared.reciprocals[divisor] = createReciprocal(
          builder, loc, place.shared.values.lookupOrDefault(divisor));
}

/// Combines the elements of a tile for each reduction of a stage, as a tree.
SmallVector<Value> RowEmitter::accumulate(Tile &tile, unsigned stage) {
  SmallVector<Value> totals;
  for (ReduceOp reduction : body.getReductions(stage)) {
    SmallVector<Value> values;
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      for (int64_t lane = 0; lane < tile.getWidth(); ++lane) {
        Value value = createWiden(builder, loc, reduction.getKind(),
                                  tile.get(reduction.getValue(), chunk, lane));
        if (Value inside = tile.getIsInside(chunk, lane))
          value = arith::SelectOp::create(builder, loc, inside, value,
                                          createNeutral(builder, loc,
                                                        reduction.getKind(),
                                                        reduction.getType()));
        values.push_back(value);
      }
    for (size_t count = values.size(); count > 1; count = (count + 1) / 2)
      for (size_t i = 0; i < count / 2; ++i)
        values[i] =
            arith::getReductionOp(reduction.getKind(), builder, loc, values[i],
                                  values[i + (count + 1) / 2]);
    totals.push_back(values.front());
  }
  return totals;
}

/// Combines partial results of the reductions of a stage.
void RowEmitter::combine(unsigned stage, SmallVector<Value> &totals,
                         ValueRange others) {
  if (totals.empty()) {
    totals.assign(others.begin(), others.end());
    return;
  }
  for (auto [index, reduction] : llvm::enumerate(body.getReductions(stage)))
    totals[index] = arith::getReductionOp(reduction.getKind(), builder, loc,
                                          totals[index], others[index]);
}

/// Loads what tiles need at a stage. Aligned arrays are loaded where they are
/// used, which takes fewer registers.
void RowEmitter::load(MutableArrayRef<Tile> tiles, unsigned stage) {
  if (schedule.shifts)
    for (Tile &tile : tiles)
      tile.load(body.getLeaves(stage));
}

void RowEmitter::emitReductions(RowPlace &place, MutableArrayRef<Tile> tiles,
                                unsigned stage) {
  load(tiles, stage);
  SmallVector<Value> totals;
  if (place.layout.loops) {
    SmallVector<Value> neutral;
    for (ReduceOp reduction : body.getReductions(stage))
      neutral.push_back(createNeutral(builder, loc, reduction.getKind(),
                                      reduction.getType()));
    totals =
        emitLoop(place, stage, neutral, [&](Tile &tile, ValueRange before) {
          SmallVector<Value> sums(before);
          combine(stage, sums, accumulate(tile, stage));
          return sums;
        });
  }
  for (Tile &tile : tiles)
    combine(stage, totals, accumulate(tile, stage));
  size_t shared = 0;
  for (unsigned before = 0; before < stage; ++before)
    shared += body.getReductions(before).size();
  SmallVector<Partial> partials;
  for (auto [index, reduction] : llvm::enumerate(body.getReductions(stage)))
    partials.push_back({reduction.getKind(), totals[index],
                        launch.getWorkgroupAttributions()[shared + index]});
  createGroupReduction(builder, loc, partials, place.layout.threads,
                       launch.getThreadIds().x, place.layout.blockSize);
  for (auto [reduction, partial] :
       llvm::zip_equal(body.getReductions(stage), partials)) {
    Value init = place.shared.values.lookupOrDefault(reduction.getInit());
    init = createWiden(builder, loc, reduction.getKind(), init);
    Value result = arith::getReductionOp(reduction.getKind(), builder, loc,
                                         init, partial.value);
    place.shared.values.map(
        reduction.getResult(),
        createNarrow(builder, loc, result, reduction.getType()));
  }
}

/// Stores the outputs of the points of a tile, and reports their failures.
void RowEmitter::emitStores(const RowPlace &place, Tile &tile) {
  int64_t width = tile.getWidth();
  for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk) {
    SmallVector<std::pair<OpOperand *, SmallVector<Value>>> stores;
    for (OpOperand &output : op.getDpsInitsMutable()) {
      if (op.isOfRow(output))
        continue;
      SmallVector<Value> values;
      for (int64_t lane = 0; lane < width; ++lane)
        values.push_back(tile.get(op.getYielded(output), chunk, lane));
      stores.push_back({&output, values});
    }
    Value isInside = place.isInside;
    if (Value isPoint = tile.getIsInside(chunk, 0))
      isInside = arith::AndIOp::create(builder, loc, isInside, isPoint);
    for (Operation *report : body.getVaryingReports())
      for (int64_t lane = 0; lane < width; ++lane)
        emitReports(isInside, {{report, tile.getUsed(report, chunk, lane)}});
    if (!stores.empty())
      createBranch(builder, loc, isInside, [&] {
        for (auto &[output, values] : stores)
          access.store(builder, *output, tile.getFirst(chunk), values);
      });
  }
}

/// Stores the outputs that have one element for each row.
void RowEmitter::emitRowStores(const RowPlace &place) {
  // All threads of a row read what one of them writes. The reductions of
  // several warps have a barrier in between already.
  int64_t threads = getConstantIntValue(place.layout.threads).value_or(kWarp);
  bool mayRace = threads > 1 && threads <= kWarp;
  if (mayRace && llvm::any_of(body.getUniformInputs(), [&](OpOperand *input) {
        return isWritten(*input);
      }))
    gpu::BarrierOp::create(builder, loc);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, place.lane,
                            createIndex(builder, loc, 0));
  Value stores = arith::AndIOp::create(builder, loc, place.isInside, isFirst);
  auto branch =
      scf::IfOp::create(builder, loc, stores, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  for (OpOperand &output : op.getDpsInitsMutable())
    if (op.isOfRow(output))
      access.store(builder, output, place.indices,
                   place.shared.values.lookupOrDefault(op.getYielded(output)));
}

void RowEmitter::emitRow(const RowLayout &layout, int64_t width) {
  OpBuilder::InsertionGuard guard(builder);
  RowPlace place = createPlace(layout, width);
  createKept(place);
  prefetch(place);
  SmallVector<Tile, 2> tiles = createTiles(place);
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage) {
    emitUniforms(place, stage);
    emitReductions(place, tiles, stage);
  }
  emitUniforms(place, body.getNumStages());
  load(tiles, body.getNumStages());
  if (layout.loops)
    emitLoop(place, body.getNumStages(), {}, [&](Tile &tile, ValueRange) {
      emitStores(place, tile);
      return SmallVector<Value>();
    });
  for (Tile &tile : tiles)
    emitStores(place, tile);
  emitRowStores(place);
}

void fused::emitRows(OpBuilder &builder, RowsOp op, const Schedule &schedule,
                     bool areShort) {
  OpBuilder::InsertionGuard guard(builder);
  RowEmitter(builder, op, schedule).emit(areShort);
}
