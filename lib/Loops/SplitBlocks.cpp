//===- SplitBlocks.cpp - Blocks that end after a loop ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Loops/LoopPasses.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace fused {
#define GEN_PASS_DEF_SPLITBLOCKS
#include "fused/Loops/LoopPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct SplitBlocks : public fused::impl::SplitBlocksBase<SplitBlocks> {
  void runOnOperation() override;
};
} // namespace

/// Splits `block` behind each of its operations of scf that have regions. The
/// last comes first, so that no operation moves twice.
static void split(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!isa_and_nonnull<scf::SCFDialect>(op.getDialect()) ||
        op.getNumRegions() == 0)
      continue;
    Block *rest = block.splitBlock(op.getNextNode());
    OpBuilder builder = OpBuilder::atBlockEnd(&block);
    cf::BranchOp::create(builder, op.getLoc(), rest);
  }
}

void SplitBlocks::runOnOperation() {
  for (Block &block : llvm::make_early_inc_range(getOperation().getBody()))
    split(block);
}
