//===- Element.cpp - One element of an operation on memrefs ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"

#include "fused/Analysis/UsedValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace fused;

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
    if (index.getDim() == getInner() && lane != 0)
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
