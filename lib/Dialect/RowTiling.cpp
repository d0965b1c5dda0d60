//===- RowTiling.cpp - Tiles of rows --------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration space that `fused.rows` offers has the loops that count rows.
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace fused;

using OpFoldResults = SmallVector<OpFoldResult>;

/// The loops that count rows.
static SmallVector<unsigned> getOuterLoops(RowsOp op) {
  SmallVector<unsigned> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!op.isRowLoop(loop))
      loops.push_back(loop);
  return loops;
}

SmallVector<utils::IteratorType> RowsOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getNumLoops() - getRowLoops().size(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> RowsOp::getIterationDomain(OpBuilder &builder) {
  OpFoldResults sizes = createLoopSizes(builder);
  SmallVector<Range> ranges;
  for (unsigned loop : getOuterLoops(*this))
    ranges.push_back(
        {builder.getIndexAttr(0), sizes[loop], builder.getIndexAttr(1)});
  return ranges;
}

/// The part of an operand that a tile reads or writes, given the part of each
/// loop. Fails where an index is no loop and differs among rows.
static FailureOr<Value> createSlice(OpBuilder &builder, RowsOp op,
                                    OpOperand &operand,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes) {
  Value array = operand.get();
  if (!isa<ShapedType>(array.getType()))
    return array;
  Location loc = op.getLoc();
  bool isTensor = isa<TensorType>(array.getType());
  OpFoldResults from, size = isTensor
                                 ? tensor::getMixedSizes(builder, loc, array)
                                 : memref::getMixedSizes(builder, loc, array);
  for (auto [dim, expr] : llvm::enumerate(op.getMap(operand).getResults())) {
    from.push_back(builder.getIndexAttr(0));
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      from[dim] = offsets[loop.getPosition()];
      size[dim] = sizes[loop.getPosition()];
    } else if (llvm::any_of(getOuterLoops(op), [&, expr = expr](unsigned loop) {
                 return expr.isFunctionOfDim(loop);
               })) {
      return failure();
    }
  }
  OpFoldResults steps(from.size(), builder.getIndexAttr(1));
  if (isTensor)
    return tensor::ExtractSliceOp::create(builder, loc, array, from, size,
                                          steps)
        .getResult();
  return memref::SubViewOp::create(builder, loc, array, from, size, steps)
      .getResult();
}

/// Spreads what tiles have for the loops that count rows over all loops.
static void spread(RowsOp op, OpBuilder &builder,
                   ArrayRef<OpFoldResult> tileOffsets,
                   ArrayRef<OpFoldResult> tileSizes, OpFoldResults &offsets,
                   OpFoldResults &sizes) {
  offsets.assign(op.getNumLoops(), builder.getIndexAttr(0));
  sizes = op.createLoopSizes(builder);
  for (auto [index, loop] : llvm::enumerate(getOuterLoops(op))) {
    offsets[loop] = tileOffsets[index];
    sizes[loop] = tileSizes[index];
  }
}

FailureOr<TilingResult>
RowsOp::getTiledImplementation(OpBuilder &builder,
                               ArrayRef<OpFoldResult> tileOffsets,
                               ArrayRef<OpFoldResult> tileSizes) {
  OpFoldResults offsets, sizes;
  spread(*this, builder, tileOffsets, tileSizes, offsets, sizes);
  SmallVector<Value> operands;
  SmallVector<Operation *> slices;
  for (OpOperand &operand : (*this)->getOpOperands()) {
    FailureOr<Value> slice =
        createSlice(builder, *this, operand, offsets, sizes);
    if (failed(slice))
      return emitOpError("cannot be tiled: an index of operand ")
             << operand.getOperandNumber() << " is no loop";
    operands.push_back(*slice);
    if (*slice != operand.get())
      slices.push_back(slice->getDefiningOp());
  }
  SmallVector<Type> types;
  if (hasPureTensorSemantics())
    llvm::append_range(
        types, ValueRange(operands).drop_front(getInputs().size()).getTypes());
  auto tiled = cast<RowsOp>(mlir::clone(builder, *this, types, operands));
  OpBuilder::InsertionGuard guard(builder);
  for (IndexOp index : tiled.getBodyBlock()->getOps<IndexOp>()) {
    OpFoldResult offset = offsets[index.getLoop()];
    if (isZeroInteger(offset))
      continue;
    builder.setInsertionPointAfter(index);
    auto sum = arith::AddIOp::create(
        builder, index.getLoc(), index,
        getValueOrCreateConstantIndexOp(builder, index.getLoc(), offset));
    index.getResult().replaceAllUsesExcept(sum, sum);
  }
  return TilingResult{{tiled}, SmallVector<Value>(tiled->getResults()), slices};
}

LogicalResult RowsOp::getResultTilePosition(OpBuilder &builder, unsigned result,
                                            ArrayRef<OpFoldResult> tileOffsets,
                                            ArrayRef<OpFoldResult> tileSizes,
                                            OpFoldResults &resultOffsets,
                                            OpFoldResults &resultSizes) {
  OpFoldResults offsets, sizes;
  spread(*this, builder, tileOffsets, tileSizes, offsets, sizes);
  for (AffineExpr expr : getMap(*getDpsInitOperand(result)).getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    resultOffsets.push_back(offsets[loop]);
    resultSizes.push_back(sizes[loop]);
  }
  return success();
}

FailureOr<TilingResult>
RowsOp::generateResultTileValue(OpBuilder &builder, unsigned result,
                                ArrayRef<OpFoldResult> tileOffsets,
                                ArrayRef<OpFoldResult> tileSizes) {
  OpFoldResults domain = createLoopSizes(builder);
  OpFoldResults offsets(getNumLoops(), builder.getIndexAttr(0));
  OpFoldResults sizes = domain;
  for (auto [dim, expr] :
       llvm::enumerate(getMap(*getDpsInitOperand(result)).getResults())) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    // A part of a row needs all of it.
    if (isRowLoop(loop) &&
        (!isZeroInteger(tileOffsets[dim]) ||
         !isEqualConstantIntOrValue(tileSizes[dim], domain[loop])))
      return failure();
    offsets[loop] = tileOffsets[dim];
    sizes[loop] = tileSizes[dim];
  }
  OpFoldResults outerOffsets, outerSizes;
  for (unsigned loop : getOuterLoops(*this)) {
    outerOffsets.push_back(offsets[loop]);
    outerSizes.push_back(sizes[loop]);
  }
  FailureOr<TilingResult> tile =
      getTiledImplementation(builder, outerOffsets, outerSizes);
  if (failed(tile))
    return failure();
  return TilingResult{
      tile->tiledOps, {tile->tiledValues[result]}, tile->generatedSlices};
}
