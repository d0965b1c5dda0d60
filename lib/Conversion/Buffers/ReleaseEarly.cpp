//===- ReleaseEarly.cpp - Memory that is released after its last use ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/DeallocationPasses.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fused {
#define GEN_PASS_DEF_RELEASEEARLY
#include "fused/Conversion/DeallocationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct ReleaseEarly : public fused::impl::ReleaseEarlyBase<ReleaseEarly> {
  void runOnOperation() override;
};
} // namespace

/// The last operation of the block of `dealloc`, other than itself, that uses
/// the memory or contains such a use. Null if some are elsewhere.
static Operation *findLastUser(memref::DeallocOp dealloc,
                               const BufferViewFlowAnalysis &analysis) {
  Block *block = dealloc->getBlock();
  Operation *last = nullptr;
  for (Value alias : analysis.resolve(dealloc.getMemref()))
    for (Operation *user : alias.getUsers()) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      if (!inBlock)
        return nullptr;
      if (inBlock != dealloc && (!last || last->isBeforeInBlock(inBlock)))
        last = inBlock;
    }
  return last;
}

void ReleaseEarly::runOnOperation() {
  BufferViewFlowAnalysis analysis(getOperation());
  // Nothing moves before all places are known: to number the operations of a
  // block again takes time.
  SmallVector<std::pair<Operation *, Operation *>> moves;
  getOperation()->walk([&](memref::DeallocOp dealloc) {
    auto alloc = dealloc.getMemref().getDefiningOp<memref::AllocOp>();
    if (!alloc || alloc->getBlock() != dealloc->getBlock())
      return;
    Operation *last = findLastUser(dealloc, analysis);
    if (last && last->isBeforeInBlock(dealloc))
      moves.push_back({dealloc, last});
  });
  for (auto [dealloc, last] : moves)
    dealloc->moveAfter(last);
}
