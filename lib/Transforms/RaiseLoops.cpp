//===- RaiseLoops.cpp - Loops that count ----------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"

#include "fused/Transforms/IterationPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace fused {
#define GEN_PASS_DEF_RAISELOOPS
#include "fused/Transforms/IterationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
/// What a loop counts: its argument number `index`, until it is `end`.
struct Counter {
  unsigned index;
  Value end;
};
} // namespace

/// The counter if `loop` goes on while that is less than something that does
/// not change, and adds one to it. Upstream's function looks at neither the
/// sign of the increment nor at the result of the comparison.
static std::optional<Counter> findCounter(scf::WhileOp loop) {
  auto isLess =
      loop.getConditionOp().getCondition().getDefiningOp<arith::CmpIOp>();
  if (!isLess || isLess.getPredicate() != arith::CmpIPredicate::slt ||
      !loop.isDefinedOutsideOfLoop(isLess.getRhs()))
    return std::nullopt;
  auto counter = dyn_cast<BlockArgument>(isLess.getLhs());
  if (!counter || counter.getOwner() != loop.getBeforeBody() ||
      loop.getConditionOp().getArgs() != ValueRange(loop.getBeforeArguments()))
    return std::nullopt;
  unsigned index = counter.getArgNumber();
  auto next =
      loop.getYieldOp().getResults()[index].getDefiningOp<arith::AddIOp>();
  if (!next || next.getLhs() != loop.getAfterArguments()[index] ||
      getConstantIntValue(next.getRhs()) != 1)
    return std::nullopt;
  return Counter{index, isLess.getRhs()};
}

/// Computes the counter behind `loop`: the first number that is not less.
/// Upstream's function would give the last one that is.
static void computeLast(scf::WhileOp loop, const Counter &counter,
                        RewriterBase &rewriter) {
  Value result = loop.getResult(counter.index);
  if (!result.use_empty())
    rewriter.replaceAllUsesWith(
        result,
        arith::MaxSIOp::create(rewriter, loop.getLoc(),
                               loop.getInits()[counter.index], counter.end));
}

/// Lets `loop` count in `index`, which all that looks at loops knows.
static void countInIndex(scf::ForOp loop, RewriterBase &rewriter) {
  Value counter = loop.getInductionVar();
  Type type = counter.getType();
  if (type.isIndex())
    return;
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  rewriter.modifyOpInPlace(loop, [&] {
    for (OpOperand *bound :
         {&loop.getLowerBoundMutable(), &loop.getUpperBoundMutable(),
          &loop.getStepMutable()})
      bound->set(getValueOrCreateCastToIndexLike(
          rewriter, loc, rewriter.getIndexType(), bound->get()));
    counter.setType(rewriter.getIndexType());
  });
  rewriter.setInsertionPointToStart(loop.getBody());
  auto same = arith::IndexCastOp::create(rewriter, loc, type, counter);
  rewriter.replaceAllUsesExcept(counter, same, same);
}

namespace {
struct RaiseLoops : public fused::impl::RaiseLoopsBase<RaiseLoops> {
  void runOnOperation() override {
    fused::ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    SmallVector<scf::WhileOp> loops;
    getOperation()->walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops)
      if (std::optional<Counter> counter = findCounter(loop)) {
        rewriter.setInsertionPoint(loop);
        computeLast(loop, *counter, rewriter);
        FailureOr<scf::ForOp> raised =
            scf::upliftWhileToForLoop(rewriter, loop);
        if (succeeded(raised))
          countInIndex(*raised, rewriter);
      }
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
