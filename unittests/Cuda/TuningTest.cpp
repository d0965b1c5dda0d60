//===- TuningTest.cpp - Which algorithms are chosen, without a device -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Kernels/KernelParameters.h"
#include "Element.h"
#include "FakeTuning.h"

#include <cstdio>
#include <cublasLt.h>
#include <thread>
#include <unistd.h>

using namespace fused;
using namespace fused::test;

namespace {
TEST_F(FakeTuning, TakesTheFastest) {
  setAlgorithms({{13}, {9}, {5}, {7}});
  expectChoice(2);
}

TEST_F(FakeTuning, IsOffUnlessAskedFor) {
  fused_cuda_tune(false);
  setAlgorithms({{13}, {5}});
  expectOneBy(0);
  // A plan that was made without tuning is measured at its next call.
  fused_cuda_tune(true);
  expectChoice(1);
  fused_cuda_tune(false);
  expectOneBy(1);
}

TEST_F(FakeTuning, TheRulePutsAnAlgorithmFirst) {
  fused_cuda_tune(false);
  product.epilog = Epilog::DEFAULT;
  product.inputType = product.dType = FUSED_BF16;
  product.n = 640, product.k = 256;
  FakeAlgorithm large, small;
  large.tile = CUBLASLT_MATMUL_TILE_256x160;
  small.tile = CUBLASLT_MATMUL_TILE_64x64;
  large.cluster = small.cluster = CUBLASLT_CLUSTER_SHAPE_1x1x1;
  setAlgorithms({large, small});
  expectOneBy(1);
  // It does not know a tile of the third.
  slot = {};
  ++product.m;
  setAlgorithms({large, small, {}});
  expectOneBy(0);
}

TEST_F(FakeTuning, KeepsTheFirstWhereTheGainIsNoise) {
  setAlgorithms({{10}, {9.9f}, {9.8f}});
  expectChoice(0);
}

TEST_F(FakeTuning, AsksForMoreAlgorithms) {
  std::vector<FakeAlgorithm> algorithms(15, {9});
  algorithms.push_back({5});
  algorithms.push_back({1}); // More than are asked for.
  setAlgorithms(algorithms);
  expectChoice(15);
}

TEST_F(FakeTuning, StopsWhenTheTimeIsSpent) {
  // Two samples of the second take more than the time that there is.
  setAlgorithms({{10}, {20000}, {1}});
  EXPECT_EQ(countExecutions(2), 0);
  expectOneBy(0);
}

TEST_F(FakeTuning, DropsWhatIsRefused) {
  constexpr int refusal = CUBLAS_STATUS_NOT_SUPPORTED;
  setAlgorithms({{13}, {9}, {1, 1, 66, refusal}, {7}});
  expectChoice(3);
}

TEST_F(FakeTuning, TheFirstMayBeRefused) {
  constexpr int refusal = CUBLAS_STATUS_NOT_SUPPORTED;
  setAlgorithms({{1, 1, 66, refusal}, {9}, {7}});
  expectChoice(2);
}

TEST_F(FakeTuning, TakesAnotherWhereTheChoiceIsRefusedLater) {
  setAlgorithms({{13}, {9}, {5}});
  expectChoice(2);
  fakeFail("cublasLtMatmul", CUBLAS_STATUS_NOT_SUPPORTED, 0, 1);
  expectOneBy(1); // the second fastest
  expectOneBy(1);
}

TEST_F(FakeTuning, SplitsKOnlyWhereThatIsExact) {
  product.inputType = product.dType = FUSED_BF16;
  product.k = 16;
  setAlgorithms({{13}, {1, 4}, {7}});
  EXPECT_EQ(countExecutions(1), 0);
  expectOneBy(2);
  ++product.k, slot = {};
  product.k = 32;
  product.allowRoundedSteps = true;
  expectChoice(1);
}

TEST_F(FakeTuning, KeepsToTheFamilyThatWasCheckedFor16Bits) {
  product.inputType = product.dType = FUSED_BF16;
  product.k = 16;
  setAlgorithms({{13, 1, 66}, {1, 1, 21}, {7, 1, 66}});
  EXPECT_EQ(countExecutions(1), 0);
  expectOneBy(2);
  product = ProductCase();
  product.m = 303; // f32
  expectChoice(1);
}

TEST_F(FakeTuning, DThatIsCStaysRight) {
  setAlgorithms({{13}, {5}});
  product.c = CKind::IsD;
  product.beta = 0.5;
  product.padding = 3;
  FakeCounts before = fakeGetCounts();
  expectChoice(1);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(FakeTuning, WithoutMemoryForACopyTheFirstIsTaken) {
  setAlgorithms({{13}, {5}});
  product.c = CKind::IsD;
  product.beta = 0.5;
  fakeFail("cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY, 0, 1);
  expectOneBy(0);
  expectOneBy(0);
}

TEST_F(FakeTuning, SavedValuesAndGradientsStayRight) {
  setAlgorithms({{13}, {5}});
  for (Epilog epilog : {Epilog::RELU_AUX_BIAS, Epilog::GELU_AUX_BIAS,
                        Epilog::DRELU_BGRAD, Epilog::DGELU_BGRAD}) {
    product.epilog = epilog;
    product.specials = true;
    product.n = 128; // A mask needs no kernel.
    slot = {};
    EXPECT_EQ(run(), FUSED_OK) << fused_last_error();
  }
}

TEST_F(FakeTuning, CapturesDoNotMeasure) {
  setAlgorithms({{13}, {5}});
  ASSERT_EQ(getDriver().cuStreamBeginCapture(stream.get(),
                                             CU_STREAM_CAPTURE_MODE_GLOBAL),
            CUDA_SUCCESS);
  expectOneBy(0);
  CUgraph graph;
  getDriver().cuStreamEndCapture(stream.get(), &graph);
  getDriver().cuGraphDestroy(graph);
  expectChoice(1);
}

TEST_F(FakeTuning, OneThreadMeasures) {
  setAlgorithms({{13}, {9}, {5}});
  long heuristics = fakeGetCounts().heuristics;
  expectChoice(2);
  long ofOne = fakeGetCounts().heuristics - heuristics;
  product.m += 5, slot = {};
  ASSERT_EQ((fused_cuda_tune(false), run()), FUSED_OK); // planned
  fused_cuda_tune(true);
  heuristics = fakeGetCounts().heuristics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      TestStream own;
      deviceCall.stream = own.get();
      for (int repeat = 0; repeat < 20; ++repeat)
        EXPECT_EQ(run(), FUSED_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fakeGetCounts().heuristics, heuristics + ofOne - 1);
  EXPECT_EQ(run(), FUSED_OK);
}

TEST_F(FakeTuning, MemoryMayBeGuarded) {
  setAlgorithms({{13}, {5}});
  fakeSetWorkspace(100);
  fused_cuda_guard_memory(true);
  expectChoice(1);
  EXPECT_EQ(fused_cuda_check_memory(), FUSED_OK) << fused_last_error();
  fused_cuda_guard_memory(false);
}

TEST_F(FakeTuning, FailuresLeaveNothingBehind) {
  setAlgorithms({{13}, {9}, {5}});
  ASSERT_EQ(run(), FUSED_OK);
  FakeCounts before = fakeGetCounts();
  for (const char *function :
       {"cuEventCreate", "cuEventRecord", "cuEventSynchronize",
        "cuEventElapsedTime", "cuLaunchHostFunc", "cublasLtMatmulDescCreate",
        "cublasLtMatmulAlgoGetHeuristic", "cublasLtMatmul"})
    for (int skip = 0; skip < 12; ++skip) {
      slot = {}, ++product.m;
      fused_cuda_tune(false);
      ASSERT_EQ(run(), FUSED_OK);
      fused_cuda_tune(true);
      // The number of an error of either library.
      fakeFail(function, CUBLAS_STATUS_ALLOC_FAILED, skip, 1);
      fused_status_t status = run();
      fakeFail(function, 0, 0, 0);
      // The last call, which is not measured, may fail as ever.
      if (status != FUSED_OK) {
        EXPECT_STREQ(function, "cublasLtMatmul");
      }
      EXPECT_EQ(run(), FUSED_OK) << function;
      EXPECT_EQ(fakeGetCounts().events, before.events) << function;
      EXPECT_EQ(fakeGetCounts().blocks, before.blocks) << function;
    }
}

TEST_F(FakeTuning, EmptyProductsAreNotMeasured) {
  product.m = 0;
  long before = fakeGetCounts().events;
  EXPECT_EQ(run(), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().events, before);
  product.m = 404, product.k = 0, slot = {};
  EXPECT_EQ(run(), FUSED_OK);
}

/// The tail of a split product into bf16, of bias and ReLU alone.
void addBiasAndRelu(void **arguments) {
  const auto &p = *static_cast<runtime::TailParameters *>(arguments[0]);
  auto *accumulators = static_cast<const float *>(p.accumulators.data);
  auto *bias = static_cast<const uint16_t *>(p.bias.data);
  auto *d = static_cast<uint16_t *>(p.d.data);
  for (int64_t i = 0; i < p.rows; ++i)
    for (int64_t j = 0; j < p.columns; ++j) {
      double sum = accumulators[i * p.accumulators.row + j] +
                   readElement(FUSED_BF16, bias + j);
      writeElement(FUSED_BF16, d + i * p.d.row + j, sum > 0 ? sum : 0);
    }
}

class FakeSplitTuning : public FakeTuning {
protected:
  // Before the device is asked for.
  static void SetUpTestSuite() { fakeAddKernel("fused_tail", addBiasAndRelu); }
  // A product that must not be rounded before the bias has separate
  // accumulators.
  void SetUp() override {
    FakeTuning::SetUp();
    product.inputType = product.dType = FUSED_BF16;
    product.k = 16;
  }
  /// Expects that a call launches `number` kernels behind one product.
  void expectKernels(long number, long algorithm) {
    FakeCounts before = fakeGetCounts();
    expectOneBy(algorithm);
    EXPECT_EQ(fakeGetCounts().launches, before.launches + number);
    EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
  }
  /// Lets a kernel take less than an epilogue.
  static void makeSplitsFaster() {
    FakeAlgorithm slow, fast;
    slow.microseconds = 9, fast.microseconds = 5;
    slow.ofEpilogue = fast.ofEpilogue = 3;
    setAlgorithms({slow, fast});
  }
};

TEST_F(FakeSplitTuning, SplitsWhereThatIsFaster) {
  makeSplitsFaster();
  expectChoice(1);
  expectKernels(1, 1);
}

/// Another device has no plan yet, as another process has none.
TEST_F(FakeSplitTuning, AFileKeepsThatItSplits) {
  std::string file =
      testing::TempDir() + "split-" + std::to_string(::getpid()) + ".choices";
  ASSERT_EQ(fused_cuda_set_choices(file.c_str()), FUSED_OK);
  makeSplitsFaster();
  expectChoice(1);
  getDriver().enter(1);
  slot = {};
  expectKernels(1, 1);
  getDriver().enter(0);
  EXPECT_EQ(fused_cuda_check_choices(), FUSED_OK) << fused_last_error();
  fused_cuda_set_choices(nullptr);
  std::remove(file.c_str());
}

TEST_F(FakeSplitTuning, DoesNotForALittle) {
  // 9.5 for 10: more kernels are to be launched.
  FakeAlgorithm algorithm;
  algorithm.microseconds = 8.5, algorithm.ofEpilogue = 1.5;
  setAlgorithms({algorithm});
  ASSERT_EQ(run(), FUSED_OK);
  expectKernels(0, 0);
}

TEST_F(FakeSplitTuning, DoesNotWhereItIsSlower) {
  setAlgorithms({{9}, {5}});
  expectChoice(1);
  expectKernels(0, 1);
}

TEST_F(FakeSplitTuning, WithoutMemoryForAccumulatorsItIsNotSplit) {
  makeSplitsFaster();
  fakeFail("cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY, 0, 1000);
  expectChoice(1);
  expectKernels(0, 1);
  fakeFail("cuMemAllocFromPoolAsync", 0, 0, 0);
  // Nor where there is none any more.
  ++product.m, slot = {};
  expectChoice(1);
  expectKernels(1, 1);
  fakeFail("cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY, 0, 1);
  expectKernels(0, 0);
  expectKernels(1, 1);
}
} // namespace
