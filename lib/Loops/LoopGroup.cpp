//===- LoopGroup.cpp - Operations that share loops ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopGroup.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace fused;

int64_t LoopGroup::getWork() const {
  int64_t work = 0;
  for (const LoopPlan &plan : plans) {
    int64_t more = plan.getWork();
    if (ShapedType::isDynamic(more))
      return more;
    work += more;
  }
  return work;
}

//===----------------------------------------------------------------------===//
// Which memory an operand is in
//===----------------------------------------------------------------------===//

/// The value that a view, or a view of a view, is of.
static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

static bool isAllocation(Value root) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(
      root.getDefiningOp());
}

/// True for what a caller passes. What other regions have as arguments, as
/// loops have what they carry, may be anything.
static bool isOfCaller(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// True for an array that nothing writes.
static bool isConstant(Value root) {
  auto use = root.getDefiningOp<memref::GetGlobalOp>();
  if (!use)
    return false;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      use, use.getNameAttr());
  return global && global.getConstant();
}

/// True if writing to one of these arrays may change the other. It does not if
/// one is allocated here, and the other elsewhere, by another operation or by
/// the caller. All else, such as what a branch selects, may be any array.
static bool mayAlias(Value a, Value b) {
  Value rootA = getRoot(a), rootB = getRoot(b);
  if (rootA == rootB)
    return true;
  if (isConstant(rootA) || isConstant(rootB))
    return false;
  auto isElsewhere = [](Value root) {
    return isAllocation(root) || isOfCaller(root) ||
           root.getDefiningOp<memref::GetGlobalOp>();
  };
  if (isAllocation(rootA))
    return !isElsewhere(rootB);
  return !isAllocation(rootB) || !isElsewhere(rootA);
}

/// True if iteration (i, j, ...) of the outermost `numShared` loops touches
/// only elements [i, j, ...] of the operand.
static bool isPartitioned(const LoopPlan &plan, OpOperand &operand,
                          unsigned numShared) {
  linalg::GenericOp op = plan.op;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (map.getNumResults() < numShared)
    return false;
  for (unsigned index = 0; index < numShared; ++index) {
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(index));
    if (!dim || dim.getPosition() != plan.loops[index].dim)
      return false;
  }
  return true;
}

/// True if running both operations for one iteration of the shared loops before
/// the next iteration gives what running one after the other gives.
static bool canShare(const LoopPlan &first, const LoopPlan &second,
                     unsigned numShared) {
  linalg::GenericOp firstOp = first.op, secondOp = second.op;
  for (OpOperand &a : firstOp->getOpOperands()) {
    for (OpOperand &b : secondOp->getOpOperands()) {
      bool isWritten = firstOp.isDpsInit(&a) || secondOp.isDpsInit(&b);
      if (!isWritten || !isa<MemRefType>(a.get().getType()) ||
          !isa<MemRefType>(b.get().getType()) || !mayAlias(a.get(), b.get()))
        continue;
      if (a.get() != b.get() || !isPartitioned(first, a, numShared) ||
          !isPartitioned(second, b, numShared))
        return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// True if the outermost loops are the same: over each index of dimensions of
/// the same known sizes.
static bool haveSameLoops(const LoopPlan &first, const LoopPlan &second,
                          unsigned numShared) {
  for (unsigned index = 0; index < numShared; ++index) {
    const Loop &a = first.loops[index], &b = second.loops[index];
    int64_t extent = first.extents[a.dim];
    if (a.block || b.block || ShapedType::isDynamic(extent) ||
        extent != second.extents[b.dim])
      return false;
  }
  return true;
}

static bool canJoin(const LoopGroup &group, const LoopPlan &plan) {
  // More would not stay in the cache, and each is compared with all others.
  constexpr size_t maximum = 16;
  if (group.plans.size() >= maximum || group.numShared == 0 ||
      plan.numShared != group.numShared ||
      !haveSameLoops(group.plans.front(), plan, group.numShared))
    return false;
  return !plan.readsElsewhere &&
         llvm::all_of(group.plans, [&](const LoopPlan &member) {
           return !member.readsElsewhere &&
                  canShare(member, plan, group.numShared);
         });
}

MemRefType fused::getLocalType(MemRefType type, unsigned numShared) {
  return MemRefType::get(type.getShape().drop_front(numShared),
                         type.getElementType());
}

/// True if all uses of the buffer are its release and operands of the group
/// that touch only what belongs to an iteration.
static bool isLocal(Value buffer, const LoopGroup &group) {
  return llvm::all_of(buffer.getUses(), [&](OpOperand &use) {
    if (isa<memref::DeallocOp>(use.getOwner()))
      return true;
    const auto *plan = llvm::find_if(group.plans, [&](const LoopPlan &member) {
      return member.op == use.getOwner();
    });
    return plan != group.plans.end() &&
           isPartitioned(*plan, use, group.numShared);
  });
}

SmallVector<Value> fused::findLocalBuffers(const LoopGroup &group) {
  // The bytes that fit on the stack of a thread, and in its caches.
  constexpr int64_t maximumBytes = 32 << 10, maximumTotal = 128 << 10;
  SmallVector<Value> buffers;
  if (group.numShared == 0 || group.plans.size() < 2)
    return buffers;
  int64_t total = 0;
  for (const LoopPlan &plan : group.plans) {
    linalg::GenericOp op = plan.op;
    for (Value buffer : op.getOutputs()) {
      // What is allocated outside of a loop keeps what an iteration wrote.
      auto alloc = buffer.getDefiningOp<memref::AllocOp>();
      if (!alloc || alloc->getBlock() != op->getBlock() ||
          llvm::is_contained(buffers, buffer) ||
          !alloc.getType().hasStaticShape() ||
          !alloc.getType().getLayout().isIdentity() ||
          !alloc.getType().getElementType().isIntOrFloat() ||
          !isLocal(buffer, group))
        continue;
      MemRefType local = getLocalType(alloc.getType(), group.numShared);
      int64_t bytes = local.getNumElements() *
                      llvm::divideCeil(local.getElementTypeBitWidth(), 8);
      if (bytes > maximumBytes || total + bytes > maximumTotal)
        continue;
      total += bytes;
      buffers.push_back(buffer);
    }
  }
  return buffers;
}

/// True if loops may be moved from before `op` to after it.
static bool canCross(Operation *op) {
  return isa<memref::AllocOp>(op) || isPure(op);
}

SmallVector<LoopGroup> fused::groupLoops(Block &block) {
  SmallVector<LoopGroup> groups;
  bool isOpen = false;
  SmallVector<Operation *> releases;
  for (Operation &op : block) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic) {
      if (isOpen && isa<memref::DeallocOp>(op))
        releases.push_back(&op);
      else if (!canCross(&op))
        isOpen = false;
      continue;
    }
    LoopPlan plan = planLoops(generic);
    if (isOpen && canJoin(groups.back(), plan)) {
      llvm::append_range(groups.back().releases, releases);
    } else {
      groups.emplace_back();
      groups.back().numShared = plan.numShared;
    }
    releases.clear();
    groups.back().plans.push_back(std::move(plan));
    isOpen = true;
  }
  return groups;
}
