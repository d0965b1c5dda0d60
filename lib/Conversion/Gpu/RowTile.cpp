//===- RowTile.cpp - What a thread computes of a row ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTile.h"

#include "Element.h"

#include "fused/Analysis/UsedValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

bool fused::isWritten(RowsOp op, OpOperand &input) {
  return llvm::is_contained(op.getOutputs(), input.get());
}

SmallVector<Value> fused::loadInside(OpBuilder &builder, OperandAccess &access,
                                     OpOperand &operand,
                                     ArrayRef<Value> indices, int64_t width,
                                     Value isInside) {
  Location loc = access.getLoc();
  Type type = getElementTypeOrSelf(operand.get().getType());
  TypedAttr zero = builder.getZeroAttr(type);
  if (!zero)
    return access.load(builder, operand, indices, width);
  auto branch =
      scf::IfOp::create(builder, loc, SmallVector<Type>(width, type), isInside,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value nothing = arith::ConstantOp::create(builder, loc, zero);
  scf::YieldOp::create(builder, loc, SmallVector<Value>(width, nothing));
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc,
                       access.load(builder, operand, indices, width));
  return SmallVector<Value>(branch.getResults());
}

RowTile::RowTile(OpBuilder &builder, RowsOp op, OperandAccess &access,
                 RowPlace &place, const RowLayout &layout, int64_t width,
                 Value start, bool isWhole)
    : builder(builder), op(op), access(access), place(place), width(width),
      elements(layout.chunks * width) {
  Location loc = access.getLoc();
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, place.lane, createIndex(builder, loc, width));
  first = builder.createOrFold<arith::AddIOp>(loc, start, first);
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk) {
    Value offset = builder.createOrFold<arith::MulIOp>(
        loc, layout.threads, createIndex(builder, loc, chunk * width));
    Value position = builder.createOrFold<arith::AddIOp>(loc, first, offset);
    Value inside;
    if (!isWhole) {
      // Past the end, what is at the start is read, and not used.
      inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     position, place.length);
      position = arith::SelectOp::create(builder, loc, inside, position,
                                         createIndex(builder, loc, 0));
    }
    SmallVector<Value> indices(place.indices);
    delinearize(builder, loc, position, access.getSizes(), place.dims, indices);
    points.push_back(indices);
    isInside.push_back(inside);
  }
}

void RowTile::load(BlockArgument argument, int64_t chunk) {
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  SmallVector<Value> values;
  if (isWritten(op, operand)) {
    Value reads = place.isInside;
    if (Value isPoint = isInside[chunk])
      reads = arith::AndIOp::create(builder, access.getLoc(), reads, isPoint);
    values = loadInside(builder, access, operand, points[chunk], width, reads);
  } else {
    values = access.load(builder, operand, points[chunk], width);
  }
  for (auto [lane, value] : llvm::enumerate(values))
    elements[chunk * width + lane].map(argument, value);
}

IRMapping RowTile::getUsed(Operation *op, int64_t chunk, int64_t lane) {
  IRMapping used;
  for (Value value : getUsedValues(op))
    used.map(value, get(value, chunk, lane));
  return used;
}

Value RowTile::get(Value value, int64_t chunk, int64_t lane) {
  if (Value uniform = place.uniforms.lookupOrNull(value))
    return uniform;
  if (value.getParentBlock() != op.getBodyBlock())
    return value;
  IRMapping &element = elements[chunk * width + lane];
  if (Value known = element.lookupOrNull(value))
    return known;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    load(argument, chunk);
    return element.lookup(value);
  }
  Operation *inside = value.getDefiningOp();
  Location loc = access.getLoc();
  if (auto index = dyn_cast<IndexOp>(inside)) {
    Value at = points[chunk][index.getLoop()];
    if (index.getLoop() == access.getInner() && lane != 0)
      at = builder.createOrFold<arith::AddIOp>(loc, at,
                                               createIndex(builder, loc, lane));
    element.map(value, at);
    return at;
  }
  for (Value used : getUsedValues(inside))
    element.map(used, get(used, chunk, lane));
  if (auto division = dyn_cast<arith::DivFOp>(inside)) {
    auto reciprocal = place.reciprocals.find(division.getRhs());
    if (reciprocal != place.reciprocals.end()) {
      element.map(value, createQuotient(builder, loc,
                                        element.lookup(division.getLhs()),
                                        reciprocal->second));
      return element.lookup(value);
    }
  }
  cloneWithoutReports(builder, inside, element);
  return element.lookup(value);
}
