//===- SequenceKernel.cpp - Kernels whose points have an order ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Launch.h"
#include "Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes the kernel of one operation.
class SequenceEmitter {
public:
  SequenceEmitter(OpBuilder &builder, linalg::GenericOp op,
                  const Schedule &schedule, ArrayRef<Value> starts)
      : builder(builder), op(op), loc(op.getLoc()), schedule(schedule),
        starts(starts), sizes(createSizes(builder, PointOp(op))),
        access(PointOp(op), sizes, schedule.inner) {}

  void emit();

private:
  void emitResult(Value number);
  SmallVector<Value> emitPoint(ArrayRef<Value> point, ValueRange carried);
  bool isReduced(OpOperand &output);
  Value getBefore(OpOperand &output, ArrayRef<Value> indices);

  OpBuilder &builder;
  linalg::GenericOp op;
  Location loc;
  const Schedule &schedule;
  ArrayRef<Value> starts;
  SmallVector<Value> sizes;
  OperandAccess access;
};
} // namespace

/// True if all points of a reduction have one element of the output.
bool SequenceEmitter::isReduced(OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  return llvm::none_of(schedule.reduced, [&](unsigned loop) {
    return map.isFunctionOfDim(loop);
  });
}

Value SequenceEmitter::getBefore(OpOperand &output, ArrayRef<Value> indices) {
  Value start = starts[output.getOperandNumber() - op.getNumDpsInputs()];
  return start ? start : access.load(builder, output, indices, 1).front();
}

/// Computes one point: stores what is for it alone, and returns the others
/// after it, which are `carried` before it.
SmallVector<Value> SequenceEmitter::emitPoint(ArrayRef<Value> point,
                                              ValueRange carried) {
  Tile tile(builder, PointOp(op), access, 1);
  tile.addChunk(point);
  for (OpOperand &output : op.getDpsInitsMutable())
    if (isReduced(output)) {
      tile.set(op.getMatchingBlockArgument(&output), 0, carried.front());
      carried = carried.drop_front();
    }
  tile.load(op.getBody()->getArguments());
  SmallVector<Value> after;
  for (auto [output, value] :
       llvm::zip_equal(op.getDpsInitsMutable(), tile.compute(0, 0))) {
    if (isReduced(output))
      after.push_back(value);
    else
      access.store(builder, output, point, value);
  }
  return after;
}

/// Goes through the points of one result.
void SequenceEmitter::emitResult(Value number) {
  SmallVector<Value> indices(op.getNumLoops());
  delinearize(builder, loc, number, sizes, schedule.results, indices);
  for (unsigned loop : schedule.reduced)
    indices[loop] = createIndex(builder, loc, 0);
  SmallVector<Value> before;
  for (OpOperand &output : op.getDpsInitsMutable())
    if (isReduced(output))
      before.push_back(getBefore(output, indices));
  auto loop =
      scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                         createProduct(builder, loc, sizes, schedule.reduced),
                         createIndex(builder, loc, 1), before);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> point(indices);
    delinearize(builder, loc, loop.getInductionVar(), sizes, schedule.reduced,
                point);
    SmallVector<Value> after = emitPoint(point, loop.getRegionIterArgs());
    if (!before.empty())
      scf::YieldOp::create(builder, loc, after);
  }
  auto result = loop.getResults().begin();
  for (OpOperand &output : op.getDpsInitsMutable())
    if (isReduced(output))
      access.store(builder, output, indices, *result++);
}

/// One thread computes a result. An output with an element for each point, or
/// for some, is read and written at each; others stay in registers.
void SequenceEmitter::emit() {
  Value numResults = createProduct(builder, loc, sizes, schedule.results);
  Value size = createIndex(builder, loc, kBlockSize);
  gpu::LaunchOp launch =
      createLaunch(builder, loc, createCeilDiv(builder, loc, numResults, size),
                   createIndex(builder, loc, 1), kBlockSize);
  Value first = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x, createIndex(builder, loc, kBlockSize));
  Value number =
      builder.createOrFold<arith::AddIOp>(loc, first, launch.getThreadIds().x);
  createBranch(builder, loc,
               arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     number, numResults),
               [&] { emitResult(number); });
}

void fused::emitSequence(OpBuilder &builder, linalg::GenericOp op,
                         const Schedule &schedule, ArrayRef<Value> starts) {
  OpBuilder::InsertionGuard guard(builder);
  SequenceEmitter(builder, op, schedule, starts).emit();
}
