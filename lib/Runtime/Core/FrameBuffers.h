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

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_FRAMEBUFFERS_H
