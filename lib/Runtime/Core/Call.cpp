//===- Call.cpp - Calling compiled programs -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Descriptor.h"
#include "Error.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

using namespace fused::runtime;

namespace {
Descriptor makeDescriptor(const fused_tensor_t &tensor) {
  Descriptor descriptor = {};
  descriptor.allocated = descriptor.aligned = tensor.data;
  for (int32_t i = 0; i < tensor.rank; ++i)
    descriptor.sizesAndStrides[i] = tensor.sizes[i];
  setDenseStrides(descriptor, tensor.rank);
  return descriptor;
}

/// The tensor of an output, which is dense.
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

/// The arguments of `invoke`, without allocations if they are few.
class Arguments {
public:
  /// False if there is no memory for so many.
  bool reserve(size_t count) {
    if (count <= capacity)
      return true;
    manyDescriptors.reset(new (std::nothrow) Descriptor[count]());
    manyPointers.reset(new (std::nothrow) void *[count]());
    descriptors = manyDescriptors.get();
    pointers = manyPointers.get();
    return descriptors && pointers;
  }

  Descriptor *descriptors = fewDescriptors;
  void **pointers = fewPointers;

private:
  static constexpr size_t capacity = 16;
  Descriptor fewDescriptors[capacity];
  void *fewPointers[capacity];
  std::unique_ptr<Descriptor[]> manyDescriptors;
  std::unique_ptr<void *[]> manyPointers;
};

fused_status_t invoke(const fused_function_t &function,
                      const fused_tensor_t *inputs, fused_tensor_t *outputs,
                      void *arena) {
  size_t numInputs = static_cast<size_t>(function.num_inputs);
  size_t numOutputs = static_cast<size_t>(function.num_outputs);
  Arguments arguments;
  if (!arguments.reserve(numInputs + numOutputs))
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "cannot allocate the arguments of '%s'", getName(function));
  for (size_t i = 0; i < numInputs + numOutputs; ++i) {
    arguments.descriptors[i] =
        i < numInputs ? makeDescriptor(inputs[i]) : Descriptor{};
    arguments.pointers[i] = &arguments.descriptors[i];
  }
  fused_frame_t frame = {};
  frame.destinations = outputs;
  frame.num_destinations = function.num_outputs;
  frame.arena = arena;
  uint64_t failures = getFailureCount();
  fused_status_t status = function.invoke(&frame, arguments.pointers,
                                          arguments.pointers + numInputs);
  if (status != FUSED_OK) {
    if (getFailureCount() == failures)
      fail(status, nullptr, "'%s' failed: %s", getName(function),
           fused_status_string(status));
    return status;
  }
  for (size_t i = 0; i < numOutputs; ++i)
    outputs[i] =
        makeTensor(function.outputs[i], arguments.descriptors[numInputs + i]);
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
                                     fused_tensor_t *outputs, void *arena) {
  if (fused_status_t status = checkArguments(function, inputs, outputs, arena))
    return status;
  return invoke(*function, inputs, outputs, arena);
}
