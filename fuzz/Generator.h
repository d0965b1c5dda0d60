//===- Generator.h - Random programs ----------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_GENERATOR_H
#define FUSED_FUZZ_GENERATOR_H

#include "Dice.h"
#include "fused/Analysis/Numerics.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fused::fuzz {

/// A random program, a function of a seed and an index.
struct Program {
  uint64_t index;
  std::string name;   ///< Of the function.
  std::string family; ///< "forward", ...
  std::string text;   ///< The function in MLIR.
  /// The sizes of its arguments, some of which its type leaves open.
  std::vector<llvm::SmallVector<int64_t>> argumentSizes;
  /// What is wrong with it, if something is.
  std::optional<NearMiss> miss;
  /// The epilogs, one of which a product of it has where all of it is found.
  std::vector<std::string> expected;
  /// Those which no product may have because of the near miss.
  std::vector<std::string> forbidden;
  /// True if inputs have to be multiples of a power of two, few enough for all
  /// that decides a comparison to be exact in all types.
  bool needsExactInputs = false;
  /// True if it makes either of NaN and infinities, which count as the same.
  bool nanIsInfinite = false;
  /// True if inputs have to be small: a derivative next to 0 must not be
  /// rounded to it, if it may be multiplied by an infinity.
  bool needsSmallInputs = false;
  /// False if the contract leaves it open what becomes of NaN and infinities.
  bool judgesNonFinite = true;
  /// False if it depends on the order of sums what becomes of the largest and
  /// smallest numbers of a type.
  bool toleratesExtremes = true;
  /// True if integers are of all magnitudes and signs.
  bool hasWideIntegers = false;
};

/// Which programs there are.
enum class Family {
  All,      ///< One or the other, by the seed and the index.
  Products, ///< Products and what follows them, with near misses.
  Linalg    ///< Arbitrary operations.
};

/// Programs that are compiled at once, and under one contract.
constexpr uint64_t programsPerModule = 20;

/// The contract of a program.
Numerics chooseNumerics(uint64_t seed, uint64_t index);

/// The program, or what its results are judged by: a function with the same
/// arguments and results.
Program generate(uint64_t seed, uint64_t index, Family family,
                 Meaning meaning = Meaning::Written);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_GENERATOR_H
