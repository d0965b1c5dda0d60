//===- FrameBuffers.h - The list of buffers of a frame ----------*- C++ -*-===//
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

#ifndef FUSED_LIB_RUNTIME_CORE_FRAMEBUFFERS_H
#define FUSED_LIB_RUNTIME_CORE_FRAMEBUFFERS_H

#include "Arguments.h"
#include "Error.h"

#include <algorithm>
#include <cstdlib>

namespace fused::runtime {

/// Returns the index of `pointer` in the frame, or -1.
inline int64_t findBuffer(const fused_frame_t &frame, const void *pointer) {
  int64_t index = frame.count - 1;
  while (index >= 0 && frame.buffers[index] != pointer)
    --index;
  return index;
}

/// Makes room for one more buffer; fails where there is no memory for that.
inline fused_status_t reserveBuffer(fused_frame_t &frame) {
  if (frame.count < frame.capacity)
    return FUSED_OK;
  int64_t capacity = std::max<int64_t>(32, 2 * frame.capacity);
  void *buffers = std::realloc(frame.buffers, capacity * sizeof(void *));
  if (!buffers)
    return fail(FUSED_OUT_OF_MEMORY, nullptr,
                "no memory to keep track of buffers");
  frame.buffers = static_cast<void **>(buffers);
  frame.capacity = capacity;
  return FUSED_OK;
}

/// Adds what `allocate` returns to the frame, unless that is null.
template <typename Allocate>
void *addBuffer(fused_frame_t &frame, const Allocate &allocate) {
  if (reserveBuffer(frame) != FUSED_OK)
    return nullptr;
  void *buffer = allocate();
  if (buffer)
    frame.buffers[frame.count++] = buffer;
  return buffer;
}

/// Takes `pointer` out of the frame if it is a buffer of it and no result.
/// Returns whether it was.
inline bool removeBuffer(fused_frame_t &frame, const void *pointer) {
  int64_t index = findBuffer(frame, pointer);
  if (index < frame.results)
    return false;
  frame.buffers[index] = frame.buffers[--frame.count];
  return true;
}

/// Marks the buffer at `index`, which is no result yet, as one.
inline void markResult(fused_frame_t &frame, int64_t index) {
  std::swap(frame.buffers[index], frame.buffers[frame.results]);
  ++frame.results;
}

/// Empties the frame, calling `release` for each buffer; with FUSED_OK, for all
/// but the results.
template <typename Release>
void releaseBuffers(fused_frame_t &frame, fused_status_t status,
                    const Release &release) {
  int64_t first = status == FUSED_OK ? frame.results : 0;
  for (int64_t index = first; index < frame.count; ++index)
    release(frame.buffers[index]);
  std::free(frame.buffers);
  frame = {};
}

/// The memory that the caller gave for output `index`; null if it gave none.
inline const fused_tensor_t *findDestination(const fused_frame_t &frame,
                                             int64_t index) {
  if (index < 0 || index >= frame.num_destinations ||
      !frame.destinations[index].data)
    return nullptr;
  return &frame.destinations[index];
}

/// Returns the caller's memory for output `index` if it has `size` bytes, else
/// a buffer of `frame`.
template <typename Allocate>
void *addOutput(fused_frame_t &frame, int32_t index, size_t size,
                const Allocate &allocate) {
  const fused_tensor_t *destination = findDestination(frame, index);
  if (destination && countBytes(*destination) == size)
    return destination->data;
  return allocate(&frame, size);
}

/// Returns an address in the arena.
template <typename Allocate>
void *placeInArena(fused_frame_t &frame, size_t size, size_t offset,
                   const Allocate &allocate) {
  if (!frame.arena)
    frame.arena = allocate(&frame, size);
  return frame.arena ? static_cast<char *>(frame.arena) + offset : nullptr;
}

/// Makes the next output of `array`. Stores it in the memory that the caller
/// gave, or else in a buffer of `frame`; `copy(from, to, bytes)` copies it
/// there if it is somewhere else.
template <typename Allocate, typename Copy>
fused_status_t takeOutput(fused_frame_t &frame, Descriptor &array, int32_t rank,
                          size_t elementSize, const Allocate &allocate,
                          const Copy &copy) {
  size_t bytes;
  if (rank < 0 || rank > FUSED_MAX_RANK)
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "a result has too many dimensions");
  if (!countBytes(array, rank, elementSize, bytes))
    return fail(FUSED_INVALID_ARGUMENT, nullptr,
                "the number of bytes of a result overflows");
  int64_t output = frame.taken++;
  const fused_tensor_t *destination = findDestination(frame, output);
  if (destination)
    if (fused_status_t status =
            checkSizes(array.sizesAndStrides, *destination, output))
      return status;
  void *memory = destination ? destination->data : array.allocated;
  int64_t index = destination ? -1 : findBuffer(frame, array.allocated);
  bool isThere = array.aligned == memory && array.offset == 0 &&
                 isDense(array, rank) &&
                 (destination || index >= frame.results);
  if (!isThere && !destination) {
    memory = allocate(&frame, bytes);
    index = frame.count - 1;
    if (!memory)
      return FUSED_OUT_OF_MEMORY;
  }
  if (!isThere)
    if (fused_status_t status = copy(array, memory, bytes))
      return status;
  array.allocated = array.aligned = memory;
  array.offset = 0;
  setDenseStrides(array, rank);
  if (!destination)
    markResult(frame, index);
  return FUSED_OK;
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_FRAMEBUFFERS_H
