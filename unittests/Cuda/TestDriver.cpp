//===- TestDriver.cpp - CUDA's driver, for tests --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDriver.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

using namespace fused::test;

#define FUSED_TEXT_OF(text) #text
#define FUSED_TEXT(text) FUSED_TEXT_OF(text)

thread_local std::string fused::test::currentTest;

void fused::test::require(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return;
  std::fprintf(stderr, "%s failed with error %d in %s\n", what, result,
               currentTest.c_str());
  // Other threads still run.
  std::_Exit(1);
}

TestDriver::TestDriver() {
  const char *file = std::getenv("FUSED_CUDA_DRIVER");
  void *library = dlopen(file ? file : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
#define FUSED_FIND(name)                                                       \
  if (library)                                                                 \
    name = reinterpret_cast<decltype(name)>(dlsym(library, FUSED_TEXT(name))); \
  if (!name)                                                                   \
    require(CUDA_ERROR_NOT_FOUND, FUSED_TEXT(name));
  FUSED_TEST_DRIVER_FUNCTIONS(FUSED_FIND)
#undef FUSED_FIND
  require(cuInit(0), "cuInit");
}

int TestDriver::countDevices() const {
  int count;
  require(cuDeviceGetCount(&count), "cuDeviceGetCount");
  return count;
}

void TestDriver::enter(int number) const {
  CUdevice device;
  CUcontext context;
  require(cuDeviceGet(&device, number), "cuDeviceGet");
  require(cuDevicePrimaryCtxRetain(&context, device),
          "cuDevicePrimaryCtxRetain");
  require(cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

const TestDriver &fused::test::getDriver() {
  static const TestDriver *driver = new TestDriver();
  return *driver;
}
