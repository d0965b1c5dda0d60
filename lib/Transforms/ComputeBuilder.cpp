//===- ComputeBuilder.cpp - linalg that computes in one type --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputeBuilder.h"

#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

Value ComputeBuilder::narrow(OpBuilder &inner, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isFloat8(type)) {
    double largest =
        APFloat::getLargest(cast<FloatType>(type).getFloatSemantics())
            .convertToDouble();
    IRArithmetic arithmetic{inner, loc, computeType};
    value = arith::MinimumFOp::create(inner, loc, value,
                                      arithmetic.constant(largest));
    value = arith::MaximumFOp::create(inner, loc, value,
                                      arithmetic.constant(-largest));
  }
  return arith::TruncFOp::create(inner, loc, type, value);
}

Value ComputeBuilder::createLike(Value array, Type elementType) {
  auto type = cast<ShapedType>(array.getType());
  if (isa<TensorType>(type))
    return createEmpty(tensor::getMixedSizes(builder, loc, array), elementType);
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(memref::DimOp::create(builder, loc, array, dim));
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), elementType), sizes);
}

void ComputeBuilder::release(OpBuilder &builder, Location loc, Value array) {
  auto dealloc = memref::DeallocOp::create(builder, loc, array);
  // Passes that release what programs allocate leave such pairs alone.
  for (Operation *op :
       {array.getDefiningOp(), static_cast<Operation *>(dealloc)})
    op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
                builder.getUnitAttr());
}

Value ComputeBuilder::createSum(Value array, int64_t reduced, Value out) {
  int64_t rank = cast<ShapedType>(array.getType()).getRank();
  Type outType = getElementTypeOrSelf(out.getType());
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  AffineMap kept = identity.dropResult(reduced);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators[reduced] = utils::IteratorType::reduction;
  bool isRounded = outType != computeType;
  Value zeros = createZeros(isRounded ? createLike(out, computeType) : out);
  Value sum = getWritten(
      createGeneric(array, zeros, {identity, kept}, iterators,
                    [&](OpBuilder &inner, ValueRange arguments) {
                      Value x = widen(inner, arguments[0]);
                      return SmallVector<Value>{add(inner, arguments[1], x)};
                    }));
  if (!isRounded)
    return sum;
  AffineMap map = builder.getMultiDimIdentityMap(rank - 1);
  iterators.assign(rank - 1, utils::IteratorType::parallel);
  Value rounded = getWritten(createGeneric(
      sum, out, {map, map}, iterators,
      [&](OpBuilder &inner, ValueRange arguments) {
        return SmallVector<Value>{narrow(inner, arguments[0], outType)};
      }));
  if (isa<MemRefType>(sum.getType()))
    release(builder, loc, sum);
  return rounded;
}
