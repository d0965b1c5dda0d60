//===- AssertionTest.cpp - Assertions in kernels, without a device --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "TestDriver.h"
#include "fused-runtime/fused_cuda.h"

#include "gtest/gtest.h"
#include <algorithm>

using namespace fused::test;

namespace {
const fused_cuda_assertion_t list[] = {{"the first", "program.mlir:4:5"},
                                       {"the second", nullptr}};
fused_cuda_assertions_t assertions = {list, 2, nullptr};
fused_cuda_image_t image = {"code", nullptr, 0};
fused_cuda_kernel_t kernel = {&image, "failing", nullptr, nullptr};

/// Two threads fail, as the compiler writes it.
void runKernel(void **arguments) {
  uint32_t *flag = *static_cast<uint32_t **>(arguments[0]);
  const uint32_t *codes = static_cast<const uint32_t *>(arguments[1]);
  for (int thread = 0; thread < 2; ++thread)
    *flag = std::max(*flag, codes[thread]);
}

class FakeAssertions : public testing::Test {
protected:
  void SetUp() override {
    fakeAddKernel(kernel.name, runKernel);
    fused_cuda_set_stream(stream.get());
  }
  void TearDown() override { fused_cuda_set_stream(nullptr); }

  /// As `invoke` of a program does.
  fused_status_t call(uint32_t a, uint32_t b) {
    void *flag = nullptr;
    if (fused_status_t status = fused_cuda_assertions(&assertions, &flag))
      return status;
    uint32_t codes[] = {a, b};
    void *arguments[] = {&flag, codes};
    return fused_cuda_launch(&kernel, 1, 1, 32, 0, arguments);
  }

  TestStream stream;
};
} // namespace

TEST_F(FakeAssertions, NothingFails) {
  EXPECT_EQ(call(0, 0), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fused_cuda_check_assertions(), FUSED_OK);
  EXPECT_EQ(fused_cuda_synchronize(), FUSED_OK);
}

TEST_F(FakeAssertions, SynchronizingReportsAFailureOnce) {
  EXPECT_EQ(call(0, 2), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fused_cuda_synchronize(), FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "program.mlir:4:5: the first");
  EXPECT_EQ(fused_cuda_synchronize(), FUSED_OK);
}

TEST_F(FakeAssertions, WhatComesFirstInTheProgramIsReported) {
  EXPECT_EQ(call(2, 1), FUSED_OK);
  EXPECT_EQ(fused_cuda_check_assertions(), FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "program.mlir:4:5: the first");
  EXPECT_EQ(call(1, 1), FUSED_OK);
  EXPECT_EQ(fused_cuda_check_assertions(), FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "the second");
}

TEST_F(FakeAssertions, TheNextCallReportsAFailure) {
  EXPECT_EQ(call(1, 0), FUSED_OK);
  EXPECT_EQ(call(0, 0), FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "the second");
  EXPECT_EQ(call(0, 0), FUSED_OK);
}

TEST_F(FakeAssertions, CopiesAndNumbersReportAFailure) {
  void *memory = fused_cuda_alloc(8);
  int64_t number = 0;
  EXPECT_EQ(call(1, 0), FUSED_OK);
  EXPECT_EQ(fused_cuda_copy(&number, memory, 8), FUSED_INVALID_ARGUMENT);
  EXPECT_EQ(call(1, 0), FUSED_OK);
  EXPECT_EQ(fused_cuda_load(memory, &number, 8, nullptr),
            FUSED_INVALID_ARGUMENT);
  fused_cuda_free(memory);
}

TEST_F(FakeAssertions, AFlagThatMeansNothingIsReported) {
  EXPECT_EQ(call(77, 0), FUSED_OK);
  EXPECT_EQ(fused_cuda_synchronize(), FUSED_LIBRARY_ERROR);
  EXPECT_EQ(fused_cuda_synchronize(), FUSED_OK);
}

TEST_F(FakeAssertions, WithoutMemoryForTheFlagThereIsAStatus) {
  fused_cuda_assertions_t others = {list, 2, nullptr};
  void *flag = nullptr;
  fakeFail("cuMemHostAlloc", CUDA_ERROR_OUT_OF_MEMORY, 0, 1);
  EXPECT_NE(fused_cuda_assertions(&others, &flag), FUSED_OK);
  fakeFail("cuMemHostAlloc", 0, 0, 0);
  EXPECT_EQ(others.state, nullptr);
}
