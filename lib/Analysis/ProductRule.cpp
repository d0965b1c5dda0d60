//===- ProductRule.cpp - What should be the fastest for a product ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ProductRule.h"

#include "fused/Analysis/ProductSchedule.h"
#include "fused/Analysis/ProductSupport.h"

#include <cmath>

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// What there is to do
//===----------------------------------------------------------------------===//

/// Rows of 16 bits that begin at multiples of 128 bytes.
static bool hasAlignedRows(Value matrix) {
  return cast<ShapedType>(matrix.getType()).getShape().back() % 64 == 0;
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
          /*outputs=*/getSize(op.getD()) + info.storesAux(),
          /*operands=*/double(info.loadsAux()),
          /*hasSums=*/info.biasGradient != BiasGradient::None};
}

ProductWork ProductWork::of(ProductOp op) {
  return {op.getSizes(),
          hasAlignedRows(op.getA()),
          hasAlignedRows(op.getB()),
          /*outputs=*/getSize(op.getMatrixOutputs()),
          /*operands=*/getSize(op.getMatrixExtras()),
          /*hasSums=*/op.getMatrixOutputs().size() != op.getOutputs().size()};
}

//===----------------------------------------------------------------------===//
// How long it takes
//===----------------------------------------------------------------------===//

// All numbers are fitted to measurements of 300 products on an H200.

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
    {{128, 128, ProductTiling::Turns, 2}, 4.55, 0.377, 2.3},
    {{128, 128, ProductTiling::Turns}, 3.38, 0.365, 2.34},
    {{64, 256, ProductTiling::Turns, 2}, 4.05, 0.419, 2.64},
    {{64, 128, ProductTiling::Turns}, 2.61, 0.225, 1.57},
    {{64, 256, ProductTiling::Shared, 2}, 2.75, 0.692, 5.47},
    {{128, 128, ProductTiling::Shared, 2}, 3.75, 0.689, 5.28},
    {{64, 128, ProductTiling::Shared}, 3.03, 0.348, 2.67},
    {{64, 128}, 2.25, 0.22, 1.72},
    {{64, 64}, 2.74, 0.183, 1.03},
};

/// Of 64 elements along K: by the products, or by the copies of all blocks from
/// the cache.
static double estimateStep(const ProductWork &work,
                           const ProductSchedule &schedule,
                           const KernelCosts &costs) {
  double rows = schedule.getTileRows() * (work.hasAlignedA ? 1 : 1.709);
  double columns = schedule.columns * (work.hasAlignedB ? 1 : 2.54);
  int64_t blocks = std::min(schedule.getClusters() * schedule.getClusterSize(),
                            schedule.multiprocessors);
  double elements =
      blocks * ProductSchedule::kDepth * (rows + columns / schedule.cluster);
  return std::max(costs.step, getTransferTime(elements, 12.7));
}

static double estimateKernel(const ProductWork &work,
                             const ProductSchedule &schedule,
                             const KernelCosts &costs) {
  double m = work.sizes.m, n = work.sizes.n, k = work.sizes.k;
  double rounds = llvm::divideCeil(schedule.getTiles(), schedule.getClusters());
  double product = llvm::divideCeil(schedule.getSteps(), schedule.split) *
                   estimateStep(work, schedule, costs);
  double tail = costs.tail * (1 + 0.065 * work.operands);
  // Where consumers take turns, one multiplies while the other one computes.
  double tiles = schedule.takesTurns ? rounds * std::max(product, tail) +
                                           1.13 * std::min(product, tail)
                                     : rounds * (product + tail);
  double elements = work.sizes.batch *
                    (m * k + n * k + m * n * (work.outputs + work.operands));
  double time = costs.start + (work.hasSums ? 1.5 : 0) +
                std::max(tiles, getTransferTime(elements, 3.83));
  return schedule.split == 1 ? time : time + 0.636 + 0.231 * schedule.split;
}

/// The plain product by the library, which may share K among
/// multiprocessors. `result` is the size of its elements, as in ProductWork.
static double estimateLibrary(const ProductWork &work, double result) {
  double m = work.sizes.m, n = work.sizes.n, k = work.sizes.k;
  double unaligned =
      1 + (work.hasAlignedA ? 0 : 0.199) + (work.hasAlignedB ? 0 : 0.167);
  double batch = work.sizes.batch;
  double arithmetic = batch * 2 * m * n * k / 730e6 * std::pow(unaligned, 1.4);
  double memory =
      getTransferTime(batch * (m * n * result + m * k + n * k), 3.8);
  int64_t tiles = work.sizes.batch * llvm::divideCeil(work.sizes.m, 128) *
                  llvm::divideCeil(work.sizes.n, 128);
  int64_t multiprocessors = 132;
  double steps = llvm::divideCeil(work.sizes.k, 64) * unaligned;
  double time = llvm::divideCeil(tiles, multiprocessors) * steps * 0.0965;
  if (tiles < multiprocessors)
    time = std::min(time, 4.02 + 0.002 * steps);
  return 3.43 + std::max({arithmetic, memory, time});
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
