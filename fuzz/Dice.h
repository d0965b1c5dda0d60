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

/// What a program is for.
enum class Meaning {
  Written,     ///< The program as a front end writes it.
  Intended,    ///< The program that results are judged by. Its GELU has exact
               ///< constants, as the epilogs have.
  IntendedFast ///< The same for the fast contract. Its GELU has the tanh form.
};

/// Makes the random choices of a program, and decides where it becomes a near
/// miss.
///
/// At each place where the program could have a mistake, the grammar asks
/// whether to make it. At first the answer is always no, and the places are
/// counted. Then one place is chosen, and the program is written again with the
/// same choices up to that place. Call dice in separate statements, because
/// compilers evaluate the arguments of a call in different orders.
class Dice {
public:
  Dice(uint64_t seed, uint64_t index, Meaning meaning,
       std::optional<unsigned> missAt = {})
      : meaning(meaning), random(seed, index), missAt(missAt) {}

  /// Returns a number in [0, count).
  unsigned below(unsigned count) { return unsigned(random.next() % count); }
  /// Returns true in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }
  /// Returns one of the values. All are equally likely.
  template <typename T> T pick(std::initializer_list<T> values) {
    return values.begin()[below(unsigned(values.size()))];
  }
  /// Returns dice of their own, for choices that must not change later ones.
  Dice fork() { return Dice(random.next(), 0, meaning); }

  /// True if the program has to make the mistake `kind` here.
  bool misses(NearMiss kind) {
    places.push_back(kind);
    return missAt && *missAt + 1 == places.size();
  }
  /// True if the program has made the mistake `kind`.
  bool hasMissed(NearMiss kind) const {
    return missAt && *missAt < places.size() && places[*missAt] == kind;
  }
  /// Returns the places for mistakes so far.
  llvm::ArrayRef<NearMiss> getPlaces() const { return places; }

  const Meaning meaning;
  /// True if a GELU has torch-mlir's constant.
  bool usesTorchConstant = false;

private:
  run::Random random;
  std::optional<unsigned> missAt;
  llvm::SmallVector<NearMiss> places;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_DICE_H
