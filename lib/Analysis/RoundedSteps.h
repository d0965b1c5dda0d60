//===- RoundedSteps.h - Where a program rounds its steps -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_ROUNDEDSTEPS_H
#define FUSED_LIB_ANALYSIS_ROUNDEDSTEPS_H

#include "fused/Analysis/EpilogMatcher.h"

namespace fused {

/// True if a target may round the steps of `match`, an epilog that computes the
/// node `exit` of 16 bits, to the type of that: the program does so after the
/// accumulator is scaled and added to C, and after the bias; or `numerics`
/// permits more than the program does.
bool mayRoundSteps(const EpilogRegion &region, unsigned exit,
                   const EpilogMatch &match, Numerics numerics);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_ROUNDEDSTEPS_H
