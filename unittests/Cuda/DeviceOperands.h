//===- DeviceOperands.h - Operands of tests on a device ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_DEVICEOPERANDS_H
#define FUSED_UNITTESTS_CUDA_DEVICEOPERANDS_H

#include "TestDriver.h"
#include "fused-runtime/fused_runtime.h"

#include <cstddef>
#include <vector>

namespace fused::test {

/// Copies of host operands on a device, with the red zones around them.
class DeviceOperands {
public:
  /// Each operand stands `offset` elements behind an address aligned to 256.
  DeviceOperands(const fused_matmul_problem_t &problem,
                 const fused_matmul_operands_t &host, CUstream stream,
                 int64_t offset);
  ~DeviceOperands();
  DeviceOperands(const DeviceOperands &) = delete;
  DeviceOperands &operator=(const DeviceOperands &) = delete;

  /// Copies everything to the device or back, and waits.
  void upload();
  void download();

  fused_matmul_operands_t operands; ///< On the device.

private:
  struct Copy {
    char *host;
    CUdeviceptr device;
    size_t size;
  };
  void add(const fused_buffer_t &host, fused_buffer_t &device,
           fused_type_t type, int64_t rows, int64_t columns, int64_t offset);
  float *add(const float *host);

  CUstream stream;
  int64_t batch;
  std::vector<Copy> copies;
  std::vector<CUdeviceptr> blocks; ///< Outside the arena.
  size_t mark;                     ///< Of the arena before.
};

/// A stream of device 0, whose context it makes current in this thread.
class TestStream {
public:
  explicit TestStream(int device = 0);
  ~TestStream();
  TestStream(const TestStream &) = delete;
  TestStream &operator=(const TestStream &) = delete;
  CUstream get() const { return stream; }

private:
  CUstream stream;
};

/// How tests use the device in this thread.
struct DeviceCall {
  CUstream stream = nullptr; ///< Of `deviceMatmul`.
  int64_t offset = 0;
  /// Memory that operands are taken from, in the manner of a stack. Without
  /// it, each is a block of its own, for tools that check every access.
  CUdeviceptr arena = 0;
  size_t arenaSize = 0, arenaUsed = 0;

  void makeArena(size_t size);
};
extern thread_local DeviceCall deviceCall;

/// fused_cuda_matmul() on copies of `operands`, which lie on the host between
/// red zones of 128 bytes.
fused_status_t deviceMatmul(const fused_matmul_problem_t *problem,
                            fused_plan_slot_t *slot,
                            const fused_matmul_operands_t *operands);

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_DEVICEOPERANDS_H
