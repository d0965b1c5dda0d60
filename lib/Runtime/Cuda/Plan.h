//===- Plan.h - How a product is executed -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PLAN_H
#define FUSED_LIB_RUNTIME_CUDA_PLAN_H

#include "Split.h"

namespace fused::runtime {

/// The way chosen for a problem. Safe to execute from many threads at once.
struct CudaPlan {
  CudaPlan(const PlanKey &key, Device &device) : key(key), device(device) {}
  ~CudaPlan() { delete split.load(std::memory_order_relaxed); }

  const PlanKey key;
  Device &device;
  /// The epilog as cuBLASLt's own; null if it cannot do it.
  std::unique_ptr<LibraryProduct> fused;
  /// Product and kernels; made when cuBLASLt turns out to refuse `fused`, too.
  std::atomic<SplitProduct *> split{nullptr};
  std::mutex splitMutex;
  /// Executed before: the code of its kernels is on the device.
  std::atomic<bool> warm{false};
};

/// Chooses a way to execute `key`, which passed `checkKey`.
fused_status_t makeCudaPlan(Device &device, const PlanKey &key,
                            const char *location,
                            std::unique_ptr<CudaPlan> &plan);

/// Executes `plan` on operands that it was made for.
fused_status_t executeCudaPlan(CudaPlan &plan,
                               const fused_matmul_operands_t &operands,
                               const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PLAN_H
