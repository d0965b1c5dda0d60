//===- Element.cpp - One element of an operation on memrefs ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"

#include "fused/Analysis/UsedValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fused;

/// The widest access of one thread, in bytes.
static constexpr int64_t kVectorBytes = 16;
/// No thread computes more neighbours.
static constexpr int64_t kMaxWidth = 8;

Value fused::createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value fused::createCeilDiv(OpBuilder &builder, Location loc, Value a, Value b) {
  Value one = createIndex(builder, loc, 1);
  Value sum = builder.createOrFold<arith::AddIOp>(loc, a, b);
  sum = builder.createOrFold<arith::SubIOp>(loc, sum, one);
  return builder.createOrFold<arith::DivUIOp>(loc, sum, b);
}

SmallVector<Value> fused::createSizes(OpBuilder &builder,
                                      linalg::GenericOp op) {
  auto interface = cast<linalg::LinalgOp>(op.getOperation());
  SmallVector<Value> sizes;
  for (Range range : interface.createLoopRanges(builder, op.getLoc()))
    sizes.push_back(
        getValueOrCreateConstantIndexOp(builder, op.getLoc(), range.size));
  return sizes;
}

SmallVector<unsigned> fused::getMemoryOrder(linalg::GenericOp op) {
  SmallVector<unsigned> order;
  // What only asserts has no output.
  AffineMap map = op.getNumDpsInits() == 0
                      ? AffineMap()
                      : op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map && map.isPermutation()) {
    for (AffineExpr expr : map.getResults())
      order.push_back(cast<AffineDimExpr>(expr).getPosition());
    return order;
  }
  llvm::append_range(order, llvm::seq<unsigned>(0, op.getNumLoops()));
  return order;
}

Value fused::createProduct(OpBuilder &builder, Location loc,
                           ArrayRef<Value> sizes, ArrayRef<unsigned> dims) {
  Value product = createIndex(builder, loc, 1);
  for (unsigned dim : dims)
    product = builder.createOrFold<arith::MulIOp>(loc, product, sizes[dim]);
  return product;
}

void fused::delinearize(OpBuilder &builder, Location loc, Value linear,
                        ArrayRef<Value> sizes, ArrayRef<unsigned> dims,
                        MutableArrayRef<Value> indices) {
  for (size_t i = dims.size(); i > 0; --i) {
    unsigned dim = dims[i - 1];
    if (getConstantIntValue(sizes[dim]) == 1) {
      indices[dim] = createIndex(builder, loc, 0);
      continue;
    }
    bool isFirst = llvm::all_of(dims.take_front(i - 1), [&](unsigned outer) {
      return getConstantIntValue(sizes[outer]) == 1;
    });
    if (isFirst) {
      indices[dim] = linear;
      linear = createIndex(builder, loc, 0);
      continue;
    }
    indices[dim] =
        builder.createOrFold<arith::RemUIOp>(loc, linear, sizes[dim]);
    linear = builder.createOrFold<arith::DivUIOp>(loc, linear, sizes[dim]);
  }
}

gpu::LaunchOp fused::createLaunch(OpBuilder &builder, Location loc, Value gridX,
                                  Value gridY, TypeRange shared,
                                  int64_t blockSize) {
  Value one = createIndex(builder, loc, 1);
  auto launch = gpu::LaunchOp::create(
      builder, loc, gridX, gridY, one, createIndex(builder, loc, blockSize),
      one, one, /*dynamicSharedMemorySize=*/nullptr, /*asyncTokenType=*/nullptr,
      /*asyncDependencies=*/ValueRange(), /*workgroupAttributions=*/shared);
  builder.setInsertionPointToEnd(&launch.getBody().front());
  gpu::TerminatorOp::create(builder, loc);
  builder.setInsertionPointToStart(&launch.getBody().front());
  return launch;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

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

bool ElementEmitter::movesAlongInner(OpOperand &operand) {
  return isa<MemRefType>(operand.get().getType()) &&
         op.getMatchingIndexingMap(&operand).isFunctionOfDim(inner);
}

// An i1 is a byte in memory, but not in a vector.
bool ElementEmitter::isContiguous(OpOperand &operand) {
  if (!movesAlongInner(operand))
    return false;
  auto type = cast<MemRefType>(operand.get().getType());
  if (getByteWidth(type) == 0)
    return false;
  AffineMap map = op.getMatchingIndexingMap(&operand);
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

bool ElementEmitter::moves(OpOperand &operand, bool withinRow) {
  if (withinRow)
    return movesAlongInner(operand);
  return isa<MemRefType>(operand.get().getType()) &&
         !op.getMatchingIndexingMap(&operand).isConstant();
}

int64_t ElementEmitter::getFullWidth(OpOperand &operand) {
  int64_t bytes = getByteWidth(operand.get().getType());
  return bytes == 0 ? 1
                    : std::clamp(kVectorBytes / bytes, int64_t(1), kMaxWidth);
}

int64_t ElementEmitter::chooseWidth() {
  int64_t width = 1;
  for (OpOperand &operand : op->getOpOperands())
    if (isContiguous(operand))
      width = std::max(width, getFullWidth(operand));
  std::optional<int64_t> extent = getConstantIntValue(sizes[inner]);
  if (extent && *extent % width != 0)
    return 1;
  return width;
}

Value ElementEmitter::createMisalignment(OpBuilder &builder, OpOperand &operand,
                                         int64_t width) {
  Location loc = op.getLoc();
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

Value ElementEmitter::createIsAligned(OpBuilder &builder, int64_t width) {
  Location loc = op.getLoc();
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

SmallVector<Value> ElementEmitter::createIndices(OpBuilder &builder,
                                                 OpOperand &operand,
                                                 ArrayRef<Value> indices,
                                                 int64_t lane) {
  Location loc = op.getLoc();
  SmallVector<Value> point(indices);
  if (lane != 0)
    point[inner] = builder.createOrFold<arith::AddIOp>(
        loc, point[inner], createIndex(builder, loc, lane));
  AffineMap map = op.getMatchingIndexingMap(&operand);
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

SmallVector<Value> ElementEmitter::load(OpBuilder &builder, OpOperand &operand,
                                        ArrayRef<Value> indices,
                                        int64_t width) {
  Location loc = op.getLoc();
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

SmallVector<Value> ElementEmitter::loadVector(OpBuilder &builder, Value array,
                                              ValueRange indices,
                                              int64_t width) {
  Location loc = op.getLoc();
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

void ElementEmitter::storeVector(OpBuilder &builder, Value array,
                                 ValueRange indices, ArrayRef<Value> values) {
  Location loc = op.getLoc();
  Type type = array.getType();
  int64_t width = values.size();
  Value joined = vector::FromElementsOp::create(
      builder, loc, VectorType::get({width}, getElementTypeOrSelf(type)),
      values);
  vector::StoreOp::create(builder, loc, joined, array, indices,
                          /*nontemporal=*/false,
                          llvm::Align(getVectorAlignment(type, width)));
}

void ElementEmitter::store(OpBuilder &builder, OpOperand &operand,
                           ArrayRef<Value> indices, ArrayRef<Value> values) {
  Location loc = op.getLoc();
  if (values.size() > 1 && isContiguous(operand))
    return storeVector(builder, operand.get(),
                       createIndices(builder, operand, indices, 0), values);
  for (auto [lane, value] : llvm::enumerate(values))
    memref::StoreOp::create(builder, loc, value, operand.get(),
                            createIndices(builder, operand, indices, lane));
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

SmallVector<SmallVector<Value>>
ElementEmitter::loadInputs(OpBuilder &builder, ArrayRef<Value> indices,
                           int64_t width) {
  SmallVector<SmallVector<Value>> inputs;
  for (OpOperand *input : op.getDpsInputOperands()) {
    bool isUsed = !op.getMatchingBlockArgument(input).use_empty();
    inputs.push_back(isUsed ? load(builder, *input, indices, width)
                            : SmallVector<Value>());
  }
  return inputs;
}

void ElementEmitter::cloneBody(OpBuilder &builder, ArrayRef<Value> indices,
                               int64_t lane,
                               ArrayRef<SmallVector<Value>> inputs,
                               IRMapping &mapping) {
  Location loc = op.getLoc();
  for (auto [input, values] : llvm::zip_equal(op.getDpsInputOperands(), inputs))
    if (!values.empty())
      mapping.map(op.getMatchingBlockArgument(input), values[lane]);
  auto isUnknown = [&](Value operand) {
    return llvm::is_contained(op.getRegionOutputArgs(), operand) &&
           !mapping.contains(operand);
  };
  for (Operation &inside : op.getBody()->without_terminator()) {
    auto index = dyn_cast<linalg::IndexOp>(inside);
    if (!index) {
      if (llvm::none_of(getUsedValues(&inside), isUnknown))
        builder.clone(inside, mapping);
      continue;
    }
    Value value = indices[index.getDim()];
    if (index.getDim() == inner && lane != 0)
      value = builder.createOrFold<arith::AddIOp>(
          loc, value, createIndex(builder, loc, lane));
    mapping.map(index.getResult(), value);
  }
}

SmallVector<Value> ElementEmitter::emitBody(OpBuilder &builder,
                                            ArrayRef<Value> indices,
                                            int64_t lane,
                                            ArrayRef<SmallVector<Value>> inputs,
                                            ValueRange outputs) {
  IRMapping mapping;
  for (auto [argument, value] :
       llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    if (value)
      mapping.map(argument, value);
  cloneBody(builder, indices, lane, inputs, mapping);
  SmallVector<Value> results;
  for (Value value : op.getBody()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

SmallVector<Value>
ElementEmitter::emitValues(OpBuilder &builder, ArrayRef<Value> indices,
                           int64_t lane, ArrayRef<SmallVector<Value>> inputs,
                           ArrayRef<Value> values) {
  IRMapping mapping;
  cloneBody(builder, indices, lane, inputs, mapping);
  return llvm::map_to_vector(
      values, [&](Value value) { return mapping.lookupOrDefault(value); });
}
