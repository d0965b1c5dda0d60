//===- Frame.cpp - The buffers of one call of a compiled function ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A frame is an array of buffers, the results first. Few are alive at a time
// and the youngest dies first, so that a search from the end is the fastest.
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"

#include <algorithm>
#include <cstdlib>

using namespace fused::runtime;

/// Returns the index of `pointer` in the frame, or -1.
static int64_t find(const fused_frame_t &frame, const void *pointer) {
  int64_t index = frame.count - 1;
  while (index >= 0 && frame.buffers[index] != pointer)
    --index;
  return index;
}

static bool grow(fused_frame_t &frame) {
  if (frame.count < frame.capacity)
    return true;
  int64_t capacity = std::max<int64_t>(32, 2 * frame.capacity);
  void *buffers = std::realloc(frame.buffers, capacity * sizeof(void *));
  if (!buffers) {
    fused_fail(FUSED_OUT_OF_MEMORY, "no memory to keep track of buffers",
               nullptr);
    return false;
  }
  frame.buffers = static_cast<void **>(buffers);
  frame.capacity = capacity;
  return true;
}

void *fused_frame_alloc(fused_frame_t *frame, size_t size) {
  if (!grow(*frame))
    return nullptr;
  void *buffer = fused_alloc(size);
  if (buffer)
    frame->buffers[frame->count++] = buffer;
  return buffer;
}

void fused_frame_free(fused_frame_t *frame, void *pointer) {
  int64_t index = find(*frame, pointer);
  if (index < frame->results)
    return;
  frame->buffers[index] = frame->buffers[--frame->count];
  fused_free(pointer);
}

/// Marks the buffer at `index`, which is no result yet, as one.
static void markResult(fused_frame_t &frame, int64_t index) {
  std::swap(frame.buffers[index], frame.buffers[frame.results]);
  ++frame.results;
}

fused_status_t fused_frame_take(fused_frame_t *frame, void *descriptor,
                                int32_t rank, size_t elementSize) {
  if (rank < 0 || rank > FUSED_MAX_RANK)
    return fused_fail(FUSED_INVALID_ARGUMENT,
                      "a result has too many dimensions", nullptr);
  auto &array = *static_cast<Descriptor *>(descriptor);
  int64_t index = find(*frame, array.allocated);
  if (index >= frame->results && array.aligned == array.allocated &&
      array.offset == 0 && isDense(array, rank)) {
    markResult(*frame, index);
    return FUSED_OK;
  }
  size_t bytes = countElements(array, rank) * elementSize;
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
  int64_t first = status == FUSED_OK ? frame->results : 0;
  for (int64_t index = first; index < frame->count; ++index)
    fused_free(frame->buffers[index]);
  std::free(frame->buffers);
  *frame = {};
}
