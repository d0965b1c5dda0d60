//===- Driver.cpp - What programs need of CUDA's driver -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "../../Core/Error.h"
#include "fused-runtime/fused_cuda.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace fused::runtime;

#define FUSED_TEXT_OF(text) #text
#define FUSED_TEXT(text) FUSED_TEXT_OF(text)

namespace {
struct LoadedDriver : DriverFunctions {
  /// The first function that the driver lacks; null if it has all.
  const char *missing = nullptr;
};
} // namespace

/// Finds the functions in the driver that is loaded already.
static LoadedDriver loadDriver() {
  LoadedDriver functions;
  const char *file = std::getenv("FUSED_CUDA_DRIVER");
  void *library =
      dlopen(file && *file ? file : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
#define FUSED_FIND(name)                                                       \
  if (library)                                                                 \
    functions.name = reinterpret_cast<decltype(functions.name)>(               \
        dlsym(library, FUSED_TEXT(name)));                                     \
  if (!functions.name)                                                         \
    functions.missing = FUSED_TEXT(name);
  FUSED_DRIVER_FUNCTIONS(FUSED_FIND)
#undef FUSED_FIND
  return functions;
}

fused_status_t fused::runtime::getContext(Context &context,
                                          const char *location) {
  Device *device = nullptr;
  if (fused_status_t status = Device::getCurrent(location, device))
    return status;
  static const LoadedDriver driver = loadDriver();
  if (driver.missing)
    return fail(FUSED_UNSUPPORTED, location,
                "CUDA's driver has no function %s: it is too old",
                driver.missing);
  context.device = device;
  context.cuda = &device->cuda;
  context.driver = &driver;
  context.stream = static_cast<CUstream>(fused_cuda_get_stream());
  return FUSED_OK;
}

bool fused::runtime::isOnDevice(const Context &context, const void *address) {
  unsigned type = 0;
  CUresult result = context.driver->cuPointerGetAttribute(
      &type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
      reinterpret_cast<CUdeviceptr>(address));
  return result == CUDA_SUCCESS && type != CU_MEMORYTYPE_HOST;
}
