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

namespace fused::runtime {

enum class TuningMode { Unknown, Off, On, Verbose };

/// Unknown until the environment was read.
extern std::atomic<TuningMode> tuningMode;
/// Reads FUSED_CUDA_TUNE, if nothing was set before, and returns the mode.
TuningMode initializeTuningMode();

inline TuningMode getTuningMode() {
  TuningMode mode = tuningMode.load(std::memory_order_relaxed);
  return mode == TuningMode::Unknown ? initializeTuningMode() : mode;
}
inline bool isTuningEnabled() { return getTuningMode() > TuningMode::Off; }
void enableTuning(bool enabled);
/// Another number after each change of what tuning decides: what was recorded
/// before should be recorded again.
uint64_t getTuningGeneration();

/// Measures the ways to execute `plan` on these operands, and makes the fastest
/// that of the plan, unless the stream is captured or another thread does it.
/// What fails leaves the plan as it is. D and the other results have no
/// particular contents afterwards; a D that is C is left as it was.
void tune(CudaPlan &plan, const fused_matmul_operands_t &operands,
          const char *location);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNING_H
