//===- Generator.cpp - Random programs --------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include "AttentionFamily.h"
#include "Case.h"
#include "LinalgFamily.h"

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

Numerics fused::fuzz::chooseNumerics(uint64_t seed, uint64_t index) {
  run::Random random(seed, ~(index / programsPerModule));
  switch (random.next() % 4) {
  case 0:
    return Numerics::Strict;
  case 1:
    return Numerics::Fast;
  default:
    return Numerics::Default;
  }
}

namespace {

struct Kind {
  const char *name;
  unsigned weight;
  void (*make)(Case &c);
};

constexpr Kind kinds[] = {{"forward", 33, makeForward},
                          {"backward", 25, makeBackward},
                          {"quantized", 10, makeQuantized},
                          {"weight-gradient", 12, makeWeightGradient},
                          {"training-step", 8, makeTrainingStep},
                          {"attention", 12, makeAttention}};

const Kind &pickKind(Dice &dice) {
  unsigned number = dice.below(100);
  for (const Kind &kind : kinds) {
    if (number < kind.weight)
      return kind;
    number -= kind.weight;
  }
  return kinds[0];
}

} // namespace

/// Returns the epilogs that the near miss `miss` forbids.
static std::vector<std::string> getForbidden(const Case &c, NearMiss miss) {
  std::vector<std::string> epilogs = c.expected;
  switch (getInfo(miss).part) {
  case Part::Activation:
    epilogs = getForwardEpilogs(c.activation, /*hasBias=*/false);
    append_range(epilogs, getForwardEpilogs(c.activation, /*hasBias=*/true));
    break;
  case Part::Gradient:
    append_range(epilogs, c.partial);
    if (c.hasDropout)
      erase(epilogs, "drelu");
    break;
  case Part::Operand:
  case Part::Sum:
    break;
  }
  return epilogs;
}

static Program generateWith(Dice &dice, uint64_t seed, uint64_t index,
                            std::optional<NearMiss> miss) {
  Program program;
  program.index = index;
  program.miss = miss;
  program.name = "p" + std::to_string(index);
  const Kind &kind = pickKind(dice);
  Case c(program.name, dice, chooseNumerics(seed, index));
  kind.make(c);
  program.family = kind.name;
  program.text = c.function.getText();
  program.argumentSizes = c.function.getArgumentSizes();
  program.expected = c.expected;
  program.nanIsInfinite = c.activation == fuzz::Activation::GeluTanh ||
                          c.activation == fuzz::Activation::GeluErf ||
                          c.numScaledFloat8 != 0;
  program.hasWideIntegers = c.hasWideIntegers;
  program.usesTorchConstant = dice.usesTorchConstant;
  // For GELU, and where a scale is infinite, NaN and infinities count as the
  // same. A maximum tells them apart again, so it must not be judged.
  program.judgesNonFinite =
      (!program.nanIsInfinite || miss != NearMiss::SumMaximum) &&
      !c.clampsScaledFloat8;
  if (miss)
    program.forbidden = getForbidden(c, *miss);
  program.needsExactInputs = c.needsExactInputs;
  program.needsSmallInputs = c.hasChain && isSmall(c.element);
  // The product of two scales may overflow where no scaled element does.
  program.toleratesExtremes =
      !c.needsExactInputs && !c.hasChain && c.numScaledFloat8 < 2;
  return program;
}

/// Chooses the place of the mistake. Each kind of mistake is equally likely.
static unsigned pickPlace(Dice &dice, ArrayRef<NearMiss> places) {
  SmallVector<NearMiss> kinds;
  for (NearMiss place : places)
    if (!is_contained(kinds, place))
      kinds.push_back(place);
  NearMiss kind = kinds[dice.below(unsigned(kinds.size()))];
  SmallVector<unsigned> candidates;
  for (auto [i, place] : enumerate(places))
    if (place == kind)
      candidates.push_back(unsigned(i));
  return candidates[dice.below(unsigned(candidates.size()))];
}

static Program generateProducts(uint64_t seed, uint64_t index,
                                Meaning meaning) {
  if (meaning == Meaning::Intended &&
      chooseNumerics(seed, index) == Numerics::Fast)
    meaning = Meaning::IntendedFast;
  Dice dice(seed, index, meaning);
  Program program = generateWith(dice, seed, index, std::nullopt);
  if (dice.getPlaces().empty() || !dice.chance(45))
    return program;
  SmallVector<NearMiss> places(dice.getPlaces());
  unsigned place = pickPlace(dice, places);
  Dice again(seed, index, meaning, place);
  program = generateWith(again, seed, index, places[place]);
  return program;
}

Program fused::fuzz::generate(uint64_t seed, uint64_t index, Family family,
                              Meaning meaning) {
  if (family == Family::All)
    family = run::Random(~seed, index).next() % 2 ? Family::Linalg
                                                  : Family::Products;
  switch (family) {
  case Family::Attention:
    return generateAttention(seed, index);
  case Family::Linalg:
  case Family::Convolutions:
  case Family::Loops:
    return generateLinalg(seed, index, family);
  default:
    return generateProducts(seed, index, meaning);
  }
}
