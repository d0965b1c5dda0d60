//===- Call.cpp - Calling compiled programs -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"
#include "Error.h"
#include "Memory.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

using namespace fused::runtime;

namespace {
constexpr size_t typeTextCapacity = 256;

/// Computes the number of elements of a shape; false if it or the number of
/// bytes does not fit into 63 bits.
bool countTensorElements(fused_type_t type, int32_t rank, const int64_t *sizes,
                         int64_t &count) {
  int64_t bytes;
  count = 1;
  bool empty = false;
  for (int32_t i = 0; i < rank; ++i)
    empty |= sizes[i] == 0;
  if (empty) {
    count = 0;
    return true;
  }
  for (int32_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(count, sizes[i], &count))
      return false;
  return !__builtin_mul_overflow(
      count, static_cast<int64_t>(fused_type_size(type)), &bytes);
}

bool hasType(const fused_tensor_t &tensor, const fused_tensor_type_t &type) {
  if (tensor.type != type.type || tensor.rank != type.rank)
    return false;
  for (int32_t i = 0; i < type.rank; ++i)
    if (type.sizes[i] != FUSED_DYNAMIC && tensor.sizes[i] != type.sizes[i])
      return false;
  return true;
}

/// Refuses an input that is not what the function takes.
fused_status_t checkInput(int32_t index, const fused_tensor_t &tensor,
                          const fused_tensor_type_t &type) {
  if (tensor.rank < 0 || tensor.rank > FUSED_MAX_RANK)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "input %d: rank %d is not between 0 and %d", index, tensor.rank,
                FUSED_MAX_RANK);
  if (!hasType(tensor, type)) {
    char expected[typeTextCapacity], actual[typeTextCapacity];
    printTensorType(expected, sizeof(expected), type.type, type.rank,
                    type.sizes);
    printTensorType(actual, sizeof(actual), tensor.type, tensor.rank,
                    tensor.sizes);
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "input %d: expected %s, got %s", index, expected, actual);
  }
  for (int32_t i = 0; i < tensor.rank; ++i)
    if (tensor.sizes[i] < 0)
      return fail(FUSED_INVALID_ARGUMENT, nullptr,
                  "input %d: size %lld of dimension %d is negative", index,
                  static_cast<long long>(tensor.sizes[i]), i);
  int64_t count;
  if (!countTensorElements(tensor.type, tensor.rank, tensor.sizes, count))
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "input %d: the number of bytes overflows", index);
  if (count != 0 && !tensor.data)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "input %d: the data is null",
                index);
  size_t size = fused_type_size(tensor.type);
  if (size != 0 && reinterpret_cast<uintptr_t>(tensor.data) % size != 0)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "input %d: the data is not aligned to its elements of %zu "
                "bytes",
                index, size);
  return FUSED_OK;
}

/// Refuses a function that no compiler of this ABI emits.
fused_status_t checkFunction(const fused_function_t &function) {
  const char *name = function.name ? function.name : "(unnamed)";
  bool broken = !function.invoke || function.num_inputs < 0 ||
                function.num_outputs < 0 ||
                (function.num_inputs > 0 && !function.inputs) ||
                (function.num_outputs > 0 && !function.outputs);
  auto checkTypes = [&](const fused_tensor_type_t *types, int32_t count) {
    for (int32_t i = 0; i < count && !broken; ++i)
      broken = types[i].rank < 0 || types[i].rank > FUSED_MAX_RANK ||
               (types[i].rank > 0 && !types[i].sizes) ||
               fused_type_size(types[i].type) == 0;
  };
  checkTypes(function.inputs, function.num_inputs);
  checkTypes(function.outputs, function.num_outputs);
  if (broken)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "function '%s' is not well-formed", name);
  return FUSED_OK;
}

Descriptor makeDescriptor(const fused_tensor_t &tensor) {
  Descriptor descriptor = {};
  descriptor.allocated = descriptor.aligned = tensor.data;
  for (int32_t i = 0; i < tensor.rank; ++i)
    descriptor.sizesAndStrides[i] = tensor.sizes[i];
  setDenseStrides(descriptor, tensor.rank);
  return descriptor;
}

/// The tensor of an output, whose dense block the caller owns.
fused_tensor_t makeTensor(const fused_tensor_type_t &type,
                          const Descriptor &descriptor) {
  fused_tensor_t tensor = {};
  tensor.data = descriptor.allocated;
  tensor.type = type.type;
  tensor.rank = type.rank;
  for (int32_t i = 0; i < type.rank; ++i)
    tensor.sizes[i] = descriptor.sizesAndStrides[i];
  return tensor;
}

fused_status_t invoke(const fused_function_t &function,
                      const fused_tensor_t *inputs, fused_tensor_t *outputs) {
  size_t numInputs = function.num_inputs, numOutputs = function.num_outputs;
  std::unique_ptr<Descriptor[]> descriptors(
      new (std::nothrow) Descriptor[numInputs + numOutputs]());
  std::unique_ptr<void *[]> pointers(
      new (std::nothrow) void *[numInputs + numOutputs]());
  if (!descriptors || !pointers)
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "cannot allocate the arguments of '%s'", function.name);
  for (size_t i = 0; i < numInputs + numOutputs; ++i) {
    if (i < numInputs)
      descriptors[i] = makeDescriptor(inputs[i]);
    pointers[i] = &descriptors[i];
  }
  uint64_t failures = getFailureCount();
  fused_status_t status =
      function.invoke(pointers.get(), pointers.get() + numInputs);
  if (status != FUSED_OK) {
    if (getFailureCount() == failures)
      fail(status, nullptr, "'%s' failed: %s", function.name,
           fused_status_string(status));
    return status;
  }
  for (size_t i = 0; i < numOutputs; ++i)
    outputs[i] = makeTensor(function.outputs[i], descriptors[numInputs + i]);
  return FUSED_OK;
}
} // namespace

extern "C" const fused_function_t *
fused_module_find(const fused_module_t *module, const char *name) {
  if (!module || !name) {
    fail(FUSED_INVALID_ARGUMENT, nullptr, "the %s is null",
         module ? "name of the function" : "module");
    return nullptr;
  }
  if (module->abi_version != FUSED_ABI_VERSION) {
    fail(FUSED_VERSION_MISMATCH, nullptr,
         "the module was compiled for version %u of the ABI, this runtime has "
         "version %u",
         module->abi_version, FUSED_ABI_VERSION);
    return nullptr;
  }
  char names[768] = "";
  size_t length = 0;
  for (uint32_t i = 0; i < module->num_functions; ++i) {
    const fused_function_t &function = module->functions[i];
    if (std::strcmp(function.name, name) == 0)
      return &function;
    size_t more = std::strlen(function.name) + 4;
    if (length + more >= sizeof(names))
      continue;
    length += std::snprintf(names + length, sizeof(names) - length, "%s'%s'",
                            length ? ", " : "", function.name);
  }
  if (module->num_functions == 0)
    fail(FUSED_INVALID_ARGUMENT, nullptr,
         "no function '%s': the module has no functions", name);
  else
    fail(FUSED_INVALID_ARGUMENT, nullptr, "no function '%s'; the module has %s",
         name, names);
  return nullptr;
}

extern "C" fused_status_t fused_call(const fused_function_t *function,
                                     const fused_tensor_t *inputs,
                                     fused_tensor_t *outputs) {
  if (!function)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the function is null");
  if (fused_status_t status = checkFunction(*function))
    return status;
  if (function->num_inputs > 0 && !inputs)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "'%s': the inputs are null",
                function->name);
  if (function->num_outputs > 0 && !outputs)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "'%s': the outputs are null",
                function->name);
  for (int32_t i = 0; i < function->num_inputs; ++i)
    if (fused_status_t status = checkInput(i, inputs[i], function->inputs[i]))
      return status;

  fused_status_t status = invoke(*function, inputs, outputs);
  if (status != FUSED_OK)
    for (int32_t i = 0; i < function->num_outputs; ++i)
      outputs[i] = fused_tensor_t{};
  return status;
}
