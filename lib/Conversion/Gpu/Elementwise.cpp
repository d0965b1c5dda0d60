//===- Elementwise.cpp - Kernels without reductions -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

/// Computes `width` neighbours from the linear index `linear` on, unless that
/// is past the end.
static void emitNeighbours(OpBuilder &builder, ElementEmitter &emitter,
                           ArrayRef<unsigned> order, Value linear, Value total,
                           int64_t width) {
  Location loc = emitter.getLoc();
  linalg::GenericOp op = emitter.getOp();
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, linear, total);
  auto branch = scf::IfOp::create(builder, loc, isInside,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> indices(op.getNumLoops());
  delinearize(builder, loc, linear, emitter.getSizes(), order, indices);
  auto inputs = emitter.loadInputs(builder, indices, width);
  SmallVector<SmallVector<Value>> outputs, results;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    bool isRead = !op.getMatchingBlockArgument(&output).use_empty();
    outputs.push_back(isRead ? emitter.load(builder, output, indices, width)
                             : SmallVector<Value>(width));
    results.emplace_back();
  }
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> before;
    for (ArrayRef<Value> output : outputs)
      before.push_back(output[lane]);
    SmallVector<Value> values =
        emitter.emitBody(builder, indices, lane, inputs, before);
    for (auto [result, value] : llvm::zip_equal(results, values))
      result.push_back(value);
  }
  for (auto [output, values] :
       llvm::zip_equal(op.getDpsInitsMutable(), results))
    emitter.store(builder, output, indices, values);
}

/// Computes the `width` elements of this thread one by one, with neighbouring
/// threads on neighbouring elements.
static void emitScalars(OpBuilder &builder, ElementEmitter &emitter,
                        ArrayRef<unsigned> order, Value blockStart,
                        Value thread, Value total, int64_t width) {
  Location loc = emitter.getLoc();
  Value start = builder.createOrFold<arith::AddIOp>(loc, blockStart, thread);
  if (width == 1)
    return emitNeighbours(builder, emitter, order, start, total, 1);
  Value end = builder.createOrFold<arith::AddIOp>(
      loc, blockStart, createIndex(builder, loc, kBlockSize * width));
  end = builder.createOrFold<arith::MinUIOp>(loc, end, total);
  auto loop = scf::ForOp::create(builder, loc, start, end,
                                 createIndex(builder, loc, kBlockSize));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  emitNeighbours(builder, emitter, order, loop.getInductionVar(), total, 1);
}

void fused::emitElementwise(OpBuilder &builder, linalg::GenericOp op) {
  OpBuilder::InsertionGuard guard(builder);
  if (emitLinear(builder, op))
    return;
  Location loc = op.getLoc();
  SmallVector<Value> sizes = createSizes(builder, op);
  SmallVector<unsigned> order = getMemoryOrder(op);
  Value total = createProduct(builder, loc, sizes, order);
  ElementEmitter emitter(op, sizes, order.empty() ? 0 : order.back());
  int64_t width = order.empty() ? 1 : emitter.chooseWidth();
  Value perBlock = createIndex(builder, loc, kBlockSize * width);
  Value blocks = createCeilDiv(builder, loc, total, perBlock);
  Value isAligned =
      width == 1 ? Value() : emitter.createIsAligned(builder, width);
  gpu::LaunchOp launch =
      createLaunch(builder, loc, blocks, createIndex(builder, loc, 1));

  Value thread = launch.getThreadIds().x;
  Value blockStart = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x,
      createIndex(builder, loc, kBlockSize * width));
  if (width == 1)
    return emitScalars(builder, emitter, order, blockStart, thread, total, 1);
  auto branch = scf::IfOp::create(builder, loc, isAligned,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, thread, createIndex(builder, loc, width));
  first = builder.createOrFold<arith::AddIOp>(loc, blockStart, first);
  emitNeighbours(builder, emitter, order, first, total, width);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitScalars(builder, emitter, order, blockStart, thread, total, width);
}
