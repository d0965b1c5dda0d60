//===- NearMiss.cpp - Kinds of near misses ----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearMiss.h"

using namespace fused::fuzz;

static constexpr NearMissInfo infos[] = {
#define FUSED_NEAR_MISS(ENUMERATOR, name, part, mustNotFuse, description)      \
  {name, Part::part, mustNotFuse != 0, description},
#include "NearMisses.def"
};

const NearMissInfo &fused::fuzz::getInfo(NearMiss miss) {
  return infos[static_cast<unsigned>(miss)];
}
