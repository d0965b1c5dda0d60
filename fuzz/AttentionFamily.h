//===- AttentionFamily.h - Programs with attention --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_ATTENTIONFAMILY_H
#define FUSED_FUZZ_ATTENTIONFAMILY_H

#include "Generator.h"

namespace fused::fuzz {

/// Generates a softmax between two products, with any scores: as one operation,
/// or in linalg.
Program generateAttention(uint64_t seed, uint64_t index);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_ATTENTIONFAMILY_H
