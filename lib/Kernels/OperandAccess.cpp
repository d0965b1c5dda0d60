//===- OperandAccess.cpp - Elements of arrays, as kernels access them -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandAccess.h"

#include "Launch.h"

#include "fused/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
  return getAccess(operand.get().getType(), getMap(operand), inner) !=
         Access::Invariant;
}

// An i1 is a byte in memory, but not in a vector.
bool OperandAccess::isContiguous(OpOperand &operand) {
  Type type = operand.get().getType();
  return getAccess(type, getMap(operand), inner) == Access::Contiguous &&
         getByteWidth(type) != 0;
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
  int64_t size = op.getLoopSizes()[inner];
  if (!ShapedType::isDynamic(size) && size % width != 0)
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

//===----------------------------------------------------------------------===//
// Vectors that begin where memory is aligned
//===----------------------------------------------------------------------===//

OpOperand *OperandAccess::findLeader() {
  OpOperand *leader = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !isContiguous(operand) || !type.getLayout().isIdentity() ||
        type.getRank() < 2 || !getMap(operand).isProjectedPermutation())
      continue;
    if (!leader || getFullWidth(operand) > getFullWidth(*leader))
      leader = &operand;
  }
  return leader;
}

bool OperandAccess::movesAsLeader(OpOperand &operand) {
  OpOperand *leader = findLeader();
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return leader && type && type.getLayout().isIdentity() &&
         getMap(operand) == getMap(*leader) && isContiguous(operand);
}

bool OperandAccess::isVector(OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return type && type.getRank() == 1 && type.getLayout().isIdentity() &&
         isContiguous(operand);
}

SmallVector<Value> OperandAccess::loadShifted(OpBuilder &builder,
                                              OpOperand &operand,
                                              ArrayRef<Value> indices,
                                              int64_t width) {
  if (!isVector(operand))
    return load(builder, operand, indices, width);
  Location loc = op->getLoc();
  int64_t size = std::min(getFullWidth(operand), width);
  Value first = indices[inner];
  Value shift =
      createModulo(builder, loc, first, createIndex(builder, loc, size));
  Value start = builder.createOrFold<arith::SubIOp>(loc, first, shift);
  SmallVector<Value> values;
  for (int64_t offset = 0; offset <= width; offset += size)
    values.append(loadVector(builder, operand.get(),
                             builder.createOrFold<arith::AddIOp>(
                                 loc, start, createIndex(builder, loc, offset)),
                             size));
  for (int64_t distance = 1; distance < size; distance *= 2) {
    Value bit = builder.createOrFold<arith::AndIOp>(
        loc, shift, createIndex(builder, loc, distance));
    Value moves = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        bit, createIndex(builder, loc, 0));
    for (size_t i = 0; i + distance < values.size(); ++i)
      values[i] = arith::SelectOp::create(builder, loc, moves,
                                          values[i + distance], values[i]);
  }
  values.truncate(width);
  return values;
}

Value OperandAccess::createBasesAreAligned(OpBuilder &builder, int64_t width) {
  Location loc = op->getLoc();
  Value misaligned = createIndex(builder, loc, 0);
  for (OpOperand &operand : op->getOpOperands())
    if (isContiguous(operand))
      misaligned = builder.createOrFold<arith::OrIOp>(
          loc, misaligned, createMisalignment(builder, operand, width));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               misaligned, createIndex(builder, loc, 0));
}

Value OperandAccess::createShift(OpBuilder &builder, ArrayRef<Value> indices,
                                 int64_t width) {
  Location loc = op->getLoc();
  OpOperand *leader = findLeader();
  SmallVector<Value> place = createIndices(builder, *leader, indices, 0);
  auto type = cast<MemRefType>(leader->get().getType());
  Value linear = createIndex(builder, loc, 0);
  for (auto [dim, index] : llvm::enumerate(place)) {
    Value size = builder.createOrFold<memref::DimOp>(loc, leader->get(), dim);
    if (!type.isDynamicDim(dim))
      size = createIndex(builder, loc, type.getDimSize(dim));
    linear = builder.createOrFold<arith::MulIOp>(loc, linear, size);
    linear = builder.createOrFold<arith::AddIOp>(loc, linear, index);
  }
  return createModulo(builder, loc, linear, createIndex(builder, loc, width));
}

SmallVector<Value> OperandAccess::createIsInside(OpBuilder &builder,
                                                 ArrayRef<Value> indices,
                                                 int64_t width) {
  Location loc = op->getLoc();
  SmallVector<Value> isInside;
  for (int64_t lane = 0; lane < width; ++lane) {
    Value index = builder.createOrFold<arith::AddIOp>(
        loc, indices[inner], createIndex(builder, loc, lane));
    // A negative number is large.
    isInside.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, index, sizes[inner]));
  }
  return isInside;
}

/// Creates a branch with `count` results of `type`.
static SmallVector<Value>
createChoice(OpBuilder &builder, Location loc, Value condition, Type type,
             int64_t count, function_ref<SmallVector<Value>()> ifTrue,
             function_ref<SmallVector<Value>()> ifFalse) {
  auto branch =
      scf::IfOp::create(builder, loc, SmallVector<Type>(count, type), condition,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, ifTrue());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, ifFalse());
  return SmallVector<Value>(branch.getResults());
}

SmallVector<Value> OperandAccess::loadIf(OpBuilder &builder, OpOperand &operand,
                                         ArrayRef<Value> indices, int64_t width,
                                         Value condition) {
  Location loc = op->getLoc();
  Type type = getElementTypeOrSelf(operand.get().getType());
  TypedAttr zero = builder.getZeroAttr(type);
  if (!zero)
    return load(builder, operand, indices, width);
  return createChoice(
      builder, loc, condition, type, width,
      [&] { return load(builder, operand, indices, width); },
      [&] {
        Value nothing = arith::ConstantOp::create(builder, loc, zero);
        return SmallVector<Value>(width, nothing);
      });
}

SmallVector<Value> OperandAccess::loadInside(OpBuilder &builder,
                                             OpOperand &operand,
                                             ArrayRef<Value> indices,
                                             ArrayRef<Value> isInside) {
  Location loc = op->getLoc();
  int64_t width = isInside.size();
  if (!movesAlongInner(operand))
    return load(builder, operand, indices, width);
  Type type = getElementTypeOrSelf(operand.get().getType());
  auto loadEach = [&] {
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < width; ++lane) {
      SmallVector<Value> point(indices);
      point[inner] = builder.createOrFold<arith::AddIOp>(
          loc, point[inner], createIndex(builder, loc, lane));
      values.append(loadIf(builder, operand, point, 1, isInside[lane]));
    }
    return values;
  };
  if (!movesAsLeader(operand))
    return loadEach();
  Value isWhole =
      arith::AndIOp::create(builder, loc, isInside.front(), isInside.back());
  return createChoice(
      builder, loc, isWhole, type, width,
      [&] { return load(builder, operand, indices, width); }, loadEach);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

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
  if (width > 1 && hasVectors && isContiguous(operand))
    return loadVector(builder, source,
                      createIndices(builder, operand, indices, 0), width);
  return loadEach(builder, operand, indices, width);
}

SmallVector<Value> OperandAccess::loadEach(OpBuilder &builder,
                                           OpOperand &operand,
                                           ArrayRef<Value> indices,
                                           int64_t width) {
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < width; ++lane)
    values.push_back(
        memref::LoadOp::create(builder, op->getLoc(), operand.get(),
                               createIndices(builder, operand, indices, lane)));
  return values;
}

void OperandAccess::copy(OpBuilder &builder, OpOperand &operand,
                         ArrayRef<Value> indices, Value array, Value position,
                         int64_t width) {
  bool isWidest = width * getByteWidth(array.getType()) == kVectorBytes;
  nvgpu::DeviceAsyncCopyOp::create(
      builder, op->getLoc(),
      nvgpu::DeviceAsyncTokenType::get(builder.getContext()), array, position,
      operand.get(), createIndices(builder, operand, indices, 0),
      builder.getIndexAttr(width), /*srcElements=*/Value(),
      isWidest ? builder.getUnitAttr() : UnitAttr());
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
  if (values.size() > 1 && hasVectors && isContiguous(operand))
    return storeVector(builder, operand.get(),
                       createIndices(builder, operand, indices, 0), values);
  for (auto [lane, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, operand.get(),
                            createIndices(builder, operand, indices, lane));
}
