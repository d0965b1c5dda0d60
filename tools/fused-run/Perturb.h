//===- Perturb.h - Inputs that differ by rounding -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_PERTURB_H
#define FUSED_RUN_PERTURB_H

#include "HostTensor.h"
#include "Random.h"

namespace fused::run {

/// Perturbed inputs in the types of the program, and in double for its
/// reference.
struct PerturbedInputs {
  std::vector<HostTensor> own, promoted;
  bool isOwnPerturbed = false; ///< True if `own` differs from the original
                               ///< inputs.
};

/// Multiplies the numbers of `inputs` by factors between 1 - unit and 1 + unit.
/// In every other draw, all numbers of a tensor have the same factor; in the
/// others, each has its own. Zeros, infinities and NaN keep their values, and
/// no finite number becomes infinite. If a type is too coarse for the change,
/// only the numbers in double change.
PerturbedInputs perturb(llvm::ArrayRef<HostTensor> inputs, double unit,
                        uint64_t seed, unsigned draw);

} // namespace fused::run

#endif // FUSED_RUN_PERTURB_H
