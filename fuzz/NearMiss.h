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

/// A mistake in a program that would otherwise have an epilog.
enum class NearMiss {
#define FUSED_NEAR_MISS(ENUMERATOR, name, part, mustNotFuse, description)      \
  ENUMERATOR,
#include "NearMisses.def"
};

/// The part of a program with the mistake.
enum class Part { Activation, Gradient, Operand, Sum };

/// An entry of NearMisses.def.
struct NearMissInfo {
  const char *name;
  Part part;
  bool mustNotFuse;
  const char *description;
};

const NearMissInfo &getInfo(NearMiss miss);
} // namespace fused::fuzz

#endif // FUSED_FUZZ_NEARMISS_H
