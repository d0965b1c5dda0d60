//===- Random.h - A portable random generator -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_RANDOM_H
#define FUSED_RUN_RANDOM_H

#include "HostTensor.h"

#include <cstdint>

namespace fused::run {

/// Generates the same numbers on every machine. This is SplitMix64 (Steele, Lea
/// and Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
public:
  /// Generators with one seed and different `stream` give different numbers.
  explicit Random(uint64_t seed, uint64_t stream = 0)
      : state(seed * 0xd1342543de82ef95 + stream * 0x9e3779b97f4a7c15) {
    state = next();
  }

  /// Returns 64 uniform random bits.
  uint64_t next() {
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

private:
  uint64_t state;
};

/// Makes a random tensor. Floats are nearly normal with mean 0. Their standard
/// deviation is 0.5 for vectors and scalars and max(rows, columns)^(-1/4) for
/// matrices. Integers are uniform and less than `integers`, or less than 2 for
/// i1.
HostTensor makeRandomTensor(fused_type_t type, llvm::ArrayRef<int64_t> sizes,
                            Random random, unsigned integers = 8);

} // namespace fused::run

#endif // FUSED_RUN_RANDOM_H
