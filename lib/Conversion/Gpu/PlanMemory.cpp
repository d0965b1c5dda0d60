//===- PlanMemory.cpp - One allocation for all temporaries ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../RuntimeABI.h"
#include "fused/Conversion/GpuPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

namespace fused {
#define GEN_PASS_DEF_PLANMEMORY
#include "fused/Conversion/GpuPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// The alignment that a buffer of its own would have.
static constexpr int64_t kAlignment = 256;

namespace {
struct PlanMemory : public fused::impl::PlanMemoryBase<PlanMemory> {
  void runOnOperation() override;
};

/// A buffer of known size that lives within one block.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t size;
  int64_t offset = 0;
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
  int64_t size;
  if (llvm::MulOverflow(bytes, type.getNumElements(), size))
    return std::nullopt;
  return llvm::alignTo(std::max<int64_t>(size, 1), kAlignment);
}

/// The buffers of a block, in the order in which they are allocated.
static SmallVector<Buffer> collectBuffers(Block &block) {
  SmallVector<Buffer> buffers;
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    memref::DeallocOp dealloc = findDealloc(alloc);
    std::optional<int64_t> size = getPlannedSize(alloc);
    if (dealloc && size)
      buffers.push_back({alloc, dealloc, *size});
  }
  return buffers;
}

/// Gives each buffer the first place that no buffer alive at the same time has.
/// Returns the size of all.
static int64_t place(MutableArrayRef<Buffer> buffers) {
  int64_t total = 0;
  // Those placed before that are still alive, by their offset.
  SmallVector<Buffer *> alive;
  for (Buffer &buffer : buffers) {
    llvm::erase_if(alive, [&](Buffer *other) {
      return other->dealloc->isBeforeInBlock(buffer.alloc);
    });
    auto *next = alive.begin();
    for (; next != alive.end(); ++next) {
      if (buffer.offset + buffer.size <= (*next)->offset)
        break;
      buffer.offset = (*next)->offset + (*next)->size;
    }
    alive.insert(next, &buffer);
    total = std::max(total, buffer.offset + buffer.size);
  }
  return total;
}

/// Replaces the buffers by views of one that lives from the first allocation to
/// the last release.
static void replace(MutableArrayRef<Buffer> buffers, int64_t total) {
  OpBuilder builder(buffers.front().alloc);
  Location loc = buffers.front().alloc.getLoc();
  auto type = MemRefType::get({total}, builder.getI8Type());
  Value memory = memref::AllocOp::create(builder, loc, type);
  memref::DeallocOp last = buffers.front().dealloc;
  for (Buffer &buffer : buffers)
    if (last->isBeforeInBlock(buffer.dealloc))
      last = buffer.dealloc;
  builder.setInsertionPoint(last);
  memref::DeallocOp::create(builder, loc, memory);
  for (Buffer &buffer : buffers) {
    buffer.dealloc.erase();
    builder.setInsertionPoint(buffer.alloc);
    Value offset = arith::ConstantIndexOp::create(
        builder, buffer.alloc.getLoc(), buffer.offset);
    Value view = memref::ViewOp::create(builder, buffer.alloc.getLoc(),
                                        buffer.alloc.getType(), memory, offset,
                                        ValueRange());
    buffer.alloc.replaceAllUsesWith(view);
    buffer.alloc.erase();
  }
}

void PlanMemory::runOnOperation() {
  SmallVector<Block *> blocks;
  getOperation()->walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks) {
    SmallVector<Buffer> buffers = collectBuffers(*block);
    if (buffers.size() > 1)
      replace(buffers, place(buffers));
  }
}
