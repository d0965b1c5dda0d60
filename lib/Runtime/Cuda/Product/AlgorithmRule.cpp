//===- AlgorithmRule.cpp - Which algorithm should be the fastest ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlgorithmRule.h"

#include "AlgorithmAttribute.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

using namespace fused::runtime;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

namespace {
/// A size, and what cuBLASLt's header calls it.
struct NumberedSize {
  int id;
  AlgorithmShape::Size size;
};
} // namespace

static constexpr NumberedSize kTiles[] = {
#define FUSED_TILE(ID, ROWS, COLUMNS) {ID, {ROWS, COLUMNS}},
#include "AlgorithmSizes.inc"
};

static constexpr NumberedSize kClusters[] = {
#define FUSED_CLUSTER(ID, ROWS, COLUMNS) {ID, {ROWS, COLUMNS}},
#include "AlgorithmSizes.inc"
};

template <size_t Count>
static std::optional<AlgorithmShape::Size>
findSize(const NumberedSize (&sizes)[Count], int id) {
  const auto *found =
      std::find_if(std::begin(sizes), std::end(sizes),
                   [&](const NumberedSize &size) { return size.id == id; });
  if (found == std::end(sizes))
    return std::nullopt;
  return found->size;
}

static std::optional<AlgorithmShape::Family> findFamily(int32_t id) {
  switch (id) {
  case 20:
    return AlgorithmShape::Simt;
  case 55:
    return AlgorithmShape::PipelinedSimt;
  case 66:
    return AlgorithmShape::Hopper;
  default:
    return std::nullopt;
  }
}

std::optional<AlgorithmShape>
fused::runtime::getShape(const CudaLibraries &cuda,
                         const cublasLtMatmulAlgo_t &algorithm) {
  auto family = findFamily(
      getAttribute<int32_t>(cuda, algorithm, CUBLASLT_ALGO_CONFIG_ID));
  if (!family)
    return std::nullopt;
  auto tile =
      findSize(kTiles, getAttribute<int32_t>(cuda, algorithm,
                                             CUBLASLT_ALGO_CONFIG_TILE_ID));
  std::optional<AlgorithmShape::Size> cluster = {{1, 1}};
  if (family == AlgorithmShape::Hopper)
    cluster = findSize(
        kClusters, getAttribute<uint16_t>(
                       cuda, algorithm, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID));
  if (!tile || !cluster)
    return std::nullopt;
  auto parts =
      getAttribute<int32_t>(cuda, algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
  // NVIDIA does not say what this bit means; the times do.
  constexpr uint32_t sharing = 4;
  auto options = getAttribute<uint32_t>(cuda, algorithm,
                                        CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION);
  return AlgorithmShape{*family, *tile, *cluster, std::max(parts, 1),
                        (options & sharing) != 0};
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

// All numbers are fitted to measurements: of 9,900 products of 16-bit operands
// on H200s, and of 2,000 of f32 on H100s.

namespace {
struct Sizes {
  explicit Sizes(const LtProduct &product)
      : m(product.d.rows), n(product.d.columns),
        k(product.transposeA == CUBLAS_OP_N ? product.a.columns
                                            : product.a.rows),
        elements(double(product.batch) * double(m) * double(n)),
        operands(double(product.batch) * double(k) * double(m + n)) {}

  int64_t m, n, k;
  double elements, operands; ///< Of D, and of A and B, in all batches.
};
} // namespace

bool fused::runtime::isRuleKnown(const LtProduct &product, int major) {
  auto are = [&](cudaDataType_t type) {
    return product.a.type == type && product.b.type == type;
  };
  if (major != 9)
    return false;
  if (are(CUDA_R_16BF) || are(CUDA_R_16F))
    return true;
  // In larger ones, cuBLASLt's order is the better one.
  constexpr double operations = 1e8;
  Sizes sizes(product);
  return are(CUDA_R_32F) && product.computeType == CUBLAS_COMPUTE_32F &&
         2 * sizes.elements * double(sizes.k) < operations;
}

static int64_t divideCeil(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}

/// A number of elements of 16 bits, divided by terabytes per second.
static double getTransferTime(double elements, double terabytes) {
  return 2e-6 * elements / terabytes;
}

static int64_t countClusters(const LtProduct &product, const Sizes &sizes,
                             const AlgorithmShape &shape) {
  return product.batch * shape.parts *
         divideCeil(divideCeil(sizes.m, shape.tile.rows), shape.cluster.rows) *
         divideCeil(divideCeil(sizes.n, shape.tile.columns),
                    shape.cluster.columns);
}

/// Times that overlap, but for the parts in which one of them waits.
template <typename... Times> static double overlap(Times... times) {
  return std::pow((std::pow(times, 4) + ...), 0.25);
}

/// How much longer the columns of a matrix of 16 bits take to load that do not
/// begin at multiples of 128 bytes.
static double getSlowdown(const LtMatrix &matrix) {
  constexpr double most = 1.25;
  return 1 + most * (1 - std::gcd(matrix.leadingDimension, int64_t(64)) / 64.0);
}

static double getSize(cudaDataType_t type) {
  return type == CUDA_R_32F ? 2 : 1;
}

static bool isGelu(cublasLtEpilogue_t epilogue) {
  return epilogue == CUBLASLT_EPILOGUE_GELU ||
         epilogue == CUBLASLT_EPILOGUE_GELU_BIAS ||
         epilogue == CUBLASLT_EPILOGUE_GELU_AUX ||
         epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
}

/// True if the kernel has no fast way to load its tile of C. Nothing says which
/// kernels have one; the times do.
static bool loadsSlowly(const LtMatrix &c, const AlgorithmShape &shape) {
  int64_t fewer = std::min(shape.tile.rows, shape.tile.columns),
          more = std::max(shape.tile.rows, shape.tile.columns);
  if (c.type != CUDA_R_32F)
    return shape.sharesTiles && fewer == 128 && more % 64 != 0;
  constexpr int64_t small = 96 * 128;
  static constexpr AlgorithmShape::Size fast[] = {
      {64, 256},  {64, 320},  {96, 384},  {104, 384}, {128, 128},
      {128, 192}, {128, 320}, {160, 192}, {176, 192}, {192, 192}};
  return fewer * more > small &&
         std::none_of(std::begin(fast), std::end(fast), [&](auto tile) {
           return tile.rows == fewer && tile.columns == more;
         });
}

/// What follows the products of a tile.
static double estimateTail(const LtProduct &product,
                           const AlgorithmShape &shape) {
  double elements = double(shape.tile.rows) * double(shape.tile.columns);
  double costs = 1 + 0.321 * (getSize(product.d.type) - 1);
  if (isGelu(product.epilogue))
    costs += 1.21;
  bool isWide = product.c.type == CUDA_R_32F;
  if (product.addsC)
    costs += isWide ? 0.897 : 0.642;
  double time = 2.45 + 8.24e-5 * elements * costs;
  if (product.addsC && loadsSlowly(product.c, shape))
    time += (isWide ? 3.66e-4 : 2.15e-4) * elements;
  return time;
}

static double estimateHopper(const LtProduct &product, const Sizes &sizes,
                             const AlgorithmShape &shape, int multiprocessors) {
  auto [rows, columns] = shape.tile;
  int64_t sizeOfCluster = shape.cluster.rows * shape.cluster.columns;
  int64_t clusters = countClusters(product, sizes, shape);
  int64_t clustersAtATime =
      std::max(multiprocessors / sizeOfCluster, int64_t(1));
  int64_t rounds = divideCeil(clusters, clustersAtATime);
  int64_t blocks = std::min(clusters, clustersAtATime) * sizeOfCluster;

  // 64 elements along K: the products, the copies of all blocks from the cache,
  // which clusters share, and those into the memory of the blocks.
  constexpr int64_t depth = 64;
  double multiply =
      1.11e-5 * double(rows * columns) + 4.05e-4 * double(rows + columns);
  if (shape.sharesTiles)
    multiply *= 1.16;
  // No more than three such tiles of A and B fit into the memory of a block.
  constexpr int64_t widest = 560;
  if (rows + columns >= widest)
    multiply *= 1.56;
  double shared =
      double(rows) * getSlowdown(product.a) / double(shape.cluster.columns) +
      double(columns) * getSlowdown(product.b) / double(shape.cluster.rows);
  double copy =
      getTransferTime(double(depth * blocks) * shared, 22.7) +
      getTransferTime(double(depth * blocks * (rows + columns)), 24.0);
  double step = overlap(multiply, copy, 0.0757);
  constexpr int64_t large = 8; // The blocks of such a cluster wait longer.
  if (sizeOfCluster >= large)
    step *= 1.0512;

  double products =
      double(divideCeil(divideCeil(sizes.k, depth), shape.parts)) * step + 0.13;
  double tail = estimateTail(product, shape);
  double tiles = double(rounds) * products + tail;
  // More than two tiles of each multiprocessor are handed out one by one. Warps
  // that take turns multiply during the tails of others.
  if (clusters > 2 * clustersAtATime)
    tiles += 0.371 * tail + double(rounds - 1) *
                                (shape.sharesTiles
                                     ? 0.483 * tail
                                     : 0.292 * std::max(tail - products, 0.0));

  double results = getSize(product.d.type);
  if (product.hasAux && product.auxType != CUDA_R_8I)
    results += 1;
  if (product.addsC)
    results += getSize(product.c.type);
  double time = overlap(
      tiles, getTransferTime(sizes.operands + sizes.elements * results, 3.5));
  if (shape.parts == 1)
    return time;
  return time + 1.39 +
         getTransferTime(2 * sizes.elements * (double(shape.parts) + 0.5),
                         1.98);
}

namespace {
/// Microseconds of a block.
struct SimtCosts {
  /// Of one element along K at least, for the block and for each element of the
  /// tile.
  double latency, latencyOfElement;
  /// Of one element along K if the multiprocessor is busy, for each element of
  /// the tile, and for each row and column.
  double element, edge;
  /// Of what comes before the products, and after them for each element.
  double start, tail;
  /// Of a split of K, and of each of its parts.
  double split, part;
};
} // namespace

static double estimateSimt(const LtProduct &product, const Sizes &sizes,
                           const AlgorithmShape &shape, int multiprocessors) {
  static constexpr SimtCosts simt = {0,    0,      3.07e-6, 1.39e-4,
                                     3.21, 9.9e-5, 1.89,    3.93e-3};
  static constexpr SimtCosts pipelined = {1.44e-2, 1.77e-6, 3.08e-6, 8.21e-5,
                                          3.06,    1.11e-4, 1.51,    0.191};
  const SimtCosts &costs =
      shape.family == AlgorithmShape::Simt ? simt : pipelined;
  auto [rows, columns] = shape.tile;
  double area = double(rows * columns);
  // A multiprocessor has several blocks at a time.
  double blocks =
      double(countClusters(product, sizes, shape)) / multiprocessors;
  double rounds = std::max(1.0, 0.776 * std::ceil(blocks) + 0.224 * blocks);
  double step = overlap(
      costs.latency + costs.latencyOfElement * area,
      rounds * (costs.element * area + costs.edge * double(rows + columns)));
  double tiles = double(divideCeil(sizes.k, shape.parts)) * step + costs.start +
                 costs.tail * area * rounds;
  // Elements of f32 are as large as two of 16 bits.
  double results = 2 * sizes.elements * (1 + product.hasAux);
  double time =
      overlap(tiles, getTransferTime(2 * sizes.operands + results, 1.27));
  if (shape.parts == 1)
    return time;
  return time + costs.split + costs.part * double(shape.parts) +
         getTransferTime(2 * sizes.elements * double(2 * shape.parts + 1),
                         12.2);
}

double fused::runtime::estimateTime(const LtProduct &product,
                                    const AlgorithmShape &shape,
                                    int multiprocessors) {
  Sizes sizes(product);
  if (shape.family == AlgorithmShape::Hopper)
    return estimateHopper(product, sizes, shape, multiprocessors);
  return estimateSimt(product, sizes, shape, multiprocessors);
}
