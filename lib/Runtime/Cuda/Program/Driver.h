//===- Driver.h - What programs need of CUDA's driver -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of the driver beyond those that products need (Libraries.h).
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PROGRAM_DRIVER_H
#define FUSED_LIB_RUNTIME_CUDA_PROGRAM_DRIVER_H

#include "../Device/Device.h"

#define FUSED_DRIVER_FUNCTIONS(X)                                              \
  X(cuLibraryLoadData)                                                         \
  X(cuLibraryGetKernel)                                                        \
  X(cuLaunchKernelEx)                                                          \
  X(cuLibraryUnload)                                                           \
  X(cuKernelGetAttribute)                                                      \
  X(cuKernelSetAttribute)                                                      \
  X(cuMemFree)                                                                 \
  X(cuMemFreeHost)                                                             \
  X(cuMemHostAlloc)                                                            \
  X(cuMemcpyDtoDAsync)                                                         \
  X(cuMemcpyHtoDAsync)                                                         \
  X(cuMemcpyAsync)                                                             \
  X(cuGraphDestroy)                                                            \
  X(cuGraphExecDestroy)                                                        \
  X(cuGraphInstantiateWithFlags)                                               \
  X(cuGraphLaunch)                                                             \
  X(cuMemsetD16Async)                                                          \
  X(cuMemsetD32Async)                                                          \
  X(cuPointerGetAttribute)                                                     \
  X(cuStreamBeginCapture)                                                      \
  X(cuStreamEndCapture)                                                        \
  X(cuStreamWaitEvent)                                                         \
  X(cuTensorMapEncodeTiled)

namespace fused::runtime {

/// The addresses of the functions, by their plain names.
struct DriverFunctions {
#define FUSED_DECLARE(name) decltype(&::name) name = nullptr;
  FUSED_DRIVER_FUNCTIONS(FUSED_DECLARE)
#undef FUSED_DECLARE
};

/// The device of this thread, and both tables of functions.
struct Context {
  Device *device = nullptr;
  const CudaLibraries *cuda = nullptr;
  const DriverFunctions *driver = nullptr;
  CUstream stream = nullptr; ///< Where this thread runs programs.
};

/// Fills in `context`. Fails where there is no device.
fused_status_t getContext(Context &context, const char *location);

/// True unless `address` is memory of the host, pinned or not. The driver does
/// not know memory that CUDA has not allocated, nor that of a graph which is
/// being captured.
bool isOnDevice(const Context &context, const void *address);

/// A stream for this purpose alone.
class PrivateStream {
public:
  explicit PrivateStream(const Context &context) : context(context) {}
  ~PrivateStream() {
    if (stream)
      context.cuda->cuStreamDestroy(stream);
  }
  PrivateStream(const PrivateStream &) = delete;
  PrivateStream &operator=(const PrivateStream &) = delete;

  CUresult create() {
    return context.cuda->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
  }
  CUstream get() const { return stream; }

private:
  const Context &context;
  CUstream stream = nullptr;
};

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PROGRAM_DRIVER_H
