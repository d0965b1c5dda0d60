//===- Streams.cpp - Streams of CUDA devices ------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include "Errors.h"

#include <utility>

namespace nb = nanobind;
using namespace fused::python;

void *fused::python::getStream(nb::handle stream) {
  if (PyLong_Check(stream.ptr()))
    return reinterpret_cast<void *>(nb::cast<uintptr_t>(stream));
  if (nb::hasattr(stream, "__cuda_stream__"))
    return reinterpret_cast<void *>(nb::cast<uintptr_t>(
        nb::cast<nb::tuple>(stream.attr("__cuda_stream__")())[1]));
  for (const char *name : {"cuda_stream", "ptr"})
    if (nb::hasattr(stream, name))
      return reinterpret_cast<void *>(
          nb::cast<uintptr_t>(nb::getattr(stream, name)));
  throwTypeError("stream is neither a number nor a stream of a library: "
                 "it has no __cuda_stream__");
}

void DeviceNumbers::move(fused_tensor_t &tensor) {
  StreamScope scope(stream);
  size_t size = fused_type_size(tensor.type);
  blocks.push_back(nullptr);
  blocks.back() = fused_cuda_alloc(size);
  if (!blocks.back())
    check(FUSED_OUT_OF_MEMORY);
  check(fused_cuda_store_number(blocks.back(), tensor.data, size));
  tensor.data = blocks.back();
}

DeviceNumbers::~DeviceNumbers() {
  if (blocks.empty() || fused_cuda_set_device(device) != FUSED_OK)
    return;
  StreamScope scope(stream);
  for (void *block : blocks)
    fused_cuda_free(block);
}

DeviceNumbers &DeviceNumbers::operator=(DeviceNumbers &&other) {
  std::swap(blocks, other.blocks);
  std::swap(device, other.device);
  std::swap(stream, other.stream);
  return *this;
}
