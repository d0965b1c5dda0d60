//===- SerializeFallibleLoops.cpp - No failure inside a parallel loop ---===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/FusedDialect.h"
#include "fused/Loops/LoopPasses.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_SERIALIZEFALLIBLELOOPS
#include "fused/Loops/LoopPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct SerializeFallibleLoops
    : public fused::impl::SerializeFallibleLoopsBase<SerializeFallibleLoops> {
  void runOnOperation() override;
};
} // namespace

static bool canFail(Operation *op) {
  // What is left of fused are products, which the runtime computes.
  return isa_and_nonnull<fused::FusedDialect>(op->getDialect()) ||
         isa<memref::AllocOp, memref::DeallocOp, memref::ReallocOp,
             cf::AssertOp, func::CallOp, func::CallIndirectOp,
             gpu::LaunchFuncOp>(op);
}

/// True if the loop may run on several threads: nothing in it can fail, and it
/// stands in no other such loop.
static bool staysParallel(scf::ParallelOp op) {
  if (op->getParentOfType<scf::ParallelOp>())
    return false;
  WalkResult result = op->walk([](Operation *inner) {
    return canFail(inner) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

void SerializeFallibleLoops::runOnOperation() {
  SmallVector<scf::ParallelOp> loops;
  // Outer loops first: one that stops being parallel frees those inside it.
  getOperation()->walk<WalkOrder::PreOrder>(
      [&](scf::ParallelOp op) { loops.push_back(op); });
  IRRewriter rewriter(&getContext());
  for (scf::ParallelOp op : loops) {
    if (staysParallel(op))
      continue;
    if (failed(scf::parallelForToNestedFors(rewriter, op))) {
      op.emitOpError("cannot be made sequential");
      return signalPassFailure();
    }
  }
}
