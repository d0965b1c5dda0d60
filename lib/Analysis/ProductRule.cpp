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
  return cast<ShapedType>(matrix.getType()).getDimSize(1) % 64 == 0;
}

ProductWork ProductWork::of(MatmulOp op) {
  const EpilogInfo &info = op.getInfo();
  return {op.getSizes(),
          hasAlignedRows(op.getA()),
          hasAlignedRows(op.getB()),
          /*outputs=*/info.storesAux(),
          /*operands=*/info.loadsAux(),
          /*hasSums=*/info.biasGradient != BiasGradient::None};
}

ProductWork ProductWork::of(ProductOp op) {
  return {op.getSizes(),
          hasAlignedRows(op.getA()),
          hasAlignedRows(op.getB()),
          /*outputs=*/llvm::count_if(op.getOutputs(), isMatrix) - 1,
          /*operands=*/llvm::count_if(op.getExtras(), isMatrix),
          /*hasSums=*/!llvm::all_of(op.getOutputs(), isMatrix)};
}

//===----------------------------------------------------------------------===//
// How long it takes
//===----------------------------------------------------------------------===//

namespace {
/// The microseconds of a kernel, and how many terabytes it moves in a second.
struct KernelCosts {
  ProductTiling tiling;
  /// Of all of it, and of sums.
  double start, sums;
  /// Of 64 elements along K for a tile of each multiprocessor, and how much
  /// longer they take if rows of A or B are not aligned.
  double step, unalignedA, unalignedB;
  /// Of what follows a tile, and how much longer that takes with another result
  /// or operand.
  double tile, output, operand;
  double terabytes;
};
} // namespace

/// Fitted to measurements of 300 products on an H200.
static constexpr KernelCosts kKernelCosts[] = {
    {{128, 128, ProductTiling::Turns, 2},
     5.1,
     0.98,
     0.394,
     0.11,
     0.26,
     2.36,
     0.05,
     0.01,
     3.03},
    {{128, 128, ProductTiling::Turns},
     3.51,
     1.43,
     0.387,
     0,
     0.56,
     3.06,
     0.06,
     0,
     3.32},
    {{64, 256, ProductTiling::Turns, 2},
     5.09,
     0.96,
     0.437,
     0.08,
     0.22,
     3.15,
     0,
     -0.06,
     3.81},
    {{64, 128, ProductTiling::Turns},
     3.4,
     1.47,
     0.246,
     0.11,
     0.65,
     1.41,
     0,
     0.19,
     2.82},
    {{64, 256, ProductTiling::Shared, 2},
     2.11,
     0,
     0.671,
     0,
     0,
     5.0,
     0.1,
     0.63,
     2.58},
    {{128, 128, ProductTiling::Shared, 2},
     2.56,
     0,
     0.661,
     0.07,
     0.02,
     5.86,
     0.15,
     0.53,
     5.38},
    {{64, 128, ProductTiling::Shared},
     2.92,
     0.82,
     0.338,
     0,
     0.13,
     2.73,
     0,
     0.29,
     3.04},
    {{64, 128}, 2.34, 0.8, 0.183, 0.18, 0.68, 1.85, 0.06, 0.36, 3.3},
    {{64, 64}, 2.65, 1.59, 0.143, 0.18, 0.33, 1.15, 0.06, 0.13, 2.82},
};

/// A number of elements in bytes of 16 bits, divided by a speed.
static double getTransferTime(double elements, double terabytes) {
  return 2e-6 * elements / terabytes;
}

static double estimateKernel(const ProductWork &work,
                             const ProductSchedule &schedule,
                             const KernelCosts &costs) {
  double m = work.sizes.m, n = work.sizes.n, k = work.sizes.k;
  double rounds = llvm::divideCeil(schedule.getTiles(), schedule.getClusters());
  double product = schedule.getSteps() * costs.step *
                   (1 + (work.hasAlignedA ? 0 : costs.unalignedA) +
                    (work.hasAlignedB ? 0 : costs.unalignedB));
  double tail = costs.tile * (1 + costs.output * work.outputs +
                              costs.operand * work.operands);
  // Where consumers take turns, one multiplies while the other one computes.
  double tiles =
      rounds * (schedule.takesTurns ? std::max(product, tail) : product + tail);
  double elements = m * k + n * k + m * n * (1 + work.outputs + work.operands);
  return costs.start + (work.hasSums ? costs.sums : 0) +
         std::max(tiles, getTransferTime(elements, costs.terabytes));
}

/// The plain product by the library, which may share K among
/// multiprocessors.
static double estimateLibrary(const ProductWork &work) {
  double m = work.sizes.m, n = work.sizes.n, k = work.sizes.k;
  double unaligned =
      1 + (work.hasAlignedA ? 0 : 0.42) + (work.hasAlignedB ? 0 : 0.35);
  double arithmetic = 2 * m * n * k / 701e6 * std::pow(unaligned, 0.7);
  double memory = getTransferTime(m * n + m * k + n * k, 3.71);
  int64_t tiles =
      llvm::divideCeil(work.sizes.m, 128) * llvm::divideCeil(work.sizes.n, 128);
  int64_t multiprocessors = 132;
  double steps = llvm::divideCeil(work.sizes.k, 64) * unaligned;
  double time = llvm::divideCeil(tiles, multiprocessors) * steps * 0.07;
  if (tiles < multiprocessors)
    time = std::min(time, 2.63 + 0.012 * steps);
  return 3.54 + std::max({arithmetic, memory, time});
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// The kernel that should be the fastest, and its time.
static std::pair<ProductTiling, double> choose(const ProductWork &work,
                                               int64_t planes) {
  std::pair<ProductTiling, double> best = {
      ProductTiling(), std::numeric_limits<double>::infinity()};
  for (const KernelCosts &costs : kKernelCosts) {
    ProductSchedule schedule(work.sizes, planes, costs.tiling);
    if (!costs.tiling.dividesRows(work.sizes.m) || !schedule.isPossible())
      continue;
    double time = estimateKernel(work, schedule, costs);
    if (time < best.second)
      best = {costs.tiling, time};
  }
  return best;
}

ProductTiling fused::chooseTiling(const ProductWork &work, int64_t planes) {
  return choose(work, planes).first;
}

bool fused::isKernelFaster(MatmulOp op, double microseconds) {
  ProductWork work = ProductWork::of(op);
  return choose(work, /*planes=*/1).second <
         estimateLibrary(work) + microseconds;
}
