//===- StreamTimer.cpp - The time that work takes in a stream -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamTimer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace fused::runtime;

namespace fused::runtime {
/// The condition that the device waits for. Two own it: who opens it, and the
/// function in the stream that waits, which never runs where the device was
/// lost before.
class Gate {
public:
  static void CUDA_CB wait(void *gate) {
    static_cast<Gate *>(gate)->waitUntilOpen();
    static_cast<Gate *>(gate)->release();
  }

  void open() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      isOpen = true;
    }
    opened.notify_one();
    release();
  }

private:
  /// The wait has a limit, because launching may wait for the device.
  void waitUntilOpen() {
    std::unique_lock<std::mutex> lock(mutex);
    opened.wait_for(lock, std::chrono::milliseconds(5),
                    [this] { return isOpen; });
  }
  void release() {
    bool isLast;
    {
      std::lock_guard<std::mutex> lock(mutex);
      isLast = --owners == 0;
    }
    if (isLast)
      delete this;
  }

  std::mutex mutex;
  std::condition_variable opened;
  bool isOpen = false;
  int owners = 2;
};
} // namespace fused::runtime

StreamTimer::~StreamTimer() {
  for (CUevent event : {first, last})
    if (event)
      cuda.cuEventDestroy(event);
}

CUresult StreamTimer::create() {
  if (CUresult result = cuda.cuEventCreate(&first, CU_EVENT_DEFAULT))
    return result;
  return cuda.cuEventCreate(&last, CU_EVENT_DEFAULT);
}

CUresult StreamTimer::start(bool gated) {
  if (gated) {
    gate = new Gate();
    if (cuda.cuLaunchHostFunc(stream, &Gate::wait, gate) != CUDA_SUCCESS) {
      delete gate;
      gate = nullptr;
    }
  }
  return cuda.cuEventRecord(first, stream);
}

CUresult StreamTimer::stop(float &milliseconds) {
  CUresult result = cuda.cuEventRecord(last, stream);
  if (gate)
    gate->open();
  gate = nullptr;
  if (result == CUDA_SUCCESS)
    result = cuda.cuEventSynchronize(last);
  if (result == CUDA_SUCCESS)
    result = cuda.getElapsedTime(&milliseconds, first, last);
  return result;
}
