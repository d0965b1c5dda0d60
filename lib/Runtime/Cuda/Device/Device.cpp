//===- Device.cpp - A device and its memory -------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "../../Core/Error.h"
#include "CapturedMemory.h"
#include "GraphMemory.h"
#include "GuardedBlocks.h"
#include "fused-runtime/fused_cuda.h"

#include <algorithm>
#include <string_view>
#include <vector>

using namespace fused::runtime;

/// Streams beyond these have no workspace of their own.
static constexpr size_t maxWorkspaces = 256;
static constexpr size_t maxPlans = 1 << 16;
/// Memory that the pool keeps although nothing uses it.
static constexpr uint64_t poolThreshold = uint64_t(256) << 20;

fused_status_t fused::runtime::failCuda(const CudaLibraries &cuda,
                                        CUresult result, const char *function,
                                        const char *location) {
  const char *name = nullptr;
  cuda.cuGetErrorName(result, &name);
  return fail(result == CUDA_ERROR_OUT_OF_MEMORY ? FUSED_OUT_OF_MEMORY
                                                 : FUSED_LIBRARY_ERROR,
              location, "%s failed: %s", function, name ? name : "unknown");
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

namespace {
/// All devices of the process, by the identifiers of their contexts.
struct DeviceTable {
  std::mutex mutex;
  std::unordered_map<unsigned long long, Device *> devices;
};
/// Never destroyed: other threads may still run when the process ends.
DeviceTable &getDeviceTable() {
  static DeviceTable *table = new DeviceTable();
  return *table;
}

struct CurrentDevice {
  unsigned long long contextId = 0;
  Device *device = nullptr;
};
thread_local CurrentDevice current;

/// Makes the primary context of device number `ordinal` current, and gives its
/// identifier.
fused_status_t enterPrimaryContext(const CudaLibraries &cuda, int ordinal,
                                   const char *location,
                                   unsigned long long &id) {
  CUdevice device;
  CUcontext context;
  if (CUresult result = cuda.cuDeviceGet(&device, ordinal))
    return failCuda(cuda, result, "cuDeviceGet", location);
  if (CUresult result = cuda.cuDevicePrimaryCtxRetain(&context, device))
    return failCuda(cuda, result, "cuDevicePrimaryCtxRetain", location);
  if (CUresult result = cuda.cuCtxSetCurrent(context))
    return failCuda(cuda, result, "cuCtxSetCurrent", location);
  if (CUresult result = cuda.cuCtxGetId(nullptr, &id))
    return failCuda(cuda, result, "cuCtxGetId", location);
  return FUSED_OK;
}
} // namespace

fused_status_t Device::getCurrent(const char *location, Device *&device) {
  const CudaLibraries &cuda = getCudaLibraries();
  if (!cuda.usable())
    return fail(FUSED_UNSUPPORTED, location, "no CUDA device can be used: %s",
                cuda.problem);
  unsigned long long id = 0;
  // Tools that watch the driver report a call that fails: a thread that has no
  // context is asked for it first.
  CUcontext context = nullptr;
  bool isFirst = !current.device;
  if (isFirst)
    cuda.cuCtxGetCurrent(&context);
  if ((isFirst && !context) || cuda.cuCtxGetId(nullptr, &id) != CUDA_SUCCESS)
    if (fused_status_t status = enterPrimaryContext(cuda, 0, location, id))
      return status;
  if (current.device && current.contextId == id) {
    device = current.device;
    return FUSED_OK;
  }
  DeviceTable &table = getDeviceTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  Device *&entry = table.devices[id];
  if (!entry) {
    auto made = std::make_unique<Device>(
        static_cast<int32_t>(table.devices.size()), cuda);
    if (fused_status_t status = made->initialize(location)) {
      table.devices.erase(id);
      return status;
    }
    entry = made.release();
  }
  device = entry;
  current = {id, device};
  return FUSED_OK;
}

fused_status_t Device::initialize(const char *location) {
  RelaxedCapture relaxed(cuda);
  CUdevice device;
  if (CUresult result = cuda.cuCtxGetDevice(&device))
    return failCuda(cuda, result, "cuCtxGetDevice", location);
  cuda.cuDeviceGetName(name, sizeof(name), device);
  cuda.cuDeviceGetAttribute(
      &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuda.cuDeviceGetAttribute(
      &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  cuda.cuDeviceGetAttribute(&multiprocessors,
                            CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  int hasPools = 0;
  cuda.cuDeviceGetAttribute(&hasPools,
                            CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, device);
  if (!hasPools)
    return fail(FUSED_UNSUPPORTED, location,
                "%s has no memory pools, which products need", name);
  CUmemPoolProps properties = {};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = device;
  if (CUresult result = cuda.cuMemPoolCreate(&pool, &properties))
    return failCuda(cuda, result, "cuMemPoolCreate", location);
  cuuint64_t threshold = poolThreshold;
  cuda.cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                             &threshold);
  cublasLtVersion = cuda.cublasLtGetVersion();
  cuda.cuDriverGetVersion(&driverVersion);
  if (cublasStatus_t result = cuda.cublasLtCreate(&handle)) {
    cuda.cuMemPoolDestroy(pool);
    return fail(result == CUBLAS_STATUS_ALLOC_FAILED ? FUSED_OUT_OF_MEMORY
                                                     : FUSED_LIBRARY_ERROR,
                location, "cublasLtCreate failed on %s: %s", name,
                cuda.cublasLtGetStatusName(result));
  }
  loadKernels(cuda, kernels);
  return FUSED_OK;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

size_t Device::Hash::operator()(const PlanKey &key) const {
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char *>(&key), sizeof(key)});
}

CudaPlan *Device::findPlan(const PlanKey &key) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = plans.find(key);
  return entry == plans.end() ? nullptr : entry->second;
}

CudaPlan *Device::addPlan(const PlanKey &key, std::unique_ptr<CudaPlan> &plan) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = plans.find(key);
  if (entry != plans.end())
    return entry->second;
  if (plans.size() >= maxPlans)
    return nullptr;
  plans.emplace(key, plan.get());
  return plan.release();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUresult Device::getSideStream(CUstream &stream) {
  std::lock_guard<std::mutex> lock(mutex);
  CUresult result = CUDA_SUCCESS;
  if (!side)
    result = cuda.cuStreamCreate(&side, CU_STREAM_NON_BLOCKING);
  stream = side;
  return result;
}

fused_status_t Device::getNumber(bool isOne, const char *location,
                                 CUdeviceptr &number) {
  std::lock_guard<std::mutex> lock(numbersMutex);
  if (!numbers) {
    CUstream stream = nullptr;
    CUdeviceptr memory = 0;
    if (CUresult result = getSideStream(stream))
      return failCuda(cuda, result, "cuStreamCreate", location);
    if (CUresult result = cuda.cuMemAllocFromPoolAsync(
            &memory, 2 * sizeof(float), pool, stream))
      return failCuda(cuda, result, "cuMemAllocFromPoolAsync", location);
    // 1 is 0x3f800000.
    CUresult result =
        cuda.cuMemsetD8Async(memory, 0, 2 * sizeof(float), stream);
    if (result == CUDA_SUCCESS)
      result = cuda.cuMemsetD8Async(memory + 6, 0x80, 1, stream);
    if (result == CUDA_SUCCESS)
      result = cuda.cuMemsetD8Async(memory + 7, 0x3f, 1, stream);
    if (result == CUDA_SUCCESS)
      result = cuda.cuStreamSynchronize(stream);
    if (result != CUDA_SUCCESS) {
      cuda.cuMemFreeAsync(memory, stream);
      return failCuda(cuda, result, "cuMemsetD8Async", location);
    }
    numbers = memory;
  }
  number = numbers + (isOne ? sizeof(float) : 0);
  return FUSED_OK;
}

CUresult Device::allocate(size_t size, CUstream stream, const char *purpose,
                          CUdeviceptr &memory) {
  GraphMemory *captured = nullptr;
  if (CUresult result = GraphMemory::find(*this, stream, captured))
    return result;
  if (captured)
    return captured->allocate(size, purpose, memory);
  GuardedBlocks &guarded = GuardedBlocks::get();
  if (guarded.areEnabled())
    return guarded.allocate(*this, size, stream, purpose, memory);
  return cuda.cuMemAllocFromPoolAsync(&memory, size, pool, stream);
}

CUresult Device::release(CUdeviceptr memory, CUstream stream) {
  GraphMemory *captured = nullptr;
  if (CUresult result = GraphMemory::find(*this, stream, captured))
    return result;
  if (captured ? captured->release(memory) : CapturedMemory::owns(memory))
    return CUDA_SUCCESS;
  CUresult result;
  if (GuardedBlocks::get().release(*this, memory, stream, result))
    return result;
  return cuda.cuMemFreeAsync(memory, stream);
}

Workspace *Device::getWorkspace(unsigned long long streamId) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = workspaces.find(streamId);
  if (entry != workspaces.end())
    return entry->second.get();
  if (workspaces.size() >= maxWorkspaces)
    return nullptr;
  return workspaces.emplace(streamId, std::make_unique<Workspace>())
      .first->second.get();
}

fused_status_t Device::releaseStream(CUstream stream) {
  unsigned long long id;
  if (CUresult result = cuda.cuStreamGetId(stream, &id))
    return failCuda(cuda, result, "cuStreamGetId", nullptr);
  std::unique_ptr<Workspace> workspace;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto entry = workspaces.find(id);
    if (entry == workspaces.end())
      return FUSED_OK;
    workspace = std::move(entry->second);
    workspaces.erase(entry);
  }
  if (workspace->memory)
    if (CUresult result = release(workspace->memory, stream))
      return failCuda(cuda, result, "cuMemFreeAsync", nullptr);
  return FUSED_OK;
}

Temporary::~Temporary() {
  if (memory)
    device.release(memory, stream);
}

fused_status_t Temporary::allocate(size_t size, const char *location,
                                   const char *purpose) {
  CUresult result = device.allocate(size, stream, purpose, memory);
  if (result == CUDA_SUCCESS)
    return FUSED_OK;
  memory = 0;
  if (result != CUDA_ERROR_OUT_OF_MEMORY)
    return failCuda(device.cuda, result, "cuMemAllocFromPoolAsync", location);
  return fail(FUSED_OUT_OF_MEMORY, location,
              "%s has no %zu bytes for the intermediate results of a product",
              device.name, size);
}

/// The name of a workspace in messages about red zones.
static constexpr const char *purpose = "the workspace of a product";

fused_status_t WorkspaceLease::acquire(size_t size, const char *location) {
  if (size == 0)
    return FUSED_OK;
  CUstreamCaptureStatus capturing;
  if (CUresult result = device.cuda.cuStreamIsCapturing(stream, &capturing))
    return failCuda(device.cuda, result, "cuStreamIsCapturing", location);
  Workspace *workspace = nullptr;
  // A workspace that is kept has no red zones of its size.
  if (capturing == CU_STREAM_CAPTURE_STATUS_NONE &&
      !GuardedBlocks::get().areEnabled()) {
    unsigned long long id;
    if (CUresult result = device.cuda.cuStreamGetId(stream, &id))
      return failCuda(device.cuda, result, "cuStreamGetId", location);
    workspace = device.getWorkspace(id);
  }
  if (!workspace) {
    fused_status_t status = temporary.allocate(size, location, purpose);
    memory = temporary.get();
    return status;
  }
  lock = std::unique_lock<std::mutex>(workspace->mutex);
  if (workspace->size < size)
    if (fused_status_t status = grow(*workspace, size, location))
      return status;
  memory = workspace->memory;
  return FUSED_OK;
}

fused_status_t WorkspaceLease::grow(Workspace &workspace, size_t size,
                                    const char *location) {
  // In whole mebibytes, so that it grows seldom.
  size = (size + (size_t(1) << 20) - 1) >> 20 << 20;
  CUdeviceptr larger = 0;
  CUresult result = device.allocate(size, stream, purpose, larger);
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    return fail(FUSED_OUT_OF_MEMORY, location,
                "%s has no %zu bytes for the workspace of a product",
                device.name, size);
  if (result != CUDA_SUCCESS)
    return failCuda(device.cuda, result, "cuMemAllocFromPoolAsync", location);
  if (workspace.memory)
    device.release(workspace.memory, stream);
  workspace.memory = larger;
  workspace.size = size;
  return FUSED_OK;
}

extern "C" fused_status_t fused_cuda_set_device(int32_t device) {
  const CudaLibraries &cuda = getCudaLibraries();
  if (!cuda.usable())
    return fail(FUSED_UNSUPPORTED, nullptr, "no CUDA device can be used: %s",
                cuda.problem);
  CUcontext context = nullptr;
  CUdevice entered = 0;
  if (!cuda.cuCtxGetCurrent(&context) && context &&
      !cuda.cuCtxGetDevice(&entered) && entered == device)
    return FUSED_OK;
  unsigned long long id = 0;
  return enterPrimaryContext(cuda, device, nullptr, id);
}
