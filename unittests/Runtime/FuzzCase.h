//===- FuzzCase.h - Random calls of the C ABI -------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_RUNTIME_FUZZCASE_H
#define FUSED_UNITTESTS_RUNTIME_FUZZCASE_H

#include "ProductCase.h"

#include <cstdint>
#include <random>
#include <string>

namespace fused::test {

/// Random choices, a function of seed and index alone.
class Dice {
public:
  Dice(uint64_t seed, uint64_t index) {
    std::seed_seq sequence{
        static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32),
        static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32)};
    random.seed(sequence);
  }

  /// A number from `low` to `high`, both included.
  int64_t pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() %
                                      static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  template <typename T, size_t n> T pickFrom(const T (&values)[n]) {
    return values[pick(0, n - 1)];
  }
  unsigned next() { return static_cast<unsigned>(random()); }

private:
  std::mt19937 random;
};

/// A product that the CPU has, in any form that the ABI allows: strides of rows
/// and batches, sharing and overlapping inputs, C that is D, empty sizes,
/// factors of zero, special values, numbers of very different magnitude.
ProductCase makeFuzzCase(Dice &dice);

/// Makes one thing of a call wrong that has to be refused, and returns what, or
/// an empty string if the call has no such thing.
std::string damage(ProductRun &run, Dice &dice);

} // namespace fused::test

#endif // FUSED_UNITTESTS_RUNTIME_FUZZCASE_H
