//===- Call.cpp - Calling compiled programs -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Descriptor.h"
#include "Error.h"
#include "Memory.h"

#include <cstdarg>
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

/// Refuses a function for a part of its table.
[[gnu::format(printf, 2, 3)]] fused_status_t
refuseFunction(const fused_function_t &function, const char *format, ...) {
  char reason[typeTextCapacity];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(reason, sizeof(reason), format, arguments);
  va_end(arguments);
  return fail(FUSED_INVALID_ARGUMENT, nullptr,
              "function '%s' is not well-formed: %s", getName(function),
              reason);
}

/// Refuses types of inputs or outputs that there are not.
fused_status_t checkTypes(const fused_function_t &function, const char *what,
                          const fused_tensor_type_t *types, int32_t count) {
  if (count < 0)
    return refuseFunction(function, "it has %d %ss", count, what);
  if (count > 0 && !types)
    return refuseFunction(function, "the types of its %ss are null", what);
  for (int32_t i = 0; i < count; ++i) {
    const fused_tensor_type_t &type = types[i];
    if (type.rank < 0 || type.rank > FUSED_MAX_RANK)
      return refuseFunction(function,
                            "the rank %d of %s %d is not between 0 and %d",
                            type.rank, what, i, FUSED_MAX_RANK);
    if (type.rank > 0 && !type.sizes)
      return refuseFunction(function, "the sizes of %s %d are null", what, i);
    if (fused_type_size(type.type) == 0)
      return refuseFunction(function, "%s %d is of unknown type %d", what, i,
                            type.type);
    for (int32_t dim = 0; dim < type.rank; ++dim)
      if (type.sizes[dim] < 0 && type.sizes[dim] != FUSED_DYNAMIC)
        return refuseFunction(
            function, "size %lld of dimension %d of %s %d is negative",
            static_cast<long long>(type.sizes[dim]), dim, what, i);
  }
  return FUSED_OK;
}

/// Refuses a function that no compiler of this ABI emits.
fused_status_t checkFunction(const fused_function_t &function) {
  if (!function.invoke)
    return refuseFunction(function, "its code is null");
  if (function.target != FUSED_TARGET_CPU &&
      function.target != FUSED_TARGET_CUDA)
    return refuseFunction(function, "there is no target %d", function.target);
  if (fused_status_t status =
          checkTypes(function, "input", function.inputs, function.num_inputs))
    return status;
  return checkTypes(function, "output", function.outputs, function.num_outputs);
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
                "cannot allocate the arguments of '%s'", getName(function));
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
      fail(status, nullptr, "'%s' failed: %s", getName(function),
           fused_status_string(status));
    return status;
  }
  for (size_t i = 0; i < numOutputs; ++i)
    outputs[i] = makeTensor(function.outputs[i], descriptors[numInputs + i]);
  return FUSED_OK;
}
} // namespace

const char *fused::runtime::getName(const fused_function_t &function) {
  return function.name ? function.name : "(unnamed)";
}

fused_status_t fused::runtime::checkArguments(const fused_function_t *function,
                                              const fused_tensor_t *inputs,
                                              const fused_tensor_t *outputs) {
  if (!function)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "the function is null");
  if (fused_status_t status = checkFunction(*function))
    return status;
  if (function->num_inputs > 0 && !inputs)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "'%s': the inputs are null",
                getName(*function));
  if (function->num_outputs > 0 && !outputs)
    return fail(FUSED_INVALID_ARGUMENT, nullptr, "'%s': the outputs are null",
                getName(*function));
  for (int32_t i = 0; i < function->num_inputs; ++i)
    if (fused_status_t status = checkInput(i, inputs[i], function->inputs[i]))
      return status;
  return FUSED_OK;
}

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
  if (module->num_functions > 0 && !module->functions) {
    fail(FUSED_INVALID_ARGUMENT, nullptr,
         "the module is not well-formed: its functions are null");
    return nullptr;
  }
  char names[768] = "";
  size_t length = 0;
  for (uint32_t i = 0; i < module->num_functions; ++i) {
    const fused_function_t &function = module->functions[i];
    if (function.name && std::strcmp(function.name, name) == 0)
      return checkFunction(function) == FUSED_OK ? &function : nullptr;
    size_t more = std::strlen(getName(function)) + 4;
    if (length + more >= sizeof(names))
      continue;
    length += std::snprintf(names + length, sizeof(names) - length, "%s'%s'",
                            length ? ", " : "", getName(function));
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
  if (fused_status_t status = checkArguments(function, inputs, outputs))
    return status;
  fused_status_t status = invoke(*function, inputs, outputs);
  if (status != FUSED_OK)
    for (int32_t i = 0; i < function->num_outputs; ++i)
      outputs[i] = fused_tensor_t{};
  return status;
}
