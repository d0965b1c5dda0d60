//===- ElementKernels.cpp - Kernels for single elements -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "Kernels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// What one thread can do
//===----------------------------------------------------------------------===//

static bool isHarmless(Operation *op) {
  return isMemoryEffectFree(op) && !isa<memref::GetGlobalOp>(op) &&
         !op->hasSuccessors();
}

/// True for an operation that one thread of a kernel can execute: accesses to
/// elements, arithmetic, views, and loops and branches of these.
static bool canRunInThread(Operation *op) {
  WalkResult result = op->walk([](Operation *inside) {
    bool isKnown =
        isa<memref::LoadOp, memref::StoreOp, scf::ForOp, scf::IfOp,
            scf::WhileOp, scf::YieldOp, scf::ConditionOp>(inside) ||
        isHarmless(inside);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted() &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           return type.isIntOrIndexOrFloat();
         });
}

/// True for a store, and for a loop or branch that accesses elements.
static bool isElementWork(Operation *op) {
  if (isa<memref::StoreOp>(op))
    return true;
  return isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op) && !isHarmless(op) &&
         canRunInThread(op);
}

//===----------------------------------------------------------------------===//
// Sequences of a block
//===----------------------------------------------------------------------===//

namespace {
/// Operations of one block that one kernel can execute, in order.
struct Sequence {
  SmallVector<Operation *> ops;
  /// What comes next.
  Operation *end = nullptr;

  bool contains(Operation *op) const { return llvm::is_contained(ops, op); }
};

/// Finds the sequences of one block.
class SequenceFinder {
public:
  explicit SequenceFinder(Block &block) : block(block) {}
  SmallVector<Sequence> find();

private:
  void split();
  bool isNeededOutside(Value value, const Sequence &sequence);

  Block &block;
  SmallVector<Sequence> sequences;
  /// Loads whose values the host needs.
  DenseSet<Operation *> hostLoads;
};
} // namespace

/// Cuts the block wherever something else happens.
void SequenceFinder::split() {
  sequences.clear();
  Sequence current;
  auto end = [&](Operation *next) {
    current.end = next;
    if (!current.ops.empty())
      sequences.push_back(std::exchange(current, {}));
  };
  for (Operation &op : block) {
    if (isa<memref::AllocOp>(op))
      continue;
    bool isLoad = isa<memref::LoadOp>(op) && !hostLoads.contains(&op);
    bool isLast = &op == block.getTerminator();
    if (isLast || (!isLoad && !isHarmless(&op) && !isElementWork(&op))) {
      end(&op);
      continue;
    }
    current.ops.push_back(&op);
    // What a loop returns goes through memory.
    if (isElementWork(&op) && !op.use_empty())
      end(op.getNextNode());
  }
}

/// True if something other than the work of `sequence` uses `value`, directly
/// or through arithmetic.
bool SequenceFinder::isNeededOutside(Value value, const Sequence &sequence) {
  for (Operation *user : value.getUsers()) {
    Operation *op = block.findAncestorOpInBlock(*user);
    if (!op || !sequence.contains(op))
      return true;
    if (isElementWork(op))
      continue;
    for (Value result : op->getResults())
      if (isNeededOutside(result, sequence))
        return true;
  }
  return false;
}

SmallVector<Sequence> SequenceFinder::find() {
  for (bool changed = true; changed;) {
    changed = false;
    split();
    for (const Sequence &sequence : sequences)
      for (Operation *op : sequence.ops)
        if (isa<memref::LoadOp>(op) &&
            isNeededOutside(op->getResult(0), sequence))
          changed |= hostLoads.insert(op).second;
  }
  return std::move(sequences);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Keeps of the sequence what its work needs.
static SmallVector<Operation *> findNeeded(const Sequence &sequence) {
  SmallVector<Operation *> needed;
  DenseSet<Value> used;
  for (Operation *op : llvm::reverse(sequence.ops)) {
    bool isUsed = llvm::any_of(op->getResults(), [&](Value result) {
      return used.contains(result);
    });
    if (!isUsed && !isElementWork(op))
      continue;
    needed.push_back(op);
    op->walk([&](Operation *inside) {
      used.insert(inside->operand_begin(), inside->operand_end());
    });
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

/// Lets the launch write what the loop or branch `op`, the last of its
/// sequence, returns to memory, from which the host loads it.
static void returnThroughMemory(OpBuilder &builder, Operation *op,
                                gpu::LaunchOp launch,
                                const IRMapping &mapping) {
  if (!isElementWork(op))
    return;
  Location loc = op->getLoc();
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    builder.setInsertionPoint(launch);
    auto type = MemRefType::get({}, result.getType());
    Value memory = memref::AllocOp::create(builder, loc, type);
    builder.setInsertionPoint(launch.getBody().front().getTerminator());
    memref::StoreOp::create(builder, loc, mapping.lookup(result), memory);
    builder.setInsertionPointAfter(launch);
    Value loaded = memref::LoadOp::create(builder, loc, memory);
    memref::DeallocOp::create(builder, loc, memory);
    result.replaceAllUsesWith(loaded);
  }
}

static void eraseUnused(const Sequence &sequence) {
  for (Operation *op : llvm::reverse(sequence.ops))
    if (op->use_empty() &&
        (isElementWork(op) || isHarmless(op) || isa<memref::LoadOp>(op)))
      op->erase();
}

static void emitKernel(OpBuilder &builder, const Sequence &sequence) {
  SmallVector<Operation *> needed = findNeeded(sequence);
  if (!llvm::any_of(needed, isElementWork))
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(sequence.end);
  Location loc = needed.back()->getLoc();
  Value one = createIndex(builder, loc, 1);
  gpu::LaunchOp launch =
      createLaunch(builder, loc, one, one, /*shared=*/{}, /*blockSize=*/1);
  IRMapping mapping;
  for (Operation *op : needed)
    builder.clone(*op, mapping);
  returnThroughMemory(builder, sequence.ops.back(), launch, mapping);
  eraseUnused(sequence);
}

void fused::emitElementKernels(OpBuilder &builder, func::FuncOp function) {
  SmallVector<Block *> blocks;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op) || (op != function && isElementWork(op)))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
    return WalkResult::advance();
  });
  for (Block *block : blocks)
    for (const Sequence &sequence : SequenceFinder(*block).find())
      emitKernel(builder, sequence);
}
