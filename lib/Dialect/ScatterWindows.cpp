//===- ScatterWindows.cpp - Where the windows of a scatter lie ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ScatterWindows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fused;

static Value createSize(OpBuilder &builder, Location loc, Value array,
                        int64_t dim) {
  if (isa<MemRefType>(array.getType()))
    return builder.createOrFold<memref::DimOp>(loc, array, dim);
  return builder.createOrFold<tensor::DimOp>(loc, array, dim);
}

ScatterWindows::ScatterWindows(OpBuilder &builder, ScatterOp op) : op(op) {
  Location loc = op.getLoc();
  numUpdates = createSize(builder, loc, op.getUpdates(), 0);
  int64_t rank = cast<ShapedType>(op.getInit().getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    arraySizes.push_back(createSize(builder, loc, op.getInit(), dim));
    windowSizes.push_back(createSize(builder, loc, op.getUpdates(), dim + 1));
    lastStarts.push_back(builder.createOrFold<arith::SubIOp>(
        loc, arraySizes.back(), windowSizes.back()));
  }
}

SmallVector<Value> ScatterWindows::createIndices(OpBuilder &builder,
                                                 Value update) const {
  Location loc = op.getLoc();
  Value indices = op.getIndices();
  SmallVector<Value> components;
  for (size_t i = 0; i < op.getDimensions().size(); ++i) {
    Value component = arith::ConstantIndexOp::create(builder, loc, i);
    Value index =
        isa<MemRefType>(indices.getType())
            ? Value(memref::LoadOp::create(builder, loc, indices,
                                           ValueRange{update, component}))
            : Value(tensor::ExtractOp::create(builder, loc, indices,
                                              ValueRange{update, component}));
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         index);
    components.push_back(index);
  }
  return components;
}

SmallVector<Value> ScatterWindows::createStarts(OpBuilder &builder,
                                                ValueRange indices) const {
  SmallVector<Value> starts;
  for (size_t dim = 0; dim < arraySizes.size(); ++dim) {
    std::optional<unsigned> component = op.getComponent(dim);
    starts.push_back(
        component ? indices[*component]
                  : arith::ConstantIndexOp::create(builder, op.getLoc(), 0));
  }
  return starts;
}

// No sum of a position and a size, which could overflow.
Value ScatterWindows::createIsInside(OpBuilder &builder,
                                     ValueRange starts) const {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value all = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [start, last] : llvm::zip_equal(starts, lastStarts)) {
    Value begins = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sge, start, zero);
    Value ends = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sle, start, last);
    all = builder.createOrFold<arith::AndIOp>(loc, all, begins);
    all = builder.createOrFold<arith::AndIOp>(loc, all, ends);
  }
  return all;
}

Value ScatterWindows::createCombined(OpBuilder &builder, Value oldNumber,
                                     Value newNumber) const {
  IRMapping mapping;
  if (oldNumber)
    mapping.map(op.getOld(), oldNumber);
  mapping.map(op.getNew(), newNumber);
  for (Operation &inside : op.getCombiner().front().without_terminator())
    builder.clone(inside, mapping);
  return mapping.lookupOrDefault(op.getCombined());
}
