//===- ProductSchedule.cpp - How a device shares a product ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ProductSchedule.h"

#include "fused/Analysis/ProductSupport.h"

using namespace mlir;
using namespace fused;

/// The workgroup memory of a block.
static constexpr int64_t kSharedBytes = 227 << 10;
static constexpr int64_t kMaxStages = 8;

int64_t ProductSchedule::getRowTiles() const {
  return llvm::divideCeil(m, getTileRows() * cluster);
}

int64_t ProductSchedule::getColumnTiles() const {
  return llvm::divideCeil(n, columns);
}

int64_t ProductSchedule::getClusters() const {
  return std::min(getTiles(), multiprocessors / cluster);
}

int64_t ProductSchedule::getSteps() const {
  return llvm::divideCeil(k, kDepth);
}

int64_t ProductSchedule::getSharedBytes() const {
  // Two barriers for each stage and each square, and two to take turns.
  int64_t barriers = 2 * stages + 2 * consumers * buffers + 2;
  return stages * getStageBytes() + getResultBytes() + 8 * barriers;
}

ProductSchedule::ProductSchedule(MatmulSizes sizes, int64_t planes,
                                 const ProductTiling &tiling)
    : m(sizes.m), n(sizes.n), k(sizes.k), groups(tiling.rows / kRows),
      columns(tiling.columns),
      consumers(tiling.consumers == ProductTiling::One ? 1 : 2),
      takesTurns(tiling.consumers == ProductTiling::Turns),
      cluster(tiling.cluster), planes(planes) {
  // Consumers that take turns store a tile while the other one multiplies.
  if (takesTurns && planes == 1)
    buffers = std::max(buffers, getSquares());
  for (stages = kMaxStages; stages > 0; --stages)
    if (getSharedBytes() <= kSharedBytes)
      break;
}

double ProductSchedule::estimate(bool hasAlignedRows) const {
  // Fitted to measurements (docs/Products.md).
  double rounds = llvm::divideCeil(getTiles(), getClusters());
  double steps = getSteps() * (hasAlignedRows ? 1.0 : 2.3);
  if (takesTurns)
    // What follows one tile is computed beside the next one.
    return 8.0 + rounds * std::max(steps * 0.36, 3.0);
  // Nothing hides what comes before and after a tile, nor, once there are many
  // of them, how long memory takes.
  bool isWide = columns == 128;
  return (isWide ? 3.5 : 3.0) +
         rounds * (steps * (isWide ? 0.21 : 0.17) + (isWide ? 1.5 : 0.7)) +
         1.5 * std::max(rounds - 2, 0.0);
}

//===----------------------------------------------------------------------===//
// What there is to choose from
//===----------------------------------------------------------------------===//

/// Rows of 16 bits that begin at multiples of 128 bytes.
static bool hasAlignedRows(Value matrix) {
  return cast<ShapedType>(matrix.getType()).getDimSize(1) % 64 == 0;
}

/// The tilings among which the rule chooses, in any case. That of large
/// products is the first.
static SmallVector<ProductTiling, 3> getTilingsOfRule(MatmulSizes sizes) {
  // Consumers that take turns. The last tile of an odd number of them would be
  // outside of the second block of a cluster.
  ProductTiling large = {128, 128, ProductTiling::Turns, /*cluster=*/2};
  if (!large.dividesRows(sizes.m))
    large.cluster = 1;
  // Small tiles, so that all multiprocessors have one.
  return {large, {64, 128}, {64, 64}};
}

/// The tiling with the least estimate.
static ProductTiling choose(MatmulSizes sizes, int64_t planes,
                            bool hasAlignedRows) {
  auto estimate = [&](const ProductTiling &tiling) {
    return ProductSchedule(sizes, planes, tiling).estimate(hasAlignedRows);
  };
  return *llvm::min_element(
      getTilingsOfRule(sizes),
      [&](const ProductTiling &a, const ProductTiling &b) {
        return estimate(a) < estimate(b);
      });
}

ProductTiling fused::chooseTiling(MatmulOp op) {
  return choose(op.getSizes(), /*planes=*/1,
                hasAlignedRows(op.getA()) && hasAlignedRows(op.getB()));
}

/// The tiling that was measured, if sizes and memory allow it.
static std::optional<ProductTiling> getMeasured(ProductOp op, int64_t planes) {
  if (!op.getTiling())
    return std::nullopt;
  ProductTiling tiling = *ProductTiling::parse(*op.getTiling());
  MatmulSizes sizes = op.getSizes();
  if (!tiling.dividesRows(sizes.m) ||
      !ProductSchedule(sizes, planes, tiling).hasRoom())
    return std::nullopt;
  return tiling;
}

ProductSchedule fused::chooseSchedule(ProductOp op, bool asLarge) {
  MatmulSizes sizes = op.getSizes();
  int64_t planes = std::max<int64_t>(llvm::count_if(op.getExtras(), isMatrix),
                                     llvm::count_if(op.getOutputs(), isMatrix));
  std::optional<ProductTiling> tiling = getMeasured(op, planes);
  if (!tiling && asLarge)
    tiling = getTilingsOfRule(sizes).front();
  if (!tiling)
    tiling = choose(sizes, planes,
                    hasAlignedRows(op.getA()) && hasAlignedRows(op.getB()));
  ProductSchedule schedule(sizes, planes, *tiling);
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
                                       {64, 64}};
  return tilings;
}

SmallVector<ProductTiling> fused::getTilingsToMeasure(MatmulSizes sizes) {
  // How long the multiprocessor with the most tiles multiplies or reads them,
  // roughly: what takes far longer than another one need not be measured.
  auto getCost = [&](const ProductTiling &tiling) {
    ProductSchedule schedule(sizes, /*planes=*/1, tiling);
    double rows = schedule.getTileRows(), columns = tiling.columns;
    double step = std::max(rows * columns / (128 * 128),
                           0.8 * (rows + columns) / (128 + 128));
    return double(
               llvm::divideCeil(schedule.getTiles(), schedule.getClusters())) *
           step;
  };
  constexpr double maxSlowdown = 1.75;
  SmallVector<ProductTiling> found;
  double least = std::numeric_limits<double>::infinity();
  for (const ProductTiling &tiling : getTilings())
    if (tiling.dividesRows(sizes.m)) {
      found.push_back(tiling);
      least = std::min(least, getCost(tiling));
    }
  llvm::erase_if(found, [&](const ProductTiling &tiling) {
    return getCost(tiling) > maxSlowdown * least;
  });
  return found;
}

bool fused::isKernelFaster(MatmulOp op, double microseconds) {
  MatmulSizes sizes = op.getSizes();
  double m = sizes.m, n = sizes.n, k = sizes.k;
  // What the library needs for its plain product: 750 Tflop/s, or 4 TB/s.
  double flops = 2.0 * m * n * k / 750e6;
  double bytes = 2.0 * (m * n + m * k + n * k) / 4e6;
  double library = 4.5 + std::max(flops, bytes) + microseconds;
  bool isAligned = hasAlignedRows(op.getA()) && hasAlignedRows(op.getB());
  ProductSchedule schedule(sizes, /*planes=*/1, chooseTiling(op));
  return schedule.estimate(isAligned) < library;
}
