//===- SplitTest.cpp - What split products launch -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// With the kernels of the runtime on the host.
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "ProductCase.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <cublasLt.h>

using namespace fused;
using namespace fused::test;

namespace {
/// The fake driver is the fake cuBLASLt, too, and has kernels here.
const int environment = [] {
  const char *driver = std::getenv("FUSED_CUDA_DRIVER");
  setenv("FUSED_FAKE_KERNELS", "1", /*overwrite=*/1);
  return driver ? setenv("FUSED_CUBLASLT", driver, /*overwrite=*/0) : 0;
}();

class FakeSplit : public testing::Test {
protected:
  void SetUp() override {
    product.inputType = product.dType = FUSED_BF16;
    product.n = 40;
    product.errors.summation = 4;
  }

  /// Runs the product once to plan it, then counts what a call does.
  void expectCounts(long launches, long allocations) {
    deviceCall.stream = stream.get();
    fused_plan_slot_t slot = {};
    ProductRun first(product), run(product);
    ASSERT_EQ(first.execute(deviceMatmul, &slot), FUSED_OK)
        << fused_last_error();
    FakeCounts before = fakeGetCounts();
    EXPECT_EQ(run.execute(deviceMatmul, &slot), FUSED_OK);
    EXPECT_EQ(run.check(), "");
    FakeCounts after = fakeGetCounts();
    EXPECT_EQ(after.launches - before.launches, launches);
    EXPECT_EQ(after.allocations - before.allocations, allocations);
    EXPECT_EQ(after.blocks, before.blocks);
  }

  ProductCase product;
  TestStream stream;
};

TEST_F(FakeSplit, SumsOfFewRowsNeedNoSecondKernel) {
  product.epilog = Epilog::DRELU_BGRAD;
  product.m = 100;
  expectCounts(/*launches=*/1, /*allocations=*/1);
}

TEST_F(FakeSplit, SumsOfManyRowsAreFinishedByASecondKernel) {
  product.epilog = Epilog::DRELU_BGRAD;
  product.m = 1500;
  expectCounts(/*launches=*/2, /*allocations=*/1);
}

TEST_F(FakeSplit, AccumulatorsInDNeedNoMemory) {
  product.epilog = Epilog::DRELU_BGRAD;
  product.m = 100;
  product.allowRoundedSteps = true;
  product.errors.operands = 0.02;
  expectCounts(/*launches=*/1, /*allocations=*/0);
}

TEST_F(FakeSplit, SumsOfUnalignedOperandsAreOurs) {
  product.epilog = Epilog::BGRADB;
  product.m = 30;
  product.transposeA = true;
  product.k = 64;
  expectCounts(/*launches=*/1, /*allocations=*/0);
  product.m = 32; // all rows are aligned
  expectCounts(/*launches=*/0, /*allocations=*/0);
}

TEST_F(FakeSplit, AlgorithmsThatLoseNanAreLeftOut) {
  product.epilog = Epilog::RELU_BIAS;
  product.inputType = product.dType = FUSED_F32;
  FakeAlgorithm losing, keeping;
  losing.id = 24;
  const FakeAlgorithm both[] = {losing, keeping};
  fakeSetAlgorithms(both, 2);
  expectCounts(/*launches=*/0, /*allocations=*/0);
  EXPECT_EQ(fakeGetCounts().lastAlgorithm, 1);
  fakeSetAlgorithms(both, 1);
  product.m = 29; // another plan
  expectCounts(/*launches=*/1, /*allocations=*/0);
  const FakeAlgorithm defaults[3];
  fakeSetAlgorithms(defaults, 3);
}

TEST_F(FakeSplit, AlgorithmsThatScaleOperandsAreLeftOut) {
  product.inputType = product.dType = FUSED_F32;
  product.alpha = 2;
  FakeAlgorithm scaling, other;
  scaling.id = 11;
  const FakeAlgorithm both[] = {scaling, other};
  fakeSetAlgorithms(both, 2);
  expectCounts(/*launches=*/0, /*allocations=*/0);
  EXPECT_EQ(fakeGetCounts().lastAlgorithm, 1);
  const FakeAlgorithm defaults[3];
  fakeSetAlgorithms(defaults, 3);
}

/// The rule expects 9.1 microseconds of the algorithm with GELU, and 5.2 of the
/// plain product.
TEST_F(FakeSplit, GeluIsSplitWhereItsAlgorithmsAreSlow) {
  product.m = 24;
  product.k = 16;
  product.errors.operands = 0.02;
  FakeAlgorithm slow;
  slow.tile = CUBLASLT_MATMUL_TILE_256x192;
  slow.cluster = CUBLASLT_CLUSTER_SHAPE_1x1x1;
  fakeSetAlgorithms(&slow, 1);
  for (Epilog epilog : {Epilog::GELU, Epilog::GELU_AUX_BIAS}) {
    product.epilog = epilog;
    product.allowRoundedSteps = false;
    expectCounts(/*launches=*/0, /*allocations=*/0);
    product.allowRoundedSteps = true;
    expectCounts(/*launches=*/1, /*allocations=*/0);
  }
  // The kernel would take longer than what a smaller tile loses.
  slow.tile = CUBLASLT_MATMUL_TILE_64x64;
  fakeSetAlgorithms(&slow, 1);
  product.n = 48; // another plan
  expectCounts(/*launches=*/0, /*allocations=*/0);
  const FakeAlgorithm defaults[3];
  fakeSetAlgorithms(defaults, 3);
}

/// One number on the device is the library's alpha, unless the algorithm splits
/// K or multiplies an operand by it.
TEST_F(FakeSplit, ScalesAreAnAlphaOnTheDevice) {
  product.inputType = product.dType = FUSED_F32;
  product.scalars = FUSED_SCALE_B;
  expectCounts(/*launches=*/0, /*allocations=*/0);
  product.scalars |= FUSED_SCALE_A;
  expectCounts(/*launches=*/1, /*allocations=*/0);
  product.scalars = FUSED_SCALE_A;
  FakeAlgorithm algorithm;
  algorithm.parts = 2;
  fakeSetAlgorithms(&algorithm, 1);
  product.n = 31; // other plans
  expectCounts(/*launches=*/1, /*allocations=*/0);
  algorithm = FakeAlgorithm();
  algorithm.id = 12;
  fakeSetAlgorithms(&algorithm, 1);
  product.n = 33;
  expectCounts(/*launches=*/1, /*allocations=*/0);
  const FakeAlgorithm defaults[3];
  fakeSetAlgorithms(defaults, 3);
}

/// NaN times a scale of zero.
TEST_F(FakeSplit, ScalesOfZeroKeepNan) {
  product.scalars = FUSED_SCALE_A;
  product.aScale = 0;
  product.specials = true;
  for (fused_type_t type : {FUSED_BF16, FUSED_F32})
    for (int parts : {1, 3}) {
      FakeAlgorithm algorithm;
      algorithm.parts = parts;
      fakeSetAlgorithms(&algorithm, 1);
      product.inputType = product.dType = type;
      product.n = 20 + parts; // another plan
      expectCounts(/*launches=*/parts == 1 ? 0 : 1,
                   /*allocations=*/parts == 1 || type == FUSED_F32 ? 0 : 1);
    }
  const FakeAlgorithm defaults[3];
  fakeSetAlgorithms(defaults, 3);
}

/// Accumulators that overflow if an operand was multiplied by alpha, in D and
/// apart from it, and with sums of an operand.
TEST_F(FakeSplit, AlphaIsAppliedByAKernelWhereAlgorithmsScaleOperands) {
  product.alpha = 4;
  FakeAlgorithm scaling;
  scaling.id = 13;
  fakeSetAlgorithms(&scaling, 1);
  product.exponentA = 126;
  product.exponentB = -20;
  for (fused_type_t type : {FUSED_BF16, FUSED_F32})
    for (Epilog epilog : {Epilog::DEFAULT, Epilog::RELU, Epilog::BGRADA}) {
      product.inputType = product.dType = type;
      product.epilog = epilog;
      expectCounts(/*launches=*/epilog == Epilog::BGRADA ? 2 : 1,
                   /*allocations=*/1);
    }
  const FakeAlgorithm defaults[3];
  fakeSetAlgorithms(defaults, 3);
}
} // namespace
