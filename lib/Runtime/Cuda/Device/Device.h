//===- Device.h - A device and its memory -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_DEVICE_DEVICE_H
#define FUSED_LIB_RUNTIME_CUDA_DEVICE_DEVICE_H

#include "../../Core/Problem.h"
#include "../Kernels/Kernels.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace fused::runtime {

struct CudaPlan;

/// The workspace of one stream. The lock is held from the moment that its
/// address is read until the work that uses it is in the stream.
struct Workspace {
  std::mutex mutex;
  CUdeviceptr memory = 0;
  size_t size = 0;
};

/// The state of the runtime for one context of CUDA. Never destroyed: call
/// sites keep addresses of plans.
class Device {
public:
  Device(int32_t index, const CudaLibraries &cuda) : index(index), cuda(cuda) {}

  /// Finds or makes the device of this thread's current context; makes the
  /// primary context of device 0 current if there is none.
  static fused_status_t getCurrent(const char *location, Device *&device);

  CudaPlan *findPlan(const PlanKey &key);
  /// Adds `plan` and returns it, or the one that another thread added. Null,
  /// leaving `plan`, if there are too many.
  CudaPlan *addPlan(const PlanKey &key, std::unique_ptr<CudaPlan> &plan);

  /// The workspace of a stream; null if too many streams have one.
  Workspace *getWorkspace(unsigned long long streamId);
  fused_status_t releaseStream(CUstream stream);

  /// Allocates `size` bytes, not zero, in the order of `stream`. `purpose` says
  /// what they are, in messages about red zones.
  CUresult allocate(size_t size, CUstream stream, const char *purpose,
                    CUdeviceptr &memory);
  /// Releases what allocate() has returned, in the order of `stream`.
  CUresult release(CUdeviceptr memory, CUstream stream);

  /// The address of an f32 of 0 or 1 in memory of the device. Calls are under
  /// `RelaxedCapture`.
  fused_status_t getNumber(bool isOne, const char *location,
                           CUdeviceptr &number);

  /// A stream of the runtime's own, for memory that is needed at once. Calls
  /// that use it may not be captured.
  CUresult getSideStream(CUstream &stream);

  const int32_t index; ///< Of `PlanKey::device`, from 1.
  const CudaLibraries &cuda;
  cublasLtHandle_t handle = nullptr;
  CUmemoryPool pool = nullptr;
  KernelTable kernels; ///< Empty if the device cannot run them.
  size_t cublasLtVersion = 0;
  int driverVersion = 0;    ///< Of CUDA; 13020 is 13.2.
  int major = 0, minor = 0; ///< Of the compute capability.
  int multiprocessors = 0;
  char name[96] = "";

private:
  fused_status_t initialize(const char *location);

  struct Hash {
    size_t operator()(const PlanKey &key) const;
  };
  std::mutex mutex;
  CUstream side = nullptr;
  std::mutex numbersMutex;
  CUdeviceptr numbers = 0; ///< 0 and 1.
  std::unordered_map<PlanKey, CudaPlan *, Hash> plans;
  std::unordered_map<unsigned long long, std::unique_ptr<Workspace>> workspaces;
};

/// Memory in the order of a stream, for the duration of one call.
class Temporary {
public:
  Temporary(Device &device, CUstream stream) : device(device), stream(stream) {}
  ~Temporary();
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;

  fused_status_t
  allocate(size_t size, const char *location,
           const char *purpose = "an intermediate result of a product");
  CUdeviceptr get() const { return memory; }

private:
  Device &device;
  CUstream stream;
  CUdeviceptr memory = 0;
};

/// The workspace of a stream for the duration of one call. A stream that is
/// captured gets memory that belongs to the graph, since the graph may be
/// launched in any stream.
class WorkspaceLease {
public:
  WorkspaceLease(Device &device, CUstream stream)
      : device(device), stream(stream), temporary(device, stream) {}

  fused_status_t acquire(size_t size, const char *location);
  void *get() const { return reinterpret_cast<void *>(memory); }

private:
  fused_status_t grow(Workspace &workspace, size_t size, const char *location);

  Device &device;
  CUstream stream;
  Temporary temporary;
  std::unique_lock<std::mutex> lock;
  CUdeviceptr memory = 0;
};

/// While it lives, this thread may load code and allocate although some stream
/// is captured.
class RelaxedCapture {
public:
  explicit RelaxedCapture(const CudaLibraries &cuda) : cuda(cuda) {
    cuda.cuThreadExchangeStreamCaptureMode(&mode);
  }
  ~RelaxedCapture() { cuda.cuThreadExchangeStreamCaptureMode(&mode); }
  RelaxedCapture(const RelaxedCapture &) = delete;
  RelaxedCapture &operator=(const RelaxedCapture &) = delete;

private:
  const CudaLibraries &cuda;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

/// Sets the message to "`function` failed: `result`"; FUSED_OUT_OF_MEMORY if
/// that is the reason, else FUSED_LIBRARY_ERROR.
fused_status_t failCuda(const CudaLibraries &cuda, CUresult result,
                        const char *function, const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_DEVICE_DEVICE_H
