//===- CapturedMemory.h - The memory of streams that hosts capture -*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host may capture a stream itself, and call programs in it. What they need
// then is memory that lives as long as the host's graph, and what is made of
// it. It is not allocated by nodes of the graph: that would cost time in each
// launch, and a graph with such nodes cannot be part of another. A user object
// of the graph tells when the memory is no longer needed.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_DEVICE_CAPTUREDMEMORY_H
#define FUSED_LIB_RUNTIME_CUDA_DEVICE_CAPTUREDMEMORY_H

#include "GraphMemory.h"

namespace fused::runtime {

class CapturedMemory {
public:
  /// Finds or makes the memory of what `stream` captures; null if it captures
  /// nothing.
  static CUresult find(Device &device, CUstream stream, GraphMemory *&memory);

  /// True if the block belongs to a graph of a host.
  static bool owns(CUdeviceptr memory);

private:
  CapturedMemory(Device &device, CUstream stream, cuuint64_t id, CUstream side);
  bool wasReleased() const {
    return __atomic_load_n(&isDead, __ATOMIC_ACQUIRE);
  }
  static void releaseDead(Device &device);
  static std::unique_ptr<CapturedMemory> takeDead(Device &device);
  static CUresult add(Device &device, CUstream stream, cuuint64_t id,
                      CUgraph graph, GraphMemory *&memory);
  struct Table;
  static Table &getTable();

  Device &device;
  const CUstream stream;
  const cuuint64_t id;
  GraphMemory memory;
  bool isDead = false; ///< Set by the destructor of the user object.
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_DEVICE_CAPTUREDMEMORY_H
