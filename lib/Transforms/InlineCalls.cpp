//===- InlineCalls.cpp - Inlining into long functions ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/CleanupPasses.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/Passes.h"

namespace fused {
#define GEN_PASS_DEF_INLINECALLS
#include "fused/Transforms/CleanupPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct InlineCalls : public fused::impl::InlineCallsBase<InlineCalls> {
  void runOnOperation() override;
  LogicalResult inlineCalls();
};
} // namespace

/// Ends the block after each of `calls`, which are in the order of their
/// blocks, with a branch to the rest of it. Returns these branches.
static SmallVector<cf::BranchOp> cut(ArrayRef<func::CallOp> calls) {
  SmallVector<cf::BranchOp> branches;
  // From the last on, so that each operation moves once.
  for (func::CallOp call : llvm::reverse(calls)) {
    Block *block = call->getBlock();
    Block *rest = block->splitBlock(std::next(call->getIterator()));
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    branches.push_back(cf::BranchOp::create(builder, call.getLoc(), rest));
  }
  std::reverse(branches.begin(), branches.end());
  return branches;
}

/// Undoes what `cut` has done.
static void join(ArrayRef<cf::BranchOp> branches) {
  for (cf::BranchOp branch : branches) {
    Block *block = branch->getBlock(), *rest = branch.getDest();
    branch.erase();
    block->getOperations().splice(block->end(), rest->getOperations());
    rest->erase();
  }
}

/// Whether `table` or one in it defines a symbol that only it may use.
static bool hasPrivateSymbol(Operation *table) {
  return llvm::any_of(table->getRegion(0).getOps(), [](Operation &op) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    return (symbol && !symbol.isPublic()) ||
           (op.hasTrait<OpTrait::SymbolTable>() && hasPrivateSymbol(&op));
  });
}

void InlineCalls::runOnOperation() {
  if (failed(inlineCalls()))
    return signalPassFailure();
  if (!hasPrivateSymbol(getOperation()))
    return;
  // Looks at all operations.
  OpPassManager pipeline(ModuleOp::getOperationName());
  pipeline.addPass(createSymbolDCEPass());
  if (failed(runPipeline(pipeline, getOperation())))
    signalPassFailure();
}

LogicalResult InlineCalls::inlineCalls() {
  DenseSet<StringAttr> called;
  SmallVector<func::CallOp> calls;
  bool hasCalls = false;
  getOperation()->walk([&](CallOpInterface call) {
    hasCalls = true;
    if (auto known = dyn_cast<func::CallOp>(call.getOperation()))
      calls.push_back(known);
    CallInterfaceCallable callee = call.getCallableForCallee();
    if (auto symbol = dyn_cast<SymbolRefAttr>(callee))
      called.insert(symbol.getLeafReference());
  });
  if (!hasCalls) {
    markAllAnalysesPreserved();
    return success();
  }
  // Functions of several blocks are not inlined everywhere, and private ones
  // may be erased.
  llvm::erase_if(calls, [&](func::CallOp call) {
    auto function = dyn_cast<func::FuncOp>(call->getParentOp());
    return !function || !function.isPublic() ||
           called.contains(function.getSymNameAttr());
  });
  SmallVector<cf::BranchOp> branches = cut(calls);
  InlinerConfig config(/*defaultPipeline=*/nullptr,
                       /*maxInliningIterations=*/4);
  Inliner inliner(
      getOperation(), getAnalysis<CallGraph>(), *this, getAnalysisManager(),
      [](Pass &pass, OpPassManager &pipeline, Operation *op) {
        return cast<InlineCalls>(pass).runPipeline(pipeline, op);
      },
      config, [](const Inliner::ResolvedCall &) { return true; });
  if (failed(inliner.doInlining()))
    return failure();
  join(branches);
  return success();
}
