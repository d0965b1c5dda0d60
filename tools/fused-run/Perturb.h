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

/// The same inputs as a program takes them, and for its reference in double.
struct PerturbedInputs {
  std::vector<HostTensor> own, promoted;
  bool isOwnPerturbed = false; ///< True if `own` differs from the inputs.
};

/// Multiplies the numbers of `inputs` by something between 1 - unit and
/// 1 + unit: each tensor by a factor of its own in every other draw, else each
/// number. Zeros, infinities and NaN stay what they are, and no finite number
/// becomes infinite. What a type is too coarse for changes in double alone.
PerturbedInputs perturb(llvm::ArrayRef<HostTensor> inputs, double unit,
                        uint64_t seed, unsigned draw);

} // namespace fused::run

#endif // FUSED_RUN_PERTURB_H
