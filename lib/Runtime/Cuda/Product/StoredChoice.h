//===- StoredChoice.h - Choices of products in a file --------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A file names one of the algorithms that cuBLASLt proposes for the product at
// hand. It brings none in, so whatever it has, nothing runs that a measurement
// could not choose.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_RUNTIME_CUDA_PRODUCT_STOREDCHOICE_H
#define FUSED_LIB_RUNTIME_CUDA_PRODUCT_STOREDCHOICE_H

#include "Plan.h"

#include <optional>
#include <string>

namespace fused::runtime {

/// What a file calls a device: with the versions of all that is measured.
std::string describeForChoices(const Device &device);

/// The result of a measurement, as a file has it.
struct StoredChoice {
  bool isSplit;
  uint64_t fingerprint; ///< LibraryProduct::getFingerprint()
  int id;               ///< What cuBLASLt calls the algorithm, for readers.
  float microseconds, untuned;
};

/// Lets `plan` execute what the file has for it. False if it has nothing, or
/// nothing that can be used, which `rejected` is then.
bool applyStoredChoice(CudaPlan &plan, const char *location,
                       std::optional<std::string> &rejected);

/// Writes what was measured for `plan` to the file, if there is one, in place
/// of what was `rejected`.
void storeChoice(const CudaPlan &plan, const StoredChoice &choice,
                 const std::optional<std::string> &rejected);

} // namespace fused::runtime

#endif // FUSED_LIB_RUNTIME_CUDA_PRODUCT_STOREDCHOICE_H
