//===- CapturedMemory.cpp - The memory of streams that hosts capture ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturedMemory.h"

#include <algorithm>
#include <atomic>
#include <new>

using namespace fused::runtime;

/// All graphs of hosts that have memory.
struct CapturedMemory::Table {
  std::mutex mutex;
  std::vector<std::unique_ptr<CapturedMemory>> entries;
  std::atomic<size_t> count = 0;   ///< Of entries.
  std::atomic<size_t> numDead = 0; ///< Of graphs that are gone.
};

/// Never destroyed: the driver may destroy graphs when the process ends.
CapturedMemory::Table &CapturedMemory::getTable() {
  static auto *table = new Table();
  return *table;
}

CapturedMemory::CapturedMemory(Device &device, CUstream stream, cuuint64_t id,
                               CUstream side)
    : device(device), stream(stream), id(id), memory(device) {
  memory.side = side;
  memory.isOfHost = true;
}

static CUresult getCapture(const CudaLibraries &cuda, CUstream stream,
                           cuuint64_t &id, CUgraph &graph) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  graph = nullptr;
#if CUDA_VERSION >= 13000
  CUresult result = cuda.cuStreamGetCaptureInfo(stream, &status, &id, &graph,
                                                nullptr, nullptr, nullptr);
#else
  CUresult result = cuda.cuStreamGetCaptureInfo(stream, &status, &id, &graph,
                                                nullptr, nullptr);
#endif
  // The default stream cannot be asked while another is captured, and is not
  // captured then.
  if (result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)
    return CUDA_SUCCESS;
  if (status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    graph = nullptr;
  return result;
}

CUresult CapturedMemory::find(Device &device, CUstream stream,
                              GraphMemory *&memory) {
  cuuint64_t id = 0;
  CUgraph graph = nullptr;
  if (CUresult result = getCapture(device.cuda, stream, id, graph))
    return result;
  if (!graph) {
    if (getTable().numDead != 0)
      releaseDead(device);
    return CUDA_SUCCESS;
  }
  std::lock_guard<std::mutex> lock(getTable().mutex);
  for (auto &entry : getTable().entries) {
    if (entry->id != id || entry->stream != stream || entry->wasReleased())
      continue;
    memory = &entry->memory;
    return CUDA_SUCCESS;
  }
  return add(device, stream, id, graph, memory);
}

CUresult CapturedMemory::add(Device &device, CUstream stream, cuuint64_t id,
                             CUgraph graph, GraphMemory *&memory) {
  RelaxedCapture relaxed(device.cuda);
  CUstream side = nullptr;
  if (CUresult result = device.getSideStream(side))
    return result;
  Table &table = getTable();
  std::unique_ptr<CapturedMemory> entry;
  try {
    table.entries.reserve(table.entries.size() + 1);
    entry.reset(new CapturedMemory(device, stream, id, side));
  } catch (const std::bad_alloc &) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  // The destructor may run in a thread of the driver, and must not call it.
  CUuserObject object;
  if (CUresult result = device.cuda.cuUserObjectCreate(
          &object, entry.get(),
          [](void *data) {
            __atomic_store_n(&static_cast<CapturedMemory *>(data)->isDead, true,
                             __ATOMIC_RELEASE);
            ++getTable().numDead;
          },
          /*initialRefcount=*/1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC))
    return result;
  memory = &entry->memory;
  table.entries.push_back(std::move(entry));
  ++table.count;
  CUresult result = device.cuda.cuGraphRetainUserObject(
      graph, object, /*count=*/1, CU_GRAPH_USER_OBJECT_MOVE);
  if (result != CUDA_SUCCESS) {
    // Which calls the destructor.
    device.cuda.cuUserObjectRelease(object, 1);
    memory = nullptr;
  }
  return result;
}

void CapturedMemory::releaseDead(Device &device) {
  CUstream side = nullptr;
  RelaxedCapture relaxed(device.cuda);
  if (device.getSideStream(side))
    return;
  while (std::unique_ptr<CapturedMemory> dead = takeDead(device))
    dead->memory.releaseAll(side);
}

/// Removes the memory of a graph that is gone; returns null if there is none.
std::unique_ptr<CapturedMemory> CapturedMemory::takeDead(Device &device) {
  Table &table = getTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  auto found =
      std::find_if(table.entries.begin(), table.entries.end(),
                   [&](const std::unique_ptr<CapturedMemory> &entry) {
                     return &entry->device == &device && entry->wasReleased();
                   });
  if (found == table.entries.end())
    return nullptr;
  std::unique_ptr<CapturedMemory> dead = std::move(*found);
  table.entries.erase(found);
  --table.numDead;
  --table.count;
  return dead;
}

bool CapturedMemory::owns(CUdeviceptr memory) {
  Table &table = getTable();
  if (table.count == 0)
    return false;
  std::lock_guard<std::mutex> lock(table.mutex);
  return std::any_of(table.entries.begin(), table.entries.end(),
                     [&](const std::unique_ptr<CapturedMemory> &entry) {
                       return entry->memory.has(memory);
                     });
}
