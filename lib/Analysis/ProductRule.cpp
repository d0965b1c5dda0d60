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
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// What there is to do
//===----------------------------------------------------------------------===//

/// The part of the rows of 16 bits that do not begin at multiples of 128 bytes.
static double getShifted(int64_t columns) {
  return 1 - std::gcd(columns, int64_t(64)) / 64.0;
}

static double getShifted(Value matrix) {
  return getShifted(cast<ShapedType>(matrix.getType()).getShape().back());
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
          op.getTransposeA(),
          op.getTransposeB(),
          getShifted(op.getA()),
          getShifted(op.getB()),
          getShifted(op.getSizes().n),
          /*outputs=*/getSize(op.getD()) + info.storesAux(),
          /*operands=*/double(info.loadsAux()),
          /*hasSums=*/info.biasGradient != BiasGradient::None,
          ProductSchedule::getSquareBytes(op.getD())};
}

ProductWork ProductWork::of(MatmulOp op, ArrayRef<Value> operands,
                            ArrayRef<Value> outputs) {
  ProductWork work = of(op);
  work.outputs += getSize(outputs) - getSize(op.getD());
  work.operands += getSize(operands);
  work.bufferBytes = SquarePlaces(operands, outputs).bytes;
  return work;
}

ProductWork ProductWork::of(ProductOp op) {
  return {op.getSizes(),
          op.getTransposeA(),
          op.getTransposeB(),
          getShifted(op.getA()),
          getShifted(op.getB()),
          getShifted(op.getSizes().n),
          /*outputs=*/getSize(op.getMatrixOutputs()),
          /*operands=*/getSize(op.getMatrixExtras()),
          /*hasSums=*/op.getMatrixOutputs().size() != op.getOutputs().size(),
          SquarePlaces(op.getMatrixExtras(), op.getMatrixOutputs()).bytes};
}

//===----------------------------------------------------------------------===//
// How long it takes
//===----------------------------------------------------------------------===//

// All numbers are fitted to measurements of 1,100 products on an H200
// and 300 on an H100; those of more matrices than products with epilogs have,
// to 320 on an H100.

/// A number of elements in bytes of 16 bits, divided by terabytes per second.
static double getTransferTime(double elements, double terabytes) {
  return 2e-6 * elements / terabytes;
}

/// Two times that overlap, but for the parts in which one of them waits: the
/// smaller the exponent, the longer.
static double overlap(double a, double b, double exponent = 4) {
  return std::pow(std::pow(a, exponent) + std::pow(b, exponent), 1 / exponent);
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
    {{128, 128, ProductTiling::Turns, 2}, 6.94, 0.346, 0.44},
    {{128, 128, ProductTiling::Turns}, 3.19, 0.363, 1.71},
    {{64, 256, ProductTiling::Turns, 2}, 3.82, 0.497, 2.53},
    {{64, 128, ProductTiling::Turns}, 1.25, 0.244, 1.68},
    {{64, 256, ProductTiling::Shared, 2}, 5.22, 0.631, 4.28},
    {{128, 128, ProductTiling::Shared, 2}, 1.70, 0.645, 7.71},
    {{64, 128, ProductTiling::Shared}, 1.83, 0.354, 2.79},
    {{64, 128}, 2.04, 0.227, 0.87},
    {{64, 64}, 2.68, 0.176, 0.01},
};

/// Of 64 elements along K: by the products, or by the copies of all blocks from
/// the cache.
static double estimateStep(const ProductWork &work,
                           const ProductSchedule &schedule,
                           const KernelCosts &costs) {
  double rows = schedule.getCopiedRows(work.transposedA).ofTile *
                (1 + 5.75 * work.shiftedA);
  double columns = schedule.getCopiedColumns(work.transposedB).ofTile *
                   (1 + 4 * work.shiftedB);
  int64_t blocks = std::min(schedule.getClusters() * schedule.getClusterSize(),
                            schedule.multiprocessors);
  double elements =
      blocks * ProductSchedule::kDepth * (rows + columns / schedule.cluster);
  return std::max(costs.step, getTransferTime(elements, 38.4));
}

/// Of each matrix of 16 bits and each 128 x 128 elements, if a product has more
/// than two.
static double getMatrixCost(const ProductTiling &tiling) {
  switch (tiling.consumers) {
  case ProductTiling::One:
    return 0.5;
  case ProductTiling::Turns:
    return 0.14;
  case ProductTiling::Shared:
    return 0.33;
  }
  llvm_unreachable("all have a cost");
}

static double estimateKernel(const ProductWork &work,
                             const ProductSchedule &schedule,
                             const KernelCosts &costs) {
  double m = work.sizes.m, n = work.sizes.n, k = work.sizes.k;
  double rounds = llvm::divideCeil(schedule.getTiles(), schedule.getClusters());
  double product =
      1.14 + llvm::divideCeil(schedule.getSteps(), schedule.split) *
                 estimateStep(work, schedule, costs);
  double matrices = std::max(0.0, work.outputs + work.operands - 2);
  // A consumer with one buffer waits for it.
  double more = getMatrixCost(costs.tiling) * matrices *
                schedule.getTileRows() * schedule.columns / (128 * 128) *
                (schedule.buffers == 1 ? 2 : 1);
  double tail = costs.tail * (1 + 0.184 * work.shiftedResults) + more;
  // Where consumers take turns, one multiplies while the other one computes.
  double tiles =
      schedule.takesTurns
          ? rounds * (std::max(product, tail) + 1.5 * std::min(product, more)) +
                1.02 * std::min(product, tail)
          : rounds * (product + tail);
  double elements = work.sizes.batch * m * n,
         results = elements * (work.outputs + work.operands);
  // Parts of lines are stored twice unless the cache keeps them until all of a
  // line is there.
  constexpr double cached = 20e6;
  double transferred =
      work.sizes.batch * (m * k + n * k) + results - elements * matrices +
      1.27 * work.shiftedResults * std::max(0.0, results - cached);
  double time = costs.start +
                overlap(tiles, getTransferTime(transferred, 4) +
                                   getTransferTime(elements * matrices, 2.66));
  if (work.hasSums)
    time += 1.02 + 0.00185 * m / schedule.getRowsOfPart();
  return schedule.split == 1 ? time : time + 0.521 + 0.27 * schedule.split;
}

/// The plain product by the library, with the best of the tiles that it is
/// taken to have, and K in one part or more. `result` is the size of elements
/// of D and C, as in ProductWork.
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
    double loaded = rows + columns * (1 + 1.37 * work.shiftedB);
    for (int64_t split : parts) {
      if (split > 1 && steps < 2 * split)
        break;
      int64_t blocks = numTiles * split;
      double copies = getTransferTime(
          64 * double(std::min(blocks, multiprocessors)) * loaded, 20.3);
      double step = std::max(1.98e-5 * rows * columns, copies);
      double time = llvm::divideCeil(blocks, multiprocessors) *
                    (llvm::divideCeil(steps, split) * step + 0.2 +
                     3.11e-5 * rows * columns);
      if (split > 1)
        time += 3.18 + getTransferTime(2 * elements * (split + 0.5), 19.3);
      product = std::min(product, time);
    }
  }
  double transferred =
      elements * result + double(batch) * (double(m) * k + double(n) * k);
  // Blocks wait for what they load beside A and B.
  bool isWide = result > 1;
  return 3.08 + overlap(product,
                        getTransferTime(transferred, isWide ? 4.8 : 4.02),
                        isWide ? 2.6 : 4);
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
static std::pair<ProductTiling, double> choose(const ProductWork &work) {
  std::pair<ProductTiling, double> best = {
      ProductTiling(), std::numeric_limits<double>::infinity()};
  for (const ProductTiling &tiling : getTilings()) {
    const KernelCosts *costs = findCosts(tiling);
    ProductSchedule schedule(work.sizes, work.bufferBytes, tiling);
    if (!costs || !tiling.dividesRows(work.sizes.m) || !schedule.isPossible() ||
        !schedule.isUseful() || schedule.stages < schedule.kMinStages)
      continue;
    double time = estimateKernel(work, schedule, *costs);
    if (time < best.second)
      best = {tiling, time};
  }
  return best;
}

ProductTiling fused::chooseTiling(const ProductWork &work) {
  return choose(work).first;
}

bool fused::isKernelFaster(MatmulOp op, const ProductWork &work,
                           double microseconds) {
  SmallVector<Value> matrices = {op.getD()};
  if (Value c = op.getC())
    matrices.push_back(c);
  // The estimate for many matrices is less sure, and updates without kernels of
  // products share launches.
  double margin = work.outputs + work.operands > 2 ? 1.1 : 1;
  return margin * choose(work).second <
         estimateLibrary(ProductWork::of(op), getSize(matrices)) + microseconds;
}
