//===- MatmulTest.cpp - Products on the CPU against the oracle ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "ProductCase.h"

#include "Cpu/OpenMP.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace fused;
using namespace fused::test;

namespace {
struct Types {
  fused_type_t input, d;
};
std::ostream &operator<<(std::ostream &out, const Types &types) {
  return out << fused_type_string(types.input) << "->"
             << fused_type_string(types.d);
}

struct Shape {
  int64_t m, n, k;
};
/// Odd, tiny, single rows and columns, nothing at all, more than one tile of
/// rows (32) and of columns (1024), and enough for several threads.
const Shape shapes[] = {
    {5, 7, 3},    {33, 45, 17}, {1, 1, 1},   {1, 37, 19},    {29, 1, 23},
    {13, 21, 1},  {9, 11, 0},   {0, 5, 4},   {5, 0, 4},      {3, 128, 40},
    {64, 130, 9}, {4, 1030, 2}, {70, 30, 5}, {131, 140, 31},
};

/// The variations besides epilog, types, transposes and shape.
using Variation = void (*)(ProductCase &);
const Variation variations[] = {
    [](ProductCase &) {},
    [](ProductCase &p) { p.padding = 3; },
    [](ProductCase &p) { p.alpha = -1.25; },
    [](ProductCase &p) { p.c = CKind::Apart, p.beta = 1; },
    [](ProductCase &p) { p.c = CKind::Apart, p.beta = -0.5, p.padding = 1; },
    [](ProductCase &p) { p.c = CKind::IsD, p.beta = 1; },
    [](ProductCase &p) { p.c = CKind::IsD, p.beta = 0.75, p.alpha = 0.5; },
    [](ProductCase &p) { p.c = CKind::Apart, p.beta = 0; },
    [](ProductCase &p) { p.specials = true; },
    [](ProductCase &p) {
      p.specials = true, p.c = CKind::Apart, p.beta = 1, p.dynamic = true;
    },
    [](ProductCase &p) { p.batch = 3; },
    [](ProductCase &p) { p.batch = 3, p.shareB = p.shareBias = true; },
    [](ProductCase &p) {
      p.batch = 2, p.shareA = p.shareBgrad = true, p.padding = 2;
    },
    [](ProductCase &p) {
      p.batch = 3, p.interleaved = true, p.c = CKind::Apart, p.beta = 1;
    },
    [](ProductCase &p) {
      p.batch = 2, p.shareB = p.shareC = p.shareBias = p.shareBgrad = true;
      p.c = CKind::Apart, p.beta = 2;
    },
    [](ProductCase &p) {
      p.batch = 4, p.c = CKind::IsD, p.beta = 1, p.shareBias = p.dynamic = true;
    },
    [](ProductCase &p) { p.batch = 0, p.shareBgrad = true; },
};

class Epilogs : public testing::TestWithParam<std::tuple<int, Types>> {
protected:
  static void run(const ProductCase &product) {
    SCOPED_TRACE(product);
    ProductRun run(product);
    fused_plan_slot_t slot = {};
    ASSERT_EQ(run.execute(fused_cpu_matmul, &slot), FUSED_OK)
        << fused_last_error();
    EXPECT_EQ(run.check(), "");
  }

  ProductCase makeCase(int transposes, const Shape &shape,
                       Variation variation) const {
    auto [epilog, types] = GetParam();
    ProductCase product;
    product.epilog = static_cast<Epilog>(epilog);
    product.inputType = types.input;
    product.dType = types.d;
    product.transposeA = transposes & 1;
    product.transposeB = transposes & 2;
    product.m = shape.m;
    product.n = shape.n;
    product.k = shape.k;
    product.seed = static_cast<unsigned>(epilog * 100 + types.input);
    variation(product);
    return product;
  }
};

TEST_P(Epilogs, EveryShapeAndTranspose) {
  auto [epilog, types] = GetParam();
  size_t count = static_cast<size_t>(epilog + 5 * types.input + types.d);
  for (const Shape &shape : shapes)
    for (int transposes = 0; transposes < 4; ++transposes)
      run(makeCase(transposes, shape,
                   variations[count++ % std::size(variations)]));
}

TEST_P(Epilogs, EveryVariation) {
  int transposes = 0;
  for (Variation variation : variations)
    for (const Shape &shape : {Shape{33, 45, 17}, Shape{7, 150, 64}})
      run(makeCase(transposes++ % 4, shape, variation));
}

/// The gradient of ReLU that multiplies by the mask, in every way that it
/// varies.
class MultiplyMask : public Epilogs {};
TEST_P(MultiplyMask, EveryVariation) {
  int transposes = 0;
  for (Variation variation : variations)
    for (const Shape &shape : {Shape{33, 45, 17}, Shape{7, 150, 64},
                               Shape{4, 1030, 2}, Shape{9, 11, 0}}) {
      ProductCase product = makeCase(transposes++ % 4, shape, variation);
      product.multiplyMask = true;
      run(product);
      product.specials = true;
      run(product);
    }
}

const Types allTypes[] = {{FUSED_F16, FUSED_F16}, {FUSED_BF16, FUSED_BF16},
                          {FUSED_F32, FUSED_F32}, {FUSED_F64, FUSED_F64},
                          {FUSED_F16, FUSED_F32}, {FUSED_BF16, FUSED_F32}};

std::string
nameCase(const testing::TestParamInfo<std::tuple<int, Types>> &info) {
  auto [epilog, types] = info.param;
  return std::string(epilogTable[epilog].name) + "_" +
         fused_type_string(types.input) + "_" + fused_type_string(types.d);
}
INSTANTIATE_TEST_SUITE_P(Epilogs, Epilogs,
                         testing::Combine(testing::Range(0, numEpilogs),
                                          testing::ValuesIn(allTypes)),
                         nameCase);
INSTANTIATE_TEST_SUITE_P(
    Epilogs, MultiplyMask,
    testing::Combine(testing::Values(FUSED_EPILOG_DRELU,
                                     FUSED_EPILOG_DRELU_BGRAD),
                     testing::ValuesIn(allTypes)),
    nameCase);

//===----------------------------------------------------------------------===//
// Single subjects
//===----------------------------------------------------------------------===//

/// The oracle itself, on numbers computed by hand.
TEST(Reference, HandComputedBias) {
  float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}, bias[] = {-20, 1}, d[4];
  fused_matmul_problem_t problem = {};
  problem.epilog = FUSED_EPILOG_RELU_BIAS;
  problem.a_type = problem.b_type = problem.d_type = problem.bias_type =
      FUSED_F32;
  problem.alpha = 1;
  fused_matmul_operands_t operands = {};
  operands.batch = 1;
  operands.m = operands.n = operands.k = 2;
  operands.a = {a, 2, 0};
  operands.b = {b, 2, 0};
  operands.d = {d, 2, 0};
  operands.bias = {bias, 0, 0};
  ASSERT_EQ(referenceMatmul(&problem, nullptr, &operands), FUSED_OK);
  EXPECT_EQ(d[0], 0); // 19 - 20
  EXPECT_EQ(d[1], 23);
  EXPECT_EQ(d[2], 23); // 43 - 20
  EXPECT_EQ(d[3], 51);
  // An error in the result must be seen.
  ProductRun run((ProductCase()));
  ASSERT_EQ(run.execute(referenceMatmul, nullptr), FUSED_OK);
  EXPECT_EQ(run.check(), "");
  static_cast<float *>(run.operands.d.data)[3] += 1e-5f;
  EXPECT_NE(run.check(), "");
}

/// With K = 1 the accumulator of 16-bit operands is exact, so the result is the
/// correctly rounded one, as the oracle rounds it.
TEST(Rounding, SixteenBitResultsAreRoundedOnce) {
  for (fused_type_t type : {FUSED_F16, FUSED_BF16}) {
    ProductCase product;
    product.inputType = product.dType = type;
    product.m = 301, product.n = 211, product.k = 1;
    product.epilog = Epilog::RELU;
    ProductRun run(product);
    // Over the whole range of the type: denormal results, and overflow.
    for (int64_t i = 0; i < product.m; ++i)
      writeElement(type, static_cast<uint16_t *>(run.operands.a.data) + i,
                   std::ldexp(1 + (double)(i * 37 % 128) / 128, i % 30 - 15));
    for (int64_t j = 0; j < product.n; ++j)
      writeElement(type, static_cast<uint16_t *>(run.operands.b.data) + j,
                   std::ldexp(1 + (double)(j * 53 % 128) / 128, j % 30 - 14));
    std::vector<uint16_t> expected(301 * 211);
    fused_matmul_operands_t reference = run.operands;
    reference.d.data = expected.data();
    ASSERT_EQ(referenceMatmul(&run.problem, nullptr, &reference), FUSED_OK);
    ASSERT_EQ(fused_cpu_matmul(&run.problem, nullptr, &run.operands), FUSED_OK);
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(static_cast<uint16_t *>(run.operands.d.data)[i], expected[i])
          << fused_type_string(type) << " element " << i;
  }
}

/// The result in D must not depend on its previous contents.
TEST(Product, ZeroBetaDoesNotReadC) {
  ProductCase product;
  product.c = CKind::IsD;
  product.beta = 0;
  ProductRun run(product);
  auto *d = static_cast<float *>(run.operands.d.data);
  std::fill_n(d, product.m * product.n, NAN);
  ASSERT_EQ(run.execute(fused_cpu_matmul, nullptr), FUSED_OK);
  EXPECT_EQ(run.check(), "");
}

TEST(Product, NullIsAllowedWhereThereIsNothing) {
  ProductCase product;
  product.epilog = Epilog::BIAS;
  product.k = 0;
  ProductRun run(product);
  run.operands.a.data = run.operands.b.data = nullptr;
  ASSERT_EQ(run.execute(fused_cpu_matmul, nullptr), FUSED_OK)
      << fused_last_error();
  EXPECT_EQ(run.check(), "");
  product.m = 0;
  ProductRun empty(product);
  empty.operands.d.data = empty.operands.bias.data = nullptr;
  EXPECT_EQ(fused_cpu_matmul(&empty.problem, nullptr, &empty.operands),
            FUSED_OK);
}

/// Multiplication by a bit leaves a part of an accumulator, which selection
/// would not.
TEST(Product, MultiplyMaskKeepsNanAndSign) {
  float a[] = {1}, b[] = {0, 0, 0, 0, 0, 0, 0, 0};
  float c[] = {NAN, HUGE_VALF, -HUGE_VALF, -3, NAN, HUGE_VALF, -3, 3};
  float d[8] = {};
  int8_t mask[16] = {int8_t(0xf0)};
  fused_matmul_problem_t problem = {};
  problem.abi_version = FUSED_ABI_VERSION;
  problem.epilog = FUSED_EPILOG_DRELU;
  problem.flags = FUSED_MULTIPLY_MASK;
  problem.a_type = problem.b_type = problem.c_type = problem.d_type = FUSED_F32;
  problem.aux_type = FUSED_I8;
  problem.alpha = problem.beta = 1;
  problem.batch = problem.m = problem.k = 1;
  problem.n = 8;
  fused_matmul_operands_t operands = {};
  operands.batch = operands.m = operands.k = 1;
  operands.n = 8;
  operands.a = {a, 1, 0};
  operands.b = {b, 8, 0};
  operands.c = {c, 8, 0};
  operands.d = {d, 8, 0};
  operands.aux = {mask, 16, 0};
  for (auto function : {fused_cpu_matmul, referenceMatmul}) {
    std::fill_n(d, 8, 7.0f);
    ASSERT_EQ(function(&problem, nullptr, &operands), FUSED_OK);
    for (int i : {0, 1, 2, 4})
      EXPECT_TRUE(std::isnan(d[i])) << i;
    EXPECT_TRUE(d[3] == 0 && std::signbit(d[3]));
    EXPECT_EQ(d[5], HUGE_VALF);
    EXPECT_EQ(d[6], -3);
    EXPECT_EQ(d[7], 3);
  }
  problem.flags = 0;
  ASSERT_EQ(fused_cpu_matmul(&problem, nullptr, &operands), FUSED_OK);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(d[i] == 0 && !std::signbit(d[i])) << i;
}

/// The derivative of GELU where it is hardest: its factors cancel.
TEST(Product, GeluGradientOverItsRange) {
  ProductCase product;
  product.epilog = Epilog::DGELU;
  product.m = 200, product.n = 300, product.k = 1;
  ProductRun run(product);
  for (int64_t i = 0; i < product.m * product.n; ++i)
    static_cast<float *>(run.operands.aux.data)[i] =
        static_cast<float>(24.0 * i / (product.m * product.n) - 12);
  ASSERT_EQ(fused_cpu_matmul(&run.problem, nullptr, &run.operands), FUSED_OK);
  ReferenceResult expected = evaluateReference(run.problem, run.operands);
  double worst = 0;
  for (size_t i = 0; i < expected.d.size(); ++i)
    worst =
        std::max(worst, std::fabs(static_cast<float *>(run.operands.d.data)[i] -
                                  expected.d[i]) /
                            expected.preactivationMagnitude[i]);
  RecordProperty("worst_error_in_units", std::to_string(std::ldexp(worst, 24)));
  EXPECT_LE(worst, std::ldexp(24, -24));
}

/// A program may call from inside its own parallel loop.
TEST(Product, InsideAParallelRegion) {
  ProductCase product;
  product.epilog = Epilog::GELU_BIAS;
  product.m = 130, product.n = 70, product.k = 40;
  fused_plan_slot_t slot = {};
  std::string errors[4];
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; ++i) {
    ProductRun run(product);
    if (run.execute(fused_cpu_matmul, &slot) != FUSED_OK)
      errors[i] = fused_last_error();
    else
      errors[i] = run.check();
  }
  for (const std::string &error : errors)
    EXPECT_EQ(error, "");
}

TEST(Product, MoreThreadsLater) {
  ProductCase product;
  product.m = 130, product.n = 70, product.k = 40;
  fused_plan_slot_t slot = {};
  int before = omp_get_max_threads();
  for (int threads : {1, 3, 2, 1}) {
    omp_set_num_threads(threads);
    ProductRun run(product);
    ASSERT_EQ(run.execute(fused_cpu_matmul, &slot), FUSED_OK);
    EXPECT_EQ(run.check(), "") << threads << " threads";
  }
  omp_set_num_threads(before);
}
} // namespace
