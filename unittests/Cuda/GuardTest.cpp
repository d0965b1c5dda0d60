//===- GuardTest.cpp - Red zones around memory of devices -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the fake device, whose memory is the host's: a program that writes beyond
// its buffers is a function of this file.
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "ProductCase.h"
#include "fused-runtime/fused_cuda.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>

using namespace fused;
using namespace fused::test;

namespace {
/// The fake driver is the fake cuBLASLt, too.
const int driverIsCublasLt = [] {
  const char *driver = std::getenv("FUSED_CUDA_DRIVER");
  return driver ? setenv("FUSED_CUBLASLT", driver, /*overwrite=*/0) : 0;
}();

constexpr int64_t length = 5;

/// The place, relative to the block, at which the next program writes a byte
/// too many.
struct Overrun {
  enum Block { None, Input, Temporary, Result } block = None;
  ptrdiff_t offset = 0;
} overrun;
/// The contents of the temporary of the last program before it was written.
unsigned char temporaryBefore[length * sizeof(float)];

void plant(Overrun::Block block, void *memory) {
  if (overrun.block == block)
    static_cast<char *>(memory)[overrun.offset] = 1;
}

/// Acts like a compiled program that copies its argument through a temporary.
fused_status_t copyTwice(fused_frame_t *frame, void *const *inputs,
                         void *const *outputs) {
  struct Vector {
    void *allocated, *aligned;
    int64_t offset, size, stride;
  };
  constexpr size_t bytes = length * sizeof(float);
  auto *input = static_cast<Vector *>(inputs[0]);
  auto *output = static_cast<Vector *>(outputs[0]);
  void *temporary = fused_cuda_frame_alloc(frame, bytes);
  void *result = fused_cuda_frame_alloc(frame, bytes);
  if (!temporary || !result) {
    fused_cuda_frame_release(frame, FUSED_OUT_OF_MEMORY);
    return FUSED_OUT_OF_MEMORY;
  }
  std::memcpy(temporaryBefore, temporary, bytes);
  std::memcpy(temporary, input->aligned, bytes);
  std::memcpy(result, temporary, bytes);
  plant(Overrun::Input, input->aligned);
  plant(Overrun::Temporary, temporary);
  plant(Overrun::Result, result);
  fused_cuda_frame_free(frame, temporary);
  *output = {result, result, 0, length, 1};
  fused_status_t status =
      fused_cuda_frame_take(frame, output, 1, sizeof(float));
  fused_cuda_frame_release(frame, status);
  return status;
}

class FakeGuards : public testing::Test {
protected:
  void SetUp() override {
    fused_cuda_guard_memory(true);
    overrun = {};
    fakeSetWorkspace(0);
    fakeSetOverrun(0);
  }
  void TearDown() override {
    fused_cuda_guard_memory(false);
    fakeSetOverrun(0);
    EXPECT_EQ(fused_cuda_check_memory(), FUSED_OK);
  }

  fused_status_t callProgram() {
    fused_tensor_t input = {numbers, FUSED_F32, 1, {length}}, output = {};
    fused_status_t status = fused_cuda_call(&function, &input, &output);
    if (status == FUSED_OK) {
      EXPECT_EQ(std::memcmp(output.data, numbers, sizeof(numbers)), 0);
      fused_free(output.data);
    }
    return status;
  }
  void expectFound(Overrun::Block block, ptrdiff_t offset, const char *name,
                   const char *where) {
    overrun = {block, offset};
    FakeCounts before = fakeGetCounts();
    EXPECT_EQ(callProgram(), FUSED_LIBRARY_ERROR);
    std::string message = fused_last_error();
    EXPECT_EQ(message.rfind("memory of the device was overwritten: ", 0), 0u)
        << message;
    EXPECT_NE(message.find(name), std::string::npos) << message;
    EXPECT_NE(message.find(where), std::string::npos) << message;
    EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
    // It is reported once.
    overrun = {};
    EXPECT_EQ(callProgram(), FUSED_OK) << fused_last_error();
  }
  fused_status_t runProduct() {
    ProductCase product;
    product.m = product.n = 16;
    ProductRun run(product);
    deviceCall.stream = stream.get();
    return run.execute(deviceMatmul, nullptr);
  }

  float numbers[length] = {1, 2, 3, 4, 5};
  int64_t size = length;
  fused_tensor_type_t type = {FUSED_F32, 1, &size};
  fused_function_t function = {
      "copy", 1, 1,       &type,  &type, copyTwice, FUSED_TARGET_CUDA,
      0,      0, nullptr, nullptr};
  TestStream stream;
};

TEST_F(FakeGuards, NothingIsFoundWhereNothingIsWrong) {
  FakeCounts before = fakeGetCounts();
  EXPECT_EQ(callProgram(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(FakeGuards, BuffersAreNaNBeforehand) {
  ASSERT_EQ(callProgram(), FUSED_OK);
  for (unsigned char byte : temporaryBefore)
    EXPECT_EQ(byte, 0xff);
}

TEST_F(FakeGuards, OverrunsAreFound) {
  constexpr ptrdiff_t end = length * sizeof(float);
  expectFound(Overrun::Result, end, "result 0, 20 bytes",
              "0 bytes before it and 1 bytes behind it have changed, the first "
              "behind it at distance 0");
  expectFound(Overrun::Result, end + 1000, "result 0", "at distance 1000");
  expectFound(Overrun::Result, -1, "result 0", "1 bytes before it");
  expectFound(Overrun::Temporary, end + 3, "a buffer of the program, 20 bytes",
              "at distance 3");
  expectFound(Overrun::Temporary, -1024, "a buffer of the program",
              "1 bytes before it");
  expectFound(Overrun::Input, end, "input 0", "at distance 0");
  expectFound(Overrun::Input, 0, "input 0", "has changed");
}

TEST_F(FakeGuards, BlocksInUseAreChecked) {
  auto *block = static_cast<char *>(fused_cuda_alloc(100));
  EXPECT_EQ(fused_cuda_check_memory(), FUSED_OK);
  block[100] = 0;
  EXPECT_EQ(fused_cuda_check_memory(), FUSED_LIBRARY_ERROR);
  EXPECT_NE(std::strstr(fused_last_error(), "memory from fused_cuda_alloc()"),
            nullptr)
      << fused_last_error();
  block[100] = char(0xfe);
  fused_cuda_free(block);
  EXPECT_EQ(fused_cuda_check_memory(), FUSED_OK);
}

TEST_F(FakeGuards, WorkspacesAreChecked) {
  fakeSetWorkspace(1000);
  EXPECT_EQ(runProduct(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fused_cuda_check_memory(), FUSED_OK);
  fakeSetOverrun(8);
  EXPECT_EQ(runProduct(), FUSED_OK);
  EXPECT_EQ(fused_cuda_check_memory(), FUSED_LIBRARY_ERROR);
  EXPECT_NE(
      std::strstr(fused_last_error(), "the workspace of a product, 1000 bytes"),
      nullptr)
      << fused_last_error();
  EXPECT_NE(std::strstr(fused_last_error(), "8 bytes behind it"), nullptr);
}

TEST_F(FakeGuards, BlocksMayOutliveTheMode) {
  FakeCounts before = fakeGetCounts();
  void *guarded = fused_cuda_alloc(10);
  fused_cuda_guard_memory(false);
  void *plain = fused_cuda_alloc(10);
  fused_cuda_free(guarded);
  fused_cuda_guard_memory(true);
  fused_cuda_free(plain);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(FakeGuards, FailuresLeaveNothingBehind) {
  FakeCounts before = fakeGetCounts();
  for (const char *function :
       {"cuMemAllocFromPoolAsync", "cuMemsetD8Async", "cuMemcpyDtoHAsync"})
    for (int skip = 0; skip < 3; ++skip) {
      fakeFail(function, CUDA_ERROR_OUT_OF_MEMORY, skip, 1);
      callProgram();
      fakeFail(function, 0, 0, 0);
      EXPECT_EQ(fakeGetCounts().blocks, before.blocks) << function << skip;
    }
  EXPECT_EQ(callProgram(), FUSED_OK) << fused_last_error();
}

TEST_F(FakeGuards, ProgramsForTheCpuAreRefused) {
  function.target = FUSED_TARGET_CPU;
  EXPECT_EQ(callProgram(), FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(),
               "'copy' was compiled for the CPU, not for a device");
}
} // namespace
