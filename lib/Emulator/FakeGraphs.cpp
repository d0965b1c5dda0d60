//===- FakeGraphs.cpp - Streams and graphs without a device ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeGraphs.h"

#include "DeviceMemory.h"
#include "Errors.h"
#include "Fake.h"
#include "Memory.h"

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

using namespace fused;

namespace {
using Work = std::function<int()>;

/// Tells the host when nothing has it any more.
struct UserObject {
  UserObject(void *data, CUhostFn destroy) : data(data), destroy(destroy) {}
  ~UserObject() { destroy(data); }
  UserObject(const UserObject &) = delete;
  UserObject &operator=(const UserObject &) = delete;

  void *data;
  CUhostFn destroy;
};
} // namespace

struct CUuserObject_st {
  std::shared_ptr<UserObject> object;
};
struct CUstream_st {
  unsigned long long id = 1;
  bool capturing = false;
  unsigned long long captureId = 0;
  CUgraph graph = nullptr; ///< While the stream is captured.
  /// The work that the stream captures, and the memory allocated meanwhile.
  std::vector<Work> work;
  std::vector<CUdeviceptr> memory;
};
struct CUgraph_st {
  std::vector<Work> work;
  std::vector<CUdeviceptr> memory;
  std::vector<std::shared_ptr<UserObject>> objects;
};
struct CUgraphExec_st : CUgraph_st {
  bool wasLaunched = false;
};

static CUstream_st defaultStream;

static CUstream_st *getStream(CUstream stream) {
  return stream ? stream : &defaultStream;
}

int fake::enqueue(CUstream stream, Work work) {
  if (!isCapturing(stream)) {
    emulator::DeviceAccess access;
    return work();
  }
  getStream(stream)->work.push_back(std::move(work));
  return 0;
}
bool fake::isCapturing(CUstream stream) { return getStream(stream)->capturing; }

void fake::addGraphMemory(CUstream stream, CUdeviceptr address) {
  getStream(stream)->memory.push_back(address);
}

// The declarations in cuda.h do not set the visibility.
#pragma GCC visibility push(default)
extern "C" {

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  static std::atomic<unsigned long long> next{2};
  *stream = new CUstream_st();
  (*stream)->id = next++;
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
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status,
                                cuuint64_t *id, CUgraph *graph,
                                const CUgraphNode **, const CUgraphEdgeData **,
                                size_t *) {
  *id = getStream(stream)->captureId;
  *graph = getStream(stream)->graph;
  return cuStreamIsCapturing(stream, status);
}
CUresult cuUserObjectCreate(CUuserObject *object, void *data, CUhostFn destroy,
                            unsigned, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  *object = new CUuserObject_st{std::make_shared<UserObject>(data, destroy)};
  return CUDA_SUCCESS;
}
CUresult cuUserObjectRelease(CUuserObject object, unsigned) {
  delete object;
  return CUDA_SUCCESS;
}
/// The only reference becomes the graph's.
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned,
                                 unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  graph->objects.push_back(object->object);
  return cuUserObjectRelease(object, 1);
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
  static std::atomic<unsigned long long> captures = 0;
  getStream(stream)->capturing = true;
  getStream(stream)->captureId = ++captures;
  getStream(stream)->graph = new CUgraph_st();
  getStream(stream)->work.clear();
  getStream(stream)->memory.clear();
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  CUstream captured = getStream(stream);
  captured->capturing = false;
  *graph = captured->graph;
  (*graph)->work = std::move(captured->work);
  (*graph)->memory = std::move(captured->memory);
  captured->work.clear();
  captured->memory.clear();
  FUSED_FAKE_FAULT(CUresult);
  return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                     unsigned long long) {
  FUSED_FAKE_FAULT(CUresult);
  *executable = new CUgraphExec_st{
      {graph->work, std::move(graph->memory), graph->objects},
      /*wasLaunched=*/false};
  graph->memory.clear();
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec executable, CUstream) {
  FUSED_FAKE_FAULT(CUresult);
  fake::count(&FakeCounts::replays, 1);
  // This launch releases what the last one has left. The runtime asks for that.
  for (CUdeviceptr address : executable->memory)
    emulator::removeRegion(reinterpret_cast<const void *>(address));
  executable->wasLaunched = true;
  emulator::DeviceAccess access;
  for (const Work &work : executable->work)
    if (int result = work())
      return static_cast<CUresult>(result);
  return CUDA_SUCCESS;
}
CUresult cuGraphGetNodes(CUgraph, CUgraphNode *, size_t *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExecDestroy(CUgraphExec executable) {
  fake::releaseGraphMemory(executable->memory, executable->wasLaunched);
  delete executable;
  return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph graph) {
  fake::releaseGraphMemory(graph->memory, /*wasLaunched=*/false);
  delete graph;
  return CUDA_SUCCESS;
}
} // extern "C"
#pragma GCC visibility pop
