//===- GuardedBlocks.h - Red zones around memory of devices -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mode for tests, in which every block that the runtime allocates on a device
// is filled with NaN and stands between two zones that nothing may write to.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_DEVICE_GUARDEDBLOCKS_H
#define FUSED_LIB_RUNTIME_CUDA_DEVICE_GUARDEDBLOCKS_H

#include "../Libraries.h"
#include "fused-runtime/fused_runtime.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace fused::runtime {

class Device;

/// The blocks of all devices that stand between red zones. Zones are compared
/// when a block is released and when check() is called; either waits for the
/// stream.
class GuardedBlocks {
public:
  /// Never destroyed: other threads may still run when the process ends.
  static GuardedBlocks &get();

  void enable(bool on) { enabled.store(on, std::memory_order_relaxed); }
  bool areEnabled() const { return enabled.load(std::memory_order_relaxed); }

  /// Allocates `size` bytes in the order of `stream`, which must not be
  /// captured. `purpose` says what they are, in messages.
  CUresult allocate(Device &device, size_t size, CUstream stream,
                    const char *purpose, CUdeviceptr &memory);

  /// Checks and releases a block. False if there is no guarded block at
  /// `memory`.
  bool release(Device &device, CUdeviceptr memory, CUstream stream,
               CUresult &result);

  /// Gives a block another purpose, of which it is number `index`. Does nothing
  /// if there is none at `memory`.
  void rename(CUdeviceptr memory, const char *purpose, int64_t index);

  /// Checks all blocks in use. Fails with the first block that was found to be
  /// overwritten, here or by release(), since the last call.
  fused_status_t check(Device &device, CUstream stream);

private:
  struct Block {
    size_t size;
    const char *purpose;
    int64_t index;   ///< Among those of this purpose; negative if it has none.
    uint64_t number; ///< Counts all allocations.
  };
  using Blocks = std::unordered_map<CUdeviceptr, Block>;

  /// Compares the zones of a block, and keeps what it finds.
  CUresult compare(Device &device, CUdeviceptr memory, const Block &block,
                   CUstream stream);
  void keepFinding(const Block &block, const unsigned char *front,
                   const unsigned char *back);

  std::atomic<bool> enabled{false};
  std::atomic<size_t> numBlocks{0};
  std::mutex mutex;
  Blocks blocks; ///< By the address behind the front zone.
  uint64_t numAllocations = 0;
  char finding[320] = "";
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_DEVICE_GUARDEDBLOCKS_H
