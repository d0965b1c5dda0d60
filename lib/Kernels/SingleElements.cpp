//===- SingleElements.cpp - Kernels for single elements -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Launch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Operations that one thread can execute
//===----------------------------------------------------------------------===//

static bool isHarmless(Operation *op) {
  return isMemoryEffectFree(op) && !isa<memref::GetGlobalOp>(op) &&
         !op->hasSuccessors();
}

/// True for an operation that one thread of a kernel can execute: accesses to
/// elements, arithmetic, views, and loops and branches of these.
static bool canRunInThread(Operation *op) {
  WalkResult result = op->walk([](Operation *inside) {
    bool isKnown = isa<memref::LoadOp, memref::StoreOp, scf::ForOp, scf::IfOp,
                       scf::WhileOp, scf::YieldOp, scf::ConditionOp>(inside) ||
                   isHarmless(inside);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted() &&
         llvm::all_of(op->getResultTypes(),
                      [](Type type) { return type.isIntOrIndexOrFloat(); });
}

/// True for a store, and for a loop or branch that accesses elements.
static bool isElementWork(Operation *op) {
  if (isa<memref::StoreOp>(op))
    return true;
  return isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op) && !isHarmless(op) &&
         canRunInThread(op);
}

/// True for what computes numbers from numbers or reads an element.
static bool isArithmetic(Operation *op) {
  bool isNumbers = llvm::all_of(op->getResultTypes(), [](Type type) {
    return type.isIntOrIndexOrFloat();
  });
  return isNumbers && op->getNumResults() != 0 && op->getNumRegions() == 0 &&
         (isa<memref::LoadOp>(op) || isHarmless(op));
}

/// The outermost operation around `op`, or itself, that a kernel executes. Null
/// if the host executes `op`.
static Operation *findKernelWork(Operation *op) {
  Operation *found = nullptr;
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp())
    if (isElementWork(op) ||
        (op->getParentOp() && isa<gpu::LaunchOp>(op->getParentOp())))
      found = op;
  return found;
}

/// True if the host needs `value`, directly or through arithmetic.
static bool isNeededByHost(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (findKernelWork(user))
      return false;
    return !isArithmetic(user) ||
           llvm::any_of(user->getResults(), isNeededByHost);
  });
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
};
} // namespace

/// Cuts a block into sequences wherever something else happens.
static SmallVector<Sequence> findSequences(Block &block) {
  SmallVector<Sequence> sequences;
  Sequence current;
  for (Operation &op : block) {
    if (isa<memref::AllocOp>(op))
      continue;
    bool isLoad = isa<memref::LoadOp>(op) && !isNeededByHost(op.getResult(0));
    bool isLast = &op == block.getTerminator();
    if (!isLast && (isLoad || isHarmless(&op) || isElementWork(&op))) {
      current.ops.push_back(&op);
      continue;
    }
    current.end = &op;
    if (!current.ops.empty())
      sequences.push_back(std::exchange(current, {}));
  }
  return sequences;
}

//===----------------------------------------------------------------------===//
// Numbers that go from kernel to kernel
//===----------------------------------------------------------------------===//

/// Creates memory on the device for `value`, for the time of its block, and
/// stores it there.
static Value storeToMemory(OpBuilder &builder, Value value) {
  Location loc = value.getLoc();
  builder.setInsertionPointAfterValue(value);
  auto type = MemRefType::get({}, value.getType());
  Value memory = memref::AllocOp::create(builder, loc, type);
  memref::StoreOp::create(builder, loc, value, memory);
  builder.setInsertionPoint(value.getParentBlock()->getTerminator());
  memref::DeallocOp::create(builder, loc, memory);
  return memory;
}

/// Lets all that uses a result of a loop or branch load it.
static void returnThroughMemory(OpBuilder &builder, Operation *op) {
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value memory = storeToMemory(builder, result);
    Operation *store = *result.user_begin();
    builder.setInsertionPointAfter(store);
    Value loaded = memref::LoadOp::create(builder, result.getLoc(), memory);
    result.replaceAllUsesExcept(loaded, store);
  }
}

/// Lets uses of `value` in other kernels load it from memory. Returns whether
/// there are any.
static bool passThroughMemory(OpBuilder &builder, Value value,
                              const DenseSet<Operation *> &sequence) {
  SmallVector<OpOperand *> uses;
  Block *block = value.getParentBlock();
  for (OpOperand &use : value.getUses())
    if (!sequence.contains(block->findAncestorOpInBlock(*use.getOwner())))
      uses.push_back(&use);
  if (uses.empty())
    return false;
  Value memory = storeToMemory(builder, value);
  for (OpOperand *use : uses) {
    Operation *user = findKernelWork(use->getOwner());
    builder.setInsertionPoint(user ? user : use->getOwner());
    use->set(memref::LoadOp::create(builder, value.getLoc(), memory));
  }
  return true;
}

/// Accepts a sequence. What its loads and arithmetic on them give to other
/// kernels goes through memory. Returns whether there is any.
static bool passThroughMemory(OpBuilder &builder, const Sequence &sequence) {
  DenseSet<Operation *> inside(sequence.ops.begin(), sequence.ops.end());
  DenseSet<Value> onDevice;
  bool isUsed = false;
  for (Operation *op : sequence.ops) {
    if (isElementWork(op))
      continue;
    bool dependsOnElement = isa<memref::LoadOp>(op) ||
                            llvm::any_of(op->getOperands(), [&](Value operand) {
                              return onDevice.contains(operand);
                            });
    if (!dependsOnElement)
      continue;
    onDevice.insert(op->result_begin(), op->result_end());
    for (Value result : op->getResults())
      isUsed |= passThroughMemory(builder, result, inside);
  }
  return isUsed;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Keeps of the sequence what its work needs.
static SmallVector<Operation *> findNeeded(const Sequence &sequence) {
  SmallVector<Operation *> needed;
  DenseSet<Value> used;
  for (Operation *op : llvm::reverse(sequence.ops)) {
    bool isUsed = llvm::any_of(
        op->getResults(), [&](Value result) { return used.contains(result); });
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
  createLaunch(builder, loc, one, one, /*blockSize=*/1);
  IRMapping mapping;
  for (Operation *op : needed)
    builder.clone(*op, mapping);
  eraseUnused(sequence);
}

/// The blocks that the host executes, outer ones first.
static SmallVector<Block *> getHostBlocks(func::FuncOp function) {
  SmallVector<Block *> blocks;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op) || isElementWork(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
    return WalkResult::advance();
  });
  return blocks;
}

void fused::emitElementKernels(OpBuilder &builder, func::FuncOp function) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Block *> blocks = getHostBlocks(function);
  for (Block *block : blocks)
    for (Operation &op : llvm::make_early_inc_range(*block))
      if (isElementWork(&op))
        returnThroughMemory(builder, &op);
  for (Block *block : blocks) {
    SmallVector<Sequence> sequences = findSequences(*block);
    for (size_t i = 0; i < sequences.size(); ++i)
      // A load that is added to a later sequence counts there.
      if (passThroughMemory(builder, sequences[i]))
        sequences = findSequences(*block);
  }
  for (Block *block : blocks)
    for (const Sequence &sequence : findSequences(*block))
      emitKernel(builder, sequence);
}
