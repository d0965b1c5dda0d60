//===- LoopPlan.cpp - The loops of one operation --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPlan.h"

#include "fused/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

/// Threads share at least this many iterations, if there are as many.
static constexpr int64_t kSharedIterations = 32;
/// A row that is longer is cut where its pieces are used again.
static constexpr int64_t kLongRow = 2048;
/// The pieces: short enough to stay in the first-level cache.
static constexpr int64_t kRowBlock = 1024;
/// Shorter pieces of a row are not worth the loop around them.
static constexpr int64_t kShortBlock = 64;
/// The sides of the tiles in which a matrix is transposed.
static constexpr int64_t kTransposeTile = 32;

bool LoopPlan::reducesInRegisters() const {
  if (loops.empty())
    return false;
  linalg::GenericOp generic = op;
  unsigned dim = loops.back().dim;
  return generic.getIteratorTypesArray()[dim] ==
             utils::IteratorType::reduction &&
         llvm::none_of(generic.getDpsInitsMutable(), [&](OpOperand &init) {
           return generic.getMatchingIndexingMap(&init).isFunctionOfDim(dim);
         });
}

int64_t LoopPlan::getWork() const {
  int64_t work = cost;
  for (int64_t extent : extents) {
    if (ShapedType::isDynamic(extent))
      return ShapedType::kDynamic;
    work *= extent;
  }
  return work;
}

bool fused::hasUnsafeBody(linalg::GenericOp op) {
  WalkResult result = op.getBody()->walk([](Operation *inner) {
    // A failure may be reported by any iteration, in any order.
    bool isSafe = isa<memref::LoadOp, memref::AtomicRMWOp>(inner) ||
                  inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                  isMemoryEffectFree(inner);
    return isSafe ? WalkResult::advance() : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

static bool readsMemory(linalg::GenericOp op) {
  WalkResult result = op.getBody()->walk([](Operation *inner) {
    return isa<memref::LoadOp, memref::AtomicRMWOp>(inner)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The work for one element: what LLVM's vectoriser can do in one instruction
/// counts little, functions count much.
static int64_t getCost(linalg::GenericOp op) {
  int64_t cost = 1;
  op.getBody()->walk([&](Operation *inner) {
    if (isa<arith::DivFOp, math::SqrtOp, math::RsqrtOp>(inner))
      cost += 4;
    else if (isa<math::MathDialect>(inner->getDialect()))
      cost += 16;
    else
      cost += 1;
  });
  return cost;
}

/// The parallel dimension along which an operand is contiguous that is strided
/// along `vectorDim`, if there is one: the operation transposes.
static std::optional<unsigned> findTransposedDim(linalg::GenericOp op,
                                                 unsigned vectorDim) {
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    if (dim == vectorDim ||
        op.getIteratorTypesArray()[dim] != utils::IteratorType::parallel)
      continue;
    for (OpOperand &operand : op->getOpOperands()) {
      Type type = operand.get().getType();
      AffineMap map = op.getMatchingIndexingMap(&operand);
      if (getAccess(type, map, dim) == Access::Contiguous &&
          getAccess(type, map, vectorDim) == Access::Strided)
        return dim;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The order of the loops
//===----------------------------------------------------------------------===//

static bool isLong(int64_t extent, int64_t limit) {
  return ShapedType::isDynamic(extent) || extent > limit;
}

/// The product of what is known of the extents of `dims`; unknown ones count as
/// enough for all threads.
static int64_t countIterations(ArrayRef<unsigned> dims,
                               ArrayRef<int64_t> extents) {
  int64_t count = 1;
  for (unsigned dim : dims)
    count *= ShapedType::isDynamic(extents[dim])
                 ? kSharedIterations
                 : std::min(extents[dim], kSharedIterations);
  return count;
}

/// The size of the blocks into which a row is cut so that threads can share it.
static int64_t getSharedBlock(int64_t extent) {
  if (ShapedType::isDynamic(extent))
    return kLongRow;
  int64_t block = llvm::divideCeil(extent, 2 * kSharedIterations);
  return std::max<int64_t>(kRowBlock, llvm::alignTo(block, 64));
}

/// The same where each block is gone over again and again to reduce into it: it
/// stays in the first-level cache.
static int64_t getReductionBlock(int64_t extent) {
  if (ShapedType::isDynamic(extent))
    return kRowBlock / 4;
  int64_t block = llvm::alignTo(llvm::divideCeil(extent, 16), 16);
  return std::clamp<int64_t>(block, kShortBlock, kRowBlock);
}

/// The size of the blocks into which the innermost, parallel, dimension is cut;
/// zero to leave it whole.
static int64_t chooseRowBlock(int64_t row, bool fewRows, bool reduces) {
  if (!reduces)
    return fewRows && isLong(row, kLongRow) ? getSharedBlock(row) : 0;
  if (fewRows)
    return isLong(row, 2 * kShortBlock) ? getReductionBlock(row) : 0;
  return isLong(row, kLongRow) ? kRowBlock : 0;
}

/// Counts the outermost loops that threads share: as few as give each thread
/// enough to do.
static unsigned countSharedLoops(const LoopPlan &plan) {
  linalg::GenericOp op = plan.op;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  int64_t iterations = 1;
  unsigned count = 0;
  for (const Loop &loop : plan.loops) {
    if (iterations >= kSharedIterations ||
        kinds[loop.dim] != utils::IteratorType::parallel)
      break;
    // A loop within a block that is shared depends on it.
    if (loop.block == 0 &&
        llvm::any_of(ArrayRef(plan.loops).take_front(count),
                     [&](const Loop &outer) { return outer.dim == loop.dim; }))
      break;
    int64_t extent = plan.extents[loop.dim];
    if (ShapedType::isDynamic(extent))
      iterations *= kSharedIterations;
    else
      iterations *= loop.block ? llvm::divideCeil(extent, loop.block) : extent;
    ++count;
  }
  // The innermost loop stays whole.
  return std::min<unsigned>(count, plan.loops.size() - 1);
}

LoopPlan fused::planLoops(linalg::GenericOp op) {
  LoopPlan plan;
  plan.op = op;
  plan.extents = op.getStaticLoopRanges();
  plan.readsElsewhere = readsMemory(op);
  plan.cost = getCost(op);
  if (plan.extents.empty())
    return plan;
  unsigned vectorDim = chooseVectorDim(op, plan.extents);
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<unsigned> parallel, reduction;
  for (unsigned dim = 0; dim < kinds.size(); ++dim) {
    if (dim == vectorDim)
      continue;
    bool isParallel = kinds[dim] == utils::IteratorType::parallel;
    (isParallel ? parallel : reduction).push_back(dim);
  }
  bool isParallel = kinds[vectorDim] == utils::IteratorType::parallel;
  int64_t row = plan.extents[vectorDim];
  std::optional<unsigned> transposed;
  if (isParallel)
    transposed = findTransposedDim(op, vectorDim);
  if (transposed && isLong(row, kTransposeTile) &&
      isLong(plan.extents[*transposed], kTransposeTile)) {
    llvm::erase(parallel, *transposed);
    for (unsigned dim : parallel)
      plan.loops.push_back({dim});
    plan.loops.push_back({*transposed, kTransposeTile});
    plan.loops.push_back({vectorDim, kTransposeTile});
    for (unsigned dim : reduction)
      plan.loops.push_back({dim});
    plan.loops.push_back({*transposed});
  } else {
    for (unsigned dim : parallel)
      plan.loops.push_back({dim});
    bool fewRows = countIterations(parallel, plan.extents) < kSharedIterations;
    int64_t block =
        isParallel ? chooseRowBlock(row, fewRows, !reduction.empty()) : 0;
    if (block)
      plan.loops.push_back({vectorDim, block});
    for (unsigned dim : reduction)
      plan.loops.push_back({dim});
  }
  plan.loops.push_back({vectorDim});
  plan.numShared = hasUnsafeBody(op) ? 0 : countSharedLoops(plan);
  return plan;
}
