//===- Call.cpp - Calling compiled programs -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Memory.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

using namespace fused::runtime;

namespace {
/// What MLIR passes for a memref of rank r: the first 3 + 2 r words of this.
struct Descriptor {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizesAndStrides[2 * FUSED_MAX_RANK];
};

constexpr size_t typeTextCapacity = 256;

/// Computes the number of elements of a shape; false if it or the number of
/// bytes does not fit into 63 bits.
bool countElements(fused_type_t type, int32_t rank, const int64_t *sizes,
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
  if (!countElements(tensor.type, tensor.rank, tensor.sizes, count))
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
  int64_t *sizes = descriptor.sizesAndStrides, *strides = sizes + tensor.rank;
  int64_t stride = 1;
  for (int32_t i = tensor.rank - 1; i >= 0; --i) {
    sizes[i] = tensor.sizes[i];
    strides[i] = stride;
    stride *= tensor.sizes[i];
  }
  return descriptor;
}

/// True if the elements stand one after the other in row-major order.
bool isContiguous(const int64_t *sizes, const int64_t *strides, int32_t rank) {
  int64_t expected = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected *= sizes[i];
  }
  return true;
}

/// Copies a strided tensor with at least one element to row-major memory.
void copyElements(char *to, const char *from, const int64_t *sizes,
                  const int64_t *strides, int32_t rank, int64_t count,
                  size_t elementSize) {
  int64_t index[FUSED_MAX_RANK] = {};
  for (int64_t i = 0; i < count; ++i, to += elementSize) {
    int64_t offset = 0;
    for (int32_t d = 0; d < rank; ++d)
      offset += index[d] * strides[d];
    std::memcpy(to, from + offset * static_cast<int64_t>(elementSize),
                elementSize);
    for (int32_t d = rank - 1; d >= 0 && ++index[d] == sizes[d]; --d)
      index[d] = 0;
  }
}

/// Turns the descriptors that a program filled in into tensors that the caller
/// owns: each with its own block, starting where the block starts.
class OutputReader {
public:
  OutputReader(const Frame &frame, const fused_function_t &function,
               const Descriptor *descriptors, fused_tensor_t *outputs)
      : frame(frame), function(function), descriptors(descriptors),
        outputs(outputs) {}

  fused_status_t read() {
    for (int32_t i = 0; i < function.num_outputs; ++i)
      if (fused_status_t status = readOne(i))
        return status;
    for (int32_t i = 0; i < function.num_outputs; ++i)
      releaseIfCopied(i);
    return FUSED_OK;
  }

private:
  fused_status_t readOne(int32_t index) {
    const Descriptor &descriptor = descriptors[index];
    fused_tensor_t &output = outputs[index];
    output.type = function.outputs[index].type;
    output.rank = function.outputs[index].rank;
    const int64_t *sizes = descriptor.sizesAndStrides;
    const int64_t *strides = sizes + output.rank;
    for (int32_t d = 0; d < output.rank; ++d)
      output.sizes[d] = sizes[d];
    if (mayKeep(index) && isContiguous(sizes, strides, output.rank)) {
      output.data = descriptor.allocated;
      return FUSED_OK;
    }
    int64_t count;
    size_t elementSize = fused_type_size(output.type);
    if (!countElements(output.type, output.rank, output.sizes, count))
      return fail(FUSED_LIBRARY_ERROR, nullptr,
                  "output %d: the program returned a size that overflows",
                  index);
    output.data = fused_alloc(static_cast<size_t>(count) * elementSize);
    if (!output.data)
      return FUSED_OUT_OF_MEMORY;
    if (count != 0)
      copyElements(static_cast<char *>(output.data),
                   static_cast<const char *>(descriptor.aligned) +
                       descriptor.offset * static_cast<int64_t>(elementSize),
                   sizes, strides, output.rank, count, elementSize);
    return FUSED_OK;
  }

  /// True if the data is the start of a block that this program allocated and
  /// that no earlier output kept. An argument that is returned is not.
  bool mayKeep(int32_t index) const {
    const Descriptor &descriptor = descriptors[index];
    if (descriptor.aligned != descriptor.allocated || descriptor.offset != 0)
      return false;
    for (int32_t i = 0; i < index; ++i)
      if (outputs[i].data == descriptor.allocated)
        return false;
    return frame.owns(descriptor.allocated);
  }

  /// Releases the block of an output that was copied, unless an output kept it.
  void releaseIfCopied(int32_t index) const {
    void *block = descriptors[index].allocated;
    for (int32_t i = 0; i < function.num_outputs; ++i)
      if (outputs[i].data == block)
        return;
    if (frame.owns(block))
      fused_free(block);
  }

  const Frame &frame;
  const fused_function_t &function;
  const Descriptor *descriptors;
  fused_tensor_t *outputs;
};

/// Runs the program in `frame`, which the caller releases on failure.
fused_status_t invoke(const Frame &frame, const fused_function_t &function,
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
  return OutputReader(frame, function, descriptors.get() + numInputs, outputs)
      .read();
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

  Frame frame;
  fused_status_t status = invoke(frame, *function, inputs, outputs);
  if (status != FUSED_OK) {
    frame.releaseAll();
    for (int32_t i = 0; i < function->num_outputs; ++i)
      outputs[i] = fused_tensor_t{};
  }
  return status;
}
