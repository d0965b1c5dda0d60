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
        sizes(createSizes(builder, op)), emitter(op, sizes, inner) {}

  void emit(ArrayRef<OpOperand *> transposed);

private:
  SmallVector<unsigned> getOtherDims();
  Value add(Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, b);
  }
  void forEachElement(function_ref<void(Value, Value)> emitElement);
  scf::IfOp createIfInside(Value a, unsigned dimA, Value b, unsigned dimB);
  void fillTile(OpOperand &operand, Value buffer);
  void computeTile(ArrayRef<OpOperand *> transposed, ValueRange buffers);

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  unsigned inner, outer;
  SmallVector<Value> sizes;
  ElementEmitter emitter;
  int64_t side = 32;
  /// Of the tile: where it starts.
  SmallVector<Value> origin;
  /// The place of the thread in a group of rows of the tile.
  Value row, column;
};
} // namespace

SmallVector<unsigned> TransposeEmitter::getOtherDims() {
  SmallVector<unsigned> dims;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (dim != inner && dim != outer)
      dims.push_back(dim);
  return dims;
}

/// Calls `emitElement` with the row and the column of each element of the tile
/// that this thread works on.
void TransposeEmitter::forEachElement(
    function_ref<void(Value, Value)> emitElement) {
  int64_t rowsAtOnce = kBlockSize / side;
  for (int64_t first = 0; first < side; first += rowsAtOnce)
    emitElement(add(row, createIndex(builder, loc, first)), column);
}

scf::IfOp TransposeEmitter::createIfInside(Value a, unsigned dimA, Value b,
                                           unsigned dimB) {
  Value isInsideA = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, a, sizes[dimA]);
  Value isInsideB = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, b, sizes[dimB]);
  Value isInside = arith::AndIOp::create(builder, loc, isInsideA, isInsideB);
  auto branch =
      scf::IfOp::create(builder, loc, isInside, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  return branch;
}

/// Reads the tile of one input: rows run along `inner`, columns along `outer`.
void TransposeEmitter::fillTile(OpOperand &operand, Value buffer) {
  forEachElement([&](Value tileRow, Value tileColumn) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Value> indices(origin);
    indices[inner] = add(origin[inner], tileRow);
    indices[outer] = add(origin[outer], tileColumn);
    createIfInside(indices[inner], inner, indices[outer], outer);
    Value element = emitter.load(builder, operand, indices, 1).front();
    memref::StoreOp::create(builder, loc, element, buffer,
                            ValueRange{tileRow, tileColumn});
  });
}

/// Computes and stores the tile: rows run along `outer`, columns along `inner`.
void TransposeEmitter::computeTile(ArrayRef<OpOperand *> transposed,
                                   ValueRange buffers) {
  forEachElement([&](Value tileRow, Value tileColumn) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Value> indices(origin);
    indices[outer] = add(origin[outer], tileRow);
    indices[inner] = add(origin[inner], tileColumn);
    createIfInside(indices[outer], outer, indices[inner], inner);
    SmallVector<SmallVector<Value>> inputs;
    for (OpOperand *input : op.getDpsInputOperands()) {
      const auto *found = llvm::find(transposed, input);
      if (found == transposed.end()) {
        inputs.push_back(emitter.load(builder, *input, indices, 1));
        continue;
      }
      Value buffer = buffers[found - transposed.begin()];
      inputs.push_back({memref::LoadOp::create(
          builder, loc, buffer, ValueRange{tileColumn, tileRow})});
    }
    SmallVector<Value> before;
    for (OpOperand &output : op.getDpsInitsMutable()) {
      bool isRead = !op.getMatchingBlockArgument(&output).use_empty();
      before.push_back(
          isRead ? emitter.load(builder, output, indices, 1).front() : Value());
    }
    SmallVector<Value> results =
        emitter.emitBody(builder, indices, 0, inputs, before);
    for (auto [output, result] :
         llvm::zip_equal(op.getDpsInitsMutable(), results))
      emitter.store(builder, output, indices, result);
  });
}

void TransposeEmitter::emit(ArrayRef<OpOperand *> transposed) {
  // Rows of a tile of 128 bytes or more.
  for (OpOperand *operand : transposed)
    if (getElementTypeOrSelf(operand->get()).getIntOrFloatBitWidth() <= 16)
      side = 64;
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
  gpu::LaunchOp launch =
      createLaunch(builder, loc, blocks, createIndex(builder, loc, 1), shared);
  origin.resize(op.getNumLoops());
  delinearize(builder, loc, launch.getBlockIds().x, tiles, dims, origin);
  for (unsigned dim : {outer, inner})
    origin[dim] =
        builder.createOrFold<arith::MulIOp>(loc, origin[dim], sideValue);
  Value thread = launch.getThreadIds().x;
  row = builder.createOrFold<arith::DivUIOp>(loc, thread, sideValue);
  column = builder.createOrFold<arith::RemUIOp>(loc, thread, sideValue);
  SmallVector<Value> buffers(launch.getWorkgroupAttributions());
  for (auto [operand, buffer] : llvm::zip_equal(transposed, buffers))
    fillTile(*operand, buffer);
  gpu::BarrierOp::create(builder, loc);
  computeTile(transposed, buffers);
}

static bool isShort(int64_t extent) {
  return !ShapedType::isDynamic(extent) && extent < kMinSide;
}

bool fused::emitTranspose(OpBuilder &builder, linalg::GenericOp op) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (op.getNumLoops() < 2 || !map.isPermutation())
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
