//===- DLPack.h - The structures of DLPack -----------------------*- C++
//-*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// https://dmlc.github.io/dlpack/latest/c_api.html: what arrays are exchanged
// by, and the table by which some libraries do it without Python.

#ifndef FUSED_PYTHON_DLPACK_H
#define FUSED_PYTHON_DLPACK_H

#include <cstdint>

namespace fused::python::dlpack {

enum DeviceType : int32_t { Cpu = 1, Cuda = 2, CudaHost = 3, CudaManaged = 13 };

struct Device {
  int32_t device_type;
  int32_t device_id;
};

enum TypeCode : uint8_t {
  Int = 0,
  UInt = 1,
  Float = 2,
  BFloat = 4,
  Bool = 6,
  Float8E4M3FN = 10,
  Float8E5M2 = 12
};

struct DataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct Tensor {
  void *data;
  Device device;
  int32_t ndim;
  DataType dtype;
  int64_t *shape;
  int64_t *strides; ///< In elements; null if row-major and dense.
  uint64_t byte_offset;
};

struct ManagedTensor {
  Tensor tensor;
  void *manager;
  void (*deleter)(ManagedTensor *);
};

struct Version {
  uint32_t major, minor;
};

constexpr uint64_t readOnlyFlag = 1;

struct ManagedTensorVersioned {
  Version version;
  void *manager;
  void (*deleter)(ManagedTensorVersioned *);
  uint64_t flags;
  Tensor tensor;
};

struct ExchangeHeader {
  Version version;
  ExchangeHeader *previous;
};

struct ExchangeTable {
  ExchangeHeader header;
  void *allocate;
  void *managedFromObject;
  void *managedToObject;
  /// Fills in a view of an object that its caller keeps alive. May be null.
  int (*tensorFromObject)(void *object, Tensor *tensor);
  /// Where the library works.
  int (*currentStream)(int32_t deviceType, int32_t deviceId, void **stream);
};

} // namespace fused::python::dlpack

#endif // FUSED_PYTHON_DLPACK_H
