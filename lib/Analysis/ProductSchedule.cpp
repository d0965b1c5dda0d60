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

/// As many stages as there is room for.
static int64_t countStages(ProductSchedule schedule) {
  schedule.stages = 2;
  while (schedule.stages < 8) {
    ++schedule.stages;
    if (schedule.getSharedBytes() > kSharedBytes)
      return schedule.stages - 1;
  }
  return schedule.stages;
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

/// Rows of 16 bits that begin at multiples of 128 bytes.
static bool hasAlignedRows(Value matrix) {
  return cast<ShapedType>(matrix.getType()).getDimSize(1) % 64 == 0;
}

/// The schedules that a product of M x N x K can have, for so many matrices in
/// the place of results. That of large ones is the first.
static SmallVector<ProductSchedule, 3> findSchedules(MatmulSizes sizes,
                                                     int64_t planes) {
  ProductSchedule base;
  base.m = sizes.m;
  base.n = sizes.n;
  base.k = sizes.k;
  base.planes = planes;
  SmallVector<ProductSchedule, 3> candidates;
  // Consumers that take turns. The last tile of an odd number of them would be
  // outside of the second block of a cluster.
  candidates.push_back(base);
  candidates.back().buffers = planes == 1 ? 4 : 2;
  if (llvm::divideCeil(sizes.m, 128) % 2 != 0)
    candidates.back().cluster = 1;
  // Small tiles, so that all multiprocessors have one.
  base.groups = base.consumers = base.cluster = 1;
  base.takesTurns = false;
  base.buffers = 2;
  for (int64_t columns : {128, 64}) {
    base.columns = columns;
    candidates.push_back(base);
  }
  return candidates;
}

/// The schedule with the least estimate.
static ProductSchedule choose(MatmulSizes sizes, int64_t planes,
                              bool hasAlignedRows) {
  return *llvm::min_element(
      findSchedules(sizes, planes),
      [&](const ProductSchedule &a, const ProductSchedule &b) {
        return a.estimate(hasAlignedRows) < b.estimate(hasAlignedRows);
      });
}

ProductSchedule fused::chooseSchedule(ProductOp op, bool asLarge) {
  int64_t planes = std::max<int64_t>(llvm::count_if(op.getExtras(), isMatrix),
                                     llvm::count_if(op.getOutputs(), isMatrix));
  ProductSchedule schedule =
      asLarge ? findSchedules(op.getSizes(), planes).front()
              : choose(op.getSizes(), planes,
                       hasAlignedRows(op.getA()) && hasAlignedRows(op.getB()));
  if (asLarge)
    schedule.multiprocessors = 4;
  schedule.stages = countStages(schedule);
  return schedule;
}

bool fused::isKernelFaster(MatmulOp op, double microseconds) {
  MatmulSizes sizes = op.getSizes();
  double m = sizes.m, n = sizes.n, k = sizes.k;
  // What the library needs for its plain product: 750 Tflop/s, or 4 TB/s.
  double flops = 2.0 * m * n * k / 750e6;
  double bytes = 2.0 * (m * n + m * k + n * k) / 4e6;
  double library = 4.5 + std::max(flops, bytes) + microseconds;
  bool isAligned = hasAlignedRows(op.getA()) && hasAlignedRows(op.getB());
  return choose(sizes, /*planes=*/1, isAligned).estimate(isAligned) < library;
}
