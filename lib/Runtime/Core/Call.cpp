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
#include "ShortArray.h"
#include "TargetMemory.h"

#include <cstdio>
#include <cstring>

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

/// One call: its arguments, and the memory of donated inputs.
class Call {
public:
  Call(const fused_function_t &function, const fused_tensor_t *inputs,
       fused_tensor_t *outputs)
      : function(function), inputs(inputs), outputs(outputs),
        numInputs(static_cast<size_t>(function.num_inputs)),
        numOutputs(static_cast<size_t>(function.num_outputs)) {}
  ~Call() {
    for (size_t i = 0; hasArrays && i < numOutputs; ++i)
      if (blocks[i])
        releaseOn(function.target, blocks[i]);
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  fused_status_t run(void *arena) {
    if (fused_status_t status = prepare(arena))
      return status;
    if (fused_status_t status = invoke(arena))
      return status;
    return finish();
  }

private:
  fused_status_t prepare(const void *arena);
  fused_status_t placeOutput(size_t i);
  fused_status_t invoke(void *arena);
  fused_status_t finish();

  int32_t getCompiledDonation(size_t output) const {
    return function.donations ? function.donations[output] : -1;
  }
  /// True if output `i` is computed elsewhere than where the caller wants it.
  bool isMoved(size_t i) {
    return outputs[i].data && destinations[i].data != outputs[i].data;
  }

  const fused_function_t &function;
  const fused_tensor_t *inputs;
  fused_tensor_t *outputs;
  const size_t numInputs, numOutputs;
  ShortArray<Descriptor> descriptors; ///< Of the inputs, then of the outputs.
  ShortArray<void *> pointers;
  ShortArray<Donation> donations;
  ShortArray<fused_tensor_t> destinations;
  ShortArray<void *> blocks; ///< What this call allocated for outputs.
  bool hasArrays = false;    ///< That all of these have their sizes.
};

fused_status_t Call::prepare(const void *arena) {
  if (!donations.resize(numOutputs) || !blocks.resize(numOutputs) ||
      !destinations.resize(numOutputs) ||
      !descriptors.resize(numInputs + numOutputs) ||
      !pointers.resize(numInputs + numOutputs))
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "cannot allocate the arguments of '%s'", getName(function));
  hasArrays = true;
  if (fused_status_t status =
          checkArguments(function, inputs, outputs, arena, donations.get()))
    return status;
  for (size_t i = 0; i < numInputs + numOutputs; ++i) {
    if (i < numInputs)
      descriptors[i] = makeDescriptor(inputs[i]);
    pointers[i] = &descriptors[i];
  }
  for (size_t i = 0; i < numOutputs; ++i)
    if (fused_status_t status = placeOutput(i))
      return status;
  return FUSED_OK;
}

/// Decides where output `i` is computed.
fused_status_t Call::placeOutput(size_t i) {
  destinations[i] = outputs[i];
  int32_t donated = donations[i].input, compiled = getCompiledDonation(i);
  if (compiled < 0) {
    // The program reads the input after it has begun to write the output.
    if (donated >= 0)
      destinations[i].data = nullptr;
    return FUSED_OK;
  }
  if (donated == compiled && !donations[i].isShared)
    return FUSED_OK;
  // The program overwrites the input, so it gets a copy: where the output is
  // wanted, unless another input is there.
  const fused_tensor_t &input = inputs[compiled];
  destinations[i] = input;
  if (outputs[i].data && donated < 0) {
    destinations[i].data = outputs[i].data;
  } else {
    blocks[i] = allocateOn(function.target, countBytes(input));
    if (!blocks[i])
      return FUSED_OUT_OF_MEMORY;
    destinations[i].data = blocks[i];
  }
  descriptors[static_cast<size_t>(compiled)] = makeDescriptor(destinations[i]);
  return copyOn(function.target, destinations[i].data, input.data,
                countBytes(input));
}

fused_status_t Call::invoke(void *arena) {
  fused_frame_t frame = {};
  frame.destinations = destinations.get();
  frame.num_destinations = function.num_outputs;
  frame.arena = arena;
  uint64_t failures = getFailureCount();
  fused_status_t status =
      function.invoke(&frame, pointers.get(), pointers.get() + numInputs);
  if (status != FUSED_OK && getFailureCount() == failures)
    fail(status, nullptr, "'%s' failed: %s", getName(function),
         fused_status_string(status));
  return status;
}

/// Fills in the outputs, after results are copied that were computed elsewhere
/// than where the caller wants them.
fused_status_t Call::finish() {
  auto getResult = [&](size_t i) {
    return makeTensor(function.outputs[i], descriptors[numInputs + i]);
  };
  for (size_t i = 0; i < numOutputs; ++i)
    if (!outputs[i].data || isMoved(i))
      blocks[i] = getResult(i).data;
  for (size_t i = 0; i < numOutputs; ++i) {
    if (!isMoved(i))
      continue;
    fused_tensor_t result = getResult(i);
    fused_status_t status =
        checkSizes(result.sizes, outputs[i], static_cast<int64_t>(i));
    if (status == FUSED_OK)
      status = copyOn(function.target, outputs[i].data, result.data,
                      countBytes(result));
    if (status != FUSED_OK)
      return status;
  }
  for (size_t i = 0; i < numOutputs; ++i)
    if (!isMoved(i)) {
      outputs[i] = getResult(i);
      blocks[i] = nullptr; // The caller's.
    }
  return FUSED_OK;
}
} // namespace

/// Refuses a function two of whose outputs have the memory of one input.
static fused_status_t checkDonations(const fused_function_t &function) {
  for (int32_t i = 0; function.donations && i < function.num_outputs; ++i)
    for (int32_t other = 0; other < i; ++other)
      if (function.donations[i] >= 0 &&
          function.donations[i] == function.donations[other])
        return fail(FUSED_INVALID_ARGUMENT, nullptr,
                    "function '%s' is not well-formed: outputs %d and %d have "
                    "the memory of input %d",
                    getName(function), other, i, function.donations[i]);
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
      return checkFunction(function) == FUSED_OK &&
                     checkDonations(function) == FUSED_OK
                 ? &function
                 : nullptr;
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
  if (fused_status_t status = checkCall(function, inputs, outputs))
    return status;
  return Call(*function, inputs, outputs).run(arena);
}
