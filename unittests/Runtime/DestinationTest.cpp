//===- DestinationTest.cpp - Memory that the caller gives -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <cstring>
#include <vector>

namespace {
struct Vector {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

const int64_t dynamicSize = FUSED_DYNAMIC;
const fused_tensor_type_t types[3] = {{FUSED_F32, 1, &dynamicSize},
                                      {FUSED_F32, 1, &dynamicSize},
                                      {FUSED_F32, 1, &dynamicSize}};
constexpr int64_t arenaSize = 1024, offset = 256;

/// As the compiler emits it: 2 x by way of the arena, x itself, and every other
/// element of x.
fused_status_t invoke(fused_frame_t *frame, void *const *inputs,
                      void *const *outputs) {
  const auto &x = *static_cast<const Vector *>(inputs[0]);
  auto *results = reinterpret_cast<Vector *const *>(outputs);
  size_t bytes = static_cast<size_t>(x.size) * sizeof(float);
  auto *temporary =
      static_cast<float *>(fused_frame_place(frame, arenaSize, offset));
  auto *twice = static_cast<float *>(fused_frame_output(frame, 0, bytes));
  fused_status_t status = temporary && twice ? FUSED_OK : FUSED_OUT_OF_MEMORY;
  for (int64_t i = 0; status == FUSED_OK && i < x.size; ++i) {
    temporary[i] = x.aligned[i];
    twice[i] = 2 * temporary[i];
  }
  *results[0] = {twice, twice, 0, x.size, 1};
  *results[1] = x;
  *results[2] = {x.allocated, x.aligned, 0, (x.size + 1) / 2, 2};
  for (int i = 0; status == FUSED_OK && i < 3; ++i)
    status = fused_frame_take(frame, results[i], 1, sizeof(float));
  fused_frame_release(frame, status);
  return status;
}

class Destinations : public testing::Test {
protected:
  static fused_tensor_t describe(std::vector<float> &numbers) {
    return {
        numbers.data(), FUSED_F32, 1, {static_cast<int64_t>(numbers.size())}};
  }
  fused_status_t call(void *arena = nullptr) {
    fused_tensor_t input = describe(x);
    return fused_call(&function, &input, outputs, arena);
  }
  void expectRefusal(const char *message, void *arena = nullptr) {
    EXPECT_EQ(call(arena), FUSED_INVALID_ARGUMENT);
    EXPECT_STREQ(fused_last_error(), message);
  }
  void expectResults() {
    auto get = [](const fused_tensor_t &output) {
      auto *data = static_cast<float *>(output.data);
      return std::vector<float>(data, data + output.sizes[0]);
    };
    EXPECT_EQ(get(outputs[0]), std::vector<float>({2, 4, 6, 8}));
    EXPECT_EQ(get(outputs[1]), std::vector<float>({1, 2, 3, 4}));
    EXPECT_EQ(get(outputs[2]), std::vector<float>({1, 3}));
  }

  fused_function_t function = {
      "f", 1,         3,       types,  types, invoke, FUSED_TARGET_CPU,
      0,   arenaSize, nullptr, nullptr};
  std::vector<float> x = {1, 2, 3, 4};
  std::vector<float> memory[3] = {std::vector<float>(4), std::vector<float>(4),
                                  std::vector<float>(2)};
  fused_tensor_t outputs[3] = {};
};

TEST_F(Destinations, AnyOutputsMayHaveMemory) {
  for (unsigned given = 0; given < 8; ++given) {
    for (unsigned i = 0; i < 3; ++i)
      outputs[i] = given >> i & 1 ? describe(memory[i]) : fused_tensor_t{};
    ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
    expectResults();
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_EQ(outputs[i].data == memory[i].data(), bool(given >> i & 1));
      if (!(given >> i & 1))
        fused_free(outputs[i].data);
    }
  }
}

TEST_F(Destinations, TheArenaIsUsed) {
  alignas(FUSED_ARENA_ALIGNMENT) char arena[arenaSize] = {};
  ASSERT_EQ(call(arena), FUSED_OK) << fused_last_error();
  expectResults();
  EXPECT_EQ(std::memcmp(arena + offset, x.data(), sizeof(float) * x.size()), 0);
  for (fused_tensor_t &output : outputs)
    fused_free(output.data);
  outputs[0] = outputs[1] = outputs[2] = {};
  expectRefusal("the arena is not aligned to 256 bytes", arena + 64);
}

TEST_F(Destinations, OtherTypesAreRefused) {
  outputs[0] = describe(memory[0]);
  outputs[0].type = FUSED_F16;
  expectRefusal("output 0: expected tensor<?xf32>, got tensor<4xf16>");
  outputs[0] = describe(memory[0]);
  outputs[0].sizes[0] = -1;
  expectRefusal("output 0: size -1 of dimension 0 is negative");
  outputs[0].sizes[0] = 3;
  outputs[0].data = reinterpret_cast<char *>(memory[0].data()) + 1;
  expectRefusal("output 0: the data is not aligned to its elements of 4 bytes");
}

/// Sizes that are known only when the result is there. What was allocated is
/// released, and what was given stays.
TEST_F(Destinations, OtherSizesAreRefused) {
  outputs[2] = describe(memory[0]);
  expectRefusal("output 2: the result is tensor<2xf32>, the memory is for "
                "tensor<4xf32>");
  EXPECT_EQ(outputs[0].data, nullptr);
  EXPECT_EQ(outputs[2].data, memory[0].data());
  outputs[2] = {};
  outputs[0] = describe(memory[2]);
  expectRefusal("output 0: the result is tensor<4xf32>, the memory is for "
                "tensor<2xf32>");
}

TEST_F(Destinations, OverlapsAreRefused) {
  outputs[1] = {x.data() + 1, FUSED_F32, 1, {4}};
  expectRefusal("the memory of output 1 overlaps that of input 0");
  outputs[2] = {x.data(), FUSED_F32, 1, {2}};
  outputs[1] = {};
  expectRefusal("the memory of output 2 overlaps that of input 0");
  outputs[2] = {};
  outputs[1] = describe(memory[0]);
  outputs[2] = {memory[0].data() + 3, FUSED_F32, 1, {2}};
  expectRefusal("the memory of output 1 overlaps that of output 2");
  alignas(FUSED_ARENA_ALIGNMENT) char arena[arenaSize];
  outputs[2] = {arena + arenaSize - 4, FUSED_F32, 1, {2}};
  expectRefusal("the memory of output 2 overlaps that of the arena", arena);
  // Neighbours do not overlap.
  std::vector<float> both(6);
  outputs[1] = {both.data(), FUSED_F32, 1, {4}};
  outputs[2] = {both.data() + 4, FUSED_F32, 1, {2}};
  ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(both, std::vector<float>({1, 2, 3, 4, 1, 3}));
  fused_free(outputs[0].data);
}

//===----------------------------------------------------------------------===//
// Donations
//===----------------------------------------------------------------------===//

const int64_t four = 4;
const fused_tensor_type_t fourNumbers[] = {{FUSED_F32, 1, &four},
                                           {FUSED_F32, 1, &four}};

/// x + 1 and x + y, from arrays that the results may overlap: each number is
/// read before it is written, but y after x is.
fused_status_t addInto(float *sum, float *next, const float *x,
                       const float *y) {
  for (int i = 0; i < 4; ++i) {
    float old = x[i];
    next[i] = old + 1;
    sum[i] = old + y[i];
  }
  return FUSED_OK;
}

/// As the compiler emits it for a function whose output 0 has the memory of
/// input 0.
fused_status_t invokeInPlace(fused_frame_t *frame, void *const *inputs,
                             void *const *outputs) {
  const auto &x = *static_cast<const Vector *>(inputs[0]);
  const auto &y = *static_cast<const Vector *>(inputs[1]);
  auto *results = reinterpret_cast<Vector *const *>(outputs);
  auto *sum = static_cast<float *>(fused_frame_output(frame, 1, 16));
  fused_status_t status =
      sum ? addInto(sum, x.aligned, x.aligned, y.aligned) : FUSED_OUT_OF_MEMORY;
  *results[0] = x;
  *results[1] = {sum, sum, 0, 4, 1};
  for (int i = 0; status == FUSED_OK && i < 2; ++i)
    status = fused_frame_take(frame, results[i], 1, sizeof(float));
  fused_frame_release(frame, status);
  return status;
}

/// The same, compiled without donations.
fused_status_t invokeApart(fused_frame_t *frame, void *const *inputs,
                           void *const *outputs) {
  const auto &x = *static_cast<const Vector *>(inputs[0]);
  const auto &y = *static_cast<const Vector *>(inputs[1]);
  auto *results = reinterpret_cast<Vector *const *>(outputs);
  auto *next = static_cast<float *>(fused_frame_output(frame, 0, 16));
  auto *sum = static_cast<float *>(fused_frame_output(frame, 1, 16));
  std::fill(next, next + 4, -1.0f);
  std::fill(sum, sum + 4, -1.0f);
  fused_status_t status = addInto(sum, next, x.aligned, y.aligned);
  *results[0] = {next, next, 0, 4, 1};
  *results[1] = {sum, sum, 0, 4, 1};
  for (int i = 0; status == FUSED_OK && i < 2; ++i)
    status = fused_frame_take(frame, results[i], 1, sizeof(float));
  fused_frame_release(frame, status);
  return status;
}

class Donations : public testing::TestWithParam<bool> {
protected:
  Donations() {
    inputs[0] = {x, FUSED_F32, 1, {4}};
    inputs[1] = {y, FUSED_F32, 1, {4}};
  }
  fused_status_t call() {
    const int32_t donations[] = {0, -1};
    fused_function_t function = {"f",
                                 2,
                                 2,
                                 fourNumbers,
                                 fourNumbers,
                                 GetParam() ? invokeInPlace : invokeApart,
                                 FUSED_TARGET_CPU,
                                 0,
                                 0,
                                 GetParam() ? donations : nullptr,
                                 nullptr};
    return fused_call(&function, inputs, outputs, nullptr);
  }
  static void expect(const void *data, std::vector<float> values) {
    auto *numbers = static_cast<const float *>(data);
    EXPECT_EQ(std::vector<float>(numbers, numbers + 4), values);
  }
  void expectResults() {
    expect(outputs[0].data, {2, 3, 4, 5});
    expect(outputs[1].data, {11, 22, 33, 44});
  }

  float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, memory[4];
  fused_tensor_t inputs[2], outputs[2] = {};
};
INSTANTIATE_TEST_SUITE_P(Compiled, Donations, testing::Bool());

TEST_P(Donations, InputsThatAreNotDonatedStay) {
  ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
  expectResults();
  expect(x, {1, 2, 3, 4});
  fused_free(outputs[0].data);
  fused_free(outputs[1].data);
  outputs[1] = {};
  outputs[0] = {memory, FUSED_F32, 1, {4}};
  ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(outputs[0].data, memory);
  expectResults();
  expect(x, {1, 2, 3, 4});
  fused_free(outputs[1].data);
}

TEST_P(Donations, AnyInputMayBeDonatedToAnyOutput) {
  for (int32_t i = 0; i < 2; ++i)
    for (int32_t o = 0; o < 2; ++o) {
      std::copy_n(std::vector<float>({1, 2, 3, 4}).data(), 4, x);
      std::copy_n(std::vector<float>({10, 20, 30, 40}).data(), 4, y);
      outputs[0] = outputs[1] = {};
      outputs[o] = inputs[i];
      ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
      EXPECT_EQ(outputs[o].data, inputs[i].data);
      expectResults();
      expect(inputs[1 - i].data, i == 1 ? std::vector<float>({1, 2, 3, 4})
                                        : std::vector<float>({10, 20, 30, 40}));
      fused_free(outputs[1 - o].data);
    }
}

TEST_P(Donations, AllInputsMayBeDonated) {
  outputs[0] = inputs[1];
  outputs[1] = inputs[0];
  ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
  expectResults();
  EXPECT_EQ(outputs[0].data, y);
}

/// The program would overwrite the other input.
TEST_P(Donations, DonatedMemoryMayBeTwoInputs) {
  inputs[1] = inputs[0];
  outputs[0] = inputs[0];
  ASSERT_EQ(call(), FUSED_OK) << fused_last_error();
  EXPECT_EQ(outputs[0].data, x);
  expect(x, {2, 3, 4, 5});
  expect(outputs[1].data, {2, 4, 6, 8});
  fused_free(outputs[1].data);
}

TEST_P(Donations, DamagedTablesAreRefused) {
  int32_t donations[] = {2, -1};
  fused_function_t function = {"f",
                               2,
                               2,
                               fourNumbers,
                               fourNumbers,
                               invokeInPlace,
                               FUSED_TARGET_CPU,
                               0,
                               0,
                               donations,
                               nullptr};
  EXPECT_EQ(fused_call(&function, inputs, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "function 'f' is not well-formed: output 0 "
                                   "has the memory of input 2");
  donations[0] = donations[1] = 1;
  fused_module_t module = {FUSED_ABI_VERSION, 1, &function, nullptr, 0};
  EXPECT_EQ(fused_module_find(&module, "f"), nullptr);
  EXPECT_STREQ(fused_last_error(),
               "function 'f' is not well-formed: outputs 0 and 1 have the "
               "memory of input 1");
  donations[1] = -1;
  function.outputs = types;
  EXPECT_EQ(fused_call(&function, inputs, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(),
               "function 'f' is not well-formed: output 0 "
               "has the memory of input 1, of another type");
}

//===----------------------------------------------------------------------===//
// Many arguments
//===----------------------------------------------------------------------===//

/// Many arguments, whose overlaps are found as those of few are.
TEST(ManyDestinations, OverlapsAreFound) {
  constexpr int32_t count = 300;
  std::vector<fused_tensor_type_t> manyTypes(count, types[0]);
  auto copy = [](fused_frame_t *frame, void *const *inputs,
                 void *const *outputs) -> fused_status_t {
    fused_status_t status = FUSED_OK;
    for (int32_t i = 0; status == FUSED_OK && i < count; ++i) {
      *static_cast<Vector *>(outputs[i]) = *static_cast<Vector *>(inputs[i]);
      status = fused_frame_take(frame, outputs[i], 1, sizeof(float));
    }
    fused_frame_release(frame, status);
    return status;
  };
  fused_function_t function = {
      "copy",           count, count, manyTypes.data(), manyTypes.data(), copy,
      FUSED_TARGET_CPU, 0,     0,     nullptr,          nullptr};
  std::vector<float> from(4 * count, 3.0f), to(4 * count);
  std::vector<fused_tensor_t> inputs, outputs;
  for (int32_t i = 0; i < count; ++i) {
    inputs.push_back({from.data() + 4 * i, FUSED_F32, 1, {4}});
    outputs.push_back({to.data() + 4 * (count - 1 - i), FUSED_F32, 1, {4}});
  }
  ASSERT_EQ(fused_call(&function, inputs.data(), outputs.data(), nullptr),
            FUSED_OK)
      << fused_last_error();
  EXPECT_EQ(from, to);
  // Inputs may overlap.
  inputs[7].data = inputs[8].data;
  ASSERT_EQ(fused_call(&function, inputs.data(), outputs.data(), nullptr),
            FUSED_OK);
  outputs[150].data = static_cast<float *>(inputs[42].data) + 3;
  EXPECT_EQ(fused_call(&function, inputs.data(), outputs.data(), nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(),
               "the memory of output 150 overlaps that of input 42");
}
} // namespace
