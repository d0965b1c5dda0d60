//===- CallTest.cpp - fused_call and fused_module_find --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused-runtime/fused_runtime.h"

#include "gtest/gtest.h"
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

namespace {
/// The memref descriptor of a matrix, as MLIR lays it out.
struct Matrix {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};
struct Scalar {
  float *allocated, *aligned;
  int64_t offset;
};

const int64_t inputSizes[] = {3, FUSED_DYNAMIC};
const fused_tensor_type_t matrixType = {FUSED_F32, 2, inputSizes};
const fused_tensor_type_t scalarType = {FUSED_F32, 0, nullptr};

Matrix makeMatrix(int64_t rows, int64_t columns) {
  auto *data = static_cast<float *>(
      fused_alloc(static_cast<size_t>(rows * columns) * sizeof(float)));
  return {data, data, 0, {rows, columns}, {columns, 1}};
}

fused_tensor_t makeInput(std::vector<float> &data) {
  fused_tensor_t tensor = {};
  tensor.data = data.data();
  tensor.type = FUSED_F32;
  tensor.rank = 2;
  tensor.sizes[0] = 3;
  tensor.sizes[1] = static_cast<int64_t>(data.size()) / 3;
  return tensor;
}

class Call : public testing::Test {
protected:
  Call() : numbers(12) {
    std::iota(numbers.begin(), numbers.end(), 1.0f);
    input = makeInput(numbers);
  }

  using Invoke = fused_status_t (*)(fused_frame_t *, void *const *,
                                    void *const *);
  static fused_function_t makeFunction(Invoke invoke, int32_t numOutputs = 1) {
    static const fused_tensor_type_t types[] = {matrixType, matrixType};
    return {"f", 1, numOutputs, types,  types, invoke, FUSED_TARGET_CPU,
            0,   0, nullptr,    nullptr};
  }

  fused_status_t call(Invoke invoke, int32_t numOutputs = 1) {
    fused_function_t function = makeFunction(invoke, numOutputs);
    return fused_call(&function, &input, outputs, nullptr);
  }

  void expectOutput(const fused_tensor_t &output, int64_t rows, int64_t columns,
                    const std::vector<float> &values) {
    EXPECT_EQ(output.type, FUSED_F32);
    ASSERT_EQ(output.rank, 2);
    EXPECT_EQ(output.sizes[0], rows);
    EXPECT_EQ(output.sizes[1], columns);
    auto *data = static_cast<float *>(output.data);
    EXPECT_EQ(std::vector<float>(data, data + rows * columns), values);
  }

  void expectRefusal(const fused_tensor_t &tensor, const char *message) {
    fused_function_t function = makeFunction(
        [](fused_frame_t *, void *const *, void *const *) -> fused_status_t {
          ADD_FAILURE() << "the program was called";
          return FUSED_OK;
        });
    EXPECT_EQ(fused_call(&function, &tensor, outputs, nullptr),
              FUSED_INVALID_ARGUMENT);
    EXPECT_STREQ(fused_last_error(), message);
  }

  std::vector<float> numbers;
  fused_tensor_t input;
  fused_tensor_t outputs[2] = {};
};

TEST_F(Call, PassesDescriptors) {
  auto invoke = [](fused_frame_t *, void *const *in,
                   void *const *out) -> fused_status_t {
    auto &x = *static_cast<Matrix *>(in[0]);
    EXPECT_EQ(x.allocated, x.aligned);
    EXPECT_EQ(x.offset, 0);
    EXPECT_EQ(x.sizes[0], 3);
    EXPECT_EQ(x.sizes[1], 4);
    EXPECT_EQ(x.strides[0], 4);
    EXPECT_EQ(x.strides[1], 1);
    Matrix y = makeMatrix(3, 4);
    for (int i = 0; i < 12; ++i)
      y.aligned[i] = 2 * x.aligned[i];
    *static_cast<Matrix *>(out[0]) = y;
    return FUSED_OK;
  };
  ASSERT_EQ(call(invoke), FUSED_OK) << fused_last_error();
  expectOutput(outputs[0], 3, 4, {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24});
  fused_free(outputs[0].data);
}

TEST_F(Call, Scalars) {
  auto invoke = [](fused_frame_t *, void *const *in,
                   void *const *out) -> fused_status_t {
    auto &x = *static_cast<Scalar *>(in[0]);
    auto *data = static_cast<float *>(fused_alloc(sizeof(float)));
    *data = *x.aligned + 1;
    *static_cast<Scalar *>(out[0]) = {data, data, 0};
    return FUSED_OK;
  };
  fused_function_t function = {
      "f", 1, 1,       &scalarType, &scalarType, invoke, FUSED_TARGET_CPU,
      0,   0, nullptr, nullptr};
  float value = 41;
  fused_tensor_t scalar = {&value, FUSED_F32, 0, {}};
  ASSERT_EQ(fused_call(&function, &scalar, outputs, nullptr), FUSED_OK);
  EXPECT_EQ(outputs[0].rank, 0);
  EXPECT_EQ(*static_cast<float *>(outputs[0].data), 42);
  fused_free(outputs[0].data);
}

TEST_F(Call, FailureLeavesOutputsAsTheyAre) {
  auto invoke = [](fused_frame_t *, void *const *,
                   void *const *out) -> fused_status_t {
    static float number;
    *static_cast<Matrix *>(out[0]) = {&number, &number, 0, {1, 1}, {1, 1}};
    return fused_fail(FUSED_LIBRARY_ERROR, "it broke", "p.mlir:1:1");
  };
  EXPECT_EQ(call(invoke), FUSED_LIBRARY_ERROR);
  EXPECT_STREQ(fused_last_error(), "p.mlir:1:1: it broke");
  EXPECT_EQ(outputs[0].data, nullptr);
  float memory[3] = {};
  outputs[0] = {memory, FUSED_F32, 2, {3, 1}};
  EXPECT_EQ(call(invoke), FUSED_LIBRARY_ERROR);
  EXPECT_EQ(outputs[0].data, memory);
}

TEST_F(Call, FailureWithoutAMessageGetsOne) {
  fused_fail(FUSED_UNSUPPORTED, "something else, earlier", nullptr);
  EXPECT_EQ(
      call([](fused_frame_t *, void *const *, void *const *) -> fused_status_t {
        return FUSED_OUT_OF_MEMORY;
      }),
      FUSED_OUT_OF_MEMORY);
  EXPECT_STREQ(fused_last_error(), "'f' failed: out of memory");
}

fused_status_t succeedInside(fused_frame_t *, void *const *, void *const *out) {
  *static_cast<Matrix *>(out[0]) = makeMatrix(2, 2);
  return FUSED_OK;
}

/// The caller may release a result in another thread while this one goes on.
TEST_F(Call, ResultsAreReleasedElsewhere) {
  fused_function_t function = makeFunction(succeedInside);
  std::vector<fused_tensor_t> results(200);
  for (fused_tensor_t &result : results)
    ASSERT_EQ(fused_call(&function, &input, &result, nullptr), FUSED_OK);
  std::thread thread([&] {
    for (fused_tensor_t &result : results)
      fused_free(result.data);
  });
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(fused_call(&function, &input, outputs, nullptr), FUSED_OK);
    fused_free(outputs[0].data);
    outputs[0] = {};
  }
  thread.join();
}

TEST_F(Call, RefusesOtherTypes) {
  fused_tensor_t tensor = input;
  tensor.type = FUSED_BF16;
  expectRefusal(tensor,
                "input 0: expected tensor<3x?xf32>, got tensor<3x4xbf16>");
  tensor = input;
  tensor.rank = 3;
  tensor.sizes[2] = 5;
  expectRefusal(tensor,
                "input 0: expected tensor<3x?xf32>, got tensor<3x4x5xf32>");
  tensor = input;
  tensor.sizes[0] = 4;
  expectRefusal(tensor,
                "input 0: expected tensor<3x?xf32>, got tensor<4x4xf32>");
  tensor.type = 77;
  expectRefusal(tensor, "input 0: expected tensor<3x?xf32>, got "
                        "tensor<4x4xunknown type>");
}

TEST_F(Call, RefusesBrokenTensors) {
  fused_tensor_t tensor = input;
  tensor.rank = FUSED_MAX_RANK + 1;
  expectRefusal(tensor, "input 0: rank 9 is not between 0 and 8");
  tensor.rank = -1;
  expectRefusal(tensor, "input 0: rank -1 is not between 0 and 8");
  tensor = input;
  tensor.sizes[1] = -1;
  expectRefusal(tensor, "input 0: size -1 of dimension 1 is negative");
  tensor.sizes[1] = INT64_MAX / 4;
  expectRefusal(tensor, "input 0: the number of bytes overflows");
  tensor = input;
  tensor.data = nullptr;
  expectRefusal(tensor, "input 0: the data is null");
  tensor.data = reinterpret_cast<char *>(numbers.data()) + 1;
  expectRefusal(tensor,
                "input 0: the data is not aligned to its elements of 4 bytes");
}

TEST_F(Call, NullDataOfAnEmptyInput) {
  input.data = nullptr;
  input.sizes[1] = 0;
  ASSERT_EQ(call(succeedInside), FUSED_OK) << fused_last_error();
  fused_free(outputs[0].data);
}

TEST_F(Call, RefusesNull) {
  fused_function_t function = makeFunction(succeedInside);
  EXPECT_EQ(fused_call(nullptr, &input, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "the function is null");
  EXPECT_EQ(fused_call(&function, nullptr, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "'f': the inputs are null");
  EXPECT_EQ(fused_call(&function, &input, nullptr, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "'f': the outputs are null");
  function.invoke = nullptr;
  EXPECT_EQ(fused_call(&function, &input, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(),
               "function 'f' is not well-formed: its code is null");
}

/// What no compiler emits; a program that is changed where it lies may.
TEST_F(Call, RefusesDamagedTables) {
  fused_function_t function = makeFunction(succeedInside);
  auto expectDamaged = [&](const std::string &reason) {
    EXPECT_EQ(fused_call(&function, &input, outputs, nullptr),
              FUSED_INVALID_ARGUMENT);
    EXPECT_EQ(fused_last_error(), "function 'f' is not well-formed: " + reason);
    // Nor is it found.
    fused_module_t module = {FUSED_ABI_VERSION, 1, &function, nullptr, 0};
    EXPECT_EQ(fused_module_find(&module, "f"), nullptr);
    function = makeFunction(succeedInside);
  };
  function.num_inputs = -1;
  expectDamaged("it has -1 inputs");
  function.num_outputs = INT32_MIN;
  expectDamaged("it has -2147483648 outputs");
  function.inputs = nullptr;
  expectDamaged("the types of its inputs are null");
  function.target = 77;
  expectDamaged("there is no target 77");
  function.arena_size = -1;
  expectDamaged("its arena has -1 bytes");
  fused_tensor_type_t type = matrixType;
  function.outputs = &type;
  type.rank = 99;
  expectDamaged("the rank 99 of output 0 is not between 0 and 8");
  function.inputs = &type;
  expectDamaged("the rank 99 of input 0 is not between 0 and 8");
  type.rank = -1;
  function.inputs = &type;
  expectDamaged("the rank -1 of input 0 is not between 0 and 8");
  type = matrixType;
  type.sizes = nullptr;
  function.inputs = &type;
  expectDamaged("the sizes of input 0 are null");
  type = matrixType;
  type.type = 1000;
  function.inputs = &type;
  expectDamaged("input 0 is of unknown type 1000");
  const int64_t negative[] = {3, -7};
  type = matrixType;
  type.sizes = negative;
  function.inputs = &type;
  expectDamaged("size -7 of dimension 1 of input 0 is negative");
}

TEST_F(Call, UnnamedFunctions) {
  fused_function_t function = makeFunction(
      [](fused_frame_t *, void *const *, void *const *) -> fused_status_t {
        return FUSED_LIBRARY_ERROR;
      });
  function.name = nullptr;
  EXPECT_EQ(fused_call(&function, &input, outputs, nullptr),
            FUSED_LIBRARY_ERROR);
  EXPECT_STREQ(fused_last_error(), "'(unnamed)' failed: library error");
  EXPECT_EQ(fused_call(&function, nullptr, outputs, nullptr),
            FUSED_INVALID_ARGUMENT);
  EXPECT_STREQ(fused_last_error(), "'(unnamed)': the inputs are null");
}

TEST(Module, FindsFunctions) {
  auto invoke = [](fused_frame_t *, void *const *,
                   void *const *) -> fused_status_t { return FUSED_OK; };
  const fused_function_t functions[] = {
      {"one", 0, 0, nullptr, nullptr, invoke, FUSED_TARGET_CPU, 0, 0, nullptr,
       nullptr},
      {"two", 0, 0, nullptr, nullptr, invoke, FUSED_TARGET_CPU, 0, 0, nullptr,
       nullptr}};
  fused_module_t module = {FUSED_ABI_VERSION, 2, functions, nullptr, 0};
  EXPECT_EQ(fused_module_find(&module, "two"), &functions[1]);
  EXPECT_EQ(fused_module_find(&module, "three"), nullptr);
  EXPECT_STREQ(fused_last_error(),
               "no function 'three'; the module has 'one', 'two'");
  module.num_functions = 0;
  EXPECT_EQ(fused_module_find(&module, "one"), nullptr);
  EXPECT_STREQ(fused_last_error(),
               "no function 'one': the module has no functions");
}

TEST(Module, DamagedTables) {
  auto invoke = [](fused_frame_t *, void *const *,
                   void *const *) -> fused_status_t { return FUSED_OK; };
  const fused_function_t functions[] = {
      {nullptr, 0, 0, nullptr, nullptr, invoke, FUSED_TARGET_CPU, 0, 0, nullptr,
       nullptr},
      {"two", 0, 0, nullptr, nullptr, invoke, FUSED_TARGET_CPU, 0, 0, nullptr,
       nullptr}};
  fused_module_t module = {FUSED_ABI_VERSION, 2, functions, nullptr, 0};
  EXPECT_EQ(fused_module_find(&module, "two"), &functions[1]);
  EXPECT_EQ(fused_module_find(&module, "one"), nullptr);
  EXPECT_STREQ(fused_last_error(),
               "no function 'one'; the module has '(unnamed)', 'two'");
  module.functions = nullptr;
  EXPECT_EQ(fused_module_find(&module, "one"), nullptr);
  EXPECT_STREQ(fused_last_error(),
               "the module is not well-formed: its functions are null");
}

TEST(Module, RefusesNullAndOtherVersions) {
  fused_module_t module = {FUSED_ABI_VERSION + 1, 0, nullptr, nullptr, 0};
  EXPECT_EQ(fused_module_find(&module, "f"), nullptr);
  EXPECT_STREQ(fused_last_error(), "the module was compiled for version 7 of "
                                   "the ABI, this runtime has version 6");
  EXPECT_EQ(fused_module_find(nullptr, "f"), nullptr);
  EXPECT_STREQ(fused_last_error(), "the module is null");
  EXPECT_EQ(fused_module_find(&module, nullptr), nullptr);
  EXPECT_STREQ(fused_last_error(), "the name of the function is null");
}
} // namespace
