//===- PointOp.cpp - Operations with a body for each point ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/PointOp.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

PointOp::PointOp(Operation *op)
    : op(isa_and_nonnull<linalg::GenericOp, RowsOp>(op) ? op : nullptr) {}

SmallVector<AffineMap> PointOp::getMaps() const {
  if (auto rows = dyn_cast<RowsOp>(op))
    return rows.getMaps();
  return cast<linalg::GenericOp>(op).getIndexingMapsArray();
}

AffineMap PointOp::getMap(OpOperand &operand) const {
  if (auto rows = dyn_cast<RowsOp>(op))
    return rows.getMap(operand);
  return cast<linalg::GenericOp>(op).getMatchingIndexingMap(&operand);
}

SmallVector<unsigned> PointOp::getReducedLoops() const {
  if (auto rows = dyn_cast<RowsOp>(op))
    return SmallVector<unsigned>(rows.getRowLoops());
  SmallVector<unsigned> loops;
  cast<linalg::GenericOp>(op).getReductionDims(loops);
  return loops;
}

SmallVector<int64_t> PointOp::getLoopSizes() const {
  if (auto rows = dyn_cast<RowsOp>(op))
    return rows.getLoopSizes();
  return cast<linalg::GenericOp>(op).getStaticLoopRanges();
}

SmallVector<OpFoldResult> PointOp::createLoopSizes(OpBuilder &builder) const {
  if (auto rows = dyn_cast<RowsOp>(op))
    return rows.createLoopSizes(builder);
  return llvm::map_to_vector(
      cast<linalg::LinalgOp>(op).createLoopRanges(builder, op->getLoc()),
      [](Range range) { return range.size; });
}

BlockArgument PointOp::getArgument(OpOperand &operand) const {
  if (auto rows = dyn_cast<RowsOp>(op))
    return rows.getArgument(operand);
  return cast<linalg::GenericOp>(op).getMatchingBlockArgument(&operand);
}

Value PointOp::addInput(Value array, AffineMap map) const {
  SmallVector<AffineMap> maps = getMaps();
  unsigned index = getDps().getNumDpsInputs();
  maps.insert(maps.begin() + index, map);
  ArrayAttr all = Builder(op).getAffineMapArrayAttr(maps);
  if (auto rows = dyn_cast<RowsOp>(op)) {
    rows.getInputsMutable().append(array);
    rows.setIndexingMapsAttr(all);
  } else {
    auto generic = cast<linalg::GenericOp>(op);
    generic.getInputsMutable().append(array);
    generic.setIndexingMapsAttr(all);
  }
  return getBody()->insertArgument(index, getElementTypeOrSelf(array),
                                   array.getLoc());
}

void PointOp::addResults(RewriterBase &rewriter, ArrayRef<Value> values,
                         ArrayRef<Value> inits, ArrayRef<AffineMap> maps) {
  SmallVector<Value> outputs(getDps().getDpsInits());
  llvm::append_range(outputs, inits);
  SmallVector<AffineMap> allMaps = getMaps();
  llvm::append_range(allMaps, maps);
  Operation *extended;
  if (auto rows = dyn_cast<RowsOp>(op)) {
    extended = RowsOp::create(
        rewriter, op->getLoc(), rows.getInputs(), outputs, rows.getRowLoops(),
        allMaps, [](OpBuilder &, ValueRange) { return SmallVector<Value>(); });
    rewriter.eraseBlock(&extended->getRegion(0).front());
  } else {
    auto generic = cast<linalg::GenericOp>(op);
    extended = linalg::GenericOp::create(
        rewriter, op->getLoc(), ValueRange(outputs).getTypes(),
        generic.getInputs(), outputs, allMaps, generic.getIteratorTypesArray());
  }
  extended->getRegion(0).takeBody(op->getRegion(0));
  Block *body = &extended->getRegion(0).front();
  if (!isOnRows())
    for (Value value : values)
      body->addArgument(value.getType(), value.getLoc());
  Operation *yield = body->getTerminator();
  yield->insertOperands(yield->getNumOperands(), values);
  rewriter.replaceOp(op,
                     extended->getResults().take_front(op->getNumResults()));
  op = extended;
}

Value PointOp::createIndex(OpBuilder &builder, Location loc,
                           unsigned loop) const {
  if (isOnRows())
    return IndexOp::create(builder, loc, loop);
  return linalg::IndexOp::create(builder, loc, loop);
}

std::optional<unsigned> fused::getIndexedLoop(Operation *inside) {
  if (auto index = dyn_cast<linalg::IndexOp>(inside))
    return index.getDim();
  if (auto index = dyn_cast<IndexOp>(inside))
    return index.getLoop();
  return std::nullopt;
}
