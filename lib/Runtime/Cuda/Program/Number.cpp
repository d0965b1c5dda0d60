//===- Number.cpp - Single elements, seen by the host ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/Descriptor.h"
#include "../../Core/Error.h"
#include "Assertions.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

#include <cstring>

using namespace fused::runtime;

/// Copies from the device when the work in the stream is done.
static fused_status_t waitAndCopy(const Context &context, const void *address,
                                  void *value, size_t size,
                                  const char *location) {
  CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
  CUresult result = context.cuda->cuStreamIsCapturing(context.stream, &capture);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuStreamIsCapturing", location);
  if (capture != CU_STREAM_CAPTURE_STATUS_NONE)
    return fail(FUSED_UNSUPPORTED, location,
                "the stream is captured, and the program waits for a number on "
                "the device");
  result = context.cuda->cuMemcpyDtoHAsync(
      value, reinterpret_cast<CUdeviceptr>(address), size, context.stream);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuMemcpyDtoHAsync", location);
  result = context.cuda->cuStreamSynchronize(context.stream);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuStreamSynchronize", location);
  return checkAssertions();
}

extern "C" fused_status_t fused_cuda_load(const void *address, void *value,
                                          size_t size, const char *location) {
  Context context;
  if (fused_status_t status = getContext(context, location))
    return status;
  return waitAndCopy(context, address, value, size, location);
}

extern "C" fused_status_t fused_cuda_load_number(const void *address,
                                                 void *value, size_t size,
                                                 const char *location) {
  Context context;
  if (fused_status_t status = getContext(context, location))
    return status;
  if (isOnDevice(context, address))
    return waitAndCopy(context, address, value, size, location);
  std::memcpy(value, address, size);
  return FUSED_OK;
}

/// Writes a number to the device by memsets, which keep it: a copy in a graph
/// would read the memory of the host again.
static CUresult store(const Context &context, CUdeviceptr address,
                      const void *value, size_t size) {
  uint32_t words[2] = {};
  std::memcpy(words, value, size);
  switch (size) {
  case 1:
    return context.cuda->cuMemsetD8Async(address, words[0], 1, context.stream);
  case 2:
    return context.driver->cuMemsetD16Async(address, words[0], 1,
                                            context.stream);
  case 4:
    return context.driver->cuMemsetD32Async(address, words[0], 1,
                                            context.stream);
  default:
    break;
  }
  for (size_t i = 0; i < 2; ++i)
    if (CUresult result = context.driver->cuMemsetD32Async(
            address + 4 * i, words[i], 1, context.stream))
      return result;
  return CUDA_SUCCESS;
}

extern "C" fused_status_t fused_cuda_store_number(void *to, const void *value,
                                                  size_t size) {
  if (size != 1 && size != 2 && size != 4 && size != 8)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "there are no numbers of %zu bytes", size);
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  CUresult result =
      store(context, reinterpret_cast<CUdeviceptr>(to), value, size);
  return result == CUDA_SUCCESS
             ? fused_status_t(FUSED_OK)
             : failCuda(*context.cuda, result, "cuMemsetD32Async", nullptr);
}

extern "C" fused_status_t fused_cuda_frame_take_number(fused_frame_t *frame,
                                                       void *descriptor,
                                                       const void *value,
                                                       size_t size) {
  void *memory =
      fused_cuda_frame_output(frame, static_cast<int32_t>(frame->taken), size);
  if (!memory)
    return FUSED_OUT_OF_MEMORY;
  if (fused_status_t status = fused_cuda_store_number(memory, value, size))
    return status;
  auto &array = *static_cast<Descriptor *>(descriptor);
  array.allocated = array.aligned = memory;
  array.offset = 0;
  return fused_cuda_frame_take(frame, descriptor, /*rank=*/0, size);
}
