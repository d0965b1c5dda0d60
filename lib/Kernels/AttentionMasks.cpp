//===- AttentionMasks.cpp - Columns that rows do not see ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionBlock.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kRowBytes = AttentionTiles::kRowBytes;
static constexpr int64_t kPanelRows = AttentionTiles::kRows;

//===----------------------------------------------------------------------===//
// Launches and steps
//===----------------------------------------------------------------------===//

Value AttentionBlock::isFirstLaunch() {
  return builder.isEqual(launches.number, 0);
}

/// True if this launch computes something.
Value AttentionBlock::isNeeded(Value warpOfBlock) {
  Type i1 = builder.getI1Type();
  return builder
      .choose(
          isFirstLaunch(), i1,
          [&]() -> SmallVector<Value> {
            return {arith::ConstantIntOp::create(builder, 1, 1)};
          },
          [&]() -> SmallVector<Value> { return {hasDoubts(warpOfBlock)}; })
      .front();
}

/// The steps with columns that one of so many rows sees.
AttentionBlock::Steps AttentionBlock::getSteps(Value row, int64_t rows) {
  Value zero = builder.number(0), steps = builder.number(tiles.getSteps());
  if (!tiles.masked)
    return {zero, steps};
  int64_t distance = tiles.masked->distance;
  auto getStep = [&](Value column) {
    return builder.createOrFold<arith::MinUIOp>(
        builder.div(column, tiles.stepColumns), steps);
  };
  if (tiles.masked->rowsAreQueries) {
    // The last row sees the most.
    Value behind = builder.add(row, rows - 1 + distance + tiles.stepColumns);
    return {zero, builder.select(isFirstLaunch(), getStep(behind), steps)};
  }
  // The first row is seen by the most.
  Value first = builder.createOrFold<arith::SubIOp>(
      builder.createOrFold<arith::MaxUIOp>(row, builder.number(distance)),
      builder.number(distance));
  return {builder.select(isFirstLaunch(), getStep(first), zero), steps};
}

AttentionBlock::Steps AttentionBlock::getSteps(const Origin &origin) {
  return getSteps(origin.row, kPanelRows);
}

AttentionBlock::Steps AttentionBlock::getStepsOfTile(const Origin &origin) {
  return getSteps(builder.mul(builder.div(origin.row, tiles.getTileRows()),
                              tiles.getTileRows()),
                  tiles.getTileRows());
}

//===----------------------------------------------------------------------===//
// Doubts
//===----------------------------------------------------------------------===//

/// True if a condition is true for any thread of the warp.
static Value isAny(DeviceBuilder &builder, Value condition) {
  return NVVM::VoteSyncOp::create(builder, builder.getI1Type(),
                                  builder.number(-1), condition,
                                  NVVM::VoteSyncKind::any);
}

/// Loads what so many warps have stored, and is not zero if it is true for one.
Value AttentionBlock::loadAny(Value address, int64_t warps) {
  Value any = builder.number(0);
  for (int64_t i = 0; i < warps; ++i)
    any = arith::OrIOp::create(
        builder, any,
        LLVM::LoadOp::create(builder, builder.getI32Type(),
                             builder.toPointer(builder.add(address, 4 * i))));
  return any;
}

/// True if the first launch had any doubt. The threads of the block share out
/// what it has stored.
Value AttentionBlock::hasDoubts(Value warpOfBlock) {
  // What a thread loads at a time, before it looks at any: each load takes
  // long.
  constexpr int64_t loads = 8;
  int64_t threads = tiles.getThreads(), parts = tiles.getParts();
  Value last = builder.number(parts - 1), none = builder.number(0);
  Value found =
      builder
          .loop(thread, builder.number(parts), builder.number(loads * threads),
                none,
                [&](Value part, ValueRange carried) {
                  Value any = carried.front();
                  for (int64_t i = 0; i < loads; ++i) {
                    Value place = builder.createOrFold<arith::MinUIOp>(
                        builder.add(part, i * threads), last);
                    any = arith::OrIOp::create(
                        builder, any,
                        memref::LoadOp::create(builder, launches.doubts,
                                               toIndex(place)));
                  }
                  return SmallVector<Value>{any};
                })
          .front();
  Value words = builder.add(tile, tiles.getWordsOfWarps());
  Value any =
      isAny(builder, builder.compare(arith::CmpIPredicate::ne, found, none));
  builder.branch(builder.isEqual(lane, 0), [&] {
    LLVM::StoreOp::create(
        builder, arith::ExtUIOp::create(builder, builder.getI32Type(), any),
        builder.toPointer(builder.add(words, builder.mul(warpOfBlock, 4))));
  });
  gpu::BarrierOp::create(builder);
  return builder.compare(arith::CmpIPredicate::ne, loadAny(words, threads / 32),
                         none);
}

/// Stores a number in the word of this thread's warp, by one thread.
static void storeWord(DeviceBuilder &builder, Value lane, Value address,
                      int64_t number) {
  builder.branch(builder.isEqual(lane, 0), [&] {
    LLVM::StoreOp::create(builder, builder.number(number),
                          builder.toPointer(address));
  });
}

void AttentionBlock::noteDoubt(Value isDoubtful) {
  builder.branch(isAny(builder, isDoubtful), [&] {
    storeWord(builder, lane, builder.add(flags, builder.mul(warp, 4)), 1);
  });
}

void AttentionBlock::beginDoubts() {
  storeWord(builder, lane, builder.add(flags, builder.mul(warp, 4)), 0);
  if (!tiles.masked->needsBounds)
    return;
  int64_t bytesOfPanel = tiles.getTileRows() * kRowBytes;
  Value address =
      builder.add(tile, builder.mul(consumer, kPanelRows * kRowBytes));
  for (int64_t bytes = 0; bytes < tiles.tileBytes; bytes += bytesOfPanel)
    checkElements(builder.add(address, bytes), kPanelRows * kRowBytes);
}

/// Looks at so many bytes of workgroup memory, as many at a time as its threads
/// load together.
void AttentionBlock::checkElements(Value address, int64_t bytes) {
  constexpr int64_t perThread = 16, atATime = 128 * perThread;
  auto type = VectorType::get(8, tiles.element);
  Value first =
      builder.add(address, builder.mul(builder.rem(thread, 128), perThread));
  Value zeros = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  Value largest =
      builder
          .loop(first, builder.add(first, bytes), builder.number(atATime),
                zeros,
                [&](Value address, ValueRange carried) {
                  Value elements = LLVM::LoadOp::create(
                      builder, type, builder.toPointer(address), perThread);
                  return SmallVector<Value>{arith::MaximumFOp::create(
                      builder, carried.front(),
                      math::AbsFOp::create(builder, elements))};
                })
          .front();
  Value wide = arith::ExtFOp::create(
      builder, VectorType::get(8, builder.getF32Type()), largest);
  Value isLarge;
  for (Value element :
       vector::ToElementsOp::create(builder, wide).getResults()) {
    // Also if it is NaN.
    Value isOne = arith::CmpFOp::create(
        builder, arith::CmpFPredicate::UGT, element,
        constant(AttentionTiles::getElementBound(tiles.element)));
    isLarge = isLarge ? arith::OrIOp::create(builder, isLarge, isOne) : isOne;
  }
  noteDoubt(isLarge);
}

/// The steps with columns that the consumer's rows see, but those of the one
/// before it do not, or the one behind it if rows are keys. All others have
/// columns of another consumer, or some that are left out for no row.
AttentionBlock::Steps AttentionBlock::getStepsToCheck(const Origin &origin) {
  Steps seen = getSteps(origin.row, kPanelRows);
  int64_t distance = tiles.masked->distance, inStep = tiles.stepColumns;
  if (tiles.masked->rowsAreQueries)
    return {builder.div(builder.add(origin.row, distance), inStep), seen.end};
  Value next = builder.createOrFold<arith::MaxUIOp>(
      builder.add(origin.row, kPanelRows), builder.number(distance));
  return {seen.begin,
          builder.div(builder.add(next, inStep - 1 - distance), inStep)};
}

Value AttentionBlock::checkStages(ArrayRef<Matrix> matrices,
                                  const Cursor &cursor, Value step,
                                  const Origin &origin) {
  if (!tiles.masked)
    return cursor.parity;
  Steps steps = getStepsToCheck(origin);
  Value isOwn = arith::AndIOp::create(
      builder, builder.compare(arith::CmpIPredicate::uge, step, steps.begin),
      builder.compare(arith::CmpIPredicate::ult, step, steps.end));
  auto check = [&]() -> SmallVector<Value> {
    Place place = cursor.place;
    for (const Matrix &matrix : matrices) {
      checkElements(getSlotAddress(place.slot),
                    AttentionTiles::getPanels(matrix.getColumns()) *
                        tiles.stepColumns * kRowBytes);
      place = advance(place);
    }
    // Nobody releases a stage before all have looked at it.
    return {meet(cursor.parity)};
  };
  return builder
      .choose(isOwn, builder.getI32Type(), check,
              [&]() -> SmallVector<Value> { return {cursor.parity}; })
      .front();
}

/// By the leader.
void AttentionBlock::storeDoubts(const Origin &origin) {
  builder.branch(isFirstLaunch(), [&] {
    Value part =
        builder.add(builder.mul(origin.tile, tiles.consumers), consumer);
    memref::StoreOp::create(builder, loadAny(flags, 4), launches.doubts,
                            toIndex(part));
  });
}
