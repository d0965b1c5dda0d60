//===- OperandAccess.cpp - Elements of arrays, as kernels access them -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandAccess.h"

#include "Element.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fused;

/// The widest access of one thread, in bytes.
static constexpr int64_t kVectorBytes = 16;
/// No thread computes more neighbours.
static constexpr int64_t kMaxWidth = 8;

static int64_t getByteWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return 0;
  return element.getIntOrFloatBitWidth() / 8;
}

/// The alignment that vectors of `width` elements are accessed with.
static int64_t getVectorAlignment(Type type, int64_t width) {
  return std::min(kVectorBytes, width * getByteWidth(type));
}

bool OperandAccess::movesAlongInner(OpOperand &operand) {
  return isa<MemRefType>(operand.get().getType()) &&
         getMap(operand).isFunctionOfDim(inner);
}

// An i1 is a byte in memory, but not in a vector.
bool OperandAccess::isContiguous(OpOperand &operand) {
  if (!movesAlongInner(operand))
    return false;
  auto type = cast<MemRefType>(operand.get().getType());
  if (getByteWidth(type) == 0)
    return false;
  AffineMap map = getMap(operand);
  auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
  if (!last || last.getPosition() != inner)
    return false;
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(inner))
      return false;
  int64_t offset;
  SmallVector<int64_t> strides;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

bool OperandAccess::moves(OpOperand &operand, bool withinRow) {
  if (withinRow)
    return movesAlongInner(operand);
  return isa<MemRefType>(operand.get().getType()) &&
         !getMap(operand).isConstant();
}

int64_t OperandAccess::getFullWidth(OpOperand &operand) {
  int64_t bytes = getByteWidth(operand.get().getType());
  return bytes == 0 ? 1
                    : std::clamp(kVectorBytes / bytes, int64_t(1), kMaxWidth);
}

int64_t OperandAccess::chooseWidth() {
  int64_t width = 1;
  for (OpOperand &operand : op->getOpOperands())
    if (isContiguous(operand))
      width = std::max(width, getFullWidth(operand));
  std::optional<int64_t> extent = getConstantIntValue(sizes[inner]);
  if (extent && *extent % width != 0)
    return 1;
  return width;
}

Value OperandAccess::createMisalignment(OpBuilder &builder, OpOperand &operand,
                                        int64_t width) {
  Location loc = op->getLoc();
  auto type = cast<MemRefType>(operand.get().getType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, operand.get());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc,
                                                                 operand.get());
  Value bytes = createIndex(builder, loc, getByteWidth(type));
  Value offset =
      builder.createOrFold<arith::MulIOp>(loc, metadata.getOffset(), bytes);
  address = builder.createOrFold<arith::AddIOp>(loc, address, offset);
  return builder.createOrFold<arith::RemUIOp>(
      loc, address, createIndex(builder, loc, getVectorAlignment(type, width)));
}

Value OperandAccess::createIsAligned(OpBuilder &builder, int64_t width) {
  Location loc = op->getLoc();
  Value zero = createIndex(builder, loc, 0);
  // The bits that have to be zero.
  Value misaligned = builder.createOrFold<arith::RemUIOp>(
      loc, sizes[inner], createIndex(builder, loc, width));
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isContiguous(operand))
      continue;
    misaligned = builder.createOrFold<arith::OrIOp>(
        loc, misaligned, createMisalignment(builder, operand, width));
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, operand.get());
    for (Value stride : metadata.getStrides().drop_back()) {
      Value rest = builder.createOrFold<arith::RemUIOp>(
          loc, stride, createIndex(builder, loc, width));
      misaligned = builder.createOrFold<arith::OrIOp>(loc, misaligned, rest);
    }
  }
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               misaligned, zero);
}

SmallVector<Value> OperandAccess::createIndices(OpBuilder &builder,
                                                OpOperand &operand,
                                                ArrayRef<Value> indices,
                                                int64_t lane) {
  Location loc = op->getLoc();
  SmallVector<Value> point(indices);
  if (lane != 0)
    point[inner] = builder.createOrFold<arith::AddIOp>(
        loc, point[inner], createIndex(builder, loc, lane));
  AffineMap map = getMap(operand);
  SmallVector<Value> values;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      values.push_back(point[dim.getPosition()]);
      continue;
    }
    SmallVector<OpFoldResult> operands(point.begin(), point.end());
    AffineMap one = AffineMap::get(map.getNumDims(), 0, expr);
    values.push_back(getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(builder, loc, one, operands)));
  }
  return values;
}

SmallVector<Value> OperandAccess::load(OpBuilder &builder, OpOperand &operand,
                                       ArrayRef<Value> indices, int64_t width) {
  Location loc = op->getLoc();
  Value source = operand.get();
  auto type = dyn_cast<MemRefType>(source.getType());
  if (!type)
    return SmallVector<Value>(width, source);
  if (!movesAlongInner(operand)) {
    Value value = memref::LoadOp::create(
        builder, loc, source, createIndices(builder, operand, indices, 0));
    return SmallVector<Value>(width, value);
  }
  if (width > 1 && isContiguous(operand))
    return loadVector(builder, source,
                      createIndices(builder, operand, indices, 0), width);
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < width; ++lane)
    values.push_back(memref::LoadOp::create(
        builder, loc, source, createIndices(builder, operand, indices, lane)));
  return values;
}

SmallVector<Value> OperandAccess::loadVector(OpBuilder &builder, Value array,
                                             ValueRange indices,
                                             int64_t width) {
  Location loc = op->getLoc();
  Type type = array.getType();
  Value loaded = vector::LoadOp::create(
      builder, loc, VectorType::get({width}, getElementTypeOrSelf(type)), array,
      indices, /*nontemporal=*/false,
      llvm::Align(getVectorAlignment(type, width)));
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < width; ++lane)
    values.push_back(vector::ExtractOp::create(builder, loc, loaded, lane));
  return values;
}

void OperandAccess::storeVector(OpBuilder &builder, Value array,
                                ValueRange indices, ArrayRef<Value> values) {
  Location loc = op->getLoc();
  Type type = array.getType();
  int64_t width = values.size();
  Value joined = vector::FromElementsOp::create(
      builder, loc, VectorType::get({width}, getElementTypeOrSelf(type)),
      values);
  vector::StoreOp::create(builder, loc, joined, array, indices,
                          /*nontemporal=*/false,
                          llvm::Align(getVectorAlignment(type, width)));
}

void OperandAccess::store(OpBuilder &builder, OpOperand &operand,
                          ArrayRef<Value> indices, ArrayRef<Value> values) {
  Location loc = op->getLoc();
  if (values.size() > 1 && isContiguous(operand))
    return storeVector(builder, operand.get(),
                       createIndices(builder, operand, indices, 0), values);
  for (auto [lane, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, operand.get(),
                            createIndices(builder, operand, indices, lane));
}
