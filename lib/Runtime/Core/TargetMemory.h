//===- TargetMemory.h - Memory where a program runs -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CORE_TARGETMEMORY_H
#define FUSED_LIB_RUNTIME_CORE_TARGETMEMORY_H

#include "fused-runtime/fused_cuda.h"

#include <cstring>

namespace fused::runtime {

/// Copies memory of the device in the stream of this thread, without waiting.
fused_status_t copyInStream(void *to, const void *from, size_t bytes);

inline void *allocateOn(fused_target_t target, size_t bytes) {
  return target == FUSED_TARGET_CUDA ? fused_cuda_alloc(bytes)
                                     : fused_alloc(bytes);
}
inline void releaseOn(fused_target_t target, void *memory) {
  return target == FUSED_TARGET_CUDA ? fused_cuda_free(memory)
                                     : fused_free(memory);
}
inline fused_status_t copyOn(fused_target_t target, void *to, const void *from,
                             size_t bytes) {
  if (target == FUSED_TARGET_CUDA)
    return copyInStream(to, from, bytes);
  if (bytes != 0)
    std::memcpy(to, from, bytes);
  return FUSED_OK;
}

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CORE_TARGETMEMORY_H
