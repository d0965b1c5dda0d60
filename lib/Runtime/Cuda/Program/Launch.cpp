//===- Launch.cpp - Kernels of compiled programs --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Error.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

#include <algorithm>
#include <mutex>

using namespace fused::runtime;

static thread_local void *currentStream = nullptr;

extern "C" void fused_cuda_set_stream(void *stream) { currentStream = stream; }

extern "C" void *fused_cuda_get_stream(void) { return currentStream; }

/// Loads the code of a program, once.
static fused_status_t loadImage(const Context &context,
                                fused_cuda_image_t &image,
                                const char *location) {
  if (image.library)
    return FUSED_OK;
  CUlibrary library = nullptr;
  CUresult result = context.driver->cuLibraryLoadData(
      &library, image.data, nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuLibraryLoadData", location);
  image.library = library;
  return FUSED_OK;
}

/// Finds a kernel. Its handle serves every context.
static fused_status_t findKernel(const Context &context,
                                 fused_cuda_kernel_t &kernel) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  RelaxedCapture relaxed(*context.cuda);
  if (fused_status_t status =
          loadImage(context, *kernel.image, kernel.location))
    return status;
  CUkernel handle = nullptr;
  CUresult result = context.driver->cuLibraryGetKernel(
      &handle, static_cast<CUlibrary>(kernel.image->library), kernel.name);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuLibraryGetKernel",
                    kernel.location);
  __atomic_store_n(&kernel.handle, static_cast<void *>(handle),
                   __ATOMIC_RELEASE);
  return FUSED_OK;
}

/// Lets a kernel use `shared` bytes of shared memory, or as many as the device
/// has left besides its variables.
static fused_status_t reserveShared(const Context &context, CUkernel kernel,
                                    int64_t &shared, const char *location) {
  // What every device has, without being asked to.
  constexpr int64_t least = 48 << 10;
  CUdevice device = 0;
  int most = 0, ofVariables = 0;
  if (CUresult result = context.cuda->cuCtxGetDevice(&device))
    return failCuda(*context.cuda, result, "cuCtxGetDevice", location);
  if (CUresult result = context.cuda->cuDeviceGetAttribute(
          &most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device))
    return failCuda(*context.cuda, result, "cuDeviceGetAttribute", location);
  if (CUresult result = context.driver->cuKernelGetAttribute(
          &ofVariables, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel, device))
    return failCuda(*context.cuda, result, "cuKernelGetAttribute", location);
  shared = std::min<int64_t>(shared, most - ofVariables);
  if (shared + ofVariables <= least)
    return FUSED_OK;
  if (CUresult result = context.driver->cuKernelSetAttribute(
          CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
          static_cast<int>(shared), kernel, device))
    return failCuda(*context.cuda, result, "cuKernelSetAttribute", location);
  return FUSED_OK;
}

extern "C" fused_status_t fused_cuda_launch(fused_cuda_kernel_t *kernel,
                                            int64_t gridX, int64_t gridY,
                                            int64_t block, int64_t shared,
                                            void **arguments) {
  if (gridX <= 0 || gridY <= 0)
    return FUSED_OK;
  if (gridX > INT32_MAX || gridY > UINT16_MAX)
    return fail(FUSED_UNSUPPORTED, kernel->location,
                "a kernel of %lld x %lld blocks is too large",
                static_cast<long long>(gridX), static_cast<long long>(gridY));
  Context context;
  if (fused_status_t status = getContext(context, kernel->location))
    return status;
  void *handle = __atomic_load_n(&kernel->handle, __ATOMIC_ACQUIRE);
  if (!handle) {
    if (fused_status_t status = findKernel(context, *kernel))
      return status;
    handle = kernel->handle;
  }
  if (shared != 0)
    if (fused_status_t status = reserveShared(
            context, static_cast<CUkernel>(handle), shared, kernel->location))
      return status;
  CUlaunchAttribute early = {};
  early.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  early.value.programmaticStreamSerializationAllowed = 1;
  CUlaunchConfig config = {};
  config.gridDimX = gridX;
  config.gridDimY = gridY;
  config.gridDimZ = 1;
  config.blockDimX = block;
  config.blockDimY = 1;
  config.blockDimZ = 1;
  config.sharedMemBytes = shared;
  config.hStream = context.stream;
  config.attrs = &early;
  // Older drivers cannot capture such launches.
  constexpr int firstDriver = 12030;
  config.numAttrs =
      kernel->image->waits && context.device->driverVersion >= firstDriver;
  CUresult result = context.driver->cuLaunchKernelEx(
      &config, static_cast<CUfunction>(handle), arguments, nullptr);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuLaunchKernelEx",
                    kernel->location);
  return FUSED_OK;
}
