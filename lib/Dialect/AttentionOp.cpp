//===- AttentionOp.cpp - Softmax between two products ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/AttentionOp.h"

#include "DestinationStyle.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MatmulSizes.h"
#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/AttentionOp.cpp.inc"

void FusedDialect::registerAttentionOp() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/AttentionOp.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface,
                            AttentionOp>();
}

void AttentionOp::build(OpBuilder &builder, OperationState &state, Value query,
                        Value key, Value value, ValueRange extras,
                        ArrayRef<AffineMap> maps, Value output,
                        function_ref<Value(OpBuilder &, ValueRange)> emitBody) {
  state.addOperands({query, key, value});
  state.addOperands(extras);
  state.addOperands(output);
  if (isa<RankedTensorType>(output.getType()))
    state.addTypes(output.getType());
  state.getOrAddProperties<Properties>().maps =
      builder.getAffineMapArrayAttr(maps);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = {
      ::fused::getComputeType(getElementTypeOrSelf(query.getType()))};
  for (Type type : extras.getTypes())
    types.push_back(getElementTypeOrSelf(type));
  SmallVector<Location> locs(types.size(), state.location);
  Block *block = builder.createBlock(state.addRegion(), {}, types, locs);
  YieldOp::create(builder, state.location,
                  emitBody(builder, block->getArguments()));
}

static ArrayRef<int64_t> getShape(Value array) {
  return cast<ShapedType>(array.getType()).getShape();
}

AttentionOp::Sizes AttentionOp::getSizes() {
  auto [queries, depth] =
      std::pair(getShape(getQuery()).end()[-2], getShape(getQuery()).back());
  auto [keys, width] =
      std::pair(getShape(getKey()).end()[-2], getShape(getValue()).back());
  return {getKnown(queries, getShape(getOutput()).end()[-2]),
          getKnown(keys, getShape(getValue()).end()[-2]),
          getKnown(depth, getShape(getKey()).back()),
          getKnown(width, getShape(getOutput()).back())};
}

Type AttentionOp::getComputeType() {
  return ::fused::getComputeType(getElementTypeOrSelf(getQuery().getType()));
}

void AttentionOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

LogicalResult
AttentionOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static LogicalResult verifyMatrices(AttentionOp op) {
  Type element = getElementTypeOrSelf(op.getQuery().getType());
  for (Value matrix : {op.getKey(), op.getValue()})
    if (Type other = getElementTypeOrSelf(matrix.getType()); other != element)
      return op.emitOpError("multiplies ") << element << " by " << other;
  for (Value matrix :
       {op.getQuery(), op.getKey(), op.getValue(), op.getOutput()})
    if (getShape(matrix).size() < 2 ||
        getShape(matrix).size() != size_t(op.getRank()))
      return op.emitOpError("needs matrices behind the same dimensions of a "
                            "batch");
  AttentionOp::Sizes sizes = op.getSizes();
  auto verify = [&](StringRef name, Value matrix, int64_t rows,
                    int64_t columns) {
    SmallVector<int64_t> shape(op.getBatchShape());
    shape.append({rows, columns});
    return verifyShape(op, name, matrix, shape);
  };
  if (failed(verify("query", op.getQuery(), sizes.queries, sizes.depth)) ||
      failed(verify("key", op.getKey(), sizes.keys, sizes.depth)) ||
      failed(verify("value", op.getValue(), sizes.keys, sizes.width)) ||
      failed(verify("output", op.getOutput(), sizes.queries, sizes.width)))
    return failure();
  return success();
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyForm(*this)) || failed(verifyMatrices(*this)))
    return failure();
  if (getMaps().size() != getExtras().size())
    return emitOpError("has ") << getMaps().size() << " maps for "
                               << getExtras().size() << " further operands";
  SmallVector<int64_t> sizes(getBatchShape());
  sizes.append({getSizes().queries, getSizes().keys});
  for (auto [index, extra] : llvm::enumerate(getExtras())) {
    AffineMap map = getMapOfExtra(index);
    auto type = dyn_cast<ShapedType>(extra.getType());
    if (map.getNumDims() != getRank() || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation() ||
        map.getNumResults() != (type ? type.getRank() : 0))
      return emitOpError("indexes a further operand of type ")
             << extra.getType() << " by " << AffineMapAttr::get(map)
             << ", but should by dimensions of the batch, query and key";
    if (!type)
      continue;
    SmallVector<int64_t> shape =
        applyPermutationMap(map, ArrayRef<int64_t>(sizes));
    if (failed(verifyShape(*this, "a further operand", extra, shape)))
      return failure();
  }
  return success();
}

LogicalResult AttentionOp::verifyRegions() {
  SmallVector<Type> types = {getComputeType()};
  for (Type type : getExtras().getTypes())
    types.push_back(getElementTypeOrSelf(type));
  Block *block = getBodyBlock();
  if (!llvm::equal(block->getArgumentTypes(), types))
    return emitOpError("needs a body with an argument of ")
           << types.front()
           << " for the product, and one for each further operand";
  auto yield = dyn_cast<YieldOp>(block->getTerminator());
  if (!yield)
    return emitOpError("needs a body that ends with fused.yield");
  if (!llvm::equal(yield.getOperandTypes(), ArrayRef(getComputeType())))
    return yield.emitOpError("should give a score of ") << getComputeType();
  return verifyPureBody(*this, *block);
}
