//===- TransposeKernel.cpp - Kernels that transpose -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Launch.h"
#include "Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of one operation: a block computes a square tile of the
/// loops `inner`, along which the output is contiguous, and `outer`, along
/// which the transposed inputs are. Those go through workgroup memory, so that
/// neighbouring threads read and write neighbouring elements.
class TransposeEmitter {
public:
  TransposeEmitter(OpBuilder &builder, linalg::GenericOp op,
                   const Schedule &schedule)
      : builder(builder), op(op), loc(op.getLoc()), schedule(schedule),
        inner(schedule.inner), outer(schedule.outer), side(schedule.side),
        sizes(createSizes(builder, PointOp(op))),
        access(PointOp(op), sizes, inner), along(PointOp(op), sizes, outer) {}

  void emit();

private:
  /// The first of the neighbours in a tile that a thread works on.
  struct Place {
    Value row, column;
  };

  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  Value addConstant(Value a, int64_t b) {
    return add(a, createIndex(builder, loc, b));
  }
  void findTile(gpu::LaunchOp launch, ArrayRef<Value> tiles,
                ArrayRef<unsigned> dims);
  Value createIsFull();
  SmallVector<Place> getPlaces(int64_t width);
  SmallVector<Value> getIndices(unsigned rowDim, unsigned columnDim,
                                Place place);
  void emitBothWays(Value isFull, Value isAligned,
                    function_ref<void(int64_t, bool)> emitTile);
  scf::IfOp createIfInside(ArrayRef<Value> indices);
  void fillTile(OpOperand &operand, Value buffer, int64_t width, bool checked);
  void computeTile(ValueRange buffers, int64_t width, bool checked);
  void computePlace(ValueRange buffers, Place place, ArrayRef<Value> indices,
                    int64_t width);

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  const Schedule &schedule;
  unsigned inner, outer;
  int64_t side;
  SmallVector<Value> sizes;
  OperandAccess access, along;
  /// Of the tile: where it starts.
  SmallVector<Value> origin;
  Value thread;
};
} // namespace

/// The places in the tile that this thread works on, with `width` neighbours
/// along its rows each.
SmallVector<TransposeEmitter::Place>
TransposeEmitter::getPlaces(int64_t width) {
  Value perRow = createIndex(builder, loc, side / width);
  Value row = builder.createOrFold<arith::DivUIOp>(loc, thread, perRow);
  Value column = builder.createOrFold<arith::RemUIOp>(loc, thread, perRow);
  column = builder.createOrFold<arith::MulIOp>(
      loc, column, createIndex(builder, loc, width));
  int64_t rowsAtOnce = kBlockSize * width / side;
  assert(rowsAtOnce <= side && "a thread has no place in the tile");
  SmallVector<Place> places;
  for (int64_t first = 0; first < side; first += rowsAtOnce)
    places.push_back({addConstant(row, first), column});
  return places;
}

/// The indices of a place whose rows run along `rowDim`.
SmallVector<Value>
TransposeEmitter::getIndices(unsigned rowDim, unsigned columnDim, Place place) {
  SmallVector<Value> indices(origin);
  indices[rowDim] = add(origin[rowDim], place.row);
  indices[columnDim] = add(origin[columnDim], place.column);
  return indices;
}

scf::IfOp TransposeEmitter::createIfInside(ArrayRef<Value> indices) {
  Value isInside;
  for (unsigned dim : {inner, outer}) {
    Value isBelow = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, indices[dim], sizes[dim]);
    isInside =
        isInside ? Value(arith::AndIOp::create(builder, loc, isInside, isBelow))
                 : isBelow;
  }
  auto branch =
      scf::IfOp::create(builder, loc, isInside, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  return branch;
}

/// Reads the tile of one input: rows run along `inner`, columns along `outer`.
/// Unless each element is checked, all are loaded before any is needed.
void TransposeEmitter::fillTile(OpOperand &operand, Value buffer, int64_t width,
                                bool checked) {
  auto store = [&](Place place, ArrayRef<Value> values) {
    for (auto [lane, value] : llvm::enumerate(values))
      memref::StoreOp::create(
          builder, loc, value, buffer,
          ValueRange{place.row, addConstant(place.column, lane)});
  };
  SmallVector<std::pair<Place, SmallVector<Value>>> loaded;
  for (Place place : getPlaces(width)) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Value> indices = getIndices(inner, outer, place);
    if (checked)
      createIfInside(indices);
    SmallVector<Value> values = along.load(builder, operand, indices, width);
    if (checked)
      store(place, values);
    else
      loaded.emplace_back(place, std::move(values));
  }
  for (auto &[place, values] : loaded)
    store(place, values);
}

/// Computes and stores neighbours. Transposed inputs come from workgroup
/// memory.
void TransposeEmitter::computePlace(ValueRange buffers, Place place,
                                    ArrayRef<Value> indices, int64_t width) {
  Tile tile(builder, PointOp(op), access, width);
  tile.addChunk(indices);
  tile.setLoader([&](const Tile &, OpOperand &operand, int64_t) {
    const auto *found = llvm::find(schedule.transposed, &operand);
    if (found == schedule.transposed.end())
      return access.load(builder, operand, indices, width);
    Value buffer = buffers[found - schedule.transposed.begin()];
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < width; ++lane)
      values.push_back(memref::LoadOp::create(
          builder, loc, buffer,
          ValueRange{addConstant(place.column, lane), place.row}));
    return values;
  });
  tile.load(op.getBody()->getArguments());
  SmallVector<SmallVector<Value>> results(op.getNumDpsInits());
  for (int64_t lane = 0; lane < width; ++lane)
    for (auto [result, value] : llvm::zip_equal(results, tile.compute(0, lane)))
      result.push_back(value);
  for (auto [output, values] :
       llvm::zip_equal(op.getDpsInitsMutable(), results))
    access.store(builder, output, indices, values);
}

/// Computes and stores the tile: rows run along `outer`, columns along `inner`.
void TransposeEmitter::computeTile(ValueRange buffers, int64_t width,
                                   bool checked) {
  for (Place place : getPlaces(width)) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Value> indices = getIndices(outer, inner, place);
    if (checked)
      createIfInside(indices);
    computePlace(buffers, place, indices, width);
  }
}

void TransposeEmitter::findTile(gpu::LaunchOp launch, ArrayRef<Value> tiles,
                                ArrayRef<unsigned> dims) {
  Value sideValue = createIndex(builder, loc, side);
  origin.resize(op.getNumLoops());
  delinearize(builder, loc, launch.getBlockIds().x, tiles, dims, origin);
  for (unsigned dim : {outer, inner})
    origin[dim] =
        builder.createOrFold<arith::MulIOp>(loc, origin[dim], sideValue);
  thread = launch.getThreadIds().x;
}

/// True if no element of the tile is outside.
Value TransposeEmitter::createIsFull() {
  Value isFull;
  for (unsigned dim : {outer, inner}) {
    Value isBelow =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                              addConstant(origin[dim], side), sizes[dim]);
    isFull = isFull
                 ? Value(arith::AndIOp::create(builder, loc, isFull, isBelow))
                 : isBelow;
  }
  return isFull;
}

/// Calls `emitTile` for vectors, for tiles that are full, and for all others,
/// whose elements are checked.
void TransposeEmitter::emitBothWays(
    Value isFull, Value isAligned, function_ref<void(int64_t, bool)> emitTile) {
  OpBuilder::InsertionGuard guard(builder);
  auto branch =
      scf::IfOp::create(builder, loc, isFull, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitTile(1, /*checked=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  if (!isAligned)
    return emitTile(1, /*checked=*/false);
  auto vectors =
      scf::IfOp::create(builder, loc, isAligned, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(vectors.thenBlock());
  emitTile(schedule.width, /*checked=*/false);
  builder.setInsertionPointToStart(vectors.elseBlock());
  emitTile(1, /*checked=*/false);
}

void TransposeEmitter::emit() {
  SmallVector<Type> shared;
  for (OpOperand *operand : schedule.transposed) {
    Type element = getElementTypeOrSelf(operand->get());
    // A column more, so that the elements of a column are in different banks.
    int64_t padding = element.getIntOrFloatBitWidth() <= 16 ? 2 : 1;
    shared.push_back(getWorkgroupType({side, side + padding}, element));
  }
  Value sideValue = createIndex(builder, loc, side);
  SmallVector<Value> tiles(sizes);
  for (unsigned dim : {outer, inner})
    tiles[dim] = createCeilDiv(builder, loc, sizes[dim], sideValue);
  Value blocks = createProduct(builder, loc, tiles, schedule.results);
  int64_t width = schedule.width;
  Value isAligned;
  if (width != 1)
    isAligned = builder.createOrFold<arith::AndIOp>(
        loc, along.createIsAligned(builder, width),
        access.createIsAligned(builder, width));
  gpu::LaunchOp launch = createLaunch(
      builder, loc, blocks, createIndex(builder, loc, 1), kBlockSize, shared);
  findTile(launch, tiles, schedule.results);
  Value isFull = createIsFull();
  SmallVector<Value> buffers(launch.getWorkgroupAttributions());
  emitBothWays(isFull, isAligned, [&](int64_t count, bool checked) {
    for (auto [operand, buffer] : llvm::zip_equal(schedule.transposed, buffers))
      fillTile(*operand, buffer, count, checked);
  });
  gpu::BarrierOp::create(builder, loc);
  emitBothWays(isFull, isAligned, [&](int64_t count, bool checked) {
    computeTile(buffers, count, checked);
  });
}

void fused::emitTranspose(OpBuilder &builder, linalg::GenericOp op,
                          const Schedule &schedule) {
  OpBuilder::InsertionGuard guard(builder);
  TransposeEmitter(builder, op, schedule).emit();
}
