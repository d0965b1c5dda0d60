//===- Arrays.h - Arrays of other libraries ----------------------*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_PYTHON_ARRAYS_H
#define FUSED_PYTHON_ARRAYS_H

#include "DLPack.h"
#include "fused-runtime/fused_runtime.h"
#include <nanobind/nanobind.h>

#include <functional>
#include <string>

namespace fused::python {

/// What an error is about. Its text is made when there is one.
struct Subject {
  const char *kind; ///< "argument" or "output".
  int32_t number;
  const std::string *name = nullptr; ///< May be empty.

  /// "argument 2 ('bias')".
  std::string getText() const;
};

/// Finds the stream of CUDA for an array on a device of this number.
using StreamFinder = std::function<void *(nanobind::handle, int32_t)>;

/// The stream in which the library of `object` works, if that can be asked
/// without Python. Returns whether it could.
bool findStreamByExchange(nanobind::handle object, int32_t device,
                          void *&stream);

/// A view of the memory of a Python object, which it keeps alive. It is filled
/// in, moved and destroyed while the GIL is held.
class Array {
public:
  Array() = default;
  ~Array() { release(); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  /// Views `object` by DLPack or the buffer protocol. `findStream` says where a
  /// device will use it. Throws a TypeError or ValueError that names `subject`.
  void view(nanobind::handle object, const StreamFinder &findStream,
            const Subject &subject);

  /// Views a number of Python, as an element of `type`.
  bool viewNumber(nanobind::handle object, fused_type_t type);

  bool isOnDevice() const { return device.device_type == dlpack::Cuda; }
  /// True if elements lie in row-major order without gaps.
  bool isDense() const;

  fused_tensor_t tensor = {};
  dlpack::Device device = {dlpack::Cpu, 0};
  bool isReadOnly = false;
  /// True if the library that made it knows nothing of our stream.
  bool needsSynchronization = false;

private:
  bool viewByExchange(nanobind::handle object, const Subject &subject);
  bool viewByBuffer(nanobind::handle object, const Subject &subject);
  bool viewByInterface(nanobind::handle object, const Subject &subject);
  bool viewByDLPack(nanobind::handle object, const StreamFinder &findStream,
                    const Subject &subject);
  void take(const dlpack::Tensor &source, const Subject &subject);
  void release();

  int64_t strides[FUSED_MAX_RANK] = {}; ///< In elements.
  Py_buffer buffer = {};
  dlpack::ManagedTensor *managed = nullptr;
  dlpack::ManagedTensorVersioned *versioned = nullptr;
  int64_t number = 0; ///< The memory of viewNumber().
};

/// "f32[64, 784]".
std::string describe(fused_type_t type, int32_t rank, const int64_t *sizes);

} // namespace fused::python

#endif // FUSED_PYTHON_ARRAYS_H
