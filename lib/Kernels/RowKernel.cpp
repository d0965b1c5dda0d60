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
#include "RowTiles.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of one operation.
class RowEmitter {
public:
  RowEmitter(OpBuilder &builder, RowsOp op, const Schedule &schedule);

  void emit(bool areShort);

private:
  SmallVector<Type> getSharedTypes(const RowLayout &layout);
  void emitLayout(const RowLayout &layout, Value isAligned);
  void emitLaunch(const RowLayout &layout, int64_t width,
                  function_ref<void()> emitBody);
  void emitRow(const RowLayout &layout, int64_t width);
  void emitReports(Value condition,
                   ArrayRef<std::pair<Operation *, IRMapping>> reports);
  void emitUniforms(RowTiles &row, unsigned stage);
  Value loadUniform(RowTiles &row, OpOperand &input);
  void emitReductions(RowTiles &row, MutableArrayRef<Tile> tiles,
                      unsigned stage);
  void load(MutableArrayRef<Tile> tiles, unsigned stage);
  SmallVector<Value> accumulate(Tile &tile, unsigned stage);
  void combine(unsigned stage, SmallVector<Value> &totals, ValueRange others);
  void emitStores(RowTiles &row, Tile &tile);
  void emitRowStores(RowTiles &row);

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

void RowEmitter::emitLaunch(const RowLayout &layout, int64_t width,
                            function_ref<void()> emitBody) {
  OpBuilder::InsertionGuard guard(builder);
  Value rows = createRowsPerBlock(builder, loc, layout);
  Value keptBytes;
  if (layout.loops && schedule.keptBytes != 0) {
    Value tiles =
        createMultiple(builder, loc, length,
                       RowTiles::createStep(builder, loc, layout, width));
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

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

/// Loads what the row has one of.
Value RowEmitter::loadUniform(RowTiles &row, OpOperand &input) {
  if (body.isWritten(input))
    return access.loadIf(builder, input, row.getIndices(), 1, row.getHasRow())
        .front();
  return access.load(builder, input, row.getIndices(), 1).front();
}

/// Reports failures where `condition` holds: each operation with what it uses.
/// Its results are computed elsewhere.
void RowEmitter::emitReports(
    Value condition, ArrayRef<std::pair<Operation *, IRMapping>> reports) {
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  for (auto [report, used] : reports)
    builder.clone(*report, used);
}

/// Computes what is the same for all points, once the reductions before `stage`
/// are known.
void RowEmitter::emitUniforms(RowTiles &row, unsigned stage) {
  if (stage == 0)
    for (OpOperand *input : body.getUniformInputs())
      row.getShared().values.map(op.getArgument(*input),
                                 loadUniform(row, *input));
  for (Operation *inside : body.getUniformOps(stage)) {
    auto index = dyn_cast<IndexOp>(inside);
    if (index) {
      row.getShared().values.map(index.getResult(),
                                 row.getIndices()[index.getLoop()]);
      continue;
    }
    if (mayReport(inside))
      emitReports(row.getHasRow(), {{inside, row.getShared().values}});
    cloneWithoutReports(builder, inside, row.getShared().values);
  }
  for (Value divisor : body.getSharedDivisors(stage))
    if (hasReciprocals(divisor.getType()))
      row.getShared().reciprocals[divisor] = createReciprocal(
          builder, loc, row.getShared().values.lookupOrDefault(divisor));
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

void RowEmitter::emitReductions(RowTiles &row, MutableArrayRef<Tile> tiles,
                                unsigned stage) {
  load(tiles, stage);
  SmallVector<Value> totals;
  if (row.getLayout().loops) {
    SmallVector<Value> neutral;
    for (ReduceOp reduction : body.getReductions(stage))
      neutral.push_back(createNeutral(builder, loc, reduction.getKind(),
                                      reduction.getType()));
    totals = row.emitLoop(stage, neutral, [&](Tile &tile, ValueRange before) {
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
  createGroupReduction(builder, loc, partials, row.getLayout().threads,
                       launch.getThreadIds().x, row.getLayout().blockSize);
  for (auto [reduction, partial] :
       llvm::zip_equal(body.getReductions(stage), partials)) {
    Value init = row.getShared().values.lookupOrDefault(reduction.getInit());
    init = createWiden(builder, loc, reduction.getKind(), init);
    Value result = arith::getReductionOp(reduction.getKind(), builder, loc,
                                         init, partial.value);
    row.getShared().values.map(
        reduction.getResult(),
        createNarrow(builder, loc, result, reduction.getType()));
  }
}

/// Stores the outputs of the points of a tile, and reports their failures.
void RowEmitter::emitStores(RowTiles &row, Tile &tile) {
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
    Value isInside = row.getHasRow();
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
void RowEmitter::emitRowStores(RowTiles &row) {
  // All threads of a row read what one of them writes. The reductions of
  // several warps have a barrier in between already.
  int64_t threads =
      getConstantIntValue(row.getLayout().threads).value_or(kWarp);
  bool mayRace = threads > 1 && threads <= kWarp;
  if (mayRace && llvm::any_of(body.getUniformInputs(), [&](OpOperand *input) {
        return body.isWritten(*input);
      }))
    gpu::BarrierOp::create(builder, loc);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            row.getThread(), createIndex(builder, loc, 0));
  Value stores = arith::AndIOp::create(builder, loc, row.getHasRow(), isFirst);
  auto branch =
      scf::IfOp::create(builder, loc, stores, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  for (OpOperand &output : op.getDpsInitsMutable())
    if (op.isOfRow(output))
      access.store(
          builder, output, row.getIndices(),
          row.getShared().values.lookupOrDefault(op.getYielded(output)));
}

void RowEmitter::emitRow(const RowLayout &layout, int64_t width) {
  OpBuilder::InsertionGuard guard(builder);
  RowTiles row(builder, op, schedule, body, access, launch, layout, width);
  SmallVector<Tile, 2> tiles = row.create();
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage) {
    emitUniforms(row, stage);
    emitReductions(row, tiles, stage);
  }
  emitUniforms(row, body.getNumStages());
  load(tiles, body.getNumStages());
  if (layout.loops)
    row.emitLoop(body.getNumStages(), {}, [&](Tile &tile, ValueRange) {
      emitStores(row, tile);
      return SmallVector<Value>();
    });
  for (Tile &tile : tiles)
    emitStores(row, tile);
  emitRowStores(row);
}

void fused::emitRows(OpBuilder &builder, RowsOp op, const Schedule &schedule,
                     bool areShort) {
  OpBuilder::InsertionGuard guard(builder);
  RowEmitter(builder, op, schedule).emit(areShort);
}
