//===- FakeTimes.cpp - Algorithms, and the time that they take ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fake.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <cublasLt.h>
#include <cuda.h>
#include <mutex>
#include <thread>
#include <vector>

// This file defines the first version of the function.
#undef cuEventElapsedTime

using namespace fused;

struct CUevent_st {
  double time; ///< Time in microseconds.
};

namespace {
std::vector<FakeAlgorithm> algorithms(3);
/// The time that all work has taken so far. Events record it.
std::atomic<double> now{0};
std::mutex mutex;
/// The threads that execute the host functions of streams.
std::vector<std::thread> hostFunctions;
} // namespace

void fakeSetAlgorithms(const FakeAlgorithm *proposed, int count) {
  algorithms.assign(proposed, proposed + count);
}
int fake::getNumAlgorithms() { return static_cast<int>(algorithms.size()); }
const FakeAlgorithm &fake::getAlgorithm(size_t index) {
  return algorithms[index];
}
int fake::getFamily(size_t index, bool isOfVector) {
  int id = getAlgorithm(index).id;
  return isOfVector && id == FakeAlgorithm().id ? 11 : id;
}
void fake::passTime(double microseconds) {
  double before = now.load();
  while (!now.compare_exchange_weak(before, before + microseconds)) {
  }
}

// The declarations in the headers do not set the visibility.
#pragma GCC visibility push(default)
extern "C" {

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(
    const cublasLtMatmulAlgo_t *algorithm,
    cublasLtMatmulAlgoConfigAttributes_t attribute, void *value, size_t size,
    size_t *) {
  const FakeAlgorithm &described = fake::getAlgorithm(algorithm->data[0]);
  int found = 0;
  switch (attribute) {
  case CUBLASLT_ALGO_CONFIG_ID:
    found = fake::getFamily(algorithm->data[0],
                            /*isOfVector=*/algorithm->data[1]);
    break;
  case CUBLASLT_ALGO_CONFIG_SPLITK_NUM:
    found = described.parts;
    break;
  case CUBLASLT_ALGO_CONFIG_TILE_ID:
    found = described.tile;
    break;
  case CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID:
    found = described.cluster;
    break;
  default:
    break;
  }
  // Some attributes are shorter.
  std::memcpy(value, &found, std::min(size, sizeof(found)));
  return CUBLAS_STATUS_SUCCESS;
}
CUresult cuEventCreate(CUevent *event, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  __atomic_fetch_add(&fake::getCounts().events, 1, __ATOMIC_RELAXED);
  *event = new CUevent_st{};
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
  __atomic_fetch_sub(&fake::getCounts().events, 1, __ATOMIC_RELAXED);
  delete event;
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  FUSED_FAKE_FAULT(CUresult);
  CUstreamCaptureStatus capturing;
  cuStreamIsCapturing(stream, &capturing);
  if (capturing != CU_STREAM_CAPTURE_STATUS_NONE)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  event->time = now;
  return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned) {
  FUSED_FAKE_FAULT(CUresult);
  return CUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent) {
  FUSED_FAKE_FAULT(CUresult);
  std::vector<std::thread> functions;
  {
    std::lock_guard<std::mutex> lock(mutex);
    functions.swap(hostFunctions);
  }
  for (std::thread &function : functions)
    function.join();
  return CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent first, CUevent last) {
  FUSED_FAKE_FAULT(CUresult);
  *milliseconds = static_cast<float>((last->time - first->time) / 1000);
  return CUDA_SUCCESS;
}
CUresult cuLaunchHostFunc(CUstream, CUhostFn function, void *argument) {
  FUSED_FAKE_FAULT(CUresult);
  std::lock_guard<std::mutex> lock(mutex);
  hostFunctions.emplace_back(function, argument);
  return CUDA_SUCCESS;
}
} // extern "C"
#pragma GCC visibility pop
