//===- Constant.cpp - Constant arrays of compiled programs ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constant.h"

#include "../../Core/Error.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

using namespace fused::runtime;

namespace {
/// The copy of a constant on one device. Never changed or destroyed.
struct Copy {
  const Device *device;
  CUdeviceptr address;
  const Copy *next;
};
} // namespace

static const Copy *find(const fused_cuda_constant_t &constant,
                        const Device *device) {
  const auto *copy = static_cast<const Copy *>(
      __atomic_load_n(&constant.copies, __ATOMIC_ACQUIRE));
  while (copy && copy->device != device)
    copy = copy->next;
  return copy;
}

/// Copies `size` bytes to new memory of the device, and waits for that.
static fused_status_t upload(const Context &context, const void *data,
                             size_t size, const char *location,
                             CUdeviceptr &address) {
  RelaxedCapture relaxed(*context.cuda);
  PrivateStream stream(context);
  if (CUresult result = stream.create())
    return failCuda(*context.cuda, result, "cuStreamCreate", location);
  CUresult result = context.cuda->cuMemAllocFromPoolAsync(
      &address, std::max<size_t>(size, 1), context.device->pool, stream.get());
  if (result != CUDA_SUCCESS)
    return fail(FUSED_OUT_OF_MEMORY, location,
                "cannot allocate %zu bytes of the device for a constant", size);
  if (size != 0)
    result =
        context.driver->cuMemcpyHtoDAsync(address, data, size, stream.get());
  if (result == CUDA_SUCCESS)
    result = context.cuda->cuStreamSynchronize(stream.get());
  if (result == CUDA_SUCCESS)
    return FUSED_OK;
  context.cuda->cuMemFreeAsync(address, stream.get());
  return failCuda(*context.cuda, result, "cuMemcpyHtoDAsync", location);
}

/// Uploads the constant, unless another thread has done so meanwhile.
static fused_status_t addCopy(const Context &context,
                              fused_cuda_constant_t &constant, const void *data,
                              size_t size, const char *location,
                              const Copy *&copy) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  copy = find(constant, context.device);
  if (copy)
    return FUSED_OK;
  CUdeviceptr address = 0;
  if (fused_status_t status = upload(context, data, size, location, address))
    return status;
  auto *added = new (std::nothrow)
      Copy{context.device, address, static_cast<const Copy *>(constant.copies)};
  if (!added) {
    context.cuda->cuMemFreeAsync(address, nullptr);
    return fail(FUSED_OUT_OF_MEMORY, location,
                "no memory to keep track of a constant");
  }
  __atomic_store_n(&constant.copies, static_cast<void *>(added),
                   __ATOMIC_RELEASE);
  copy = added;
  return FUSED_OK;
}

void fused::runtime::releaseCopies(const Context &context,
                                   fused_cuda_constant_t &constant) {
  const auto *copy = static_cast<const Copy *>(constant.copies);
  constant.copies = nullptr;
  while (copy) {
    // Of any device, whose earlier work it waits for.
    context.driver->cuMemFree(copy->address);
    delete std::exchange(copy, copy->next);
  }
}

extern "C" fused_status_t fused_cuda_constant(fused_cuda_constant_t *constant,
                                              const void *data, size_t size,
                                              const char *location,
                                              void **address) {
  Context context;
  if (fused_status_t status = getContext(context, location))
    return status;
  const Copy *copy = find(*constant, context.device);
  if (!copy)
    if (fused_status_t status =
            addCopy(context, *constant, data, size, location, copy))
      return status;
  *address = reinterpret_cast<void *>(copy->address);
  return FUSED_OK;
}
