//===- LinalgToLoops.cpp - Loops for vectors and threads ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"
#include "ScatterToLoops.h"

#include "fused/Dialect/RowOps.h"
#include "fused/Loops/LoopPasses.h"
#include "fused/Transforms/NormalizeIterators.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace fused {
#define GEN_PASS_DEF_LINALGTOLOOPS
#include "fused/Loops/LoopPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// Collapses the whole iteration space of an elementwise operation on dense
/// buffers whose rows are short into one dimension.
static void flatten(linalg::GenericOp op, IRRewriter &rewriter) {
  constexpr int64_t shortRow = 256;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (extents.size() < 2 || op.hasIndexSemantics() || hasUnsafeBody(op) ||
      op.getNumParallelLoops() != extents.size() ||
      ShapedType::isDynamic(extents.back()) || extents.back() >= shortRow)
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (map.getNumResults() == 0)
      continue;
    if (!map.isIdentity() || !type || !type.getLayout().isIdentity())
      return;
  }
  ReassociationIndices all(llvm::to_vector(
      llvm::seq<int64_t>(0, static_cast<int64_t>(extents.size()))));
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> result =
      linalg::collapseOpIterationDims(op, {all}, rewriter);
  if (succeeded(result))
    rewriter.eraseOp(op);
}

/// Drops a buffer that is only released, and its release.
static void eraseUnused(Value buffer, IRRewriter &rewriter) {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->use_empty() ||
      !llvm::all_of(alloc->getUsers(), llvm::IsaPred<memref::DeallocOp>))
    return;
  for (Operation *release : llvm::make_early_inc_range(alloc->getUsers()))
    rewriter.eraseOp(release);
  rewriter.eraseOp(alloc);
}

namespace {
struct LinalgToLoops : public fused::impl::LinalgToLoopsBase<LinalgToLoops> {
  using Base::Base;
  void runOnOperation() override;

private:
  LogicalResult refuseRows();
  LogicalResult convertScatters(IRRewriter &rewriter);
  LogicalResult generalize(IRRewriter &rewriter);
  void convert(LoopGroup &group, IRRewriter &rewriter);

  /// What has been written.
  llvm::SetVector<Value> outputs;
};
} // namespace

/// True if `op` is inside of what threads share already.
static bool isInParallelLoop(Operation *op) {
  return op->getParentOfType<scf::ParallelOp>() ||
         op->getParentOfType<omp::ParallelOp>();
}

LogicalResult LinalgToLoops::refuseRows() {
  WalkResult result = getOperation()->walk([](RowsOp op) {
    op.emitOpError("is lowered to kernels of a GPU alone");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Leaves the windows of `fused.scatter` to compile.
LogicalResult LinalgToLoops::convertScatters(IRRewriter &rewriter) {
  SmallVector<ScatterOp> ops;
  getOperation()->walk([&](ScatterOp op) { ops.push_back(op); });
  for (ScatterOp op : ops) {
    if (!op.hasPureBufferSemantics())
      return op.emitOpError("is not on memrefs: bufferize first");
    if (op.callsFunctions())
      return op.emitOpError("cannot be written as loops: its region calls a "
                            "function");
    rewriter.setInsertionPoint(op);
    Threads threads =
        openmp && !isInParallelLoop(op) ? Threads::All : Threads::One;
    emitScatter(rewriter, op, threads, minimumWork);
    rewriter.eraseOp(op);
  }
  return success();
}

/// Writes named operations as `linalg.generic`.
LogicalResult LinalgToLoops::generalize(IRRewriter &rewriter) {
  SmallVector<linalg::LinalgOp> ops;
  getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops) {
    if (isOnTensors(op))
      return op.emitOpError("is not on memrefs: bufferize first");
    if (failed(normalizeIterators(op)))
      return failure();
    rewriter.setInsertionPoint(op);
    if (!isa<linalg::GenericOp>(op) &&
        failed(linalg::generalizeNamedOp(rewriter, op)))
      return op.emitOpError("cannot be written as loops");
  }
  return success();
}

void LinalgToLoops::convert(LoopGroup &group, IRRewriter &rewriter) {
  Operation *last = group.plans.back().op;
  Threads threads =
      openmp && !isInParallelLoop(last) ? Threads::All : Threads::One;
  rewriter.setInsertionPoint(last);
  emitLoops(rewriter, group, threads, minimumWork);
  for (Operation *release : group.releases)
    rewriter.moveOpBefore(release, last);
  for (LoopPlan &plan : group.plans) {
    outputs.insert_range(plan.op.getOutputs());
    rewriter.eraseOp(plan.op);
  }
}

void LinalgToLoops::runOnOperation() {
  outputs.clear();
  IRRewriter rewriter(&getContext());
  if (failed(refuseRows()) || failed(convertScatters(rewriter)) ||
      failed(generalize(rewriter)))
    return signalPassFailure();
  SmallVector<linalg::GenericOp> ops;
  getOperation()->walk([&](linalg::GenericOp op) { ops.push_back(op); });
  llvm::SetVector<Block *> blocks;
  for (linalg::GenericOp op : ops) {
    blocks.insert(op->getBlock());
    flatten(op, rewriter);
  }
  for (Block *block : blocks)
    for (LoopGroup &group : groupLoops(*block))
      convert(group, rewriter);
  for (Value output : outputs)
    eraseUnused(output, rewriter);
}
