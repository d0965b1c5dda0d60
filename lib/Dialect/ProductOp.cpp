//===- ProductOp.cpp - Products with any epilog ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ProductOp.h"

#include "DestinationStyle.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/ProductTiling.h"
#include "fused/Dialect/ScatterOp.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/ProductOp.cpp.inc"

void FusedDialect::registerProductOp() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/ProductOp.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface,
                            ProductOp>();
}

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void ProductOp::build(
    OpBuilder &builder, OperationState &state, Value a, Value b,
    bool transposeA, bool transposeB, ValueRange extras,
    ArrayRef<AffineMap> maps, ValueRange outputs,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> emitBody) {
  state.addOperands({a, b});
  state.addOperands(extras);
  state.addOperands(outputs);
  for (Type type : outputs.getTypes())
    if (isa<RankedTensorType>(type))
      state.addTypes(type);
  Properties &properties = state.getOrAddProperties<Properties>();
  if (transposeA)
    properties.transpose_a = builder.getUnitAttr();
  if (transposeB)
    properties.transpose_b = builder.getUnitAttr();
  properties.maps = builder.getAffineMapArrayAttr(maps);
  properties.operandSegmentSizes = {1, 1, int32_t(extras.size()),
                                    int32_t(outputs.size())};
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = {
      ::fused::getComputeType(getElementTypeOrSelf(a.getType()))};
  for (Type type : extras.getTypes())
    types.push_back(getElementTypeOrSelf(type));
  SmallVector<Location> locs(types.size(), state.location);
  Block *block = builder.createBlock(state.addRegion(), {}, types, locs);
  YieldOp::create(builder, state.location,
                  emitBody(builder, block->getArguments()));
}

MatmulSizes ProductOp::getSizes() {
  ArrayRef<int64_t> a = getShapedType(getA()).getShape().take_back(2);
  ArrayRef<int64_t> b = getShapedType(getB()).getShape().take_back(2);
  ArrayRef<int64_t> d = getShapedType(getOutputs().front()).getShape();
  bool ta = getTransposeA(), tb = getTransposeB();
  MatmulSizes sizes;
  sizes.m = getKnown(a[ta ? 1 : 0], d[d.size() - 2]);
  sizes.n = getKnown(b[tb ? 0 : 1], d[d.size() - 1]);
  sizes.k = getKnown(a[ta ? 0 : 1], b[tb ? 1 : 0]);
  sizes.isBatched = d.size() == 3;
  if (sizes.isBatched)
    sizes.batch = d.front();
  return sizes;
}

int64_t ProductOp::getRank() {
  return getShapedType(getOutputs().front()).getRank();
}

SmallVector<Value> ProductOp::getMatrixExtras() {
  SmallVector<Value> matrices;
  for (auto [index, extra] : llvm::enumerate(getExtras()))
    if (readsMatrix(index))
      matrices.push_back(extra);
  return matrices;
}

SmallVector<Value> ProductOp::getMatrixOutputs() {
  SmallVector<Value> matrices;
  for (auto [index, output] : llvm::enumerate(getOutputs()))
    if (!isSum(index))
      matrices.push_back(output);
  return matrices;
}

Type ProductOp::getComputeType() {
  return ::fused::getComputeType(getShapedType(getA()).getElementType());
}

AffineMap ProductOp::getMapOfExtra(unsigned index) {
  return cast<AffineMapAttr>(getMaps()[index]).getValue();
}

AffineMap ProductOp::getMapOfOutput(unsigned index) {
  return getMapOfExtra(getExtras().size() + index);
}

void ProductOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

LogicalResult
ProductOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static LogicalResult verifyMatrices(ProductOp op) {
  Type a = getShapedType(op.getA()).getElementType();
  Type b = getShapedType(op.getB()).getElementType();
  if (a != b)
    return op.emitOpError("multiplies ") << a << " by " << b;
  if (op.getRank() < 2)
    return op.emitOpError("needs a matrix as its first output");
  if (failed(verifyElementTypes(Epilog::DEFAULT, a, b, op.getComputeType(),
                                [&] { return op.emitOpError(); })))
    return failure();
  MatmulSizes sizes = op.getSizes();
  if (sizes.isBatched && getShapedType(op.getA()).getRank() == 2 &&
      getShapedType(op.getB()).getRank() == 2)
    return op.emitOpError("has a batch of outputs, but neither of A nor of B");
  auto verifyFactor = [&](StringRef name, Value factor, int64_t rows,
                          int64_t columns, bool isTransposed) {
    SmallVector<int64_t> shape = {rows, columns};
    if (isTransposed)
      std::swap(shape[0], shape[1]);
    if (sizes.isBatched && getShapedType(factor).getRank() == 3)
      shape.insert(shape.begin(), sizes.batch);
    return verifyShape(op, name, factor, shape);
  };
  if (failed(
          verifyFactor("a", op.getA(), sizes.m, sizes.k, op.getTransposeA())) ||
      failed(
          verifyFactor("b", op.getB(), sizes.k, sizes.n, op.getTransposeB())))
    return failure();
  return success();
}

/// Checks that `map` indexes all dimensions of `operand`, and its sizes.
static LogicalResult verifyMap(ProductOp op, StringRef name, Value operand,
                               AffineMap map) {
  auto type = dyn_cast<ShapedType>(operand.getType());
  if (map.getNumDims() != op.getRank() || map.getNumSymbols() != 0 ||
      !map.isProjectedPermutation() ||
      map.getNumResults() != (type ? type.getRank() : 0))
    return op.emitOpError("indexes ")
           << name << " of type " << operand.getType() << " by "
           << AffineMapAttr::get(map)
           << ", but should by row, column, both or none";
  if (!type)
    return success();
  MatmulSizes sizes = op.getSizes();
  SmallVector<int64_t> sizeOf = {sizes.m, sizes.n}, shape;
  if (sizes.isBatched)
    sizeOf.insert(sizeOf.begin(), sizes.batch);
  for (AffineExpr expr : map.getResults())
    shape.push_back(sizeOf[cast<AffineDimExpr>(expr).getPosition()]);
  return verifyShape(op, name, operand, shape);
}

static LogicalResult verifyMaps(ProductOp op) {
  size_t numExtras = op.getExtras().size(), numOutputs = op.getOutputs().size();
  if (op.getMaps().size() != numExtras + numOutputs)
    return op.emitOpError("has ")
           << op.getMaps().size() << " maps for " << numExtras
           << " further operands and " << numOutputs << " outputs";
  for (auto [index, extra] : llvm::enumerate(op.getExtras()))
    if (failed(
            verifyMap(op, "a further operand", extra, op.getMapOfExtra(index))))
      return failure();
  for (auto [index, output] : llvm::enumerate(op.getOutputs())) {
    AffineMap map = op.getMapOfOutput(index);
    if (failed(verifyMap(op, "an output", output, map)))
      return failure();
    if (map.getNumResults() == op.getRank() && !map.isIdentity())
      return op.emitOpError("may not transpose an output");
    if (op.isSum(index) && op.dependsOnRow(map) == op.dependsOnColumn(map))
      return op.emitOpError("has an output that is neither a matrix nor a sum "
                            "over rows or columns");
  }
  return success();
}

LogicalResult ProductOp::verify() {
  if (failed(verifyForm(*this)) || failed(verifyUnitStrides(*this)) ||
      failed(verifyMatrices(*this)))
    return failure();
  if (getTiling() && !ProductTiling::parse(*getTiling()))
    return emitOpError("has no kernel with the tiling \"")
           << *getTiling() << "\"";
  return verifyMaps(*this);
}

LogicalResult ProductOp::verifyRegions() {
  SmallVector<Type> types = {getComputeType()};
  for (Type type : getExtras().getTypes())
    types.push_back(getElementTypeOrSelf(type));
  Block *block = getBodyBlock();
  if (!llvm::equal(block->getArgumentTypes(), types))
    return emitOpError("needs a body with an argument of ")
           << types.front()
           << " for the accumulator, and one for each further operand";
  auto yield = dyn_cast<YieldOp>(block->getTerminator());
  if (!yield)
    return emitOpError("needs a body that ends with fused.yield");
  SmallVector<Type> elements;
  for (auto [index, output] : llvm::enumerate(getOutputs()))
    elements.push_back(isSum(index) ? getComputeType()
                                    : getElementTypeOrSelf(output.getType()));
  if (!llvm::equal(yield.getOperandTypes(), elements))
    return yield.emitOpError("should give an element for each output, and for "
                             "each sum a number of ")
           << getComputeType();
  return verifyPureBody(*this, *block);
}

//===----------------------------------------------------------------------===//
// TensorMapOp
//===----------------------------------------------------------------------===//

LogicalResult TensorMapOp::verify() {
  // What the instruction can copy in swizzled order, of which kernels have the
  // two longest.
  constexpr int64_t maxRows = 256;
  ArrayRef<int64_t> box = getBox();
  int64_t elementBytes =
      llvm::divideCeil(getMatrix().getType().getElementTypeBitWidth(), 8);
  auto hasRowsOf = [&](int64_t bytes) {
    return box[1] == bytes / elementBytes;
  };
  if (box.size() != 2 || box[0] < 1 || box[0] > maxRows ||
      !(hasRowsOf(64) || hasRowsOf(128)))
    return emitOpError("needs parts of at most ")
           << maxRows << " rows of 64 or 128 bytes";
  return success();
}
