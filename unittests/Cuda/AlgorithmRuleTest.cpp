//===- AlgorithmRuleTest.cpp - Which algorithm should be the fastest ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Product/AlgorithmRule.h"
#include "Call.h"

#include "gtest/gtest.h"
#include <cstring>
#include <map>

using namespace fused;
using namespace fused::runtime;
using fused::test::Call;

namespace {
/// The attributes of the algorithm that is asked for them.
std::map<cublasLtMatmulAlgoConfigAttributes_t, uint32_t> attributes;

cublasStatus_t getAttribute(const cublasLtMatmulAlgo_t *,
                            cublasLtMatmulAlgoConfigAttributes_t attribute,
                            void *value, size_t size, size_t *) {
  std::memcpy(value, &attributes[attribute], size);
  return CUBLAS_STATUS_SUCCESS;
}

std::optional<AlgorithmShape> findShape() {
  CudaLibraries cuda;
  cuda.cublasLtMatmulAlgoConfigGetAttribute = getAttribute;
  return getShape(cuda, {});
}

void expectSize(AlgorithmShape::Size size, int64_t rows, int64_t columns) {
  EXPECT_EQ(size.rows, rows);
  EXPECT_EQ(size.columns, columns);
}

TEST(AlgorithmRule, KnowsShapes) {
  attributes = {
      {CUBLASLT_ALGO_CONFIG_ID, 66},
      {CUBLASLT_ALGO_CONFIG_TILE_ID, CUBLASLT_MATMUL_TILE_128x256},
      {CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, CUBLASLT_CLUSTER_SHAPE_2x1x1},
      {CUBLASLT_ALGO_CONFIG_SPLITK_NUM, 3},
      {CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, 5}};
  std::optional<AlgorithmShape> shape = findShape();
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->family, AlgorithmShape::Hopper);
  expectSize(shape->tile, 128, 256);
  expectSize(shape->cluster, 2, 1);
  EXPECT_EQ(shape->parts, 3);
  EXPECT_TRUE(shape->sharesTiles);
}

TEST(AlgorithmRule, KnowsTheSizesOfTheHeader) {
  const std::map<uint32_t, std::pair<int64_t, int64_t>> tiles = {
      {CUBLASLT_MATMUL_TILE_8x8, {8, 8}},
      {CUBLASLT_MATMUL_TILE_64x64, {64, 64}},
      {CUBLASLT_MATMUL_TILE_512x64, {512, 64}},
      {CUBLASLT_MATMUL_TILE_96x128, {96, 128}}};
  for (auto [id, size] : tiles) {
    attributes = {
        {CUBLASLT_ALGO_CONFIG_ID, 66},
        {CUBLASLT_ALGO_CONFIG_TILE_ID, id},
        {CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, CUBLASLT_CLUSTER_SHAPE_4x2x1}};
    std::optional<AlgorithmShape> shape = findShape();
    ASSERT_TRUE(shape);
    expectSize(shape->tile, size.first, size.second);
    expectSize(shape->cluster, 4, 2);
    EXPECT_EQ(shape->parts, 1);
    EXPECT_FALSE(shape->sharesTiles);
  }
}

TEST(AlgorithmRule, FamiliesWithoutTensorCoresHaveNoClusters) {
  attributes = {{CUBLASLT_ALGO_CONFIG_ID, 55},
                {CUBLASLT_ALGO_CONFIG_TILE_ID, CUBLASLT_MATMUL_TILE_64x32},
                {CUBLASLT_ALGO_CONFIG_SPLITK_NUM, 4}};
  std::optional<AlgorithmShape> shape = findShape();
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->family, AlgorithmShape::PipelinedSimt);
  expectSize(shape->tile, 64, 32);
  expectSize(shape->cluster, 1, 1);
  EXPECT_EQ(shape->parts, 4);
  attributes[CUBLASLT_ALGO_CONFIG_ID] = 20;
  shape = findShape();
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->family, AlgorithmShape::Simt);
}

TEST(AlgorithmRule, DoesNotKnowOthers) {
  const std::map<cublasLtMatmulAlgoConfigAttributes_t, uint32_t> known = {
      {CUBLASLT_ALGO_CONFIG_ID, 66},
      {CUBLASLT_ALGO_CONFIG_TILE_ID, CUBLASLT_MATMUL_TILE_64x64},
      {CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, CUBLASLT_CLUSTER_SHAPE_1x1x1}};
  attributes = known;
  EXPECT_TRUE(findShape());
  attributes[CUBLASLT_ALGO_CONFIG_ID] = 21;
  EXPECT_FALSE(findShape());
  attributes = known;
  attributes[CUBLASLT_ALGO_CONFIG_TILE_ID] = CUBLASLT_MATMUL_TILE_UNDEFINED;
  EXPECT_FALSE(findShape());
  attributes = known;
  attributes[CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID] =
      CUBLASLT_CLUSTER_SHAPE_AUTO;
  EXPECT_FALSE(findShape());
}

LtProduct makeProduct(int64_t m, int64_t n, int64_t k,
                      Epilog epilog = Epilog::DEFAULT,
                      fused_type_t type = FUSED_BF16) {
  Call call(epilog, /*flags=*/0, /*batch=*/1, type);
  fused_matmul_operands_t &operands = call.operands;
  call.problem.m = operands.m = m;
  call.problem.n = operands.n = n;
  call.problem.k = operands.k = k;
  operands.a.row_stride = k;
  operands.b.row_stride = operands.d.row_stride = n;
  return translate(call.getKey());
}

constexpr int multiprocessors = 132;

double estimate(const LtProduct &product, AlgorithmShape::Size tile,
                AlgorithmShape::Size cluster = {1, 1}, int64_t parts = 1,
                bool sharesTiles = false) {
  return estimateTime(
      product, {AlgorithmShape::Hopper, tile, cluster, parts, sharesTiles},
      multiprocessors);
}

double estimateSimt(const LtProduct &product, AlgorithmShape::Family family,
                    AlgorithmShape::Size tile, int64_t parts = 1) {
  return estimateTime(product,
                      {family, tile, {1, 1}, parts, /*sharesTiles=*/false},
                      multiprocessors);
}

TEST(AlgorithmRule, KnowsProductsOf16BitsOnHopper) {
  LtProduct product = makeProduct(64, 64, 64);
  EXPECT_TRUE(isRuleKnown(product, /*major=*/9));
  EXPECT_FALSE(isRuleKnown(product, /*major=*/8));
  EXPECT_FALSE(isRuleKnown(product, /*major=*/10));
  product.a.type = CUDA_R_32F;
  EXPECT_FALSE(isRuleKnown(product, /*major=*/9));
}

TEST(AlgorithmRule, KnowsSmallProductsOfF32) {
  LtProduct product = makeProduct(64, 64, 64, Epilog::DEFAULT, FUSED_F32);
  EXPECT_TRUE(isRuleKnown(product, /*major=*/9));
  EXPECT_FALSE(isRuleKnown(product, /*major=*/8));
  product.computeType = CUBLAS_COMPUTE_32F_FAST_TF32;
  EXPECT_FALSE(isRuleKnown(product, /*major=*/9));
  product = makeProduct(512, 512, 512, Epilog::DEFAULT, FUSED_F32);
  EXPECT_FALSE(isRuleKnown(product, /*major=*/9));
}

TEST(AlgorithmRule, SplitsLongSumsOfFewTiles) {
  LtProduct longSum = makeProduct(128, 128, 16384);
  EXPECT_LT(estimate(longSum, {64, 64}, {1, 1}, /*parts=*/8),
            estimate(longSum, {64, 64}));
  LtProduct shortSum = makeProduct(128, 128, 256);
  EXPECT_GT(estimate(shortSum, {64, 64}, {1, 1}, /*parts=*/2),
            estimate(shortSum, {64, 64}));
}

TEST(AlgorithmRule, CountsRounds) {
  // One round of 128 tiles, and two of 256.
  LtProduct product = makeProduct(2048, 1024, 4096);
  EXPECT_LT(estimate(product, {128, 128}), estimate(product, {64, 128}));
  EXPECT_LT(estimate(product, {128, 128}), estimate(product, {128, 256}));
}

// On an H100, the second algorithm takes 73, 77 and 63 % of the time of the
// first, which is the one that cuBLASLt 13.1 proposes first.
TEST(AlgorithmRule, PrefersWhatWasMeasuredToBeFaster) {
  LtProduct product = makeProduct(713, 640, 9280);
  EXPECT_LT(estimate(product, {64, 184}, {2, 4}, /*parts=*/3),
            estimate(product, {64, 56}, {2, 1}));
  product = makeProduct(5376, 256, 14080, Epilog::RELU_BIAS);
  EXPECT_LT(estimate(product, {64, 192}, {4, 2}),
            estimate(product, {96, 128}, {1, 2}));
  product = makeProduct(6784, 528, 2976, Epilog::GELU_AUX_BIAS);
  EXPECT_LT(estimate(product, {96, 128}, {2, 4}),
            estimate(product, {64, 512}, {1, 2}, /*parts=*/1,
                     /*sharesTiles=*/true));
}

// The same with C, on an H200, with 66, 53 and 49 %.
TEST(AlgorithmRule, KnowsKernelsThatLoadCSlowly) {
  auto addC = [](LtProduct product, cudaDataType_t type) {
    product.addsC = true;
    product.c.type = product.d.type = type;
    return product;
  };
  LtProduct product = addC(makeProduct(8551, 1408, 960), CUDA_R_16BF);
  EXPECT_LT(estimate(product, {128, 128}, {1, 2}),
            estimate(product, {128, 240}, {1, 2}, /*parts=*/1,
                     /*sharesTiles=*/true));
  product = addC(makeProduct(11520, 9344, 256), CUDA_R_32F);
  EXPECT_LT(
      estimate(product, {128, 192}, {2, 1}, /*parts=*/1, /*sharesTiles=*/true),
      estimate(product, {128, 256}, {1, 1}, /*parts=*/1, /*sharesTiles=*/true));
  product = addC(makeProduct(3712, 4352, 64), CUDA_R_32F);
  EXPECT_LT(estimate(product, {256, 64}, {4, 2}),
            estimate(product, {144, 128}, {1, 1}));
}

// The same for f32, with 9, 50 and 61 %.
TEST(AlgorithmRule, PrefersWhatWasMeasuredToBeFasterInF32) {
  constexpr auto simt = AlgorithmShape::Simt,
                 pipelined = AlgorithmShape::PipelinedSimt;
  LtProduct product =
      makeProduct(9, 144, 156, Epilog::GELU_AUX_BIAS, FUSED_F32);
  EXPECT_LT(estimateSimt(product, simt, {64, 64}, /*parts=*/33),
            estimateSimt(product, pipelined, {128, 32}, /*parts=*/264));
  product = makeProduct(128, 64, 64, Epilog::DEFAULT, FUSED_F32);
  EXPECT_LT(estimateSimt(product, pipelined, {32, 32}),
            estimateSimt(product, simt, {128, 64}, /*parts=*/66));
  product = makeProduct(132, 32, 416, Epilog::DEFAULT, FUSED_F32);
  EXPECT_LT(estimateSimt(product, simt, {64, 64}, /*parts=*/44),
            estimateSimt(product, pipelined, {32, 32}));
}
} // namespace
