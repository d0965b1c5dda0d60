//===- NearMiss.h - Kinds of near misses ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_NEARMISS_H
#define FUSED_FUZZ_NEARMISS_H

namespace fused::fuzz {

/// One thing that is wrong in a program which otherwise has an epilog.
enum class NearMiss {
#define FUSED_NEAR_MISS(ENUMERATOR, name, mustNotFuse, description) ENUMERATOR,
#include "NearMisses.def"
};

/// What NearMisses.def says about a kind.
struct NearMissInfo {
  const char *name;
  bool mustNotFuse;
  const char *description;
};

const NearMissInfo &getInfo(NearMiss miss);

/// True for the kinds in which a sum is wrong and all else is right.
bool concernsSum(NearMiss miss);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_NEARMISS_H
