//===- Plan.h - How a product is executed -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_PLAN_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_PLAN_H

#include "Split.h"

namespace fused::runtime {

/// Whether a way to execute a plan is to be chosen.
enum class TuningState {
  Due,
  Missed, ///< No file has a choice; measuring is due.
  Running,
  Done
};

/// The way chosen for a problem. Safe to execute from many threads at once.
struct CudaPlan {
  CudaPlan(const PlanKey &key, Device &device) : key(key), device(device) {}

  const PlanKey key;
  Device &device;
  /// The epilog as cuBLASLt's own; null if it cannot do it.
  std::atomic<LibraryProduct *> fused{nullptr};
  /// Product and kernels, in place of `fused`; made when cuBLASLt turns out to
  /// refuse that, too.
  std::atomic<SplitProduct *> split{nullptr};
  /// Guards what owns all that was made: threads may still use what tuning has
  /// replaced.
  std::mutex mutex;
  std::vector<std::unique_ptr<LibraryProduct>> fusedProducts;
  std::vector<std::unique_ptr<SplitProduct>> splitProducts;
  /// Executed before: the code of its kernels is on the device.
  std::atomic<bool> warm{false};
  std::atomic<TuningState> tuning{TuningState::Due};
};

/// Puts a product in the place of what `plan` has.
void setFused(CudaPlan &plan, std::unique_ptr<LibraryProduct> product);
void setSplit(CudaPlan &plan, std::unique_ptr<SplitProduct> product);

/// Makes a product that may be `CudaPlan::fused`, with as many algorithms as
/// are `wanted`. FUSED_UNSUPPORTED if there is none that is exact.
fused_status_t makeFused(const CudaPlan &plan, int wanted, const char *location,
                         std::unique_ptr<LibraryProduct> &product);

bool maySplit(const CudaPlan &plan);
bool mayFuse();
/// True unless the environment says whether products are split.
bool choosesWay();

/// Chooses a way to execute `key`, which passed `checkKey`.
fused_status_t makeCudaPlan(Device &device, const PlanKey &key,
                            const char *location,
                            std::unique_ptr<CudaPlan> &plan);

/// Executes `plan` on operands that it was made for.
fused_status_t executeCudaPlan(CudaPlan &plan,
                               const fused_matmul_operands_t &operands,
                               const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_PLAN_H
