//===- SeparateInits.cpp - Each operation its own output ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/LoopStack.h"
#include "fused/Conversion/BufferizationPasses.h"
#include "fused/Dialect/PermuteOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace fused {
#define GEN_PASS_DEF_SEPARATEINITS
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct SeparateInits : public fused::impl::SeparateInitsBase<SeparateInits> {
  void runOnOperation() override;
};
} // namespace

/// `linalg.fill` of a tensor with a scalar.
static bool isFill(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && fill.hasPureTensorSemantics();
}

static bool isPermutedEmpty(Operation *op) {
  auto permute = dyn_cast<PermuteOp>(op);
  return permute && permute.getSource().getDefiningOp<tensor::EmptyOp>();
}

static bool isEmpty(Operation *op) { return isa<tensor::EmptyOp>(op); }

/// True if `use` is an output of known size in a loop around which `op` stands.
static bool isInLoop(OpOperand &use, Operation *op) {
  auto type = cast<RankedTensorType>(use.get().getType());
  auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  if (!user || !user.isDpsInit(&use) || !type.hasStaticShape())
    return false;
  auto loop = user->getParentOfType<LoopLikeOpInterface>();
  return loop && !loop->isAncestor(op);
}

/// Gives each use but one a copy of its own, where it is used. Bodies of other
/// operations read elements, of arrays without any if at all, and have no
/// arrays of their own.
static void separate(Operation *op, IRRewriter &rewriter) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getResult(0).getUses())
    uses.push_back(&use);
  bool hasOwner = false;
  for (OpOperand *use : uses) {
    if (isa<tensor::ExtractOp>(use->getOwner()) ||
        (!isInLoop(*use, op) && !std::exchange(hasOwner, true)))
      continue;
    rewriter.setInsertionPoint(use->getOwner());
    Operation *clone = rewriter.clone(*op);
    use->set(clone->getResult(0));
  }
}

/// Makes arrays all of which `loop` stores, part by part, start without
/// elements.
static void dropOverwritten(scf::ForOp loop, IRRewriter &rewriter) {
  std::optional<int64_t> count = getNumIterations(loop);
  if (!count)
    return;
  for (auto [index, init] : llvm::enumerate(loop.getInitsMutable())) {
    // An argument may be donated memory for the result.
    Operation *start = init.get().getDefiningOp();
    if (!start || isa<tensor::EmptyOp>(start) ||
        !findLoopStack(loop, index, *count))
      continue;
    auto type = cast<RankedTensorType>(init.get().getType());
    rewriter.setInsertionPoint(loop);
    init.set(tensor::EmptyOp::create(rewriter, loop.getLoc(), type.getShape(),
                                     type.getElementType()));
    if (isOpTriviallyDead(start))
      rewriter.eraseOp(start);
  }
}

void SeparateInits::runOnOperation() {
  IRRewriter rewriter(&getContext());
  getOperation()->walk(
      [&](scf::ForOp loop) { dropOverwritten(loop, rewriter); });
  // One that is copied is a further user of its `tensor.empty`.
  for (auto isInit : {isFill, isPermutedEmpty, isEmpty}) {
    SmallVector<Operation *> inits;
    getOperation()->walk([&](Operation *op) {
      if (isInit(op) && !op->use_empty())
        inits.push_back(op);
    });
    for (Operation *op : inits) {
      separate(op, rewriter);
      if (op->use_empty())
        rewriter.eraseOp(op);
    }
  }
}
