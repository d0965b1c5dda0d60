//===- RowKernel.cpp - Kernels of whole rows ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "Kernels.h"
#include "RowTile.h"
#include "Subgroup.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of one operation.
class RowEmitter {
public:
  RowEmitter(OpBuilder &builder, RowsOp op);

  void emit(bool areShort);

private:
  SmallVector<Type> getSharedTypes();
  void emitLayout(RowLayout layout, int64_t width, Value isAligned);
  void emitLaunch(const RowLayout &layout, function_ref<void()> emitBody);
  void createBranch(Value condition, function_ref<void()> ifTrue,
                    function_ref<void()> ifFalse);
  void emitRow(const RowLayout &layout, int64_t width);
  RowPlace createPlace(const RowLayout &layout);
  void emitReports(Value isInside,
                   ArrayRef<std::pair<Operation *, IRMapping>> reports);
  void emitUniforms(RowPlace &place, unsigned stage);
  Value loadUniform(RowPlace &place, OpOperand &input);
  void emitReductions(RowPlace &place, const RowLayout &layout, int64_t width,
                      RowTile *tile, unsigned stage);
  SmallVector<Value> accumulate(RowTile &tile, unsigned stage);
  SmallVector<Value> accumulateInLoop(RowPlace &place, const RowLayout &layout,
                                      int64_t width, unsigned stage);
  void emitStores(RowPlace &place, RowTile &tile);
  void emitRowStores(RowPlace &place, const RowLayout &layout);
  bool isWhole(const RowLayout &layout, int64_t width) const;
  scf::ForOp createLoop(const RowPlace &place, const RowLayout &layout,
                        int64_t width, ValueRange values);

  OpBuilder &builder;
  RowsOp op;
  Location loc;
  RowBody body;
  SmallVector<Value> sizes;
  SmallVector<unsigned> parallel, reduced;
  std::optional<OperandAccess> access;
  Value numRows, length;
  gpu::LaunchOp launch;
};
} // namespace

/// The loop of a row along which most arrays lie in memory.
static unsigned findInner(RowsOp op) {
  SmallVector<unsigned> votes(op.getNumLoops());
  for (AffineMap map : op.getMaps())
    if (map.getNumResults() != 0)
      if (auto dim = dyn_cast<AffineDimExpr>(map.getResults().back()))
        ++votes[dim.getPosition()];
  unsigned inner = op.getRowLoops().front();
  for (int64_t loop : op.getRowLoops())
    if (votes[loop] >= votes[inner])
      inner = loop;
  return inner;
}

RowEmitter::RowEmitter(OpBuilder &builder, RowsOp op)
    : builder(builder), op(op), loc(op.getLoc()), body(op),
      sizes(getValueOrCreateConstantIndexOp(builder, loc,
                                            op.createLoopSizes(builder))) {
  unsigned inner = findInner(op);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (loop != inner)
      (op.isRowLoop(loop) ? reduced : parallel).push_back(loop);
  reduced.push_back(inner);
  access.emplace(op, op.getMaps(), sizes, inner);
  numRows = createProduct(builder, loc, sizes, parallel);
  length = createProduct(builder, loc, sizes, reduced);
}

//===----------------------------------------------------------------------===//
// Who computes what
//===----------------------------------------------------------------------===//

/// Workgroup memory for each reduction: an element for each warp.
SmallVector<Type> RowEmitter::getSharedTypes() {
  SmallVector<Type> types;
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage)
    for (ReduceOp reduction : body.getReductions(stage))
      types.push_back(MemRefType::get({kBlockSize / kWarp},
                                      getAccumulatorType(reduction.getType()),
                                      MemRefLayoutAttrInterface(), space));
  return types;
}

void RowEmitter::emit(bool areShort) {
  int64_t width = access->chooseWidth();
  Value isAligned =
      width == 1 ? Value() : access->createIsAligned(builder, width);
  SmallVector<RowVariant> variants =
      chooseRowVariants(builder, loc, length, width, areShort);
  if (variants.size() == 1)
    return emitLayout(variants[0].layout, width, isAligned);
  createBranch(
      variants[0].condition,
      [&] { emitLayout(variants[0].layout, width, isAligned); },
      [&] { emitLayout(variants[1].layout, width, isAligned); });
}

/// Writes the kernel of one layout; of rows of unknown length two, as indices
/// of the elements that are not accessed as vectors take many registers.
void RowEmitter::emitLayout(RowLayout layout, int64_t width, Value isAligned) {
  RowLayout scalar = layout;
  // The same threads for the same rows, in smaller chunks.
  scalar.chunks *= width;
  if (width == 1) {
    emitLaunch(layout, [&] { emitRow(layout, 1); });
  } else if (getConstantIntValue(length)) {
    emitLaunch(layout, [&] {
      createBranch(
          isAligned, [&] { emitRow(layout, width); },
          [&] { emitRow(scalar, 1); });
    });
  } else {
    createBranch(
        isAligned, [&] { emitLaunch(layout, [&] { emitRow(layout, width); }); },
        [&] { emitLaunch(scalar, [&] { emitRow(scalar, 1); }); });
  }
}

void RowEmitter::createBranch(Value condition, function_ref<void()> ifTrue,
                              function_ref<void()> ifFalse) {
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  ifTrue();
  builder.setInsertionPointToStart(branch.elseBlock());
  ifFalse();
}

void RowEmitter::emitLaunch(const RowLayout &layout,
                            function_ref<void()> emitBody) {
  OpBuilder::InsertionGuard guard(builder);
  Value rows = createRowsPerBlock(builder, loc, layout);
  launch =
      createLaunch(builder, loc, createCeilDiv(builder, loc, numRows, rows),
                   createIndex(builder, loc, 1), getSharedTypes());
  emitBody();
}

/// Which row is that of this thread.
RowPlace RowEmitter::createPlace(const RowLayout &layout) {
  RowPlace place;
  place.dims = reduced;
  place.length = length;
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
  delinearize(builder, loc, row, sizes, parallel, place.indices);
  return place;
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

/// Loads what the row has one of.
Value RowEmitter::loadUniform(RowPlace &place, OpOperand &input) {
  if (isWritten(op, input))
    return loadInside(builder, *access, input, place.indices, 1, place.isInside)
        .front();
  return access->load(builder, input, place.indices, 1).front();
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
      place.uniforms.map(op.getArgument(*input), loadUniform(place, *input));
  for (Operation *inside : body.getUniformOps(stage)) {
    auto index = dyn_cast<IndexOp>(inside);
    if (index) {
      place.uniforms.map(index.getResult(), place.indices[index.getLoop()]);
      continue;
    }
    if (mayReport(inside))
      emitReports(place.isInside, {{inside, place.uniforms}});
    cloneWithoutReports(builder, inside, place.uniforms);
  }
  for (Value divisor : body.getSharedDivisors(stage))
    if (hasReciprocals(divisor.getType()))
      place.reciprocals[divisor] = createReciprocal(
          builder, loc, place.uniforms.lookupOrDefault(divisor));
}

/// True if every thread has elements of the row in every chunk.
bool RowEmitter::isWhole(const RowLayout &layout, int64_t width) const {
  std::optional<int64_t> known = getConstantIntValue(length);
  std::optional<int64_t> threads = getConstantIntValue(layout.threads);
  return known && threads && *known % (*threads * layout.chunks * width) == 0;
}

/// Goes through the row in tiles; each iteration has the position of one.
scf::ForOp RowEmitter::createLoop(const RowPlace &place,
                                  const RowLayout &layout, int64_t width,
                                  ValueRange values) {
  Value step = builder.createOrFold<arith::MulIOp>(
      loc, layout.threads, createIndex(builder, loc, layout.chunks * width));
  return scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                            place.length, step, values);
}

/// Combines the elements of a tile for each reduction of a stage, as a tree.
SmallVector<Value> RowEmitter::accumulate(RowTile &tile, unsigned stage) {
  SmallVector<Value> totals;
  for (ReduceOp reduction : body.getReductions(stage)) {
    SmallVector<Value> values;
    for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk)
      for (int64_t lane = 0; lane < tile.getWidth(); ++lane) {
        Value value = createWiden(builder, loc, reduction.getKind(),
                                  tile.get(reduction.getValue(), chunk, lane));
        if (Value inside = tile.getIsInside(chunk))
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

SmallVector<Value> RowEmitter::accumulateInLoop(RowPlace &place,
                                                const RowLayout &layout,
                                                int64_t width, unsigned stage) {
  SmallVector<Value> neutral;
  for (ReduceOp reduction : body.getReductions(stage))
    neutral.push_back(arith::getIdentityValue(
        reduction.getKind(), getAccumulatorType(reduction.getType()), builder,
        loc));
  scf::ForOp loop = createLoop(place, layout, width, neutral);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  RowTile tile(builder, op, *access, place, layout, width,
               loop.getInductionVar(), isWhole(layout, width));
  SmallVector<Value> totals = accumulate(tile, stage);
  for (auto [index, reduction] : llvm::enumerate(body.getReductions(stage)))
    totals[index] =
        arith::getReductionOp(reduction.getKind(), builder, loc,
                              loop.getRegionIterArg(index), totals[index]);
  scf::YieldOp::create(builder, loc, totals);
  return SmallVector<Value>(loop.getResults());
}

void RowEmitter::emitReductions(RowPlace &place, const RowLayout &layout,
                                int64_t width, RowTile *tile, unsigned stage) {
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
                       launch.getThreadIds().x);
  for (auto [reduction, partial] :
       llvm::zip_equal(body.getReductions(stage), partials)) {
    Value init = place.uniforms.lookupOrDefault(reduction.getInit());
    init = createWiden(builder, loc, reduction.getKind(), init);
    Value result = arith::getReductionOp(reduction.getKind(), builder, loc,
                                         init, partial.value);
    place.uniforms.map(reduction.getResult(),
                       createNarrow(builder, loc, result, reduction.getType()));
  }
}

/// Stores the outputs of the points of a tile, and reports their failures.
void RowEmitter::emitStores(RowPlace &place, RowTile &tile) {
  for (int64_t chunk = 0; chunk < tile.getNumChunks(); ++chunk) {
    SmallVector<std::pair<OpOperand *, SmallVector<Value>>> stores;
    for (OpOperand &output : op.getDpsInitsMutable()) {
      if (op.isOfRow(output))
        continue;
      SmallVector<Value> values;
      for (int64_t lane = 0; lane < tile.getWidth(); ++lane)
        values.push_back(tile.get(op.getYielded(output), chunk, lane));
      stores.push_back({&output, values});
    }
    SmallVector<std::pair<Operation *, IRMapping>> reports;
    for (Operation *report : body.getVaryingReports())
      for (int64_t lane = 0; lane < tile.getWidth(); ++lane)
        reports.emplace_back(report, tile.getUsed(report, chunk, lane));
    if (stores.empty() && reports.empty())
      return;
    Value inside = place.isInside;
    if (Value isPoint = tile.getIsInside(chunk))
      inside = arith::AndIOp::create(builder, loc, inside, isPoint);
    if (!reports.empty())
      emitReports(inside, reports);
    if (stores.empty())
      continue;
    auto branch =
        scf::IfOp::create(builder, loc, inside, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (auto &[output, values] : stores)
      access->store(builder, *output, tile.getIndices(chunk), values);
  }
}

/// Stores the outputs that have one element for each row.
void RowEmitter::emitRowStores(RowPlace &place, const RowLayout &layout) {
  // All threads of a row read what one of them writes. The reductions of
  // several warps have a barrier in between already.
  int64_t threads = getConstantIntValue(layout.threads).value_or(kWarp);
  bool mayRace = threads > 1 && threads <= kWarp;
  if (mayRace && llvm::any_of(body.getUniformInputs(), [&](OpOperand *input) {
        return isWritten(op, *input);
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
      access->store(builder, output, place.indices,
                    place.uniforms.lookupOrDefault(op.getYielded(output)));
}

void RowEmitter::emitRow(const RowLayout &layout, int64_t width) {
  OpBuilder::InsertionGuard guard(builder);
  RowPlace place = createPlace(layout);
  std::optional<RowTile> tile;
  if (!layout.loops)
    tile.emplace(builder, op, *access, place, layout, width,
                 createIndex(builder, loc, 0), isWhole(layout, width));
  for (unsigned stage = 0; stage < body.getNumStages(); ++stage) {
    emitUniforms(place, stage);
    emitReductions(place, layout, width, tile ? &*tile : nullptr, stage);
  }
  emitUniforms(place, body.getNumStages());
  if (tile) {
    emitStores(place, *tile);
  } else {
    scf::ForOp loop = createLoop(place, layout, width, {});
    OpBuilder::InsertionGuard inLoop(builder);
    builder.setInsertionPointToStart(loop.getBody());
    RowTile part(builder, op, *access, place, layout, width,
                 loop.getInductionVar(), isWhole(layout, width));
    emitStores(place, part);
  }
  emitRowStores(place, layout);
}

void fused::emitRows(OpBuilder &builder, RowsOp op, bool areShort) {
  OpBuilder::InsertionGuard guard(builder);
  RowEmitter(builder, op).emit(areShort);
}
