//===- Tuning.h - Choosing how a product is executed ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNING_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNING_H

#include "Plan.h"
#include "TuningMode.h"

namespace fused::runtime {

/// True if tune() has something to do for `plan`.
inline bool isTuningDue(const CudaPlan &plan) {
  TuningMode mode = getTuningMode();
  if (mode == TuningMode::Off)
    return false;
  TuningState state = plan.tuning.load(std::memory_order_relaxed);
  return state == TuningState::Due ||
         (state == TuningState::Missed && mode > TuningMode::Stored);
}

/// Makes the way of the plan the one that a file has for it. If it has none,
/// and tuning is on, measures the ways to execute `plan` on these operands, and
/// makes the fastest that of the plan, unless the stream is captured or another
/// thread does it. What fails leaves the plan as it is. D and the other results
/// have no particular contents afterwards; a D that is C is left as it was.
void tune(CudaPlan &plan, const fused_matmul_operands_t &operands,
          const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNING_H
