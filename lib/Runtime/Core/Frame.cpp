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

/// Blocks of fused_alloc() are less aligned than an arena.
static void *allocateArena(fused_frame_t *frame, size_t size) {
  auto address = reinterpret_cast<uintptr_t>(
      fused_frame_alloc(frame, size + FUSED_ARENA_ALIGNMENT));
  uintptr_t mask = FUSED_ARENA_ALIGNMENT - 1;
  return reinterpret_cast<void *>(address ? (address + mask) & ~mask : 0);
}

void fused_frame_free(fused_frame_t *frame, void *pointer) {
  if (removeBuffer(*frame, pointer))
    fused_free(pointer);
}

void *fused_frame_output(fused_frame_t *frame, int32_t index, size_t size) {
  return addOutput(*frame, index, size, fused_frame_alloc);
}

void *fused_frame_place(fused_frame_t *frame, size_t size, size_t offset) {
  return placeInArena(*frame, size, offset, allocateArena);
}

fused_status_t fused_frame_take(fused_frame_t *frame, void *descriptor,
                                int32_t rank, size_t elementSize) {
  auto copy = [&](const Descriptor &array, void *to, size_t) {
    copyElements(array, rank, elementSize, to);
    return fused_status_t(FUSED_OK);
  };
  return takeOutput(*frame, *static_cast<Descriptor *>(descriptor), rank,
                    elementSize, fused_frame_alloc, copy);
}

void fused_frame_release(fused_frame_t *frame, fused_status_t status) {
  releaseBuffers(*frame, status, fused_free);
}
