//===- DeviceMemory.h - Memory that the host cannot touch -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of a device has addresses that the host cannot read. Here, all memory
// is the host's. With FUSED_EMULATOR_PROTECT=1, that of the device is protected
// but for the time in which the device works.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_DEVICEMEMORY_H
#define FUSED_LIB_EMULATOR_DEVICEMEMORY_H

#include <cstddef>

namespace fused::emulator {

/// Returns null if there is no memory.
void *allocateDeviceMemory(size_t size);

void releaseDeviceMemory(void *memory);

/// While one of these exists, the memory can be touched.
class DeviceAccess {
public:
  DeviceAccess();
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess &) = delete;
  DeviceAccess &operator=(const DeviceAccess &) = delete;
};

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_DEVICEMEMORY_H
