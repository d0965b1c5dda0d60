//===- DeviceOperands.cpp - Operands of tests on a device -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceOperands.h"

#include "fused-runtime/EpilogSemantics.h"

#include <algorithm>

using namespace fused;
using namespace fused::test;

/// Of each operand on the host; see GuardedMatrix.
static constexpr size_t guardBytes = 128;

thread_local DeviceCall fused::test::deviceCall;

void DeviceCall::makeArena(size_t size) {
  require(getDriver().cuMemAlloc(&arena, size), "cuMemAlloc");
  arenaSize = size;
}

/// Memory from the arena, or a block of its own.
static CUdeviceptr allocate(size_t size, std::vector<CUdeviceptr> &blocks) {
  size_t begin = (deviceCall.arenaUsed + 255) / 256 * 256;
  if (begin + size <= deviceCall.arenaSize) {
    deviceCall.arenaUsed = begin + size;
    return deviceCall.arena + begin;
  }
  CUdeviceptr block;
  require(getDriver().cuMemAlloc(&block, size), "cuMemAlloc");
  blocks.push_back(block);
  return block;
}

TestStream::TestStream(int device) {
  getDriver().enter(device);
  require(getDriver().cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING),
          "cuStreamCreate");
}

TestStream::~TestStream() {
  fused_cuda_release_stream(stream);
  getDriver().cuStreamSynchronize(stream);
  getDriver().cuStreamDestroy(stream);
}

DeviceOperands::DeviceOperands(const fused_matmul_problem_t &problem,
                               const fused_matmul_operands_t &host,
                               CUstream stream, int64_t offset)
    : operands(host), stream(stream), batch(host.batch),
      mark(deviceCall.arenaUsed) {
  const EpilogInfo &info = getEpilogInfo(static_cast<Epilog>(problem.epilog));
  bool ta = problem.flags & FUSED_TRANSPOSE_A;
  bool tb = problem.flags & FUSED_TRANSPOSE_B;
  int64_t m = host.m, n = host.n, k = host.k;
  add(host.a, operands.a, problem.a_type, ta ? k : m, ta ? m : k, offset);
  add(host.b, operands.b, problem.b_type, tb ? n : k, tb ? k : n, offset);
  add(host.d, operands.d, problem.d_type, m, n, offset);
  if (host.c.data == host.d.data)
    operands.c.data = operands.d.data;
  else
    add(host.c, operands.c, problem.c_type, m, n, offset);
  add(host.bias, operands.bias, problem.bias_type, 1, n, offset);
  // Rows of a mask are groups of 16 bytes.
  add(host.aux, operands.aux, problem.aux_type, m,
      info.hasMask() ? getMaskRowBytes(n) : n, info.hasMask() ? 0 : offset);
  add(host.bgrad, operands.bgrad, problem.bgrad_type, 1,
      info.biasGradient == BiasGradient::SumOfA ? m : n, offset);
  operands.a_scale = add(host.a_scale);
  operands.b_scale = add(host.b_scale);
  operands.d_scale = add(host.d_scale);
  operands.amax = add(host.amax);
  operands.stream = stream;
}

float *DeviceOperands::add(const float *host) {
  if (!host)
    return nullptr;
  CUdeviceptr block = allocate(256, blocks);
  copies.push_back({reinterpret_cast<char *>(const_cast<float *>(host)), block,
                    sizeof(float)});
  return reinterpret_cast<float *>(block);
}

void DeviceOperands::add(const fused_buffer_t &host, fused_buffer_t &device,
                         fused_type_t type, int64_t rows, int64_t columns,
                         int64_t offset) {
  if (!host.data)
    return;
  int64_t elementSize = static_cast<int64_t>(fused_type_size(type));
  bool empty = batch == 0 || rows == 0 || columns == 0;
  int64_t extent = empty ? 0
                         : (batch - 1) * host.batch_stride +
                               (rows - 1) * host.row_stride + columns;
  // A vector that all batches share exists without a batch, too.
  if (batch == 0 && host.batch_stride == 0 && rows == 1)
    extent = columns;
  size_t size = 2 * guardBytes + static_cast<size_t>(extent * elementSize);
  size_t front = 256 + static_cast<size_t>(offset * elementSize);
  CUdeviceptr block = allocate(front + size, blocks);
  device.data = reinterpret_cast<void *>(block + front);
  copies.push_back({static_cast<char *>(host.data) - guardBytes,
                    block + front - guardBytes, size});
}

DeviceOperands::~DeviceOperands() {
  deviceCall.arenaUsed = std::min(deviceCall.arenaUsed, mark);
  for (CUdeviceptr block : blocks)
    getDriver().cuMemFree(block);
}

void DeviceOperands::upload() {
  for (const Copy &copy : copies)
    require(getDriver().cuMemcpyHtoDAsync(copy.device, copy.host, copy.size,
                                          stream),
            "cuMemcpyHtoDAsync");
  require(getDriver().cuStreamSynchronize(stream), "cuStreamSynchronize");
}

void DeviceOperands::download() {
  for (const Copy &copy : copies)
    require(getDriver().cuMemcpyDtoHAsync(copy.host, copy.device, copy.size,
                                          stream),
            "cuMemcpyDtoHAsync");
  require(getDriver().cuStreamSynchronize(stream), "cuStreamSynchronize");
}

fused_status_t
fused::test::deviceMatmul(const fused_matmul_problem_t *problem,
                          fused_plan_slot_t *slot,
                          const fused_matmul_operands_t *operands) {
  DeviceOperands device(*problem, *operands, deviceCall.stream,
                        deviceCall.offset);
  device.upload();
  fused_status_t status = fused_cuda_matmul(problem, slot, &device.operands);
  device.download();
  return status;
}
