//===- GuardedBlocks.cpp - Red zones around memory of devices -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedBlocks.h"

#include "../../Core/Error.h"
#include "Device.h"

#include <algorithm>
#include <cstdio>

using namespace fused::runtime;

/// Bytes of either zone; a multiple of what allocations are aligned to.
static constexpr size_t zoneBytes = 1024;
/// A zone that is read instead of the block gives a NaN or a large number in
/// every floating-point type.
static constexpr unsigned char zoneByte = 0xfe;
/// NaN in every floating-point type.
static constexpr unsigned char nanByte = 0xff;

GuardedBlocks &GuardedBlocks::get() {
  static GuardedBlocks *blocks = new GuardedBlocks();
  return *blocks;
}

CUresult GuardedBlocks::allocate(Device &device, size_t size, CUstream stream,
                                 const char *purpose, CUdeviceptr &memory) {
  const CudaLibraries &cuda = device.cuda;
  CUdeviceptr begin = 0;
  if (CUresult result = cuda.cuMemAllocFromPoolAsync(
          &begin, size + 2 * zoneBytes, device.pool, stream))
    return result;
  CUdeviceptr block = begin + zoneBytes;
  CUresult result =
      cuda.cuMemsetD8Async(begin, zoneByte, size + 2 * zoneBytes, stream);
  if (result == CUDA_SUCCESS && size != 0)
    result = cuda.cuMemsetD8Async(block, nanByte, size, stream);
  if (result != CUDA_SUCCESS) {
    cuda.cuMemFreeAsync(begin, stream);
    return result;
  }
  if (cuda.limitBlock)
    cuda.limitBlock(begin, block, size);
  std::lock_guard<std::mutex> lock(mutex);
  try {
    blocks[block] = {size, purpose, -1, ++numAllocations};
  } catch (...) {
    cuda.cuMemFreeAsync(begin, stream);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  numBlocks.store(blocks.size(), std::memory_order_relaxed);
  memory = block;
  return CUDA_SUCCESS;
}

bool GuardedBlocks::release(Device &device, CUdeviceptr memory, CUstream stream,
                            CUresult &result) {
  if (numBlocks.load(std::memory_order_relaxed) == 0)
    return false;
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = blocks.find(memory);
  if (entry == blocks.end())
    return false;
  // Nothing can be read back while the stream is captured.
  CUstreamCaptureStatus capturing = CU_STREAM_CAPTURE_STATUS_NONE;
  result = device.cuda.cuStreamIsCapturing(stream, &capturing);
  if (result == CUDA_SUCCESS && capturing == CU_STREAM_CAPTURE_STATUS_NONE)
    result = compare(device, memory, entry->second, stream);
  blocks.erase(entry);
  numBlocks.store(blocks.size(), std::memory_order_relaxed);
  CUresult freed = device.cuda.cuMemFreeAsync(memory - zoneBytes, stream);
  if (result == CUDA_SUCCESS)
    result = freed;
  return true;
}

void GuardedBlocks::rename(CUdeviceptr memory, const char *purpose,
                           int64_t index) {
  if (numBlocks.load(std::memory_order_relaxed) == 0)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = blocks.find(memory);
  if (entry == blocks.end())
    return;
  entry->second.purpose = purpose;
  entry->second.index = index;
}

fused_status_t GuardedBlocks::check(Device &device, CUstream stream) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const auto &[memory, block] : blocks)
    if (CUresult result = compare(device, memory, block, stream))
      return failCuda(device.cuda, result, "checking red zones", nullptr);
  if (finding[0] == '\0')
    return FUSED_OK;
  fused_status_t status =
      fail(FUSED_LIBRARY_ERROR, nullptr,
           "memory of the device was overwritten: %s", finding);
  finding[0] = '\0';
  return status;
}

//===----------------------------------------------------------------------===//
// Zones
//===----------------------------------------------------------------------===//

CUresult GuardedBlocks::compare(Device &device, CUdeviceptr memory,
                                const Block &block, CUstream stream) {
  unsigned char front[zoneBytes], back[zoneBytes];
  const CudaLibraries &cuda = device.cuda;
  if (CUresult result =
          cuda.cuMemcpyDtoHAsync(front, memory - zoneBytes, zoneBytes, stream))
    return result;
  if (CUresult result =
          cuda.cuMemcpyDtoHAsync(back, memory + block.size, zoneBytes, stream))
    return result;
  if (CUresult result = cuda.cuStreamSynchronize(stream))
    return result;
  keepFinding(block, front, back);
  return CUDA_SUCCESS;
}

void GuardedBlocks::keepFinding(const Block &block, const unsigned char *front,
                                const unsigned char *back) {
  auto isWrong = [](unsigned char byte) { return byte != zoneByte; };
  auto numFront = std::count_if(front, front + zoneBytes, isWrong);
  auto numBack = std::count_if(back, back + zoneBytes, isWrong);
  if (finding[0] != '\0' || numFront + numBack == 0)
    return;
  char index[24] = "";
  if (block.index >= 0)
    std::snprintf(index, sizeof(index), " %lld",
                  static_cast<long long>(block.index));
  std::snprintf(finding, sizeof(finding),
                "%s%s, %zu bytes (allocation %llu): %lld bytes before it and "
                "%lld bytes behind it have changed, the first behind it at "
                "distance %lld",
                block.purpose, index, block.size,
                static_cast<unsigned long long>(block.number),
                static_cast<long long>(numFront),
                static_cast<long long>(numBack),
                static_cast<long long>(
                    std::find_if(back, back + zoneBytes, isWrong) - back));
}
