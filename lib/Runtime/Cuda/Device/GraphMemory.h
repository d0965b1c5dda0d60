//===- GraphMemory.h - The memory of recorded calls -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_DEVICE_GRAPHMEMORY_H
#define FUSED_LIB_RUNTIME_CUDA_DEVICE_GRAPHMEMORY_H

#include "Device.h"

#include <vector>

namespace fused::runtime {

/// What a call allocates while it is recorded. It is allocated then, and not by
/// nodes of the graph, so that replays allocate nothing. A stream is in order,
/// so what the call has released serves later allocations.
class GraphMemory {
public:
  explicit GraphMemory(Device &device) : device(device) {}
  ~GraphMemory();
  GraphMemory(const GraphMemory &) = delete;
  GraphMemory &operator=(const GraphMemory &) = delete;

  /// The memory of the call that this thread records in `stream`, or of what
  /// the host captures there; null if there is none.
  static CUresult find(Device &device, CUstream stream, GraphMemory *&memory);

  /// As Device::allocate().
  CUresult allocate(size_t size, const char *purpose, CUdeviceptr &memory);
  /// Lets later allocations have this memory; false if it is from elsewhere.
  bool release(CUdeviceptr memory);

  bool has(CUdeviceptr memory) const;
  size_t getSize() const; ///< In bytes.
  /// allocate() fails if the size would be larger.
  void setLimit(size_t bytes) { limit = bytes; }

  /// Releases everything in the order of `stream`.
  void releaseAll(CUstream stream);
  /// Leaves everything allocated: it may be in use, and cannot be waited for.
  void abandonAll() { blocks.clear(); }

  /// While it exists, allocations of this thread in the stream `recorded` come
  /// from `memory`, and are made in the order of `side`.
  class Scope {
  public:
    Scope(GraphMemory &memory, CUstream recorded, CUstream side);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
  };

private:
  friend class CapturedMemory;

  struct Block {
    CUdeviceptr memory;
    size_t size;
    bool isUsed;
  };

  Device &device;
  CUstream recorded = nullptr;
  CUstream side = nullptr;
  size_t limit = SIZE_MAX;
  bool isOfHost = false; ///< Nobody else waits for `side`.
  std::vector<Block> blocks;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_DEVICE_GRAPHMEMORY_H
