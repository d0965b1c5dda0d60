//===- TestDriver.h - CUDA's driver, for tests ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_TESTDRIVER_H
#define FUSED_UNITTESTS_CUDA_TESTDRIVER_H

#include <cuda.h>
#include <string>

#define FUSED_TEST_DRIVER_FUNCTIONS(X)                                         \
  X(cuInit)                                                                    \
  X(cuDriverGetVersion)                                                        \
  X(cuDeviceGetCount)                                                          \
  X(cuDeviceGet)                                                               \
  X(cuDeviceGetName)                                                           \
  X(cuDevicePrimaryCtxRetain)                                                  \
  X(cuCtxSetCurrent)                                                           \
  X(cuCtxSynchronize)                                                          \
  X(cuStreamCreate)                                                            \
  X(cuStreamDestroy)                                                           \
  X(cuStreamSynchronize)                                                       \
  X(cuStreamBeginCapture)                                                      \
  X(cuStreamEndCapture)                                                        \
  X(cuGraphInstantiate)                                                        \
  X(cuGraphLaunch)                                                             \
  X(cuGraphGetNodes)                                                           \
  X(cuGraphExecDestroy)                                                        \
  X(cuGraphDestroy)                                                            \
  X(cuMemAlloc)                                                                \
  X(cuMemFree)                                                                 \
  X(cuModuleLoadData)                                                          \
  X(cuModuleGetFunction)                                                       \
  X(cuLaunchKernel)                                                            \
  X(cuMemsetD8Async)                                                           \
  X(cuMemcpyHtoDAsync)                                                         \
  X(cuMemcpyDtoHAsync)

namespace fused::test {

/// Functions of the driver that the runtime itself does not use. Ends the
/// program with a message if there is no driver.
struct TestDriver {
#define FUSED_DECLARE(name) decltype(&::name) name = nullptr;
  FUSED_TEST_DRIVER_FUNCTIONS(FUSED_DECLARE)
#undef FUSED_DECLARE

  TestDriver();
  int countDevices() const;
  /// Makes the primary context of device `number` current in this thread.
  void enter(int number = 0) const;
};
const TestDriver &getDriver();

/// What this thread is testing, for messages.
extern thread_local std::string currentTest;

/// Ends the program with a message if a call of the driver failed.
void require(CUresult result, const char *what);

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_TESTDRIVER_H
