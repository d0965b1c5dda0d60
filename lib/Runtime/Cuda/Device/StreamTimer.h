//===- StreamTimer.h - The time that work takes in a stream -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_DEVICE_STREAMTIMER_H
#define FUSED_LIB_RUNTIME_CUDA_DEVICE_STREAMTIMER_H

#include "../Libraries.h"

namespace fused::runtime {

class Gate;

/// Measures by events how long the device takes for work in a stream. The
/// device waits until all of it is there, so that the time that the host takes
/// to launch it does not count.
class StreamTimer {
public:
  StreamTimer(const CudaLibraries &cuda, CUstream stream)
      : cuda(cuda), stream(stream) {}
  ~StreamTimer();
  StreamTimer(const StreamTimer &) = delete;
  StreamTimer &operator=(const StreamTimer &) = delete;

  CUresult create();
  /// If not `gated`, the device need not wait: for work that waits for it when
  /// it is launched.
  CUresult start(bool gated);
  /// Waits for the work since start(). Also where that has failed.
  CUresult stop(float &milliseconds);

private:
  const CudaLibraries &cuda;
  CUstream stream;
  CUevent first = nullptr, last = nullptr;
  Gate *gate = nullptr;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_DEVICE_STREAMTIMER_H
