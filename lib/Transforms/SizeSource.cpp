//===- SizeSource.cpp - Where the size of an array comes from -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeSource.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace fused;

OpFoldResult SizeSource::build(OpBuilder &builder, Location loc) const {
  if (isNumber())
    return builder.getIndexAttr(number);
  if (!isDimension())
    return value;
  if (isa<MemRefType>(value.getType()))
    return memref::DimOp::create(builder, loc, value, number).getResult();
  return tensor::DimOp::create(builder, loc, value, number).getResult();
}

ValueBoundsConstraintSet::Variable
SizeSource::getVariable(MLIRContext *context) const {
  if (isNumber())
    return OpFoldResult(Builder(context).getIndexAttr(number));
  if (!isDimension())
    return value;
  return {value, number};
}

/// Through conversions to another type of integers and back.
static Value stripCasts(Value index) {
  while (auto outer = index.getDefiningOp<arith::IndexCastOp>()) {
    auto inner = outer.getIn().getDefiningOp<arith::IndexCastOp>();
    if (!inner || !inner.getIn().getType().isIndex() ||
        !outer.getIn().getType().isInteger(64))
      break;
    index = inner.getIn();
  }
  return index;
}

SizeSource fused::getSizeSource(OpFoldResult index) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return {Value(), *number};
  Value value = stripCasts(cast<Value>(index));
  if (auto dim = value.getDefiningOp<ShapedDimOpInterface>())
    if (std::optional<int64_t> number = getConstantIntValue(dim.getDimension()))
      if (auto type = dyn_cast<ShapedType>(dim.getShapedValue().getType());
          type && type.hasRank() && *number >= 0 && *number < type.getRank())
        return getSizeSource(dim.getShapedValue(), *number);
  return {value, 0};
}

/// The dimension of the source of a slice without its unit dimensions.
static int64_t getSlicedDim(tensor::ExtractSliceOp op, int64_t dim) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (int64_t source = 0, kept = 0; source < op.getSourceType().getRank();
       ++source)
    if (!dropped.test(source) && kept++ == dim)
      return source;
  llvm_unreachable("every dimension of a slice is one of its source");
}

SizeSource fused::getSizeSource(Value array, int64_t dim) {
  while (true) {
    auto type = cast<ShapedType>(array.getType());
    if (!type.isDynamicDim(dim))
      return {Value(), type.getDimSize(dim)};
    Operation *op = array.getDefiningOp();
    if (auto alloc = dyn_cast_or_null<memref::AllocOp>(op))
      return getSizeSource(
          alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(dim)]);
    if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
      return getSizeSource(empty.getDynamicSize(dim));
    if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op))
      return getSizeSource(slice.getMixedSizes()[getSlicedDim(slice, dim)]);
    if (auto reshape = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
      return getSizeSource(reshape.getMixedOutputShape()[dim]);
    if (auto conversion = dyn_cast_or_null<tensor::CastOp>(op);
        conversion && isa<RankedTensorType>(conversion.getSource().getType())) {
      array = conversion.getSource();
    } else if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op)) {
      array = insert.getDest();
    } else if (auto inits = dyn_cast_or_null<DestinationStyleOpInterface>(op)) {
      array = inits.getTiedOpOperand(cast<OpResult>(array))->get();
    } else if (op && OpTrait::hasElementwiseMappableTraits(op) &&
               isa<RankedTensorType>(op->getOperands().back().getType())) {
      // The last one: the condition of a selection may be a number.
      array = op->getOperands().back();
    } else {
      return {array, dim};
    }
  }
}

EqualSizes::Key EqualSizes::find(Key key) const {
  for (auto it = parents.find(key); it != parents.end(); it = parents.find(key))
    key = it->second;
  return key;
}

bool EqualSizes::areEqual(const SizeSource &a, const SizeSource &b) {
  return find({a.value, a.number}) == find({b.value, b.number});
}

void EqualSizes::setEqual(const SizeSource &a, const SizeSource &b) {
  Key first = find({a.value, a.number}), second = find({b.value, b.number});
  if (first == second)
    return;
  // Numbers are what others are equal to.
  if (!first.first)
    std::swap(first, second);
  parents[first] = second;
  trail.push_back(first);
}

void EqualSizes::rewind(size_t mark) {
  while (trail.size() > mark)
    parents.erase(trail.pop_back_val());
}
