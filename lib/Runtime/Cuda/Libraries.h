//===- Libraries.h - CUDA's libraries, loaded at run time -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The runtime is linked to no library of CUDA, so that one build serves
// machines with and without a device. It loads the driver and cuBLASLt when the
// first product on a device is asked for, and never unloads them.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_LIBRARIES_H
#define FUSED_LIB_RUNTIME_CUDA_LIBRARIES_H

#include <cublasLt.h>
#include <cuda.h>

// The functions that are used. A macro that gives a function its version, such
// as cuMemAlloc_v2, is expanded before the name is looked up.
#define FUSED_CUDA_FUNCTIONS(X)                                                \
  X(cuInit)                                                                    \
  X(cuDriverGetVersion)                                                        \
  X(cuDeviceGetCount)                                                          \
  X(cuDeviceGet)                                                               \
  X(cuDeviceGetName)                                                           \
  X(cuDeviceGetAttribute)                                                      \
  X(cuDevicePrimaryCtxRetain)                                                  \
  X(cuCtxGetCurrent)                                                           \
  X(cuCtxSetCurrent)                                                           \
  X(cuCtxGetDevice)                                                            \
  X(cuCtxGetId)                                                                \
  X(cuStreamCreate)                                                            \
  X(cuStreamDestroy)                                                           \
  X(cuStreamGetId)                                                             \
  X(cuStreamGetCaptureInfo)                                                    \
  X(cuStreamIsCapturing)                                                       \
  X(cuThreadExchangeStreamCaptureMode)                                         \
  X(cuStreamQuery)                                                             \
  X(cuStreamSynchronize)                                                       \
  X(cuMemPoolCreate)                                                           \
  X(cuMemPoolDestroy)                                                          \
  X(cuMemPoolSetAttribute)                                                     \
  X(cuMemAllocFromPoolAsync)                                                   \
  X(cuMemFreeAsync)                                                            \
  X(cuMemcpyDtoHAsync)                                                         \
  X(cuMemcpy2DAsync)                                                           \
  X(cuMemsetD8Async)                                                           \
  X(cuMemsetD2D8Async)                                                         \
  X(cuModuleLoadData)                                                          \
  X(cuModuleGetFunction)                                                       \
  X(cuLaunchKernel)                                                            \
  X(cuGetErrorName)                                                            \
  X(cuEventCreate)                                                             \
  X(cuEventDestroy)                                                            \
  X(cuEventRecord)                                                             \
  X(cuEventSynchronize)                                                        \
  X(cuLaunchHostFunc)                                                          \
  X(cuUserObjectCreate)                                                        \
  X(cuUserObjectRelease)                                                       \
  X(cuGraphRetainUserObject)

#define FUSED_CUBLASLT_FUNCTIONS(X)                                            \
  X(cublasLtCreate)                                                            \
  X(cublasLtGetVersion)                                                        \
  X(cublasLtGetStatusName)                                                     \
  X(cublasLtMatmulDescCreate)                                                  \
  X(cublasLtMatmulDescDestroy)                                                 \
  X(cublasLtMatmulDescSetAttribute)                                            \
  X(cublasLtMatrixLayoutCreate)                                                \
  X(cublasLtMatrixLayoutDestroy)                                               \
  X(cublasLtMatrixLayoutSetAttribute)                                          \
  X(cublasLtMatmulPreferenceCreate)                                            \
  X(cublasLtMatmulPreferenceDestroy)                                           \
  X(cublasLtMatmulPreferenceSetAttribute)                                      \
  X(cublasLtMatmulAlgoGetHeuristic)                                            \
  X(cublasLtMatmulAlgoConfigGetAttribute)                                      \
  X(cublasLtMatmul)

namespace fused::runtime {

/// The addresses of the functions of both libraries, by their plain names.
struct CudaLibraries {
#define FUSED_DECLARE(name) decltype(&::name) name = nullptr;
  FUSED_CUDA_FUNCTIONS(FUSED_DECLARE)
  FUSED_CUBLASLT_FUNCTIONS(FUSED_DECLARE)
#undef FUSED_DECLARE
  /// The first version, which drivers before CUDA 12.8 have, too.
  CUresult (*getElapsedTime)(float *, CUevent, CUevent) = nullptr;
  /// Lets kernels touch `size` bytes at `part` only, of those that have been
  /// allocated at `block`. Of the emulator; null with a device.
  void (*limitBlock)(CUdeviceptr block, CUdeviceptr part,
                     size_t size) = nullptr;

  /// What is missing, in one sentence; empty if both libraries were loaded and
  /// there is a device.
  char problem[512] = "";
  bool usable() const { return problem[0] == '\0'; }
};

/// Loads the libraries and initialises the driver, once in a process. The
/// environment variables FUSED_CUDA_DRIVER and FUSED_CUBLASLT name the files to
/// load instead of libcuda.so.1 and libcublasLt.so.
const CudaLibraries &getCudaLibraries();

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_LIBRARIES_H
