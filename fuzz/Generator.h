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

/// A random program. The seed and the index determine it.
struct Program {
  uint64_t index;
  std::string name;   ///< The name of the function.
  std::string family; ///< "forward" or another family.
  std::string text;   ///< The function in MLIR.
  /// The sizes of its arguments. The types may leave some of them open.
  std::vector<llvm::SmallVector<int64_t>> argumentSizes;
  /// The mistake of a near miss.
  std::optional<NearMiss> miss;
  /// If everything is recognised, one of its products has one of these epilogs.
  std::vector<std::string> expected;
  /// Because of the near miss, no product may have one of these epilogs.
  std::vector<std::string> forbidden;
  /// True if no rounding may decide a comparison. The inputs must then be small
  /// multiples of a power of two, so that the compared numbers are exact.
  bool needsExactInputs = false;
  /// True if NaN and infinities count as the same. GELU may turn an infinity
  /// into either.
  bool nanIsInfinite = false;
  /// True if a GELU has torch-mlir's constant, which an epilog replaces by the
  /// exact one.
  bool usesTorchConstant = false;
  /// True if inputs have to be small. A derivative near 0 must not be rounded
  /// to 0 where it may be multiplied by an infinity.
  bool needsSmallInputs = false;
  /// False if the contract does not define what happens to NaN and infinities.
  bool judgesNonFinite = true;
  /// False if the order of sums determines what happens to the largest and
  /// smallest numbers of a type.
  bool toleratesExtremes = true;
  /// True if inputs have integers of all magnitudes and signs.
  bool hasWideIntegers = false;
};

/// The families of programs.
enum class Family {
  All,          ///< Products or Linalg, by seed and index.
  Products,     ///< Products with epilogs, and near misses.
  Linalg,       ///< Arbitrary operations, a few of which are convolutions.
  Convolutions, ///< A convolution, and arbitrary operations.
  Loops,        ///< A loop that saves what another one reads, and the same.
  Attention     ///< A softmax between two products.
};

/// How many programs one module has. All have the same contract.
constexpr uint64_t programsPerModule = 20;

/// Returns the contract of a program.
Numerics chooseNumerics(uint64_t seed, uint64_t index);

/// Returns the program, or the program that its results are judged by. Both
/// have the same arguments and results.
Program generate(uint64_t seed, uint64_t index, Family family,
                 Meaning meaning = Meaning::Written);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_GENERATOR_H
