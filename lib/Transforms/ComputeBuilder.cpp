//===- ComputeBuilder.cpp - linalg that computes in one type --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputeBuilder.h"

#include "fused/Dialect/ElementTypes.h"

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

Value ComputeBuilder::createSum(Value tensor, int64_t reduced, Value out) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Type outType = getElementTypeOrSelf(out.getType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap kept = identity.dropResult(reduced);
  SmallVector<OpFoldResult> shape = tensor::getMixedSizes(builder, loc, tensor);
  shape.erase(shape.begin() + reduced);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  iterators[reduced] = utils::IteratorType::reduction;
  bool isRounded = outType != computeType;
  Value zeros = createZeros(isRounded ? createEmpty(shape, computeType) : out);
  Value sum =
      createGeneric(tensor, zeros, {identity, kept}, iterators,
                    [&](OpBuilder &inner, ValueRange arguments) {
                      Value x = widen(inner, arguments[0]);
                      return SmallVector<Value>{add(inner, arguments[1], x)};
                    })
          .getResult(0);
  if (!isRounded)
    return sum;
  AffineMap map = builder.getMultiDimIdentityMap(shape.size());
  iterators.assign(shape.size(), utils::IteratorType::parallel);
  return createGeneric(sum, out, {map, map}, iterators,
                       [&](OpBuilder &inner, ValueRange arguments) {
                         return SmallVector<Value>{
                             narrow(inner, arguments[0], outType)};
                       })
      .getResult(0);
}
