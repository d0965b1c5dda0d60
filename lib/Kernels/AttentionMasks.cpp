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

/// The last key that a query sees, or the first query that sees a key.
Value AttentionBlock::getLimit(Value row) {
  int64_t distance = tiles.masked->distance;
  if (tiles.masked->rowsAreQueries)
    return builder.add(row, distance);
  return builder.createOrFold<arith::SubIOp>(
      builder.createOrFold<arith::MaxUIOp>(row, builder.number(distance)),
      builder.number(distance));
}

/// The steps with columns that one of so many rows sees.
AttentionBlock::Steps AttentionBlock::getSteps(Value row, int64_t rows) {
  Value zero = builder.number(0), steps = builder.number(tiles.getSteps());
  if (!tiles.masked)
    return {zero, steps};
  auto getStep = [&](Value column) {
    return builder.createOrFold<arith::MinUIOp>(
        builder.div(column, tiles.stepColumns), steps);
  };
  // The last query sees the most keys, and the first key is seen by the most
  // queries.
  if (tiles.masked->rowsAreQueries) {
    Value end =
        getStep(builder.add(getLimit(row), rows - 1 + tiles.stepColumns));
    return {zero, builder.select(isFirstLaunch(), end, steps)};
  }
  return {builder.select(isFirstLaunch(), getStep(getLimit(row)), zero), steps};
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

/// Stores a number for the warp, by one thread.
static void storeWord(DeviceBuilder &builder, Value lane, Value address,
                      Value number) {
  builder.branch(builder.isEqual(lane, 0), [&] {
    LLVM::StoreOp::create(builder, number, builder.toPointer(address));
  });
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
  storeWord(builder, lane, builder.add(words, builder.mul(warpOfBlock, 4)),
            arith::ExtUIOp::create(builder, builder.getI32Type(), any));
  gpu::BarrierOp::create(builder);
  return builder.compare(arith::CmpIPredicate::ne, loadAny(words, threads / 32),
                         none);
}

void AttentionBlock::noteDoubt(Value isDoubtful) {
  builder.branch(isAny(builder, isDoubtful), [&] {
    storeWord(builder, lane, builder.add(flags, builder.mul(warp, 4)),
              builder.number(1));
  });
}

Value AttentionBlock::beginDoubts(Value parity) {
  storeWord(builder, lane, builder.add(flags, builder.mul(warp, 4)),
            builder.number(0));
  if (!tiles.masked->needsBounds)
    return parity;
  int64_t bytesOfPanel = tiles.getTileRows() * kRowBytes;
  Value address =
      builder.add(tile, builder.mul(consumer, kPanelRows * kRowBytes));
  Value isLarge = arith::ConstantIntOp::create(builder, 0, 1);
  for (int64_t bytes = 0; bytes < tiles.tileBytes; bytes += bytesOfPanel) {
    Value panel = builder.add(address, bytes);
    isLarge = arith::OrIOp::create(
        builder, isLarge,
        isAnyLarge(panel, builder.add(panel, kPanelRows * kRowBytes)));
  }
  noteDoubt(isLarge);
  // Nobody releases the tile before all have looked at it: there may be no
  // steps.
  return meet(parity);
}

/// True if this thread finds an element in workgroup memory between two
/// addresses that is larger than its bound. The threads of the consumer share
/// out all elements.
Value AttentionBlock::isAnyLarge(Value begin, Value end) {
  constexpr int64_t perThread = 16, atATime = 128 * perThread;
  auto type = VectorType::get(8, tiles.element);
  Value first =
      builder.add(begin, builder.mul(builder.rem(thread, 128), perThread));
  Value zeros = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  Value largest =
      builder
          .loop(first, end, builder.number(atATime), zeros,
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
  Value isAny = arith::ConstantIntOp::create(builder, 0, 1);
  Value bound = constant(AttentionTiles::getElementBound(tiles.element));
  // Also if it is NaN.
  for (Value element : vector::ToElementsOp::create(builder, wide).getResults())
    isAny = arith::OrIOp::create(
        builder, isAny,
        arith::CmpFOp::create(builder, arith::CmpFPredicate::UGT, element,
                              bound));
  return isAny;
}

Value AttentionBlock::checkStages(ArrayRef<Matrix> matrices,
                                  const Cursor &cursor, Value step,
                                  const Origin &origin) {
  if (!tiles.masked || !tiles.masked->needsBounds)
    return cursor.parity;
  // Columns that the consumer's rows see, but those of the one before it do
  // not, or the one behind it if rows are keys: all but columns that no row
  // leaves out.
  auto clamp = [&](Value column) {
    Value begin = builder.mul(step, tiles.stepColumns);
    Value inStep = builder.createOrFold<arith::SubIOp>(
        builder.createOrFold<arith::MaxUIOp>(column, begin), begin);
    return builder.createOrFold<arith::MinUIOp>(
        inStep, builder.number(tiles.stepColumns));
  };
  Value first = clamp(getLimit(origin.row));
  Value last = clamp(getLimit(builder.add(origin.row, kPanelRows)));
  auto check = [&]() -> SmallVector<Value> {
    Place place = cursor.place;
    Value isLarge = arith::ConstantIntOp::create(builder, 0, 1);
    for (const Matrix &matrix : matrices) {
      Value address = getSlotAddress(place.slot);
      int64_t panels = AttentionTiles::getPanels(matrix.getColumns());
      for (int64_t panel = 0; panel < panels; ++panel) {
        Value begin =
            builder.add(address, panel * tiles.stepColumns * kRowBytes);
        isLarge = arith::OrIOp::create(
            builder, isLarge,
            isAnyLarge(builder.add(begin, builder.mul(first, kRowBytes)),
                       builder.add(begin, builder.mul(last, kRowBytes))));
      }
      place = advance(place);
    }
    noteDoubt(isLarge);
    // Nobody releases a stage before all have looked at it.
    return {meet(cursor.parity)};
  };
  return builder
      .choose(builder.compare(arith::CmpIPredicate::ult, first, last),
              builder.getI32Type(), check,
              [&]() -> SmallVector<Value> { return {cursor.parity}; })
      .front();
}

Value AttentionBlock::isAnyInfinite(Value sums, int64_t columns,
                                    const Origin &origin) {
  int64_t row = tiles.masked->rowsAreQueries
                    ? llvm::alignDown(tiles.rows - 1, kPanelRows)
                    : 0;
  Value zero = constant(0), total = zero;
  for (Value element : getElements(sums, columns))
    total = arith::AddFOp::create(
        builder, total, arith::MulFOp::create(builder, element, zero));
  return arith::AndIOp::create(
      builder, builder.isEqual(origin.row, row),
      arith::CmpFOp::create(builder, arith::CmpFPredicate::UNE, total, zero));
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
