//===- ProgramFaultTest.cpp - Faults inside of programs, without a device -===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "fused-runtime/fused_cuda.h"

#include "gtest/gtest.h"
#include <cublasLt.h>
#include <vector>

using namespace fused::test;

namespace {
constexpr int64_t n = 4;

/// The kernel of the program: adds one to each element.
void addOne(void **arguments) {
  auto *data = *static_cast<float **>(arguments[0]);
  for (int64_t i = 0; i < n * n; ++i)
    data[i] += 1;
}

/// The argument that the compiler passes for a matrix.
struct Matrix {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

char imageData;
fused_cuda_image_t image;
fused_cuda_kernel_t kernel;

fused_status_t fill(fused_frame_t *frame, const Matrix &a, Matrix &d) {
  auto *buffer = static_cast<float *>(
      fused_cuda_frame_alloc(frame, n * n * sizeof(float)));
  if (!buffer)
    return FUSED_OUT_OF_MEMORY;
  fused_matmul_problem_t problem = {};
  problem.abi_version = FUSED_ABI_VERSION;
  problem.a_type = problem.b_type = problem.d_type = FUSED_F32;
  problem.alpha = 1;
  problem.batch = 1;
  problem.m = problem.n = problem.k = n;
  problem.location = "model.mlir:3:4";
  fused_matmul_operands_t operands = {};
  operands.batch = 1;
  operands.m = operands.n = operands.k = n;
  operands.a = operands.b = {a.aligned, n, 0};
  operands.d = {buffer, n, 0};
  operands.stream = fused_cuda_get_stream();
  if (fused_status_t status = fused_cuda_matmul(&problem, nullptr, &operands))
    return status;
  void *arguments[] = {&buffer};
  if (fused_status_t status =
          fused_cuda_launch(&kernel, 1, 1, 256, 0, arguments))
    return status;
  d = {buffer, buffer, 0, {n, n}, {n, 1}};
  return fused_cuda_frame_take(frame, &d, 2, sizeof(float));
}

/// As the compiler emits it: A A + 1, and A itself, which has to be copied.
fused_status_t invoke(fused_frame_t *frame, void *const *inputs,
                      void *const *outputs) {
  const Matrix &a = *static_cast<const Matrix *>(inputs[0]);
  fused_status_t status = fill(frame, a, *static_cast<Matrix *>(outputs[0]));
  if (status == FUSED_OK) {
    auto &copy = *static_cast<Matrix *>(outputs[1]);
    copy = a;
    status = fused_cuda_frame_take(frame, &copy, 2, sizeof(float));
  }
  fused_cuda_frame_release(frame, status);
  return status;
}

const int64_t sizes[] = {n, n};
const fused_tensor_type_t type = {FUSED_F32, 2, sizes};
const fused_tensor_type_t types[] = {type, type};
const fused_function_t function = {
    "program",         1, 2, &type,   types,  invoke,
    FUSED_TARGET_CUDA, 0, 0, nullptr, nullptr};

class FakeProgram : public testing::Test {
protected:
  void SetUp() override {
    fakeAddKernel("add_one", addOne);
    image = {&imageData, nullptr, 0};
    kernel = {&image, "add_one", "model.mlir:5:6", nullptr};
    fused_cuda_set_stream(stream.get());
    for (int64_t i = 0; i < n * n; ++i)
      a.push_back(static_cast<float>(i % 3));
  }
  void TearDown() override { fused_cuda_set_stream(nullptr); }

  /// Calls the program; checks and releases what it returns.
  fused_status_t run() {
    fused_tensor_t input = {a.data(), FUSED_F32, 2, {n, n}};
    fused_tensor_t outputs[2] = {};
    fused_status_t status = fused_cuda_call(&function, &input, outputs);
    for (fused_tensor_t &output : outputs) {
      EXPECT_EQ(output.data != nullptr, status == FUSED_OK);
      if (status == FUSED_OK)
        check(static_cast<float *>(output.data), &output == &outputs[1]);
      fused_free(output.data);
    }
    return status;
  }
  void check(const float *result, bool isCopy) const {
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        float expected = isCopy ? a[i * n + j] : 1;
        for (size_t k = 0; k < n && !isCopy; ++k)
          expected += a[i * n + k] * a[k * n + j];
        EXPECT_EQ(result[i * n + j], expected);
      }
  }

  TestStream stream;
  std::vector<float> a;
};

TEST_F(FakeProgram, LoadsItsKernelsOnce) {
  long before = fakeGetCounts().libraries;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(run(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(fakeGetCounts().libraries, before + 1);
}

/// Every call of every function fails once.
TEST_F(FakeProgram, FaultsLeaveNothingBehind) {
  ASSERT_EQ(run(), FUSED_OK);
  fused_cuda_release_stream(stream.get());
  const FakeCounts before = fakeGetCounts();
  const struct {
    const char *function;
    int result;
    fused_status_t status;
    int calls; ///< In one run.
  } faults[] = {
      {"cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY, FUSED_OUT_OF_MEMORY,
       3},
      {"cuMemcpyHtoDAsync", CUDA_ERROR_ILLEGAL_ADDRESS, FUSED_LIBRARY_ERROR, 1},
      {"cublasLtMatmul", CUBLAS_STATUS_EXECUTION_FAILED, FUSED_LIBRARY_ERROR,
       1},
      {"cuLibraryLoadData", CUDA_ERROR_OUT_OF_MEMORY, FUSED_OUT_OF_MEMORY, 1},
      {"cuLibraryGetKernel", CUDA_ERROR_NOT_FOUND, FUSED_LIBRARY_ERROR, 1},
      {"cuLaunchKernelEx", CUDA_ERROR_ILLEGAL_ADDRESS, FUSED_LIBRARY_ERROR, 1},
      {"cuMemcpyDtoDAsync", CUDA_ERROR_ILLEGAL_ADDRESS, FUSED_LIBRARY_ERROR, 1},
      {"cuMemcpyDtoHAsync", CUDA_ERROR_ILLEGAL_ADDRESS, FUSED_LIBRARY_ERROR, 2},
      {"cuStreamSynchronize", CUDA_ERROR_ILLEGAL_ADDRESS, FUSED_LIBRARY_ERROR,
       1}};
  for (const auto &fault : faults)
    for (int skip = 0; skip <= fault.calls; ++skip) {
      SCOPED_TRACE(std::string(fault.function) + " " + std::to_string(skip));
      image.library = kernel.handle = nullptr; // as in a new program
      fakeFail(fault.function, fault.result, skip, 1);
      fused_status_t expected = skip < fault.calls ? fault.status : FUSED_OK;
      EXPECT_EQ(run(), expected) << fused_last_error();
      fakeFail(fault.function, 0, 0, 0);
      EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
      EXPECT_EQ(run(), FUSED_OK) << fused_last_error();
    }
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
}

TEST_F(FakeProgram, MessagesSayWhatAndWhere) {
  auto expectMessage = [&](const char *function, int result,
                           const char *message) {
    image.library = kernel.handle = nullptr;
    fakeFail(function, result, 0, 1);
    EXPECT_NE(run(), FUSED_OK);
    EXPECT_STREQ(fused_last_error(), message);
  };
  expectMessage("cuLaunchKernelEx", CUDA_ERROR_ILLEGAL_ADDRESS,
                "model.mlir:5:6: cuLaunchKernelEx failed: "
                "CUDA_ERROR_ILLEGAL_ADDRESS");
  expectMessage("cuMemAllocFromPoolAsync", CUDA_ERROR_OUT_OF_MEMORY,
                "cannot allocate 64 bytes of the device");
  expectMessage("cuMemAllocFromPoolAsync", CUDA_ERROR_ILLEGAL_ADDRESS,
                "cuMemAllocFromPoolAsync failed: CUDA_ERROR_ILLEGAL_ADDRESS");
  expectMessage("cuStreamSynchronize", CUDA_ERROR_ILLEGAL_ADDRESS,
                "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS");
}

TEST_F(FakeProgram, SharedMemoryThatCannotBeReserved) {
  ASSERT_EQ(run(), FUSED_OK);
  fakeFail("cuKernelGetAttribute", CUDA_ERROR_INVALID_VALUE, 0, 1);
  EXPECT_EQ(fused_cuda_launch(&kernel, 1, 1, 256, 1 << 20, nullptr),
            FUSED_LIBRARY_ERROR);
  EXPECT_STREQ(fused_last_error(), "model.mlir:5:6: cuKernelGetAttribute "
                                   "failed: CUDA_ERROR_INVALID_VALUE");
}

TEST_F(FakeProgram, TensorMapsThatCannotBeWritten) {
  alignas(64) char map[128];
  fused_cuda_matrix_t matrix = {FUSED_BF16, 64, 128, 128, 64, 64, {}, {}};
  fakeFail("cuTensorMapEncodeTiled", CUDA_ERROR_INVALID_VALUE, 0, 1);
  EXPECT_EQ(fused_cuda_tensor_map(map, map, &matrix, "model.mlir:5:6"),
            FUSED_LIBRARY_ERROR);
  EXPECT_STREQ(fused_last_error(), "model.mlir:5:6: cuTensorMapEncodeTiled "
                                   "failed: CUDA_ERROR_INVALID_VALUE");
}

/// With its context lost, the device gives nothing any more.
TEST_F(FakeProgram, LostContext) {
  ASSERT_EQ(run(), FUSED_OK);
  FakeCounts before = fakeGetCounts();
  fakeFail("cuCtxGetId", CUDA_ERROR_ILLEGAL_ADDRESS, 0, 1000);
  fakeFail("cuDevicePrimaryCtxRetain", CUDA_ERROR_ILLEGAL_ADDRESS, 0, 1000);
  EXPECT_EQ(run(), FUSED_LIBRARY_ERROR);
  EXPECT_STREQ(fused_last_error(), "cuDevicePrimaryCtxRetain failed: "
                                   "CUDA_ERROR_ILLEGAL_ADDRESS");
  fakeFail("cuCtxGetId", 0, 0, 0);
  fakeFail("cuDevicePrimaryCtxRetain", 0, 0, 0);
  EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
  EXPECT_EQ(run(), FUSED_OK);
}

TEST_F(FakeProgram, GridsThatAreTooLarge) {
  EXPECT_EQ(fused_cuda_launch(&kernel, int64_t(1) << 31, 1, 256, 0, nullptr),
            FUSED_UNSUPPORTED);
  EXPECT_EQ(fused_cuda_launch(&kernel, 1, 1 << 16, 256, 0, nullptr),
            FUSED_UNSUPPORTED);
  EXPECT_STREQ(fused_last_error(),
               "model.mlir:5:6: a kernel of 1 x 65536 blocks is too large");
  EXPECT_EQ(fused_cuda_launch(&kernel, 0, 1, 256, 0, nullptr), FUSED_OK);
}
} // namespace
