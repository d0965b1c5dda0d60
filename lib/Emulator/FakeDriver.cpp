//===- FakeDriver.cpp - A driver without a device -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"
#include "Errors.h"
#include "Fake.h"
#include "FakeGraphs.h"
#include "Memory.h"
#include "Threads.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <map>
#include <mutex>
#include <string>

using namespace fused;

namespace {
struct Fault {
  int result, skip, count;
};
std::mutex mutex;
std::map<std::string, Fault> faults;
FakeCounts counts;
/// Reads a number from an environment variable. Returns 0 if it is not set.
size_t readNumber(const char *variable) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : 0;
}
size_t workspace = readNumber("FUSED_FAKE_WORKSPACE");
size_t overrun = readNumber("FUSED_FAKE_OVERRUN");
thread_local CUcontext current = nullptr;

/// Each device has one context and one pool, which their addresses identify.
char contexts[2];
char pools[2];
/// A block of memory that came from a pool.
struct PoolBlock {
  int device;
  size_t size;
  /// True if the block belongs to a graph. Kernels may use it after a launch of
  /// the graph has allocated it.
  bool isOfGraph;
  /// True if the program has released the block but its graph has not.
  bool isReleased;
  /// The part of the block that kernels may touch.
  CUdeviceptr part;
  size_t partSize;
};
std::map<CUdeviceptr, PoolBlock> poolBlocks;

int getCurrentDevice() {
  return static_cast<int>(reinterpret_cast<char *>(current) - contexts);
}

const void *toPointer(CUdeviceptr address) {
  return reinterpret_cast<const void *>(address);
}

/// Lets kernels use a block of a graph.
int allocate(CUdeviceptr address) {
  std::lock_guard<std::mutex> lock(mutex);
  const PoolBlock &block = poolBlocks[address];
  emulator::addRegion(toPointer(address), block.size,
                      emulator::RegionKind::Device);
  emulator::limitRegion(toPointer(address), toPointer(block.part),
                        block.partSize);
  return 0;
}

CUresult copy(void *to, const void *from, size_t size, CUstream stream) {
  return static_cast<CUresult>(fake::enqueue(stream, [=] {
    std::memcpy(to, from, size);
    return 0;
  }));
}

template <typename T>
CUresult fill(CUdeviceptr address, T value, size_t number, CUstream stream) {
  return static_cast<CUresult>(fake::enqueue(stream, [=] {
    std::fill_n(reinterpret_cast<T *>(address), number, value);
    return 0;
  }));
}
} // namespace

void fake::releaseGraphMemory(const std::vector<CUdeviceptr> &memory,
                              bool wasLaunched) {
  for (CUdeviceptr address : memory) {
    emulator::removeRegion(toPointer(address));
    emulator::releaseDeviceMemory(reinterpret_cast<void *>(address));
    std::lock_guard<std::mutex> lock(mutex);
    auto entry = poolBlocks.find(address);
    if (!wasLaunched && !entry->second.isReleased) {
      --counts.blocks;
      --counts.deviceBlocks[entry->second.device];
    }
    poolBlocks.erase(entry);
  }
}

int fake::takeFault(const char *function) {
  std::lock_guard<std::mutex> lock(mutex);
  // The names of functions with several versions have a suffix such as _v2.
  std::string name = function;
  size_t suffix = name.rfind("_v");
  auto entry =
      faults.find(suffix == std::string::npos ? name : name.substr(0, suffix));
  if (entry == faults.end() || entry->second.count == 0)
    return 0;
  if (entry->second.skip > 0) {
    --entry->second.skip;
    return 0;
  }
  --entry->second.count;
  return entry->second.result;
}

FakeCounts &fake::getCounts() { return counts; }
size_t fake::getWorkspace() { return workspace; }
size_t fake::getOverrun() { return overrun; }

void fakeFail(const char *function, int result, int skip, int count) {
  std::lock_guard<std::mutex> lock(mutex);
  faults[function] = {result, skip, count};
}
FakeCounts fakeGetCounts() {
  std::lock_guard<std::mutex> lock(mutex);
  return counts;
}
void fakeSetWorkspace(size_t size) { workspace = size; }
void fakeSetOverrun(size_t size) { overrun = size; }

void fake::count(long FakeCounts::*member, long change) {
  std::lock_guard<std::mutex> lock(mutex);
  counts.*member += change;
}

//===----------------------------------------------------------------------===//
// Devices and contexts
//===----------------------------------------------------------------------===//

// The declarations in cuda.h do not set the visibility.
#pragma GCC visibility push(default)
extern "C" {

CUresult cuInit(unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int *version) {
  *version = 13000;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int *number) {
  FUSED_FAKE_FAULT(CUresult);
  *number = 2;
  if (std::getenv("FUSED_FAKE_NO_DEVICE"))
    *number = 0;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int length, CUdevice) {
  std::strncpy(name, "Fake device", static_cast<size_t>(length));
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = 9;
    break;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = 0;
    break;
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    *value = 132;
    break;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    *value = emulator::hopperSharedSize;
    break;
  default:
    *value = 1;
  }
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  FUSED_FAKE_FAULT(CUresult);
  *context = reinterpret_cast<CUcontext>(&contexts[device]);
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice *device) {
  *device = getCurrentDevice();
  return CUDA_SUCCESS;
}
CUresult cuCtxGetId(CUcontext, unsigned long long *id) {
  FUSED_FAKE_FAULT(CUresult);
  if (!current)
    return CUDA_ERROR_INVALID_CONTEXT;
  *id = 7 + static_cast<unsigned long long>(getCurrentDevice());
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() { return CUDA_SUCCESS; }
CUresult cuGetErrorName(CUresult result, const char **name) {
  *name = emulator::getErrorText(result);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties) {
  FUSED_FAKE_FAULT(CUresult);
  *pool = reinterpret_cast<CUmemoryPool>(&pools[properties->location.id]);
  return CUDA_SUCCESS;
}
CUresult cuMemPoolDestroy(CUmemoryPool) { return CUDA_SUCCESS; }
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void *) {
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr *address, size_t size) {
  *address =
      reinterpret_cast<CUdeviceptr>(emulator::allocateDeviceMemory(size));
  if (!*address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  emulator::addRegion(toPointer(*address), size, emulator::RegionKind::Device);
  return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr address) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto block = poolBlocks.find(address);
    if (block != poolBlocks.end()) {
      --counts.blocks;
      --counts.deviceBlocks[block->second.device];
      poolBlocks.erase(block);
    }
  }
  emulator::removeRegion(toPointer(address));
  emulator::releaseDeviceMemory(reinterpret_cast<void *>(address));
  return CUDA_SUCCESS;
}
CUresult cuMemFreeHost(void *memory) {
  emulator::removeRegion(memory);
  std::free(memory);
  return CUDA_SUCCESS;
}
CUresult cuMemHostAlloc(void **memory, size_t size, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  *memory = std::malloc(size);
  if (!*memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  // Kernels can access this memory, too.
  emulator::addRegion(*memory, size, emulator::RegionKind::Device);
  return CUDA_SUCCESS;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t size,
                                 CUmemoryPool pool, CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  bool isOfGraph = fake::isCapturing(stream);
  if (CUresult result = cuMemAlloc(address, size))
    return result;
  int device = static_cast<int>(reinterpret_cast<char *>(pool) - pools);
  {
    std::lock_guard<std::mutex> lock(mutex);
    poolBlocks[*address] = {device, size, isOfGraph, false, *address, size};
    ++counts.blocks;
    ++counts.allocations;
    counts.allocationNodes += isOfGraph;
    ++counts.deviceBlocks[device];
  }
  if (!isOfGraph)
    return CUDA_SUCCESS;
  emulator::removeRegion(toPointer(*address));
  fake::addGraphMemory(stream, *address);
  return static_cast<CUresult>(
      fake::enqueue(stream, [block = *address] { return allocate(block); }));
}
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  bool isOfGraph;
  {
    std::lock_guard<std::mutex> lock(mutex);
    PoolBlock &block = poolBlocks[address];
    isOfGraph = block.isOfGraph;
    block.isReleased = true;
    --counts.blocks;
    --counts.deviceBlocks[block.device];
    if (!isOfGraph)
      poolBlocks.erase(address);
  }
  if (!isOfGraph)
    return cuMemFree(address);
  return static_cast<CUresult>(fake::enqueue(stream, [address] {
    emulator::removeRegion(toPointer(address));
    return 0;
  }));
}
CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t size,
                         CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return static_cast<CUresult>(fake::enqueue(stream, [=] {
    std::memset(reinterpret_cast<void *>(address), value, size);
    return 0;
  }));
}
CUresult cuMemsetD2D8Async(CUdeviceptr address, size_t pitch,
                           unsigned char value, size_t width, size_t height,
                           CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return static_cast<CUresult>(fake::enqueue(stream, [=] {
    for (size_t row = 0; row < height; ++row)
      std::memset(reinterpret_cast<char *>(address) + row * pitch, value,
                  width);
    return 0;
  }));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size,
                           CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return copy(reinterpret_cast<void *>(to), from, size, stream);
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size,
                           CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return copy(to, toPointer(from), size, stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size,
                           CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return copy(reinterpret_cast<void *>(to), toPointer(from), size, stream);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *what, CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return static_cast<CUresult>(fake::enqueue(stream, [copy = *what] {
    for (size_t row = 0; row < copy.Height; ++row)
      std::memcpy(
          reinterpret_cast<char *>(copy.dstDevice) + row * copy.dstPitch,
          reinterpret_cast<const char *>(copy.srcDevice) + row * copy.srcPitch,
          copy.WidthInBytes);
    return 0;
  }));
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size,
                       CUstream stream) {
  return cuMemcpyDtoDAsync(to, from, size, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr address, unsigned short value,
                          size_t number, CUstream stream) {
  return fill(address, value, number, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t number,
                          CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  return fill(address, value, number, stream);
}
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute,
                               CUdeviceptr address) {
  if (attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE ||
      !emulator::findRegion(toPointer(address), 1))
    return CUDA_ERROR_INVALID_VALUE;
  *static_cast<unsigned *>(value) = CU_MEMORYTYPE_DEVICE;
  return CUDA_SUCCESS;
}
// CUDA has no such function. It lets kernels touch no more of the block than
// the `size` bytes at `part`.
void fusedEmulatorLimitBlock(CUdeviceptr block, CUdeviceptr part, size_t size) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    poolBlocks[block].part = part;
    poolBlocks[block].partSize = size;
  }
  emulator::limitRegion(toPointer(block), toPointer(part), size);
}
} // extern "C"
#pragma GCC visibility pop
