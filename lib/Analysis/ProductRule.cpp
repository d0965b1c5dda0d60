//===- ProductRule.cpp - What should be the fastest for a product ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ProductRule.h"

#include "fused/Analysis/Hopper.h"
#include "fused/Analysis/ProductSchedule.h"
#include "fused/Analysis/ProductSupport.h"

#include <algorithm>
#include <limits>
#include <utility>

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// What there is to do
//===----------------------------------------------------------------------===//

/// Rows of 16 bits that begin at multiples of 128 bytes.
static bool isAligned(int64_t columns) { return columns % 64 == 0; }

static bool hasAlignedRows(Value matrix) {
  return isAligned(cast<ShapedType>(matrix.getType()).getShape().back());
}

/// How many elements of 16 bits are as large as one of each of `matrices`.
static double getSize(ArrayRef<Value> matrices) {
  double size = 0;
  for (Value matrix : matrices)
    size += getElementBytes(matrix) / 2.0;
  return size;
}

ProductWork ProductWork::of(MatmulOp op) {
  const EpilogInfo &info = op.getInfo();
  return {op.getSizes(),
          hasAlignedRows(op.getA()),
          hasAlignedRows(op.getB()),
          isAligned(op.getSizes().n),
          /*outputs=*/getSize(op.getD()) + info.storesAux(),
          /*operands=*/double(info.loadsAux()),
          /*hasSums=*/info.biasGradient != BiasGradient::None};
}

ProductWork ProductWork::of(ProductOp op) {
  return {op.getSizes(),
          hasAlignedRows(op.getA()),
          hasAlignedRows(op.getB()),
          isAligned(op.getSizes().n),
          /*outputs=*/getSize(op.getMatrixOutputs()),
          /*operands=*/getSize(op.getMatrixExtras()),
          /*hasSums=*/op.getMatrixOutputs().size() != op.getOutputs().size()};
}

//===----------------------------------------------------------------------===//
// How long it takes
//===----------------------------------------------------------------------===//

// All numbers are fitted to measurements of 600 products on an H200, and those
// of the library to 600 more of it alone.

/// A number of elements in bytes of 16 bits, divided by terabytes per second.
static double getTransferTime(double elements, double terabytes) {
  return 2e-6 * elements / terabytes;
}

namespace {
/// Microseconds of a kernel.
struct KernelCosts {
  ProductTiling tiling;
  /// Of all of it.
  double start;
  /// Of the products of 64 elements along K, and of what follows, for the tiles
  /// that a multiprocessor has at a time.
  double step, tail;
};
} // namespace

static constexpr KernelCosts kKernelCosts[] = {
    {{128, 128, ProductTiling::Turns, 2}, 5.53, 0.353, 1.87},
    {{128, 128, ProductTiling::Turns}, 3.84, 0.321, 1.90},
    {{64, 256, ProductTiling::Turns, 2}, 4.07, 0.444, 2.80},
    {{64, 128, ProductTiling::Turns}, 2.28, 0.230, 1.81},
    {{64, 256, ProductTiling::Shared, 2}, 4.36, 0.557, 7.26},
    {{128, 128, ProductTiling::Shared, 2}, 3.98, 0.666, 4.85},
    {{64, 128, ProductTiling::Shared}, 2.58, 0.325, 2.92},
    {{64, 128}, 2.13, 0.249, 1.78},
    {{64, 64}, 2.53, 0.168, 1.19},
};

/// Of 64 elements along K: by the products, or by the copies of all blocks from
/// the cache.
static double estimateStep(const ProductWork &work,
                           const ProductSchedule &schedule,
                           const KernelCosts &costs) {
  double rows = schedule.getTileRows() * (work.hasAlignedA ? 1 : 1.68);
  double columns = schedule.columns * (work.hasAlignedB ? 1 : 1.68);
  int64_t blocks = std::min(schedule.getClusters() * schedule.getClusterSize(),
                            schedule.multiprocessors);
  double elements =
      blocks * ProductSchedule::kDepth * (rows + columns / schedule.cluster);
  return std::max(costs.step, getTransferTime(elements, 12.4));
}

static double estimateKernel(const ProductWork &work,
                             const ProductSchedule &schedule,
                             const KernelCosts &costs) {
  double m = work.sizes.m, n = work.sizes.n, k = work.sizes.k;
  double rounds = llvm::divideCeil(schedule.getTiles(), schedule.getClusters());
  double product = llvm::divideCeil(schedule.getSteps(), schedule.split) *
                   estimateStep(work, schedule, costs);
  double tail =
      costs.tail *
      (1 + 0.03 * work.operands + 0.043 * std::max(0.0, work.outputs - 1)) *
      (work.hasAlignedResults ? 1 : 1.06);
  // Where consumers take turns, one multiplies while the other one computes.
  double tiles = schedule.takesTurns ? rounds * std::max(product, tail) +
                                           1.28 * std::min(product, tail)
                                     : rounds * (product + tail);
  double results = m * n * (work.outputs + work.operands) *
                   (work.hasAlignedResults ? 1 : 1.31);
  double elements = work.sizes.batch * (m * k + n * k + results);
  double time = costs.start + (work.hasSums ? 1.53 : 0) +
                std::max(tiles, getTransferTime(elements, 3.78));
  return schedule.split == 1 ? time : time + 0.47 + 0.274 * schedule.split;
}

/// The plain product by the library, with the best of the tiles that it is
/// taken to have, and K in one part or more. `result` is the size of elements,
/// as in ProductWork.
static double estimateLibrary(const ProductWork &work, double result) {
  constexpr int64_t multiprocessors = hopper::kMultiprocessors;
  constexpr std::pair<int64_t, int64_t> tiles[] = {
      {64, 64}, {64, 128}, {128, 64}, {128, 128}, {128, 256}, {256, 128}};
  constexpr int64_t parts[] = {1, 2, 3, 4, 6, 8, 12, 16};
  int64_t batch = work.sizes.batch, m = work.sizes.m, n = work.sizes.n,
          k = work.sizes.k;
  int64_t steps = llvm::divideCeil(k, 64);
  double elements = double(batch) * m * n;
  double product = std::numeric_limits<double>::infinity();
  for (auto [rows, columns] : tiles) {
    int64_t numTiles =
        batch * llvm::divideCeil(m, rows) * llvm::divideCeil(n, columns);
    double loaded = rows * (work.hasAlignedA ? 1 : 1.16) +
                    columns * (work.hasAlignedB ? 1 : 1.16);
    for (int64_t split : parts) {
      if (split > 1 && steps < 2 * split)
        break;
      int64_t blocks = numTiles * split;
      double copies = getTransferTime(
          64 * double(std::min(blocks, multiprocessors)) * loaded, 11.6);
      double step = std::max(1.8e-5 * rows * columns, copies);
      double time = llvm::divideCeil(blocks, multiprocessors) *
                    (llvm::divideCeil(steps, split) * step + 0.3 +
                     6.5e-5 * rows * columns);
      if (split > 1)
        time += 2.5 + getTransferTime(2 * elements * (split + 0.5), 11.4);
      product = std::min(product, time);
    }
  }
  double stored = elements * result * (work.hasAlignedResults ? 1 : 2.1);
  double memory = getTransferTime(
      stored + double(batch) * (double(m) * k + double(n) * k), 4.03);
  return 2.42 + std::max(product, memory);
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// The kernels that split K are as fast as the one that does not, for each
/// part.
static const KernelCosts *findCosts(ProductTiling tiling) {
  tiling.split = 1;
  const KernelCosts *found =
      llvm::find_if(kKernelCosts, [&](const KernelCosts &costs) {
        return costs.tiling == tiling;
      });
  return found == std::end(kKernelCosts) ? nullptr : found;
}

/// The kernel that should be the fastest, and its time.
static std::pair<ProductTiling, double> choose(const ProductWork &work,
                                               int64_t bufferBytes) {
  std::pair<ProductTiling, double> best = {
      ProductTiling(), std::numeric_limits<double>::infinity()};
  for (const ProductTiling &tiling : getTilings()) {
    const KernelCosts *costs = findCosts(tiling);
    ProductSchedule schedule(work.sizes, bufferBytes, tiling);
    if (!costs || !tiling.dividesRows(work.sizes.m) || !schedule.isPossible() ||
        !schedule.isUseful())
      continue;
    double time = estimateKernel(work, schedule, *costs);
    if (time < best.second)
      best = {tiling, time};
  }
  return best;
}

/// As if nothing but the result were stored.
static std::pair<ProductTiling, double> choose(MatmulOp op) {
  return choose(ProductWork::of(op),
                ProductSchedule::getSquareBytes(op.getD()));
}

ProductTiling fused::chooseTiling(MatmulOp op) { return choose(op).first; }

ProductTiling fused::chooseTiling(ProductOp op) {
  return choose(ProductWork::of(op), SquarePlaces(op).bytes).first;
}

bool fused::isKernelFaster(MatmulOp op, double microseconds) {
  return choose(op).second <
         estimateLibrary(ProductWork::of(op), getSize(op.getD())) +
             microseconds;
}
