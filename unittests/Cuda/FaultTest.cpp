//===- FaultTest.cpp - Plans, streams and faults, without a device --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeProduct.h"
#include "fused-runtime/fused_cuda.h"

#include <cstdlib>
#include <cublasLt.h>
#include <memory>
#include <thread>

using namespace fused;
using namespace fused::test;

namespace {
bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// The fake driver is the fake cuBLASLt, too.
const int driverIsCublasLt = [] {
  const char *driver = std::getenv("FUSED_CUDA_DRIVER");
  return driver ? setenv("FUSED_CUBLASLT", driver, /*overwrite=*/0) : 0;
}();

/// Runs products on the fake device.
class Fake : public FakeProduct {
protected:
  /// Lets `function` fail, once, and expects a call to.
  void expectFault(const char *function, int result, fused_status_t status,
                   const std::string &message, int count = 1) {
    fakeFail(function, result, 0, count);
    EXPECT_EQ(run(), status) << function;
    EXPECT_TRUE(contains(fused_last_error(), message)) << fused_last_error();
    fakeFail(function, 0, 0, 0);
  }
};

TEST_F(Fake, EqualProblemsArePlannedOnce) {
  fused_plan_slot_t slot = {}, other = {};
  long before = fakeGetCounts().heuristics;
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(run(&slot), FUSED_OK) << fused_last_error();
  EXPECT_NE(slot.plan, nullptr);
  EXPECT_EQ(run(&other), FUSED_OK);
  EXPECT_EQ(run(), FUSED_OK);
  EXPECT_EQ(other.plan, slot.plan);
  EXPECT_EQ(fakeGetCounts().heuristics, before + 1);
}

TEST_F(Fake, WhatDiffersIsPlannedAgain) {
  fused_plan_slot_t slot = {};
  ASSERT_EQ(run(&slot), FUSED_OK);
  long before = fakeGetCounts().heuristics;
  deviceCall.offset = 1; // another alignment
  EXPECT_EQ(run(&slot), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().heuristics, before + 1);
  ++product.m;
  EXPECT_EQ(run(&slot), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().heuristics, before + 2);
  --product.m, deviceCall.offset = 0; // seen before
  EXPECT_EQ(run(&slot), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().heuristics, before + 2);
}

TEST_F(Fake, ThreadsShareASlot) {
  fused_plan_slot_t slot = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      TestStream own;
      deviceCall.stream = own.get();
      for (int repeat = 0; repeat < 20; ++repeat)
        EXPECT_EQ(run(&slot), FUSED_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(Fake, WorkspaceOfAStreamIsKept) {
  fakeSetWorkspace(100);
  FakeCounts before = fakeGetCounts();
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(run(), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().allocations, before.allocations + 1);
  TestStream other;
  deviceCall.stream = other.get();
  EXPECT_EQ(run(), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks + 2);
  // A larger one takes its place.
  fakeSetWorkspace(3 << 20);
  ++product.m;
  EXPECT_EQ(run(), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks + 2);
  EXPECT_EQ(fused_cuda_release_stream(stream.get()), FUSED_OK);
  EXPECT_EQ(fused_cuda_release_stream(other.get()), FUSED_OK);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(Fake, CaptureHasAWorkspaceOfItsOwn) {
  fakeSetWorkspace(100);
  FakeCounts before = fakeGetCounts();
  ASSERT_EQ(getDriver().cuStreamBeginCapture(stream.get(),
                                             CU_STREAM_CAPTURE_MODE_GLOBAL),
            CUDA_SUCCESS);
  EXPECT_EQ(run(), FUSED_OK);
  EXPECT_EQ(run(), FUSED_OK);
  // Both in the same memory, which no node of the graph allocates.
  EXPECT_EQ(fakeGetCounts().allocations, before.allocations + 1);
  EXPECT_EQ(fakeGetCounts().allocationNodes, before.allocationNodes);
  CUgraph graph;
  getDriver().cuStreamEndCapture(stream.get(), &graph);
  getDriver().cuGraphDestroy(graph);
  fused_cuda_free(fused_cuda_alloc(1));
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(Fake, RefusalNamesTheProblem) {
  product.epilog = Epilog::BGRADA;
  product.m = 9;
  EXPECT_EQ(run(), FUSED_UNSUPPORTED);
  std::string message = fused_last_error();
  for (const char *part :
       {"test.mlir:1:2: ", "cuBLASLt 13.1.0 on Fake device (sm_90)",
        "CUBLAS_STATUS_NOT_SUPPORTED", "bgrada f32 x f32 -> f32",
        "M = 9, N = 128, K = 5", "A: f32, row stride 5, aligned to 16"})
    EXPECT_TRUE(contains(message, part)) << message;
}

TEST_F(Fake, CallsAreCheckedAsOnTheCpu) {
  ProductRun run(product);
  run.operands.a.row_stride = 2;
  EXPECT_EQ(fused_cuda_matmul(&run.problem, nullptr, &run.operands),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "test.mlir:1:2: the row stride 2 of A is "
                                   "less than its 5 columns");
}

TEST_F(Fake, OutOfDeviceMemory) {
  fakeSetWorkspace(1000);
  expectFault(
      "cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY, FUSED_OUT_OF_MEMORY,
      "Fake device has no 1048576 bytes for the workspace of a product");
  EXPECT_EQ(run(), FUSED_OK);
  product.k = 0;
  fakeSetWorkspace(0);
  expectFault("cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY,
              FUSED_OUT_OF_MEMORY, "for the intermediate results of a product");
  EXPECT_EQ(run(), FUSED_OK);
}

TEST_F(Fake, NextAlgorithmWhenTheCallRefusesTheFirst) {
  fakeFail("cublasLtMatmul", CUBLAS_STATUS_NOT_SUPPORTED, 0, 2);
  EXPECT_EQ(run(), FUSED_OK) << fused_last_error();
  ++product.m;
  expectFault("cublasLtMatmul", CUBLAS_STATUS_NOT_SUPPORTED, FUSED_UNSUPPORTED,
              "has no algorithm (cublasLtMatmul: CUBLAS_STATUS_NOT_SUPPORTED)",
              100);
}

TEST_F(Fake, DeviceLost) {
  fakeFail("cuStreamQuery", CUDA_ERROR_ILLEGAL_ADDRESS, 0, 1);
  expectFault("cublasLtMatmul", CUBLAS_STATUS_EXECUTION_FAILED,
              FUSED_LIBRARY_ERROR,
              "failed (cublasLtMatmul: CUBLAS_STATUS_EXECUTION_FAILED; the "
              "device reports CUDA_ERROR_ILLEGAL_ADDRESS) at relu_bias f32");
  EXPECT_EQ(run(), FUSED_OK);
}

TEST_F(Fake, FailuresLeaveNothingBehind) {
  ASSERT_EQ(run(), FUSED_OK);
  FakeCounts before = fakeGetCounts();
  ++product.m; // not planned before
  for (const char *function :
       {"cublasLtMatmulDescCreate", "cublasLtMatmulDescSetAttribute",
        "cublasLtMatrixLayoutCreate", "cublasLtMatmulPreferenceCreate",
        "cublasLtMatmulAlgoGetHeuristic"})
    for (int skip = 0; skip < 3; ++skip) {
      fakeFail(function, CUBLAS_STATUS_ALLOC_FAILED, skip, 1);
      fused_status_t status = run();
      fakeFail(function, 0, 0, 0);
      if (status == FUSED_OK) { // `function` is not called that often
        EXPECT_GT(skip, 0) << function;
        ++product.m;
        before = fakeGetCounts();
        continue;
      }
      FakeCounts after = fakeGetCounts();
      EXPECT_EQ(after.descriptors, before.descriptors) << function;
      EXPECT_EQ(after.layouts, before.layouts) << function;
      EXPECT_EQ(after.preferences, before.preferences) << function;
    }
  EXPECT_EQ(run(), FUSED_OK);
}

/// The device itself cannot be used at first.
TEST(FakeStart, FailsAndRecovers) {
  struct {
    const char *function;
    int result;
    fused_status_t status;
  } const faults[] = {
      {"cuDevicePrimaryCtxRetain", CUDA_ERROR_OUT_OF_MEMORY,
       FUSED_OUT_OF_MEMORY},
      {"cuMemPoolCreate", CUDA_ERROR_UNKNOWN, FUSED_LIBRARY_ERROR},
      {"cublasLtCreate", CUBLAS_STATUS_ALLOC_FAILED, FUSED_OUT_OF_MEMORY},
      {"cublasLtCreate", CUBLAS_STATUS_NOT_INITIALIZED, FUSED_LIBRARY_ERROR}};
  for (const auto &fault : faults) {
    fakeFail(fault.function, fault.result, 0, 1);
    EXPECT_EQ(fused_cuda_check(), fault.status) << fault.function;
    EXPECT_TRUE(contains(fused_last_error(), fault.function))
        << fused_last_error();
  }
  EXPECT_EQ(fused_cuda_check(), FUSED_OK);
}

/// Run with libraries that are not there; CTest looks at the message.
TEST(Absent, SaysSoInOneSentence) {
  EXPECT_EQ(fused_cuda_check(), FUSED_UNSUPPORTED);
  std::printf("%s\n", fused_last_error());
  ProductRun run((ProductCase()));
  EXPECT_EQ(fused_cuda_matmul(&run.problem, nullptr, &run.operands),
            FUSED_UNSUPPORTED);
  EXPECT_TRUE(contains(fused_last_error(),
                       "test.mlir:1:2: no CUDA device can be used: "));
}
} // namespace
