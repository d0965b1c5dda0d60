//===- ProductSchedule.cpp - How a device shares a product ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductSchedule.h"

#include "fused/Analysis/ProductSupport.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fused;

/// The multiprocessors of an H100 or H200. Others are shared out as well, but
/// not as evenly.
static constexpr int64_t kMultiprocessors = 132;
/// The workgroup memory of a block.
static constexpr int64_t kSharedBytes = 227 << 10;

int64_t ProductSchedule::getRowTiles() const {
  return llvm::divideCeil(m, getTileRows() * cluster);
}

int64_t ProductSchedule::getColumnTiles() const {
  return llvm::divideCeil(n, columns);
}

int64_t ProductSchedule::getClusters() const {
  return std::min(getTiles(), kMultiprocessors / cluster);
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

ProductSchedule fused::chooseSchedule(ProductOp op) {
  MatmulSizes sizes = op.getSizes();
  ProductSchedule schedule;
  schedule.m = sizes.m;
  schedule.n = sizes.n;
  schedule.k = sizes.k;
  int64_t numMatrices = llvm::count_if(op.getExtras(), isMatrix);
  schedule.planes = std::max<int64_t>(numMatrices, op.getOutputs().size());
  auto countTiles = [&](int64_t rows, int64_t columns) {
    return llvm::divideCeil(sizes.m, rows) * llvm::divideCeil(sizes.n, columns);
  };
  if (countTiles(128, 128) > kMultiprocessors) {
    schedule.buffers = schedule.planes == 1 ? 4 : 2;
    // The last one of an odd number of tiles would be outside.
    if (llvm::divideCeil(sizes.m, 128) % 2 != 0)
      schedule.cluster = 1;
  } else {
    // Small tiles, so that all multiprocessors have one.
    schedule.groups = schedule.consumers = schedule.cluster = 1;
    schedule.takesTurns = false;
    schedule.buffers = 2;
    schedule.columns = countTiles(64, 128) > kMultiprocessors / 2 ? 128 : 64;
  }
  schedule.stages = countStages(schedule);
  return schedule;
}
