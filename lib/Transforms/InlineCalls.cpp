//===- InlineCalls.cpp - Inlining into long functions ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EndlessCalls.h"

#include "fused/Transforms/CleanupPasses.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

/// Whether neither `op` nor its attributes refer to a symbol: operations of
/// these dialects have no symbols among their own attributes.
static bool isWithoutSymbols(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, linalg::LinalgDialect,
                         math::MathDialect, scf::SCFDialect,
                         tensor::TensorDialect>(op->getDialect()) &&
         op->getDiscardableAttrDictionary().empty();
}

/// The operation of a function's block that is `op` or contains it.
static Operation *findInFunction(Operation *op) {
  while (op->getParentOp() && !isa<func::FuncOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

namespace {
/// The inliner walks over all operations several times, and moves the rest of
/// the block for each call. So what stands between the calls is set aside, up
/// to the first operation that may use a symbol.
class CutBlocks {
public:
  /// Ends the block after each of `calls`, which are in the order of their
  /// blocks, with a branch to the rest of it. `users` are the operations of
  /// these blocks that use symbols, or in which one does, and terminators.
  CutBlocks(ArrayRef<func::CallOp> calls, const DenseSet<Operation *> &users);

  /// Undoes this, whatever the calls have become.
  void join();

private:
  struct Rest {
    cf::BranchOp branch;
    std::unique_ptr<Block> aside;
  };

  std::unique_ptr<Block> setAside(Block *block, Block::iterator first);

  const DenseSet<Operation *> &users;
  SmallVector<Rest> rests;
  SmallVector<std::pair<Block *, std::unique_ptr<Block>>> starts;
};
} // namespace

CutBlocks::CutBlocks(ArrayRef<func::CallOp> calls,
                     const DenseSet<Operation *> &users)
    : users(users) {
  // From the last on, so that each operation moves once.
  for (size_t i = calls.size(); i-- > 0;) {
    func::CallOp call = calls[i];
    Block *block = call->getBlock();
    auto next = [&] { return std::next(call->getIterator()); };
    std::unique_ptr<Block> aside = setAside(block, next());
    Block *rest = block->splitBlock(next());
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    rests.push_back(
        {cf::BranchOp::create(builder, call.getLoc(), rest), std::move(aside)});
    if (i == 0 || calls[i - 1]->getBlock() != block)
      starts.emplace_back(block, setAside(block, block->begin()));
  }
  std::reverse(rests.begin(), rests.end());
}

std::unique_ptr<Block> CutBlocks::setAside(Block *block,
                                           Block::iterator first) {
  auto isUser = [&](Operation &op) { return users.contains(&op); };
  auto aside = std::make_unique<Block>();
  aside->getOperations().splice(aside->end(), block->getOperations(), first,
                                std::find_if(first, block->end(), isUser));
  return aside;
}

void CutBlocks::join() {
  for (auto &[branch, aside] : rests) {
    Block *block = branch->getBlock(), *rest = branch.getDest();
    branch.erase();
    block->getOperations().splice(block->end(), aside->getOperations());
    block->getOperations().splice(block->end(), rest->getOperations());
    rest->erase();
  }
  for (auto &[block, aside] : starts)
    block->getOperations().splice(block->begin(), aside->getOperations());
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
  DenseSet<Operation *> users;
  SmallVector<func::CallOp> calls;
  bool hasCalls = false;
  getOperation()->walk([&](Operation *op) {
    if (isWithoutSymbols(op))
      return;
    users.insert(findInFunction(op));
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call)
      return;
    hasCalls = true;
    if (auto known = dyn_cast<func::CallOp>(op))
      calls.push_back(known);
    CallInterfaceCallable callee = call.getCallableForCallee();
    if (auto symbol = dyn_cast<SymbolRefAttr>(callee))
      called.insert(symbol.getLeafReference());
  });
  if (!hasCalls) {
    markAllAnalysesPreserved();
    return success();
  }
  if (failed(fused::verifyCallsEnd(getOperation())))
    return failure();
  // Functions of several blocks are not inlined everywhere, and private ones
  // may be erased.
  llvm::erase_if(calls, [&](func::CallOp call) {
    auto function = dyn_cast<func::FuncOp>(call->getParentOp());
    return !function || !function.isPublic() ||
           called.contains(function.getSymNameAttr());
  });
  CutBlocks blocks(calls, users);
  InlinerConfig config(/*defaultPipeline=*/nullptr,
                       /*maxInliningIterations=*/4);
  Inliner inliner(
      getOperation(), getAnalysis<CallGraph>(), *this, getAnalysisManager(),
      [](Pass &pass, OpPassManager &pipeline, Operation *op) {
        return cast<InlineCalls>(pass).runPipeline(pipeline, op);
      },
      config, [](const Inliner::ResolvedCall &) { return true; });
  LogicalResult inlined = inliner.doInlining();
  blocks.join();
  return inlined;
}
