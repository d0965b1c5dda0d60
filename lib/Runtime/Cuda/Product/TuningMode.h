//===- TuningMode.h - When products are measured -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNINGMODE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNINGMODE_H

#include "../../Core/ChoiceStore.h"

#include <atomic>

namespace fused::runtime {

enum class TuningMode {
  Unknown,
  Off,
  Stored, ///< Nothing is measured, but a file may have choices.
  On,
  Verbose
};

/// Unknown until the environment was read.
extern std::atomic<TuningMode> tuningMode;
/// Reads FUSED_CUDA_TUNE and FUSED_CUDA_CHOICES, if nothing was set before, and
/// returns the mode.
TuningMode initializeTuningMode();

inline TuningMode getTuningMode() {
  TuningMode mode = tuningMode.load(std::memory_order_relaxed);
  return mode == TuningMode::Unknown ? initializeTuningMode() : mode;
}
inline bool isTuningEnabled() { return getTuningMode() > TuningMode::Stored; }
void enableTuning(bool enabled);

/// The choices of the file that was named, if one was.
ChoiceStore &getChoiceStore();
/// Names the file; none if it is empty.
void nameChoiceFile(const std::string &file);
/// Adds the choices of a text.
fused_status_t carryChoices(const char *text);

/// Another number after each change of what tuning decides: what was recorded
/// before should be recorded again.
uint64_t getTuningGeneration();
void changeTuningGeneration();

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_TUNINGMODE_H
