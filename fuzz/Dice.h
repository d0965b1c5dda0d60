//===- Dice.h - Random choices of a program ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_DICE_H
#define FUSED_FUZZ_DICE_H

#include "NearMiss.h"
#include "Random.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <initializer_list>
#include <optional>

namespace fused::fuzz {

/// What a program is written for.
enum class Meaning {
  Written,     ///< As a front end writes it.
  Intended,    ///< To judge results by: the constants of GELU are exact, as in
               ///< the epilogs.
  IntendedFast ///< The same under the fast contract: GELU has its tanh form.
};

/// The random choices of one program, and where it is made a near miss.
///
/// The grammar asks at each place where it could go wrong whether it has to.
/// The first time it is told no everywhere, and the places are counted; then
/// one is chosen and the program is written again, with the same choices up to
/// there. Call dice in statements of their own: the order in which arguments
/// of a function are evaluated is not the same in all compilers.
class Dice {
public:
  Dice(uint64_t seed, uint64_t index, Meaning meaning,
       std::optional<unsigned> missAt = {})
      : meaning(meaning), random(seed, index), missAt(missAt) {}

  /// A number in [0, count).
  unsigned below(unsigned count) { return unsigned(random.next() % count); }
  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }
  /// One of the values, each as likely as the others.
  template <typename T> T pick(std::initializer_list<T> values) {
    return values.begin()[below(unsigned(values.size()))];
  }
  /// Dice for what does not matter to the choices that come after.
  Dice fork() { return Dice(random.next(), 0, meaning); }

  /// True if the program has to go wrong here, in this way.
  bool misses(NearMiss kind) {
    places.push_back(kind);
    return missAt && *missAt + 1 == places.size();
  }
  /// The places so far.
  llvm::ArrayRef<NearMiss> getPlaces() const { return places; }

  const Meaning meaning;

private:
  run::Random random;
  std::optional<unsigned> missAt;
  llvm::SmallVector<NearMiss> places;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_DICE_H
