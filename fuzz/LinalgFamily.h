//===- LinalgFamily.h - Programs of arbitrary linalg ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_LINALGFAMILY_H
#define FUSED_FUZZ_LINALGFAMILY_H

#include "Generator.h"

namespace fused::fuzz {

/// Generates a program of arbitrary operations of linalg, tensor and scf, with
/// or without products. `family` says what comes first.
Program generateLinalg(uint64_t seed, uint64_t index, Family family);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_LINALGFAMILY_H
