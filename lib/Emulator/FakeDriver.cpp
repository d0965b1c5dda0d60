//===- FakeDriver.cpp - A driver without a device -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Fake.h"
#include "Memory.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <vector>

using namespace fused;

struct CUstream_st {
  unsigned long long id;
  bool capturing;
  /// What was allocated and not released since the capture began.
  std::vector<CUdeviceptr> captured;
};
/// Captured work is done when it is captured. Its memory belongs to the graph
/// until the first launch, which would allocate it.
struct CUgraph_st {
  std::vector<CUdeviceptr> memory;
};
struct CUgraphExec_st {
  std::vector<CUdeviceptr> memory;
};

namespace {
struct Fault {
  int result, skip, count;
};
std::mutex mutex;
std::map<std::string, Fault> faults;
FakeCounts counts;
/// A number of the environment; 0 without.
size_t readNumber(const char *variable) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : 0;
}
size_t workspace = readNumber("FUSED_FAKE_WORKSPACE");
size_t overrun = readNumber("FUSED_FAKE_OVERRUN");
CUstream_st defaultStream = {1, false, {}};
thread_local CUcontext current = nullptr;

CUstream_st *getStream(CUstream stream) {
  return stream ? stream : &defaultStream;
}

/// One of each for each device; pools and contexts are their addresses.
char contexts[2];
char pools[2];
/// The device of each block that came from a pool.
std::map<CUdeviceptr, int> deviceOfBlock;

int getCurrentDevice() {
  return static_cast<int>(reinterpret_cast<char *>(current) - contexts);
}

const void *toPointer(CUdeviceptr address) {
  return reinterpret_cast<const void *>(address);
}
} // namespace

int fake::takeFault(const char *function) {
  std::lock_guard<std::mutex> lock(mutex);
  // Functions with several versions have a suffix such as _v2.
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

// The declarations of cuda.h have no visibility.
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
// Streams
//===----------------------------------------------------------------------===//

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  static std::atomic<unsigned long long> next{2};
  *stream = new CUstream_st{next++, false, {}};
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  delete stream;
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  return CUDA_SUCCESS;
}
CUresult cuStreamGetId(CUstream stream, unsigned long long *id) {
  *id = getStream(stream)->id;
  return CUDA_SUCCESS;
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
  *status = getStream(stream)->capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE
                                         : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *) {
  return CUDA_SUCCESS;
}
CUresult cuStreamQuery(CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  return CUDA_SUCCESS;
}
CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode) {
  FUSED_FAKE_FAULT(CUresult);
  getStream(stream)->capturing = true;
  getStream(stream)->captured.clear();
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  getStream(stream)->capturing = false;
  *graph = new CUgraph_st{std::move(getStream(stream)->captured)};
  FUSED_FAKE_FAULT(CUresult);
  return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                     unsigned long long) {
  FUSED_FAKE_FAULT(CUresult);
  *executable = new CUgraphExec_st{std::move(graph->memory)};
  graph->memory.clear();
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec executable, CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  executable->memory.clear();
  fake::count(&FakeCounts::replays, 1);
  return CUDA_SUCCESS;
}
CUresult cuGraphGetNodes(CUgraph, CUgraphNode *, size_t *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExecDestroy(CUgraphExec executable) {
  for (CUdeviceptr address : executable->memory)
    cuMemFreeAsync(address, nullptr);
  delete executable;
  return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph graph) {
  for (CUdeviceptr address : graph->memory)
    cuMemFreeAsync(address, nullptr);
  delete graph;
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
  *address = reinterpret_cast<CUdeviceptr>(
      std::aligned_alloc(256, (size + 255) / 256 * 256));
  if (!*address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  emulator::addRegion(toPointer(*address), size, emulator::RegionKind::Device);
  return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr address) {
  emulator::removeRegion(toPointer(address));
  std::free(reinterpret_cast<void *>(address));
  return CUDA_SUCCESS;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t size,
                                 CUmemoryPool pool, CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  CUresult result = cuMemAlloc(address, size);
  if (getStream(stream)->capturing)
    getStream(stream)->captured.push_back(*address);
  std::lock_guard<std::mutex> lock(mutex);
  int device = static_cast<int>(reinterpret_cast<char *>(pool) - pools);
  deviceOfBlock[*address] = device;
  ++counts.blocks;
  ++counts.allocations;
  ++counts.deviceBlocks[device];
  return result;
}
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  auto &captured = getStream(stream)->captured;
  captured.erase(std::remove(captured.begin(), captured.end(), address),
                 captured.end());
  {
    std::lock_guard<std::mutex> lock(mutex);
    --counts.blocks;
    --counts.deviceBlocks[deviceOfBlock[address]];
    deviceOfBlock.erase(address);
  }
  return cuMemFree(address);
}
CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t size,
                         CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  std::memset(reinterpret_cast<void *>(address), value, size);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD2D8Async(CUdeviceptr address, size_t pitch,
                           unsigned char value, size_t width, size_t height,
                           CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  for (size_t row = 0; row < height; ++row)
    std::memset(reinterpret_cast<char *>(address) + row * pitch, value, width);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size,
                           CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  std::memcpy(reinterpret_cast<void *>(to), from, size);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  std::memcpy(to, reinterpret_cast<void *>(from), size);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size,
                           CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
              size);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size,
                       CUstream stream) {
  return cuMemcpyDtoDAsync(to, from, size, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr address, unsigned short value,
                          size_t number, CUstream) {
  std::fill_n(reinterpret_cast<unsigned short *>(address), number, value);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t number,
                          CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  std::fill_n(reinterpret_cast<unsigned *>(address), number, value);
  return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute,
                               CUdeviceptr address) {
  if (attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE || !emulator::findRegion(toPointer(address), 1))
    return CUDA_ERROR_INVALID_VALUE;
  *static_cast<unsigned *>(value) = CU_MEMORYTYPE_DEVICE;
  return CUDA_SUCCESS;
}
// Not of CUDA: lets `size` bytes at `part` be all of a block that kernels may
// touch.
void fusedEmulatorLimitBlock(CUdeviceptr block, CUdeviceptr part, size_t size) {
  emulator::limitRegion(toPointer(block), toPointer(part), size);
}
} // extern "C"
#pragma GCC visibility pop
