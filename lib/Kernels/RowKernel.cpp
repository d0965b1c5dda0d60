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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// One row, as one thread sees it.
struct RowPlace {
  /// The index of the thread among those that share the row.
  Value lane;
  /// False if there is no such row; then `indices` are of another.
  Value isInside;
  /// The indices of the first point of the row.
  SmallVector<Value> indices;
  /// If vectors shift: how many elements the first one begins before the row.
  Value shift;
  SharedValues shared;
};

/// Writes the kernel of one operation.
class RowEmitter {
public:
  RowEmitter(OpBuilder &builder, RowsOp op, const Schedule &schedule);

  void emit(bool areShort);

private:
  SmallVector<Type> getSharedTypes(const RowLayout &layout);
  void emitLayout(const RowLayout &layout, Value isAligned);
  void emitLaunch(const RowLayout &layout, function_ref<void()> emitBody);
  void emitRow(const RowLayout &layout, int64_t width);
  RowPlace createPlace(const RowLayout &layout, int64_t width);
  Tile createTile(const RowPlace &place, const RowLayout &layout, int64_t width,
                  Value start, bool isWhole);
  void emitInLoop(const RowPlace &place, const RowLayout &layout, int64_t width,
                  scf::ForOp loop,
                  function_ref<SmallVector<Value>(Tile &)> emit);
  SmallVector<Value> loadInTile(const RowPlace &place, const Tile &tile,
                                OpOperand &operand, int64_t chunk);
  void emitReports(Value isInside,
                   ArrayRef<std::pair<Operation *, IRMapping>> reports);
  void emitUniforms(RowPlace &place, unsigned stage);
  Value loadUniform(RowPlace &place, OpOperand &input);
  void emitReductions(RowPlace &place, const RowLayout &layout, int64_t width,
                      Tile *tile, unsigned stage);
  SmallVector<Value> accumulate(Tile &tile, unsigned stage);
  SmallVector<Value> accumulateInLoop(RowPlace &place, const RowLayout &layout,
                                      int64_t width, unsigned stage);
  void emitStores(RowPlace &place, Tile &tile);
  void emitRowStores(RowPlace &place, const RowLayout &layout);
  bool isWhole(const RowLayout &layout, int64_t width) const;
  bool isWritten(OpOperand &input) {
    return llvm::is_contained(op.getOutputs(), input.get());
  }
  scf::ForOp createLoop(const RowPlace &place, const RowLayout &layout,
                        int64_t width, ValueRange values);

  OpBuilder &builder;
  RowsOp op;
  Location loc;
  const Schedule &schedule;
  RowBody body;
  SmallVector<Value> sizes;
  OperandAccess access;
  Value numRows, length;
  gpu::LaunchOp launch;
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
    emitLaunch(layout, [&] { emitRow(layout, 1); });
  } else if (getConstantIntValue(length)) {
    emitLaunch(layout, [&] {
      createBranch(
          builder, loc, isAligned, [&] { emitRow(layout, width); },
          [&] { emitRow(scalar, 1); });
    });
  } else {
    createBranch(
        builder, loc, isAligned,
        [&] { emitLaunch(layout, [&] { emitRow(layout, width); }); },
        [&] { emitLaunch(scalar, [&] { emitRow(scalar, 1); }); });
  }
}

void RowEmitter::emitLaunch(const RowLayout &layout,
                            function_ref<void()> emitBody) {
  OpBuilder::InsertionGuard guard(builder);
  Value rows = createRowsPerBlock(builder, loc, layout);
  launch = createLaunch(
      builder, loc, createCeilDiv(builder, loc, numRows, rows),
      createIndex(builder, loc, 1), layout.blockSize, getSharedTypes(layout));
  emitBody();
}

/// Which row is that of this thread.
RowPlace RowEmitter::createPlace(const RowLayout &layout, int64_t width) {
  RowPlace place;
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
  if (schedule.shifts && width != 1)
    place.shift = access.createShift(builder, place.indices, width);
  return place;
}

/// The elements of this thread in the part of the row from `start` on.
Tile RowEmitter::createTile(const RowPlace &place, const RowLayout &layout,
                            int64_t width, Value start, bool isWhole) {
  Tile tile(builder, PointOp(op), access, width);
  tile.setShared(place.shared);
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, place.lane, createIndex(builder, loc, width));
  first = builder.createOrFold<arith::AddIOp>(loc, start, first);
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk) {
    Value offset = builder.createOrFold<arith::MulIOp>(
        loc, layout.threads, createIndex(builder, loc, chunk * width));
    Value position = builder.createOrFold<arith::AddIOp>(loc, first, offset);
    SmallVector<Value> indices(place.indices);
    if (place.shift) {
      indices[schedule.inner] =
          builder.createOrFold<arith::SubIOp>(loc, position, place.shift);
      SmallVector<Value> isInside;
      if (!isWhole)
        isInside = access.createIsInside(builder, indices, width);
      tile.addChunk(indices, isInside);
      continue;
    }
    SmallVector<Value> isInside;
    if (!isWhole) {
      // Past the end, what is at the start is read, and not used.
      isInside.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, position, length));
      position =
          arith::SelectOp::create(builder, loc, isInside.front(), position,
                                  createIndex(builder, loc, 0));
    }
    delinearize(builder, loc, position, sizes, schedule.reduced, indices);
    tile.addChunk(indices, isInside);
  }
  return tile;
}

/// Loads a chunk. If the kernel also writes the array, a thread reads only what
/// belongs to its own row.
SmallVector<Value> RowEmitter::loadInTile(const RowPlace &place,
                                          const Tile &tile, OpOperand &operand,
                                          int64_t chunk) {
  ArrayRef<Value> indices = tile.getFirst(chunk);
  int64_t width = tile.getWidth();
  bool checks = tile.getIsInside(chunk, 0) != nullptr;
  if (!isWritten(operand) && place.shift && !checks)
    return access.loadShifted(builder, operand, indices, width);
  if (!isWritten(operand) && !place.shift)
    return access.load(builder, operand, indices, width);
  auto isInside = [&](int64_t lane) {
    Value isPoint = tile.getIsInside(chunk, lane);
    if (!isWritten(operand))
      return isPoint;
    return isPoint ? Value(arith::AndIOp::create(builder, loc, place.isInside,
                                                 isPoint))
                   : place.isInside;
  };
  if (!place.shift || !checks)
    return access.loadIf(builder, operand, indices, width, isInside(0));
  return access.loadInside(
      builder, operand, indices,
      llvm::map_to_vector(llvm::seq<int64_t>(0, width), isInside));
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

/// True if every thread has elements of the row in every chunk.
bool RowEmitter::isWhole(const RowLayout &layout, int64_t width) const {
  std::optional<int64_t> known = getConstantIntValue(length);
  std::optional<int64_t> threads = getConstantIntValue(layout.threads);
  return !schedule.shifts && known && threads &&
         *known % (*threads * layout.chunks * width) == 0;
}

/// Goes through the row in tiles; each iteration has the position of one.
scf::ForOp RowEmitter::createLoop(const RowPlace &place,
                                  const RowLayout &layout, int64_t width,
                                  ValueRange values) {
  Value step = builder.createOrFold<arith::MulIOp>(
      loc, layout.threads, createIndex(builder, loc, layout.chunks * width));
  Value end = length;
  if (place.shift)
    end = builder.createOrFold<arith::AddIOp>(loc, end, place.shift);
  return scf::ForOp::create(builder, loc, createIndex(builder, loc, 0), end,
                            step, values);
}

/// Combines the elements of a tile for each reduction of a stage, as a tree.
SmallVector<Value> RowEmitter::accumulate(Tile &tile, unsigned stage) {
  // Branches keep loads in their order.
  if (schedule.shifts)
    for (ReduceOp reduction : body.getReductions(stage))
      tile.load(body.getVaryingArguments(reduction));
  SmallVector<Value> totals;
  for (ReduceOp reduction : body.getReductions(stage)) {
    SmallVector<Value> values;
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      for (int64_t lane = 0; lane < tile.getWidth(); ++lane) {
        Value value = createWiden(builder, loc, reduction.getKind(),
                                  tile.get(reduction.getValue(), chunk, lane));
        if (Value inside = tile.getIsInside(chunk, lane))
          value = arith::SelectOp::create(
              builder, loc, inside, value,
              arith::getIdentityValue(reduction.getKind(), value.getType(),
                                      builder, loc));
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

/// Writes the body of a loop over the tiles of a row. A tile that is a part of
/// the row, with a vector more, is not checked.
void RowEmitter::emitInLoop(const RowPlace &place, const RowLayout &layout,
                            int64_t width, scf::ForOp loop,
                            function_ref<SmallVector<Value>(Tile &)> emit) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = loop.getInductionVar();
  Value needed =
      builder.createOrFold<arith::AddIOp>(loc, start, loop.getStep());
  needed = builder.createOrFold<arith::AddIOp>(
      loc, needed, createIndex(builder, loc, place.shift ? width : 0));
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                        needed, loop.getUpperBound());
  if (place.shift) {
    Value isAfter = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::uge, start, place.shift);
    isWhole = arith::AndIOp::create(builder, loc, isWhole, isAfter);
  }
  auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), isWhole,
                                  /*withElseRegion=*/true);
  for (bool checks : {false, true}) {
    builder.setInsertionPointToStart(checks ? branch.elseBlock()
                                            : branch.thenBlock());
    Tile tile = createTile(place, layout, width, start, !checks);
    tile.setLoader([&](OpOperand &operand, int64_t chunk) {
      return loadInTile(place, tile, operand, chunk);
    });
    SmallVector<Value> values = emit(tile);
    if (!values.empty())
      scf::YieldOp::create(builder, loc, values);
  }
  builder.setInsertionPointToEnd(loop.getBody());
  if (loop.getNumResults() != 0)
    scf::YieldOp::create(builder, loc, branch.getResults());
}

SmallVector<Value> RowEmitter::accumulateInLoop(RowPlace &place,
                                                const RowLayout &layout,
                                                int64_t width, unsigned stage) {
  SmallVector<Value> neutral;
  for (ReduceOp reduction : body.getReductions(stage))
    neutral.push_back(arith::getIdentityValue(
        reduction.getKind(), getAccumulatorType(reduction.getType()), builder,
        loc));
  scf::ForOp loop = createLoop(place, layout, width, neutral);
  emitInLoop(place, layout, width, loop, [&](Tile &tile) {
    SmallVector<Value> totals = accumulate(tile, stage);
    for (auto [index, reduction] : llvm::enumerate(body.getReductions(stage)))
      totals[index] =
          arith::getReductionOp(reduction.getKind(), builder, loc,
                                loop.getRegionIterArg(index), totals[index]);
    return totals;
  });
  return SmallVector<Value>(loop.getResults());
}

void RowEmitter::emitReductions(RowPlace &place, const RowLayout &layout,
                                int64_t width, Tile *tile, unsigned stage) {
  SmallVector<Value> totals =
      tile ? accumulate(*tile, stage)
           : accumulateInLoop(place, layout, width, stage);
  size_t shared = 0;
  for (unsigned before = 0; before < stage; ++before)
    shared += body.getReductions(before).size();
  SmallVector<Partial> partials;
  for (auto [index, reduction] : llvm::enumerate(body.getReductions(stage)))
    partials.push_back({reduction.getKind(), totals[index],
                        launch.getWorkgroupAttributions()[shared + index]});
  createGroupReduction(builder, loc, partials, layout.threads,
                       launch.getThreadIds().x, layout.blockSize);
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
void RowEmitter::emitStores(RowPlace &place, Tile &tile) {
  int64_t width = tile.getWidth();
  if (schedule.shifts)
    tile.load(body.getVaryingArguments(op.getBodyBlock()->getTerminator()));
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
    SmallVector<Value> isInside;
    for (int64_t lane = 0; lane < width; ++lane) {
      Value isPoint = tile.getIsInside(chunk, lane);
      isInside.push_back(isPoint ? Value(arith::AndIOp::create(
                                       builder, loc, place.isInside, isPoint))
                                 : place.isInside);
    }
    for (Operation *report : body.getVaryingReports())
      for (int64_t lane = 0; lane < width; ++lane)
        emitReports(isInside[lane],
                    {{report, tile.getUsed(report, chunk, lane)}});
    if (stores.empty())
      continue;
    auto storeChunk = [&] {
      for (auto &[output, values] : stores)
        access.store(builder, *output, tile.getFirst(chunk), values);
    };
    if (!place.shift || !tile.getIsInside(chunk, 0)) {
      createBranch(builder, loc, isInside.front(), storeChunk);
      continue;
    }
    auto storeEach = [&] {
      for (int64_t lane = 0; lane < width; ++lane)
        createBranch(builder, loc, isInside[lane], [&] {
          SmallVector<Value> indices(tile.getFirst(chunk));
          indices[schedule.inner] = builder.createOrFold<arith::AddIOp>(
              loc, indices[schedule.inner], createIndex(builder, loc, lane));
          for (auto &[output, values] : stores)
            access.store(builder, *output, indices, values[lane]);
        });
    };
    createBranch(
        builder, loc,
        arith::AndIOp::create(builder, loc, isInside.front(), isInside.back()),
        storeChunk, storeEach);
  }
}

/// Stores the outputs that have one element for each row.
void RowEmitter::emitRowStores(RowPlace &place, const RowLayout &layout) {
  // All threads of a row read what one of them writes. The reductions of
  // several warps have a barrier in between already.
  int64_t threads = getConstantIntValue(layout.threads).value_or(kWarp);
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
  std::optional<Tile> tile;
  if (!layout.loops) {
    tile = createTile(place, layout, width, createIndex(builder, loc, 0),
                      isWhole(layout, width));
    tile->setLoader([&](OpOperand &operand, int64_t chunk) {
      return loadInTile(place, *tile, operand, chunk);
    });
  }
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage) {
    emitUniforms(place, stage);
    emitReductions(place, layout, width, tile ? &*tile : nullptr, stage);
  }
  emitUniforms(place, body.getNumStages());
  if (tile) {
    emitStores(place, *tile);
  } else {
    scf::ForOp loop = createLoop(place, layout, width, {});
    emitInLoop(place, layout, width, loop, [&](Tile &part) {
      emitStores(place, part);
      return SmallVector<Value>();
    });
  }
  emitRowStores(place, layout);
}

void fused::emitRows(OpBuilder &builder, RowsOp op, const Schedule &schedule,
                     bool areShort) {
  OpBuilder::InsertionGuard guard(builder);
  RowEmitter(builder, op, schedule).emit(areShort);
}
