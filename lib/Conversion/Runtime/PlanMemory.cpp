//===- PlanMemory.cpp - Places of outputs and temporaries -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlan.h"
#include "RuntimeABI.h"
#include "fused/Conversion/RuntimePasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

namespace fused {
#define GEN_PASS_DEF_PLANMEMORY
#include "fused/Conversion/RuntimePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// The alignment of places in an arena.
static constexpr int64_t kAlignment = 256;

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// The buffer that `value` is: all of it, in one order.
static memref::AllocOp findBuffer(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value.getDefiningOp<memref::AllocOp>();
}

/// Lets buffers that become outputs be allocated where the caller wants them:
/// those that each call allocates once.
static void placeOutputs(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return;
  Operation *end = function.getBody().front().getTerminator();
  ValueRange results = end->getOperands();
  for (auto [index, donation] :
       llvm::enumerate(getDonations(function, results.size()))) {
    if (donation >= 0)
      continue;
    memref::AllocOp alloc = findBuffer(results.front());
    results = results.drop_front();
    if (alloc && alloc->getBlock() == end->getBlock() &&
        alloc.getType().getLayout().isIdentity() &&
        !alloc->hasAttr(kOutputAttr))
      alloc->setAttr(kOutputAttr,
                     Builder(alloc.getContext()).getI32IntegerAttr(index));
  }
}

//===----------------------------------------------------------------------===//
// Temporaries
//===----------------------------------------------------------------------===//

namespace {
/// A buffer of known size that lives within one block, between two operations
/// of a walk through the function. A loop that is inside the block lies between
/// them as a whole.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t size;
  unsigned begin, end;
  bool isConditional; ///< True if a call may go without it.
  std::optional<int64_t> offset = std::nullopt;
};
} // namespace

/// The one `memref.dealloc` of a buffer, if it is in the same block.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers()) {
    auto dealloc = dyn_cast<memref::DeallocOp>(user);
    if (!dealloc)
      continue;
    if (found || dealloc->getBlock() != alloc->getBlock())
      return {};
    found = dealloc;
  }
  return found;
}

/// The bytes of a buffer whose place can be planned, else nothing.
static std::optional<int64_t> getPlannedSize(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  int64_t bytes = getByteSize(type.getElementType());
  if (bytes == 0 || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace())
    return std::nullopt;
  int64_t size = bytes;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(size, extent, size))
      return std::nullopt;
  constexpr int64_t most = int64_t(1) << 60;
  if (size > most)
    return std::nullopt;
  return llvm::alignTo(std::max<int64_t>(size, 1), kAlignment);
}

/// True if `op` is in a branch of its function.
static bool isConditional(Operation *op) {
  for (; !isa<func::FuncOp>(op); op = op->getParentOp())
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op) ||
        !op->getBlock()->isEntryBlock())
      return true;
  return false;
}

/// The buffers of a function, in the order in which they are allocated.
static SmallVector<Buffer> collectBuffers(func::FuncOp function) {
  SmallVector<Buffer> buffers;
  DenseMap<Operation *, unsigned> numbers;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Threads that run at the same time need a buffer each.
    if (isa<scf::ParallelOp, scf::ForallOp>(op))
      return WalkResult::skip();
    numbers[op] = numbers.size();
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      memref::DeallocOp dealloc = findDealloc(alloc);
      std::optional<int64_t> size = getPlannedSize(alloc);
      if (dealloc && size)
        buffers.push_back(
            {alloc, dealloc, *size, numbers[op], 0, isConditional(op)});
    }
    return WalkResult::advance();
  });
  for (Buffer &buffer : buffers)
    buffer.end = numbers[buffer.dealloc];
  return buffers;
}

/// Gives each buffer the first place that no buffer alive at the same time has.
/// Leaves out conditional ones that would end after `limit`. Returns the size
/// of all, or nothing if that is too large.
static std::optional<int64_t> place(MutableArrayRef<Buffer> buffers,
                                    int64_t limit) {
  int64_t total = 0;
  // Those placed before that are still alive, by their offset.
  SmallVector<Buffer *> alive;
  for (Buffer &buffer : buffers) {
    llvm::erase_if(alive,
                   [&](Buffer *other) { return other->end < buffer.begin; });
    int64_t offset = 0, end;
    auto *next = alive.begin();
    for (; next != alive.end(); ++next) {
      if (offset + buffer.size <= *(*next)->offset)
        break;
      offset = *(*next)->offset + (*next)->size;
    }
    if (llvm::AddOverflow(offset, buffer.size, end))
      return std::nullopt;
    buffer.offset.reset();
    if (buffer.isConditional && end > limit)
      continue;
    buffer.offset = offset;
    alive.insert(next, &buffer);
    total = std::max(total, end);
  }
  return total;
}

static void placeTemporaries(func::FuncOp function) {
  // What only a branch needs must not make the arena of each call large.
  constexpr int64_t smallArena = int64_t(1) << 20;
  SmallVector<Buffer> buffers = collectBuffers(function);
  std::optional<int64_t> needed = place(buffers, /*limit=*/0);
  if (!needed)
    return;
  std::optional<int64_t> total = place(buffers, std::max(*needed, smallArena));
  if (!total || *total == 0)
    return;
  Builder builder(function.getContext());
  function->setAttr(kArenaSizeAttr, builder.getI64IntegerAttr(*total));
  for (Buffer &buffer : buffers) {
    if (!buffer.offset)
      continue;
    buffer.alloc->setAttr(kArenaOffsetAttr,
                          builder.getI64IntegerAttr(*buffer.offset));
    buffer.dealloc.erase();
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct PlanMemory : public fused::impl::PlanMemoryBase<PlanMemory> {
  void runOnOperation() override;
};
} // namespace

void PlanMemory::runOnOperation() {
  for (func::FuncOp function : collectEntries(getOperation())) {
    placeOutputs(function);
    placeTemporaries(function);
  }
}
