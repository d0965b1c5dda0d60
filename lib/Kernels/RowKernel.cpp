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
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of one operation.
class RowEmitter {
  /// Of each row of a thread, the tiles that stay in registers.
  using TilesOfRows = SmallVector<SmallVector<Tile, 2>, 1>;

public:
  RowEmitter(OpBuilder &builder, RowsOp op, const Schedule &schedule);

  void emit(bool areShort);

private:
  SmallVector<Type> getSharedTypes(const RowLayout &layout);
  void emitLayout(const RowLayout &layout, Value isAligned, bool areShort);
  void emitLaunch(const RowLayout &layout, int64_t width,
                  function_ref<void()> emitBody);
  void emitRow(const RowLayout &layout, int64_t width);
  void emitReports(Value condition,
                   ArrayRef<std::pair<Operation *, IRMapping>> reports);
  void emitUniforms(RowTiles &row, unsigned stage);
  Value loadUniform(RowTiles &row, OpOperand &input);
  void emitReductions(RowsOfThread &rows, TilesOfRows &tiles, unsigned stage);
  void setResults(RowTiles &row, unsigned stage, ArrayRef<Partial> partials);
  void load(RowsOfThread &rows, TilesOfRows &tiles, unsigned stage);
  SmallVector<Value> accumulate(Tile &tile, unsigned stage);
  SmallVector<Value> accumulateEnds(TilesOfRows &tiles, unsigned stage,
                                    ArrayRef<Value> totals);
  void combine(unsigned stage, MutableArrayRef<Value> totals,
               ValueRange others);
  unsigned countReductionsBefore(unsigned stage);
  void emitStores(RowTiles &row, Tile &tile);
  void emitEnds(RowTiles &row, const Tile &tile);
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

/// Workgroup memory for each reduction, of each row: an element for each warp.
SmallVector<Type> RowEmitter::getSharedTypes(const RowLayout &layout) {
  SmallVector<Type> types;
  int64_t warps = layout.cluster * layout.blockSize / kWarp;
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage)
    for (int64_t row = 0; row < layout.rows; ++row)
      for (ReduceOp reduction : body.getReductions(stage))
        types.push_back(
            getWorkgroupType({warps}, getAccumulatorType(reduction.getType())));
  return types;
}

void RowEmitter::emit(bool areShort) {
  int64_t width = schedule.width;
  Value isAligned;
  if (width != 1)
    isAligned = schedule.shifts ? access.createBasesAreAligned(builder, width)
                                : access.createIsAligned(builder, width);
  SmallVector<RowVariant> variants =
      chooseRowVariants(builder, loc, numRows, length, schedule, areShort);
  if (variants.size() == 1)
    return emitLayout(variants[0].layout, isAligned, areShort);
  createBranch(
      builder, loc, variants[0].condition,
      [&] { emitLayout(variants[0].layout, isAligned, areShort); },
      [&] { emitLayout(variants[1].layout, isAligned, areShort); });
}

/// Writes the kernel of one layout. Where arrays are not aligned and several
/// rows share a block, threads access the elements of their vectors one by one:
/// other elements would take more registers for their indices, and so fewer
/// blocks would run at a time. Threads of whole rows take fewer for elements
/// that follow each other.
void RowEmitter::emitLayout(const RowLayout &layout, Value isAligned,
                            bool areShort) {
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
          [&] {
            // Long rows have loops, which keep their loads, and would take
            // more registers.
            if (areShort)
              keepLoadsBehind(builder, loc);
            if (layout.loops ||
                getConstantIntValue(layout.threads) == layout.blockSize)
              return emitRow(scalar, 1);
            access.setHasVectors(false);
            emitRow(layout, width);
            access.setHasVectors(true);
          });
    });
  } else {
    // Rows of unknown length may end within a vector.
    createBranch(
        builder, loc, isAligned,
        [&] { emitLaunch(layout, width, [&] { emitRow(layout, width); }); },
        [&] { emitLaunch(scalar, 1, [&] { emitRow(scalar, 1); }); });
  }
}

void RowEmitter::emitLaunch(const RowLayout &layout, int64_t width,
                            function_ref<void()> emitBody) {
  OpBuilder::InsertionGuard guard(builder);
  Value blocks;
  if (layout.isShared())
    blocks = builder.createOrFold<arith::MulIOp>(
        loc, createNumClusters(builder, loc, numRows, layout, schedule),
        createIndex(builder, loc, layout.cluster));
  else
    blocks = createCeilDiv(builder, loc, numRows,
                           createRowsPerBlock(builder, loc, layout));
  Value keptBytes;
  if (layout.loops && schedule.keptBytes != 0) {
    keptBytes = builder.createOrFold<arith::MulIOp>(
        loc, createKeptElements(builder, loc, length, layout, width),
        createIndex(builder, loc, schedule.getKeptBytes(layout.rows)));
    // More than any device has.
    keptBytes = builder.createOrFold<arith::MinUIOp>(
        loc, keptBytes, createIndex(builder, loc, INT32_MAX));
  }
  launch = createLaunch(builder, loc, blocks, createIndex(builder, loc, 1),
                        layout.blockSize, getSharedTypes(layout), keptBytes,
                        layout.cluster);
  // Two such blocks have room in workgroup memory, and need registers.
  if (layout.loops && layout.blockSize < kLargeBlock)
    launch->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    builder.getI32IntegerAttr(2));
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

/// Combines partial results of the reductions of a stage, of one row or more.
void RowEmitter::combine(unsigned stage, MutableArrayRef<Value> totals,
                         ValueRange others) {
  MutableArrayRef<ReduceOp> reductions = body.getReductions(stage);
  for (auto [index, total] : llvm::enumerate(totals))
    total =
        arith::getReductionOp(reductions[index % reductions.size()].getKind(),
                              builder, loc, total, others[index]);
}

/// Loads what tiles need at a stage. Aligned arrays are loaded where they are
/// used, which takes fewer registers.
void RowEmitter::load(RowsOfThread &rows, TilesOfRows &tiles, unsigned stage) {
  for (auto [row, ofRow] : llvm::zip_equal(rows, tiles))
    for (auto [tile, ofFirst] : llvm::zip_equal(ofRow, tiles.front())) {
      if (row != rows.front())
        row->shareCommon(tile, ofFirst, body.getLeaves(stage));
      if (schedule.shifts)
        tile.load(body.getLeaves(stage));
    }
}

/// Gives a row the results of the reductions of a stage.
void RowEmitter::setResults(RowTiles &row, unsigned stage,
                            ArrayRef<Partial> partials) {
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

unsigned RowEmitter::countReductionsBefore(unsigned stage) {
  unsigned count = 0;
  for (unsigned before = 0; before < stage; ++before)
    count += body.getReductions(before).size();
  return count;
}

/// Adds what is before and after the vectors of long rows, which few threads
/// have: the other ones skip it.
SmallVector<Value> RowEmitter::accumulateEnds(TilesOfRows &tiles,
                                              unsigned stage,
                                              ArrayRef<Value> totals) {
  auto branch = scf::IfOp::create(builder, loc, ValueRange(totals).getTypes(),
                                  tiles.front().front().getIsInside(0, 0),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, totals);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> values, sums(totals);
  for (auto &ofRow : tiles) {
    // What is computed here is not known elsewhere.
    Tile ends = ofRow.front();
    llvm::append_range(values, accumulate(ends, stage));
  }
  combine(stage, sums, values);
  scf::YieldOp::create(builder, loc, sums);
  return branch.getResults();
}

void RowEmitter::emitReductions(RowsOfThread &rows, TilesOfRows &tiles,
                                unsigned stage) {
  const RowLayout &layout = rows.front()->getLayout();
  load(rows, tiles, stage);
  SmallVector<Value> totals;
  auto accumulateAll = [&](MutableArrayRef<Tile> ofRows) {
    SmallVector<Value> values;
    for (Tile &tile : ofRows)
      llvm::append_range(values, accumulate(tile, stage));
    return values;
  };
  if (layout.loops) {
    SmallVector<Value> neutral;
    for (size_t row = 0; row < rows.size(); ++row)
      for (ReduceOp reduction : body.getReductions(stage))
        neutral.push_back(createNeutral(builder, loc, reduction.getKind(),
                                        reduction.getType()));
    totals = RowTiles::emitLoop(
        rows, stage, neutral,
        [&](MutableArrayRef<Tile> ofRows, ValueRange before) {
          SmallVector<Value> sums(before);
          combine(stage, sums, accumulateAll(ofRows));
          return sums;
        });
    if (!tiles.front().empty())
      totals = accumulateEnds(tiles, stage, totals);
  }
  for (size_t index = 0; !layout.loops && index < tiles.front().size();
       ++index) {
    SmallVector<Value> values;
    for (auto &ofRow : tiles)
      llvm::append_range(values, accumulate(ofRow[index], stage));
    if (totals.empty())
      totals = values;
    else
      combine(stage, totals, values);
  }
  size_t count = body.getReductions(stage).size();
  size_t shared = rows.size() * countReductionsBefore(stage);
  SmallVector<Partial> partials;
  for (auto [index, total] : llvm::enumerate(totals))
    partials.push_back({body.getReductions(stage)[index % count].getKind(),
                        total,
                        launch.getWorkgroupAttributions()[shared + index]});
  Value inGroup = layout.cluster == 1 ? Value(launch.getThreadIds().x)
                                      : rows.front()->getThread();
  ThreadGroup group = {layout.threads, inGroup, layout.blockSize,
                       layout.cluster};
  // The first exchange needs blocks that have begun.
  if (layout.cluster != 1 && stage == 0)
    NVVM::ClusterWaitOp::create(builder, loc, builder.getUnitAttr());
  createGroupReduction(builder, loc, partials, group);
  for (auto [index, row] : llvm::enumerate(rows))
    setResults(*row, stage, ArrayRef(partials).slice(index * count, count));
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

/// The same of what is before and after the vectors of a long row, which few
/// threads have.
void RowEmitter::emitEnds(RowTiles &row, const Tile &tile) {
  createBranch(builder, loc, tile.getIsInside(0, 0), [&] {
    // What is computed here is not known elsewhere.
    Tile ends = tile;
    emitStores(row, ends);
  });
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
  if (layout.cluster != 1)
    NVVM::ClusterArriveRelaxedOp::create(builder, loc, builder.getUnitAttr());
  RowsOfThread rows;
  TilesOfRows tiles;
  for (int64_t number = 0; number < layout.rows; ++number)
    rows.push_back(std::make_unique<RowTiles>(
        builder, op, schedule, body, access, launch, layout, width, number,
        number == 0 ? nullptr : rows.front().get()));
  RowTiles::prefetch(rows);
  for (auto &row : rows)
    tiles.push_back(row->create());
  unsigned numStages = body.getNumStages();
  for (unsigned stage = 0; stage < numStages; ++stage) {
    for (auto &row : rows)
      emitUniforms(*row, stage);
    emitReductions(rows, tiles, stage);
  }
  for (auto &row : rows)
    emitUniforms(*row, numStages);
  load(rows, tiles, numStages);
  if (layout.loops)
    RowTiles::emitLoop(rows, numStages, {},
                       [&](MutableArrayRef<Tile> ofRows, ValueRange) {
                         for (auto [row, tile] : llvm::zip_equal(rows, ofRows))
                           emitStores(*row, tile);
                         return SmallVector<Value>();
                       });
  for (auto [row, ofRow] : llvm::zip_equal(rows, tiles)) {
    for (Tile &tile : ofRow) {
      if (layout.loops)
        emitEnds(*row, tile);
      else
        emitStores(*row, tile);
    }
    emitRowStores(*row);
  }
}

void fused::emitRows(OpBuilder &builder, RowsOp op, const Schedule &schedule,
                     bool areShort) {
  OpBuilder::InsertionGuard guard(builder);
  RowEmitter(builder, op, schedule).emit(areShort);
}
