//===- Memory.cpp - Memory of compiled programs ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Core/FrameBuffers.h"
#include "../../Core/TargetMemory.h"
#include "../Device/GuardedBlocks.h"
#include "Assertions.h"
#include "Driver.h"
#include "fused-runtime/fused_cuda.h"

using namespace fused::runtime;

static fused_status_t allocate(size_t size, const char *purpose,
                               void *&pointer) {
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  CUdeviceptr memory = 0;
  CUresult result = context.device->allocate(std::max<size_t>(size, 1),
                                             context.stream, purpose, memory);
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "cannot allocate %zu bytes of the device", size);
  if (result != CUDA_SUCCESS)
    return failCuda(*context.cuda, result, "cuMemAllocFromPoolAsync", nullptr);
  pointer = reinterpret_cast<void *>(memory);
  return FUSED_OK;
}

extern "C" void *fused_cuda_alloc(size_t size) {
  void *pointer = nullptr;
  allocate(size, "memory from fused_cuda_alloc()", pointer);
  return pointer;
}

extern "C" void fused_cuda_free(void *pointer) {
  Context context;
  if (pointer && getContext(context, nullptr) == FUSED_OK)
    context.device->release(reinterpret_cast<CUdeviceptr>(pointer),
                            context.stream);
}

extern "C" fused_status_t fused_cuda_synchronize(void) {
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  if (CUresult result = context.cuda->cuStreamSynchronize(context.stream))
    return failCuda(*context.cuda, result, "cuStreamSynchronize", nullptr);
  return checkAssertions();
}

extern "C" fused_status_t fused_cuda_copy(void *to, const void *from,
                                          size_t size) {
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  if (size != 0)
    if (CUresult result = context.driver->cuMemcpyAsync(
            reinterpret_cast<CUdeviceptr>(to),
            reinterpret_cast<CUdeviceptr>(from), size, context.stream))
      return failCuda(*context.cuda, result, "cuMemcpyAsync", nullptr);
  return fused_cuda_synchronize();
}

extern "C" void fused_cuda_guard_memory(int32_t enabled) {
  GuardedBlocks::get().enable(enabled != 0);
}

extern "C" fused_status_t fused_cuda_check_memory(void) {
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  return GuardedBlocks::get().check(*context.device, context.stream);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

extern "C" void *fused_cuda_frame_alloc(fused_frame_t *frame, size_t size) {
  return addBuffer(*frame, [&] {
    void *buffer = nullptr;
    allocate(size, "a buffer of the program", buffer);
    return buffer;
  });
}

extern "C" void fused_cuda_frame_free(fused_frame_t *frame, void *pointer) {
  if (removeBuffer(*frame, pointer))
    fused_cuda_free(pointer);
}

extern "C" void *fused_cuda_frame_output(fused_frame_t *frame, int32_t index,
                                         size_t size) {
  return addOutput(*frame, index, size, fused_cuda_frame_alloc);
}

extern "C" void *fused_cuda_frame_place(fused_frame_t *frame, size_t size,
                                        size_t offset) {
  return placeInArena(*frame, size, offset, fused_cuda_frame_alloc);
}

fused_status_t fused::runtime::copyInStream(void *to, const void *from,
                                            size_t bytes) {
  Context context;
  if (fused_status_t status = getContext(context, nullptr))
    return status;
  CUresult result = CUDA_SUCCESS;
  if (bytes != 0)
    result = context.driver->cuMemcpyDtoDAsync(
        reinterpret_cast<CUdeviceptr>(to), reinterpret_cast<CUdeviceptr>(from),
        bytes, context.stream);
  return result == CUDA_SUCCESS
             ? fused_status_t(FUSED_OK)
             : failCuda(*context.cuda, result, "cuMemcpyDtoDAsync", nullptr);
}

static fused_status_t copyDense(const Descriptor &array, int32_t rank,
                                size_t elementSize, void *to, size_t bytes) {
  if (!isDense(array, rank))
    return fail(FUSED_UNSUPPORTED, nullptr, "a result is not dense");
  auto *from = static_cast<char *>(array.aligned) + array.offset * elementSize;
  return copyInStream(to, from, bytes);
}

extern "C" fused_status_t fused_cuda_frame_take(fused_frame_t *frame,
                                                void *descriptor, int32_t rank,
                                                size_t elementSize) {
  auto &array = *static_cast<Descriptor *>(descriptor);
  int64_t output = frame->taken;
  auto copy = [&](const Descriptor &from, void *to, size_t bytes) {
    return copyDense(from, rank, elementSize, to, bytes);
  };
  if (fused_status_t status = takeOutput(*frame, array, rank, elementSize,
                                         fused_cuda_frame_alloc, copy))
    return status;
  if (!findDestination(*frame, output))
    GuardedBlocks::get().rename(reinterpret_cast<CUdeviceptr>(array.allocated),
                                "result", output);
  return FUSED_OK;
}

extern "C" void fused_cuda_frame_release(fused_frame_t *frame,
                                         fused_status_t status) {
  releaseBuffers(*frame, status, fused_cuda_free);
}
