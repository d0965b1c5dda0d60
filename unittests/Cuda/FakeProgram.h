//===- FakeProgram.h - A program on the fake device -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_FAKEPROGRAM_H
#define FUSED_UNITTESTS_CUDA_FAKEPROGRAM_H

#include "DeviceOperands.h"
#include "Emulator/Fake.h"
#include "TestDriver.h"
#include "fused-runtime/fused_cuda.h"

#include "gtest/gtest.h"
#include <cstring>
#include <vector>

namespace fused::test {

inline constexpr int64_t length = 4;
inline const float table[length] = {1, -2, 3, 0.5};

struct Descriptor {
  void *allocated, *aligned;
  int64_t offset, sizesAndStrides[2];
};

/// The parts of a program that a process has once: a constant, and two
/// launches.
inline fused_cuda_constant_t constant;
inline fused_cuda_image_t image = {"code", nullptr, 0};
inline fused_cuda_kernel_t kernels[] = {
    {&image, "first", "program.mlir:1:1", nullptr},
    {&image, "second", nullptr, nullptr}};

/// Makes the constant one that no device has. The runtime keeps what it has
/// copied, and so does this, for checkers of leaks.
inline void renewConstant() {
  static auto *before = new std::vector<fused_cuda_constant_t>;
  before->push_back(constant);
  constant = {};
}

/// As the compiler writes it: takes an array and a number, and returns an array
/// and the number; a kernel between two that need a temporary and a constant.
inline fused_status_t run(fused_frame_t &frame, void *const *inputs,
                          void *const *outputs) {
  int64_t number;
  const auto &input = *static_cast<const Descriptor *>(inputs[1]);
  if (fused_status_t status =
          fused_cuda_load_number(input.aligned, &number, 8, "program.mlir:2:3"))
    return status;
  void *address;
  if (fused_status_t status = fused_cuda_constant(
          &constant, table, sizeof(table), "program.mlir:3:4", &address))
    return status;
  void *temporary = fused_cuda_frame_alloc(&frame, sizeof(table));
  void *result = fused_cuda_frame_alloc(&frame, sizeof(table));
  if (!temporary || !result)
    return FUSED_OUT_OF_MEMORY;
  void *arguments[] = {&address, &temporary, &result};
  for (fused_cuda_kernel_t &kernel : kernels)
    if (fused_status_t status =
            fused_cuda_launch(&kernel, 1, 1, 256, 0, arguments))
      return status;
  fused_cuda_frame_free(&frame, temporary);
  *static_cast<Descriptor *>(outputs[0]) = {result, result, 0, {length, 1}};
  if (fused_status_t status =
          fused_cuda_frame_take(&frame, outputs[0], 1, sizeof(float)))
    return status;
  return fused_cuda_frame_take_number(&frame, outputs[1], &number, 8);
}

inline fused_status_t invoke(fused_frame_t *frame, void *const *inputs,
                             void *const *outputs) {
  fused_status_t status = run(*frame, inputs, outputs);
  fused_cuda_frame_release(frame, status);
  return status;
}

inline const fused_tensor_type_t types[] = {{FUSED_F32, 1, &length},
                                            {FUSED_I64, 0, nullptr}};
inline const int32_t numbers[] = {0, 1};
inline const fused_function_t program = {
    "program",         2, 2, types,   types,  invoke,
    FUSED_TARGET_CUDA, 0, 0, nullptr, numbers};

/// Calls the program in a stream of its own.
class FakeProgramCall : public testing::Test {
protected:
  void SetUp() override {
    for (const fused_cuda_kernel_t &kernel : kernels)
      fakeAddKernel(kernel.name, [](void **) {});
    fused_cuda_set_stream(stream.get());
    array = fused_cuda_alloc(sizeof(table));
    inputs[0] = {array, FUSED_F32, 1, {length}};
    inputs[1] = {&number, FUSED_I64, 0, {}};
    // A process does this once.
    ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
    release();
    before = fakeGetCounts();
  }
  void TearDown() override {
    release();
    EXPECT_EQ(fakeGetCounts().blocks, before.blocks);
    fused_cuda_free(array);
    fused_cuda_set_stream(nullptr);
  }

  fused_status_t call() {
    return fused_call(&program, inputs, outputs, nullptr);
  }
  void release() {
    for (fused_tensor_t &output : outputs) {
      fused_cuda_free(output.data);
      output = {};
    }
  }
  void expectFailure(const char *function, int result, fused_status_t status) {
    fakeFail(function, result, 0, 1);
    EXPECT_EQ(call(), status) << function;
    fakeFail(function, 0, 0, 0);
    EXPECT_NE(std::strstr(fused_last_error(), "program.mlir"), nullptr)
        << fused_last_error();
  }

  TestStream stream;
  int64_t number = -3;
  void *array = nullptr;
  fused_tensor_t inputs[2] = {}, outputs[2] = {};
  FakeCounts before = {};
};

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_FAKEPROGRAM_H
