//===- Streams.h - Streams of CUDA devices ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_STREAMS_H
#define FUSED_PYTHON_STREAMS_H

#include "fused-runtime/fused_cuda.h"
#include <nanobind/nanobind.h>

#include <vector>

namespace fused::python {

/// The address of a stream, which is a number or an object of a library.
void *getStream(nanobind::handle stream);

/// Has this thread work in a stream of a device while it lives.
class StreamScope {
public:
  explicit StreamScope(void *stream) : before(fused_cuda_get_stream()) {
    fused_cuda_set_stream(stream);
  }
  ~StreamScope() { fused_cuda_set_stream(before); }
  StreamScope(const StreamScope &) = delete;
  StreamScope &operator=(const StreamScope &) = delete;

private:
  void *before;
};

/// Numbers in memory of a device, which programs read as arrays of rank 0.
class DeviceNumbers {
public:
  DeviceNumbers() = default;
  ~DeviceNumbers();
  DeviceNumbers(DeviceNumbers &&) = default;
  DeviceNumbers &operator=(DeviceNumbers &&other);

  /// Copies the number of `tensor` to the device, in the current stream, and
  /// has `tensor` view it there.
  void move(fused_tensor_t &tensor);

  int32_t device = 0;
  void *stream = nullptr; ///< In which they are released.

private:
  std::vector<void *> blocks;
};

} // namespace fused::python

#endif // FUSED_PYTHON_STREAMS_H
