//===- Call.cpp - Calling programs with arrays of the host ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Arguments.h"
#include "../../Core/Error.h"
#include "../Device/GuardedBlocks.h"
#include "Assertions.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

#include <cstring>
#include <vector>

using namespace fused::runtime;

namespace {
/// The copies of arguments and results on the device, released at the end.
class DeviceTensors {
public:
  explicit DeviceTensors(const Context &context) : context(context) {}
  ~DeviceTensors() {
    for (size_t i = 0; i < tensors.size(); ++i)
      if (!isKept(i))
        fused_cuda_free(tensors[i].data);
  }

  std::vector<fused_tensor_t> tensors;

  /// Returns a tensor that is released by somebody else from now on.
  fused_tensor_t donate(int32_t index) {
    auto i = static_cast<size_t>(index);
    isDonated.resize(tensors.size());
    isDonated[i] = true;
    return tensors[i];
  }

  fused_status_t upload(const fused_tensor_t &from) {
    size_t bytes = countBytes(from);
    fused_tensor_t to = from;
    to.data = fused_cuda_alloc(bytes);
    if (!to.data)
      return FUSED_OUT_OF_MEMORY;
    GuardedBlocks::get().rename(reinterpret_cast<CUdeviceptr>(to.data), "input",
                                int64_t(tensors.size()));
    tensors.push_back(to);
    if (bytes == 0)
      return FUSED_OK;
    return check(context.driver->cuMemcpyHtoDAsync(
                     reinterpret_cast<CUdeviceptr>(to.data), from.data, bytes,
                     context.stream),
                 "cuMemcpyHtoDAsync");
  }

  fused_status_t download(const fused_tensor_t &from, fused_tensor_t &to,
                          int32_t index) {
    size_t bytes = countBytes(from);
    if (to.data) {
      if (fused_status_t status = checkSizes(from.sizes, to, index))
        return status;
    } else {
      to = from;
      to.data = fused_alloc(bytes);
      if (!to.data)
        return FUSED_OUT_OF_MEMORY;
    }
    if (bytes == 0)
      return FUSED_OK;
    return check(context.cuda->cuMemcpyDtoHAsync(
                     to.data, reinterpret_cast<CUdeviceptr>(from.data), bytes,
                     context.stream),
                 "cuMemcpyDtoHAsync");
  }

  /// Fails if a copy differs from the array that it was made of.
  fused_status_t checkUnchanged(const fused_tensor_t *originals) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      if (isKept(i))
        continue;
      std::vector<char> copy(countBytes(tensors[i]));
      if (fused_status_t status =
              fused_cuda_copy(copy.data(), tensors[i].data, copy.size()))
        return status;
      if (!copy.empty() &&
          std::memcmp(copy.data(), originals[i].data, copy.size()) != 0)
        return fail(FUSED_LIBRARY_ERROR, nullptr,
                    "memory of the device was overwritten: input %zu has "
                    "changed",
                    i);
    }
    return FUSED_OK;
  }

  fused_status_t wait() {
    if (fused_status_t status =
            check(context.cuda->cuStreamSynchronize(context.stream),
                  "cuStreamSynchronize"))
      return status;
    return checkAssertions();
  }

private:
  bool isKept(size_t i) const { return i < isDonated.size() && isDonated[i]; }

  fused_status_t check(CUresult result, const char *function) {
    if (result == CUDA_SUCCESS)
      return FUSED_OK;
    return failCuda(*context.cuda, result, function, nullptr);
  }

  const Context &context;
  std::vector<bool> isDonated;
};
} // namespace

static fused_status_t callOnDevice(const fused_function_t &function,
                                   const fused_tensor_t *inputs,
                                   fused_tensor_t *outputs) {
  std::vector<Donation> donations(static_cast<size_t>(function.num_outputs));
  if (fused_status_t status = checkArguments(
          function, inputs, outputs, /*arena=*/nullptr, donations.data()))
    return status;
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  DeviceTensors arguments(context), results(context);
  arguments.tensors.reserve(function.num_inputs);
  for (int32_t i = 0; i < function.num_inputs; ++i)
    if (fused_status_t status = arguments.upload(inputs[i]))
      return status;
  for (int32_t i = 0; i < function.num_outputs; ++i) {
    results.tensors.push_back({});
    if (!outputs[i].data)
      continue;
    int32_t donated = donations[static_cast<size_t>(i)].input;
    if (donated >= 0) {
      results.tensors.back() = arguments.donate(donated);
      continue;
    }
    // Computed in memory of the caller's size, as fused_call() does.
    void *memory = fused_cuda_alloc(countBytes(outputs[i]));
    if (!memory)
      return FUSED_OUT_OF_MEMORY;
    results.tensors.back() = outputs[i];
    results.tensors.back().data = memory;
  }
  if (fused_status_t status = fused_call(&function, arguments.tensors.data(),
                                         results.tensors.data(),
                                         /*arena=*/nullptr))
    return status;
  for (int32_t i = 0; i < function.num_outputs; ++i)
    if (fused_status_t status =
            results.download(results.tensors[i], outputs[i], i))
      return status;
  if (fused_status_t status = results.wait())
    return status;
  return GuardedBlocks::get().areEnabled() ? arguments.checkUnchanged(inputs)
                                           : fused_status_t(FUSED_OK);
}

extern "C" fused_status_t fused_cuda_call(const fused_function_t *function,
                                          const fused_tensor_t *inputs,
                                          fused_tensor_t *outputs) {
  if (fused_status_t status = checkCall(function, inputs, outputs))
    return status;
  if (function->target != FUSED_TARGET_CUDA)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "'%s' was compiled for the CPU, not for a device",
                getName(*function));
  fused_status_t status = FUSED_OUT_OF_MEMORY;
  std::vector<fused_tensor_t> results;
  try {
    results.assign(outputs, outputs + function->num_outputs);
    status = callOnDevice(*function, inputs, results.data());
    if (status == FUSED_OK && GuardedBlocks::get().areEnabled())
      status = fused_cuda_check_memory();
  } catch (...) {
    status = fail(FUSED_OUT_OF_MEMORY, nullptr,
                  "no memory for the arguments of a program");
  }
  for (size_t i = 0; i < results.size(); ++i)
    if (status == FUSED_OK)
      outputs[i] = results[i];
    else if (!outputs[i].data)
      fused_free(results[i].data);
  return status;
}
