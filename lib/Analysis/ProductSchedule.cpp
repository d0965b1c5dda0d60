//===- ProductSchedule.cpp - How a device shares a product ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ProductSchedule.h"

#include "fused/Analysis/Hopper.h"
#include "fused/Analysis/ProductRule.h"
#include "fused/Analysis/ProductSupport.h"

using namespace mlir;
using namespace fused;

static constexpr int64_t kMaxStages = 8;
/// A tile of more steps waits longer for a ring of three stages than for a
/// buffer. Measured on an H100.
static constexpr int64_t kFewSteps = 12;

int64_t ProductSchedule::getPanelColumns(Value matrix) {
  return std::min(kDepth, kRowBytes / getElementBytes(matrix));
}

int64_t ProductSchedule::getSquareBytes(Value matrix) {
  return kRows * kDepth * getElementBytes(matrix);
}

int64_t ProductSchedule::getRowTiles() const {
  return llvm::divideCeil(m, getTileRows() * cluster);
}

int64_t ProductSchedule::getColumnTiles() const {
  return llvm::divideCeil(n, columns);
}

int64_t ProductSchedule::getMaxClusters() const {
  int64_t size = getClusterSize();
  // Larger clusters have to be in one of the groups of up to 18
  // multiprocessors, few of which have a multiple of that. Measured on H200s:
  // 39 clusters of 3 and 30 of 4 work at a time, but not 40 of 3, 18 of 6 or 16
  // of 8.
  int64_t available = multiprocessors;
  if (size > 2)
    available = size == 3 ? available * 8 / 9 : available * 10 / 11;
  return available / size;
}

int64_t ProductSchedule::getClusters() const {
  if (split != 1)
    return getTiles();
  return std::min(getTiles(), getMaxClusters());
}

int64_t ProductSchedule::getSteps() const {
  return llvm::divideCeil(k, kDepth);
}

/// Of `size` lines in tiles of `tile` lines.
static ProductSchedule::Lines getLines(int64_t size, int64_t tile) {
  int64_t ofTile = std::min(size, tile), rest = size % tile;
  return {ofTile, rest == 0 ? ofTile : rest};
}

ProductSchedule::Lines ProductSchedule::getCopiedRows(bool transposedA) const {
  int64_t rows = getTileRows();
  return transposedA ? Lines{rows, rows} : getLines(m, rows);
}

ProductSchedule::Lines
ProductSchedule::getCopiedColumns(bool transposedB) const {
  // Each block of a cluster copies as many.
  if (!transposedB || cluster != 1)
    return {columns, columns};
  return getLines(n, columns);
}

int64_t ProductSchedule::getSharedBytes() const {
  // Two barriers for each stage and each square, and two to take turns.
  int64_t barriers = 2 * stages + 2 * consumers * buffers + 2;
  return stages * getStageBytes() + getPartsBytes() + getResultBytes() +
         8 * barriers;
}

SquarePlaces::SquarePlaces(ArrayRef<Value> operands, ArrayRef<Value> results) {
  auto append = [&](Value matrix) {
    int64_t place = bytes;
    bytes += ProductSchedule::getSquareBytes(matrix);
    return place;
  };
  // Places of further operands that no result has yet.
  SmallVector<std::pair<Value, int64_t>> free;
  for (Value extra : operands) {
    extras.push_back(append(extra));
    free.push_back({extra, extras.back()});
  }
  for (Value output : results) {
    auto *place = llvm::find_if(free, [&](auto &candidate) {
      return getElementBytes(candidate.first) == getElementBytes(output);
    });
    if (place == free.end()) {
      outputs.push_back(append(output));
      continue;
    }
    outputs.push_back(place->second);
    free.erase(place);
  }
}

ProductSchedule::ProductSchedule(MatmulSizes sizes, int64_t bufferBytes,
                                 const ProductTiling &tiling)
    : batch(sizes.batch), m(sizes.m), n(sizes.n), k(sizes.k),
      groups(tiling.rows / kRows), columns(tiling.columns),
      consumers(tiling.consumers == ProductTiling::One ? 1 : 2),
      takesTurns(tiling.consumers == ProductTiling::Turns),
      cluster(tiling.cluster), split(tiling.split), bufferBytes(bufferBytes) {
  // Consumers that take turns store a tile while the other one multiplies.
  if (takesTurns && bufferBytes <= kSquareBytes)
    buffers = std::max(buffers, getSquares());
  auto fillMemory = [&] {
    for (stages = kMaxStages; stages > 0; --stages)
      if (getSharedBytes() <= hopper::kSharedBytes)
        break;
  };
  fillMemory();
  // Products wait longer for a short ring than what follows them for a buffer.
  if (stages < kMinStages + (getSteps() > kFewSteps)) {
    buffers = 1;
    fillMemory();
  }
}

//===----------------------------------------------------------------------===//
// What there is to choose from
//===----------------------------------------------------------------------===//

/// The tiling that was measured or, for tests, the first one, which is for
/// large products; if there is one that sizes and memory allow.
static std::optional<ProductTiling> findGiven(ProductOp op, int64_t bufferBytes,
                                              bool asLarge) {
  SmallVector<ProductTiling> candidates;
  if (op.getTiling())
    candidates.push_back(*ProductTiling::parse(*op.getTiling()));
  if (asLarge)
    llvm::append_range(candidates, getTilings());
  MatmulSizes sizes = op.getSizes();
  for (const ProductTiling &tiling : candidates)
    if (tiling.dividesRows(sizes.m) &&
        ProductSchedule(sizes, bufferBytes, tiling).isPossible())
      return tiling;
  return std::nullopt;
}

ProductSchedule fused::chooseSchedule(ProductOp op, bool asLarge) {
  ProductWork work = ProductWork::of(op);
  std::optional<ProductTiling> tiling =
      findGiven(op, work.bufferBytes, asLarge);
  if (!tiling)
    tiling = chooseTiling(work);
  ProductSchedule schedule(op.getSizes(), work.bufferBytes, *tiling);
  if (asLarge)
    schedule.multiprocessors = 4;
  return schedule;
}

ArrayRef<ProductTiling> fused::getTilings() {
  using Tiling = ProductTiling;
  static constexpr Tiling tilings[] = {{128, 128, Tiling::Turns, 2},
                                       {128, 128, Tiling::Turns},
                                       {64, 256, Tiling::Turns, 2},
                                       {64, 128, Tiling::Turns},
                                       {64, 256, Tiling::Shared, 2},
                                       {128, 128, Tiling::Shared, 2},
                                       {64, 128, Tiling::Shared},
                                       {64, 256},
                                       {64, 128},
                                       {64, 64},
                                       {64, 64, Tiling::One, 1, 2},
                                       {64, 64, Tiling::One, 1, 3},
                                       {64, 64, Tiling::One, 1, 4},
                                       {64, 64, Tiling::One, 1, 8}};
  return tilings;
}

SmallVector<ProductTiling> fused::getTilingsToMeasure(MatmulSizes sizes) {
  // How long the multiprocessor with the most tiles multiplies or reads them,
  // roughly, and for how many steps blocks wait for each other's parts: what
  // takes far longer than another one need not be measured.
  auto getCost = [&](const ProductTiling &tiling) {
    ProductSchedule schedule(sizes, ProductSchedule::kSquareBytes, tiling);
    double rows = schedule.getTileRows(), columns = tiling.columns;
    double step = std::max(rows * columns / (128 * 128),
                           0.8 * (rows + columns) / (128 + 128));
    double rounds =
        llvm::divideCeil(schedule.getTiles(), schedule.getClusters());
    double parts = tiling.split == 1 ? 0 : 3;
    return rounds * llvm::divideCeil(schedule.getSteps(), tiling.split) * step +
           parts;
  };
  auto mayBeFast = [&](const ProductTiling &tiling) {
    ProductSchedule schedule(sizes, ProductSchedule::kSquareBytes, tiling);
    return tiling.dividesRows(sizes.m) && schedule.isPossible() &&
           schedule.isUseful();
  };
  constexpr double maxSlowdown = 1.75;
  SmallVector<ProductTiling> found;
  double least = std::numeric_limits<double>::infinity();
  for (const ProductTiling &tiling : getTilings())
    if (mayBeFast(tiling)) {
      found.push_back(tiling);
      least = std::min(least, getCost(tiling));
    }
  llvm::erase_if(found, [&](const ProductTiling &tiling) {
    return getCost(tiling) > maxSlowdown * least;
  });
  return found;
}
