//===- AttentionMasks.cpp - Columns that rows do not see ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionBlock.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kPanelRows = AttentionTiles::kRows;

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
  storeAny(builder.compare(arith::CmpIPredicate::ne, found, none),
           builder.add(words, builder.mul(warpOfBlock, 4)));
  gpu::BarrierOp::create(builder);
  return builder.compare(arith::CmpIPredicate::ne, loadAny(words, threads / 32),
                         none);
}

/// The steps with columns that one of so many rows sees.
AttentionBlock::Steps AttentionBlock::getSteps(Value row, int64_t rows) {
  Value zero = builder.number(0), steps = builder.number(tiles.getSteps());
  if (!tiles.masked)
    return {zero, steps};
  auto [distance, rowsAreQueries] = *tiles.masked;
  auto getStep = [&](Value column) {
    return builder.createOrFold<arith::MinUIOp>(
        builder.div(column, tiles.stepColumns), steps);
  };
  if (rowsAreQueries) {
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

Value AttentionBlock::seesAll(const Origin &origin) {
  int64_t row = tiles.masked->rowsAreQueries
                    ? llvm::alignDown(tiles.rows - 1, kPanelRows)
                    : 0;
  return builder.isEqual(origin.row, row);
}

Value AttentionBlock::isAnyInfinite(Value sums, int64_t columns) {
  Value zero = constant(0), total = zero;
  for (Value element : getElements(sums, columns))
    total = arith::AddFOp::create(
        builder, total, arith::MulFOp::create(builder, element, zero));
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::UNE, total, zero);
}

/// Stores whether a condition is true for any thread of the warp.
void AttentionBlock::storeAny(Value condition, Value address) {
  Value any =
      NVVM::VoteSyncOp::create(builder, builder.getI1Type(), builder.number(-1),
                               condition, NVVM::VoteSyncKind::any);
  builder.branch(builder.isEqual(lane, 0), [&] {
    LLVM::StoreOp::create(
        builder, arith::ExtUIOp::create(builder, builder.getI32Type(), any),
        builder.toPointer(address));
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

void AttentionBlock::tellDoubt(Value isDoubtful) {
  storeAny(isDoubtful, builder.add(flags, builder.mul(warp, 4)));
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
