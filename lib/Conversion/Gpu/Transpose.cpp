//===- Transpose.cpp - Kernels that transpose -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

/// Shorter sides are not worth a tile.
static constexpr int64_t kMinSide = 16;

namespace {
/// Writes the kernel of one operation: a block computes a square tile of the
/// dimensions `inner`, along which the output is contiguous, and `outer`, along
/// which the transposed inputs are. Those go through workgroup memory, so that
/// neighbouring threads read and write neighbouring elements.
class TransposeEmitter {
public:
  TransposeEmitter(OpBuilder &builder, linalg::GenericOp op, unsigned inner,
                   unsigned outer)
      : builder(builder), op(op), loc(op.getLoc()), inner(inner), outer(outer),
        sizes(createSizes(builder, op)), emitter(op, sizes, inner),
        along(op, sizes, outer) {}

  void emit(ArrayRef<OpOperand *> transposed);

private:
  /// The first of the neighbours in a tile that a thread works on.
  struct Place {
    Value row, column;
  };

  SmallVector<unsigned> getOtherDims();
  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  Value addConstant(Value a, int64_t b) {
    return add(a, createIndex(builder, loc, b));
  }
  void chooseSide(ArrayRef<OpOperand *> transposed);
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
  void computeTile(ArrayRef<OpOperand *> transposed, ValueRange buffers,
                   int64_t width, bool checked);
  void computePlace(ArrayRef<OpOperand *> transposed, ValueRange buffers,
                    Place place, ArrayRef<Value> indices, int64_t width);

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  unsigned inner, outer;
  SmallVector<Value> sizes;
  ElementEmitter emitter, along;
  int64_t side = 64;
  /// Neighbours that are one vector where all is aligned.
  int64_t fullWidth = 1;
  /// Of the tile: where it starts.
  SmallVector<Value> origin;
  Value thread;
};
} // namespace

SmallVector<unsigned> TransposeEmitter::getOtherDims() {
  SmallVector<unsigned> dims;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (dim != inner && dim != outer)
      dims.push_back(dim);
  return dims;
}

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

void TransposeEmitter::computePlace(ArrayRef<OpOperand *> transposed,
                                    ValueRange buffers, Place place,
                                    ArrayRef<Value> indices, int64_t width) {
  auto load = [&](OpOperand &operand) -> SmallVector<Value> {
    if (op.getMatchingBlockArgument(&operand).use_empty())
      return SmallVector<Value>(width);
    const auto *found = llvm::find(transposed, &operand);
    if (found == transposed.end())
      return emitter.load(builder, operand, indices, width);
    Value buffer = buffers[found - transposed.begin()];
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < width; ++lane)
      values.push_back(memref::LoadOp::create(
          builder, loc, buffer,
          ValueRange{addConstant(place.column, lane), place.row}));
    return values;
  };
  SmallVector<SmallVector<Value>> inputs, outputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(load(*input));
  for (OpOperand &output : op.getDpsInitsMutable())
    outputs.push_back(load(output));
  SmallVector<SmallVector<Value>> results(outputs.size());
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> before;
    for (ArrayRef<Value> output : outputs)
      before.push_back(output[lane]);
    for (auto [result, value] : llvm::zip_equal(
             results, emitter.emitBody(builder, indices, lane, inputs, before)))
      result.push_back(value);
  }
  for (auto [output, values] :
       llvm::zip_equal(op.getDpsInitsMutable(), results))
    emitter.store(builder, output, indices, values);
}

/// Computes and stores the tile: rows run along `outer`, columns along `inner`.
void TransposeEmitter::computeTile(ArrayRef<OpOperand *> transposed,
                                   ValueRange buffers, int64_t width,
                                   bool checked) {
  for (Place place : getPlaces(width)) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Value> indices = getIndices(outer, inner, place);
    if (checked)
      createIfInside(indices);
    computePlace(transposed, buffers, place, indices, width);
  }
}

/// Tiles of at most 24 KiB, and rows of 128 bytes or more.
void TransposeEmitter::chooseSide(ArrayRef<OpOperand *> transposed) {
  for (OpOperand *operand : transposed)
    if (getElementTypeOrSelf(operand->get()).getIntOrFloatBitWidth() > 32)
      side = 32;
  int64_t width = along.chooseWidth();
  int64_t outputWidth = emitter.chooseWidth();
  if (width != 1 && outputWidth != 1)
    fullWidth = std::max(width, outputWidth);
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
  emitTile(fullWidth, /*checked=*/false);
  builder.setInsertionPointToStart(vectors.elseBlock());
  emitTile(1, /*checked=*/false);
}

void TransposeEmitter::emit(ArrayRef<OpOperand *> transposed) {
  chooseSide(transposed);
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  SmallVector<Type> shared;
  for (OpOperand *operand : transposed) {
    Type element = getElementTypeOrSelf(operand->get());
    // A column more, so that the elements of a column are in different banks.
    int64_t padding = element.getIntOrFloatBitWidth() <= 16 ? 2 : 1;
    shared.push_back(MemRefType::get({side, side + padding}, element,
                                     MemRefLayoutAttrInterface(), space));
  }
  Value sideValue = createIndex(builder, loc, side);
  SmallVector<unsigned> dims = getOtherDims();
  SmallVector<Value> tiles(sizes);
  for (unsigned dim : {outer, inner}) {
    tiles[dim] = createCeilDiv(builder, loc, sizes[dim], sideValue);
    dims.push_back(dim);
  }
  Value blocks = createProduct(builder, loc, tiles, dims);
  Value isAligned;
  if (fullWidth != 1)
    isAligned = builder.createOrFold<arith::AndIOp>(
        loc, along.createIsAligned(builder, fullWidth),
        emitter.createIsAligned(builder, fullWidth));
  gpu::LaunchOp launch =
      createLaunch(builder, loc, blocks, createIndex(builder, loc, 1), shared);
  findTile(launch, tiles, dims);
  Value isFull = createIsFull();
  SmallVector<Value> buffers(launch.getWorkgroupAttributions());
  emitBothWays(isFull, isAligned, [&](int64_t width, bool checked) {
    for (auto [operand, buffer] : llvm::zip_equal(transposed, buffers))
      fillTile(*operand, buffer, width, checked);
  });
  gpu::BarrierOp::create(builder, loc);
  emitBothWays(isFull, isAligned, [&](int64_t width, bool checked) {
    computeTile(transposed, buffers, width, checked);
  });
}

static bool isShort(int64_t extent) {
  return !ShapedType::isDynamic(extent) && extent < kMinSide;
}

bool fused::emitTranspose(OpBuilder &builder, linalg::GenericOp op) {
  if (op.getNumLoops() < 2 || op.getNumDpsInits() == 0)
    return false;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (!map.isPermutation())
    return false;
  unsigned inner = cast<AffineDimExpr>(map.getResults().back()).getPosition();
  for (unsigned outer = 0; outer < op.getNumLoops(); ++outer) {
    if (outer == inner || isShort(extents[inner]) || isShort(extents[outer]))
      continue;
    ElementEmitter along(op, {}, outer), across(op, {}, inner);
    SmallVector<OpOperand *> transposed;
    for (OpOperand *input : op.getDpsInputOperands())
      if (along.isContiguous(*input) && across.movesAlongInner(*input))
        transposed.push_back(input);
    // As many tiles as fit into workgroup memory.
    constexpr size_t maxTiles = 2;
    if (transposed.empty() || transposed.size() > maxTiles)
      continue;
    OpBuilder::InsertionGuard guard(builder);
    TransposeEmitter(builder, op, inner, outer).emit(transposed);
    return true;
  }
  return false;
}
