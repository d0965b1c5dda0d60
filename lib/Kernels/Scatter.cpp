//===- Scatter.cpp - Kernels of updates at indices ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scatter.h"

#include "Launch.h"
#include "ScatterOwners.h"
#include "Schedule.h"
#include "fused/Analysis/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Parts of all kernels
//===----------------------------------------------------------------------===//

ScatterKernels::ScatterKernels(OpBuilder &builder, ScatterOp op)
    : builder(builder), op(op), loc(op.getLoc()), windows(builder, op) {
  for (size_t dim = 0; dim < windows.getWindowSizes().size(); ++dim)
    dims.push_back(dim);
  windowSize = createProduct(builder, loc, windows.getWindowSizes(), dims);
}

void ScatterKernels::emitThreads(Value total, function_ref<void(Value)> emit) {
  OpBuilder::InsertionGuard guard(builder);
  Value blockSize = createIndex(builder, loc, kBlockSize);
  Value blocks = createCeilDiv(builder, loc, total, blockSize);
  gpu::LaunchOp launch = createLaunch(builder, loc, blocks,
                                      createIndex(builder, loc, 1), kBlockSize);
  Value start = builder.createOrFold<arith::MulIOp>(
      loc, launch.getBlockIds().x, createIndex(builder, loc, kBlockSize));
  Value linear =
      builder.createOrFold<arith::AddIOp>(loc, start, launch.getThreadIds().x);
  emitIf(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, linear,
                               total),
         [&] { emit(linear); });
}

void ScatterKernels::emitIf(Value condition, function_ref<void()> emit) {
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emit();
}

SmallVector<Value> ScatterKernels::createPosition(Value linear) {
  SmallVector<Value> position(dims.size());
  delinearize(builder, loc, linear, windows.getWindowSizes(), dims, position);
  return position;
}

SmallVector<Value> ScatterKernels::createTarget(ValueRange starts,
                                                ValueRange position) {
  SmallVector<Value> target;
  for (auto [start, index] : llvm::zip_equal(starts, position))
    target.push_back(builder.createOrFold<arith::AddIOp>(loc, start, index));
  return target;
}

Value ScatterKernels::loadUpdate(Value update, ValueRange position) {
  SmallVector<Value> place = {update};
  llvm::append_range(place, position);
  return memref::LoadOp::create(builder, loc, op.getUpdates(), place);
}

void ScatterKernels::updateElement(Value update, ValueRange starts,
                                   ValueRange position) {
  SmallVector<Value> target = createTarget(starts, position);
  Value oldNumber;
  if (!op.isAssignment())
    oldNumber = memref::LoadOp::create(builder, loc, op.getInit(), target);
  Value combined =
      windows.createCombined(builder, oldNumber, loadUpdate(update, position));
  memref::StoreOp::create(builder, loc, combined, op.getInit(), target);
}

void ScatterKernels::emitIfInside(Value update,
                                  function_ref<void(ValueRange)> emit) {
  SmallVector<Value> starts =
      windows.createStarts(builder, windows.createIndices(builder, update));
  emitIf(windows.createIsInside(builder, starts), [&] { emit(starts); });
}

//===----------------------------------------------------------------------===//
// Kernels of one launch
//===----------------------------------------------------------------------===//

/// Combinations of integers that devices compute in memory, and whose order
/// does not matter.
static std::optional<arith::AtomicRMWKind> findAtomicKind(ScatterOp op) {
  using Kind = arith::AtomicRMWKind;
  Type element = getElementTypeOrSelf(op.getInit().getType());
  if (!element.isInteger(32) && !element.isInteger(64))
    return std::nullopt;
  std::optional<Combiner> combiner =
      findCombiner(cast<BlockArgument>(op.getOld()), op.getCombined());
  if (!combiner || combiner->term != op.getNew() ||
      !llvm::is_contained({Kind::addi, Kind::maxs, Kind::mins, Kind::maxu,
                           Kind::minu, Kind::andi, Kind::ori, Kind::xori},
                          combiner->kind))
    return std::nullopt;
  return combiner->kind;
}

namespace {
class SimpleKernels : ScatterKernels {
public:
  using ScatterKernels::ScatterKernels;

  /// One thread for each element of each update.
  void emitUnordered(std::optional<arith::AtomicRMWKind> atomic) {
    Value total = builder.createOrFold<arith::MulIOp>(
        loc, windows.getNumUpdates(), windowSize);
    emitThreads(total, [&](Value linear) {
      Value update =
          builder.createOrFold<arith::DivUIOp>(loc, linear, windowSize);
      Value rest =
          builder.createOrFold<arith::RemUIOp>(loc, linear, windowSize);
      emitElement(update, rest, atomic);
    });
  }

  /// One thread for each element of a window, which goes through all updates.
  /// Two threads have no element in common, as windows have no size in the
  /// dimensions along which they move.
  void emitInOrder() {
    emitThreads(windowSize, [&](Value linear) {
      emitUpdates([&](Value update) {
        emitElement(update, linear, /*atomic=*/std::nullopt);
      });
    });
  }

  /// A launch for each update.
  void emitOneByOne() {
    emitUpdates([&](Value update) {
      emitThreads(windowSize, [&](Value linear) {
        emitElement(update, linear, /*atomic=*/std::nullopt);
      });
    });
  }

private:
  void emitUpdates(function_ref<void(Value)> emit) {
    auto loop = scf::ForOp::create(builder, loc, createIndex(builder, loc, 0),
                                   windows.getNumUpdates(),
                                   createIndex(builder, loc, 1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    emit(loop.getInductionVar());
  }

  void emitElement(Value update, Value linear,
                   std::optional<arith::AtomicRMWKind> atomic) {
    emitIfInside(update, [&](ValueRange starts) {
      SmallVector<Value> position = createPosition(linear);
      if (!atomic)
        return updateElement(update, starts, position);
      memref::AtomicRMWOp::create(builder, loc, *atomic,
                                  loadUpdate(update, position), op.getInit(),
                                  createTarget(starts, position));
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Scatter.h
//===----------------------------------------------------------------------===//

/// True if each thread should look at all updates: there are few, all have the
/// same elements, or elements are complex numbers.
static bool goThroughAll(ScatterOp op, int64_t numUpdates) {
  constexpr int64_t fewUpdates = 32;
  Type element = getElementTypeOrSelf(op.getInit().getType());
  return op.getDimensions().empty() ||
         (!op.isAssignment() && !element.isIntOrIndexOrFloat()) ||
         (!ShapedType::isDynamic(numUpdates) && numUpdates <= fewUpdates);
}

void fused::emitScatterKernels(OpBuilder &builder, ScatterOp op) {
  int64_t numUpdates =
      cast<ShapedType>(op.getUpdates().getType()).getDimSize(0);
  if (op.getUnique() || numUpdates == 1)
    return SimpleKernels(builder, op).emitUnordered(std::nullopt);
  if (std::optional<arith::AtomicRMWKind> atomic = findAtomicKind(op))
    return SimpleKernels(builder, op).emitUnordered(atomic);
  if (!op.hasDisjointWindows())
    return SimpleKernels(builder, op).emitOneByOne();
  if (goThroughAll(op, numUpdates))
    return SimpleKernels(builder, op).emitInOrder();
  OwnerKernels(builder, op).emit();
}
