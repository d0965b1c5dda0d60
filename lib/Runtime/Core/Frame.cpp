//===- Frame.cpp - The buffers of one call of a compiled function ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"
#include "FrameBuffers.h"

using namespace fused::runtime;

void *fused_frame_alloc(fused_frame_t *frame, size_t size) {
  return addBuffer(*frame, [&] { return fused_alloc(size); });
}

void fused_frame_free(fused_frame_t *frame, void *pointer) {
  if (removeBuffer(*frame, pointer))
    fused_free(pointer);
}

fused_status_t fused_frame_take(fused_frame_t *frame, void *descriptor,
                                int32_t rank, size_t elementSize) {
  if (rank < 0 || rank > FUSED_MAX_RANK)
    return fused_fail(FUSED_INVALID_ARGUMENT,
                      "a result has too many dimensions", nullptr);
  auto &array = *static_cast<Descriptor *>(descriptor);
  int64_t index = findBuffer(*frame, array.allocated);
  if (index >= frame->results && array.aligned == array.allocated &&
      array.offset == 0 && isDense(array, rank)) {
    markResult(*frame, index);
    return FUSED_OK;
  }
  size_t bytes;
  if (!countBytes(array, rank, elementSize, bytes))
    return fused_fail(FUSED_INVALID_ARGUMENT,
                      "the number of bytes of a result overflows", nullptr);
  void *buffer = fused_frame_alloc(frame, bytes);
  if (!buffer)
    return FUSED_OUT_OF_MEMORY;
  markResult(*frame, frame->count - 1);
  copyElements(array, rank, elementSize, buffer);
  array.allocated = array.aligned = buffer;
  array.offset = 0;
  setDenseStrides(array, rank);
  return FUSED_OK;
}

void fused_frame_release(fused_frame_t *frame, fused_status_t status) {
  releaseBuffers(*frame, status, fused_free);
}
