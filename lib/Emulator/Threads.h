//===- Threads.h - The threads of a launch ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file runs the threads of kernels. Clusters of blocks run one after the
// other. If their threads wait for each other, each thread has its own stack
// and they take turns. Otherwise they run one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_THREADS_H
#define FUSED_LIB_EMULATOR_THREADS_H

#include "Memory.h"
#include "SharedMemory.h"

#include <cuda.h>

namespace fused::emulator {

struct Dimensions {
  uint32_t x, y, z;
};

/// The special registers that kernels read.
struct Registers {
  Dimensions thread, block, blockSize, gridSize;
  uint32_t lane;
  uint32_t dynamicSize; ///< The bytes of shared memory that the launch adds.
  /// The cluster in the grid, and the block in its cluster. Clusters lie along
  /// the first dimension.
  Dimensions cluster, inCluster, clusterSize, numClusters;
};
extern Registers registers;

/// The most blocks of a cluster that all devices with clusters can run.
inline constexpr uint32_t maxClusterSize = 8;

/// The bytes of shared memory that a block can have: as few as the devices with
/// the least. A kernel gets more than `usualSharedSize` if it asks for it.
inline constexpr int maxSharedSize = 99 << 10, usualSharedSize = 48 << 10;
/// The same for kernels with instructions that only Hopper devices have.
inline constexpr int hopperSharedSize = 227 << 10;

/// A kernel that was compiled for the host.
struct Kernel {
  std::string name;
  /// Calls the kernel for one thread. `arguments` are the addresses of its
  /// arguments.
  void (*call)(void **arguments) = nullptr;
  std::vector<uint32_t> argumentSizes;
  bool threadsWait = false; ///< True if threads wait for each other.
  unsigned granule = 0;     ///< Log2 of the size of the smallest access.
  uint32_t maxThreads = 1024;
  int sharedSize = 0; ///< The bytes of the variables in shared memory.
  int maxDynamicSize = usualSharedSize;
  void *dynamic = nullptr; ///< The memory that launches add, or null.
  uint32_t clusterSize = 1;
  const SharedMemory *shared = nullptr;
  /// True if it uses barriers in memory, copies of tiles or products of
  /// warpgroups, which only Hopper devices have.
  bool isAsync = false;
  /// True if it waits for the kernels before it, before it touches memory.
  bool waitsForKernels = false;

  int getMaxSharedSize() const {
    return isAsync ? hopperSharedSize : maxSharedSize;
  }
};

/// Executes a kernel with `shared` bytes of shared memory beyond its variables.
/// If the kernel makes an error, the message of the result describes it
/// (Errors.h).
CUresult runKernel(const Kernel &kernel, Dimensions grid, Dimensions block,
                   uint32_t shared, void **arguments);

/// How a thread chooses the lane whose value it receives.
enum class Shuffle { Up, Down, Butterfly, Index };
/// What a warp computes from one value of each thread.
enum class Vote { Any, All, Ballot, Add, Min, Max, UMin, UMax, And, Or, Xor };

} // namespace fused::emulator

// Compiled kernels call these functions.
extern "C" {
void fusedEmulatorRead(const void *address, fused::emulator::Site *site);
void fusedEmulatorWrite(const void *address, fused::emulator::Site *site);
void fusedEmulatorAtomic(const void *address, fused::emulator::Site *site);
/// Checks a read of `size` bytes.
void fusedEmulatorReadRange(const void *address, uint64_t size,
                            fused::emulator::Site *site);
void fusedEmulatorWriteRange(const void *address, uint64_t size,
                             fused::emulator::Site *site);
/// Checks an access to a variable of the thread.
void fusedEmulatorLocal(const void *address, const void *variable,
                        uint64_t sizeOfVariable, fused::emulator::Site *site);
void fusedEmulatorBarrier(fused::emulator::Site *site);
void fusedEmulatorArrive(bool isRelaxed, fused::emulator::Site *site);
void fusedEmulatorWait(fused::emulator::Site *site);
void fusedEmulatorSyncWarp(uint32_t mask, fused::emulator::Site *site);
/// Returns the value in the lower half, and in the upper half whether the lane
/// was in range.
uint64_t fusedEmulatorShuffle(uint32_t mode, uint32_t mask, uint32_t value,
                              uint32_t lane, uint32_t clamp,
                              fused::emulator::Site *site);
uint32_t fusedEmulatorVote(uint32_t mode, uint32_t mask, uint32_t value,
                           fused::emulator::Site *site);
[[noreturn]] void fusedEmulatorTrap(fused::emulator::Site *site);
}

#endif // FUSED_LIB_EMULATOR_THREADS_H
