//===- StoredChoice.cpp - Choices of products in a file ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredChoice.h"

#include "../Device/GuardedBlocks.h"
#include "Describe.h"
#include "TuningMode.h"

#include <cstdio>
#include <cstring>

using namespace fused::runtime;

std::string fused::runtime::describeForChoices(const Device &device) {
  char text[deviceTextCapacity], versions[64];
  printDevice(text, sizeof(text), device);
  int driver = device.driverVersion;
  std::snprintf(versions, sizeof(versions), ", driver %d.%d, fused %s",
                driver / 1000, driver % 1000 / 10, FUSED_VERSION);
  return std::string(text) + versions;
}

/// The name of `plan` in a file; nothing if it is too long.
static std::optional<ChoiceKey> makeChoiceKey(const CudaPlan &plan) {
  char problem[problemTextCapacity];
  printProblem(problem, sizeof(problem), plan.key);
  if (std::strlen(problem) + 1 == sizeof(problem))
    return std::nullopt;
  return ChoiceKey{describeForChoices(plan.device), problem};
}

/// Reads the part of a choice that storeChoice() writes for programs.
static bool parseChoice(const std::string &text, bool &isSplit,
                        uint64_t &fingerprint) {
  char way[6], digits[17];
  if (std::sscanf(text.c_str(), "%5s %16[0-9a-f]", way, digits) != 2 ||
      std::strlen(digits) != 16)
    return false;
  isSplit = std::strcmp(way, "split") == 0;
  fingerprint = std::strtoull(digits, nullptr, 16);
  return isSplit || std::strcmp(way, "fused") == 0;
}

/// Makes the product of a choice, from the proposals of cuBLASLt.
static bool apply(CudaPlan &plan, bool isSplit, uint64_t fingerprint,
                  const char *location) {
  constexpr int wanted = LibraryProduct::manyAlgorithms;
  if (!isSplit) {
    std::unique_ptr<LibraryProduct> fused;
    if (makeFused(plan, wanted, location, fused) != FUSED_OK ||
        !fused->putFirst(fingerprint))
      return false;
    setFused(plan, std::move(fused));
    return true;
  }
  if (!maySplit(plan))
    return false;
  auto split = std::make_unique<SplitProduct>(plan.device, plan.key);
  if (split->plan(location, wanted) != FUSED_OK || !split->getPlain() ||
      !split->getPlain()->putFirst(fingerprint))
    return false;
  setSplit(plan, std::move(split));
  return true;
}

bool fused::runtime::applyStoredChoice(CudaPlan &plan, const char *location,
                                       std::optional<std::string> &rejected) {
  ChoiceStore &store = getChoiceStore();
  if (!choosesWay() || !store.mayHaveChoices())
    return false;
  std::optional<ChoiceKey> key = makeChoiceKey(plan);
  std::optional<std::string> text = key ? store.find(*key) : std::nullopt;
  if (!text)
    return false;
  bool isSplit;
  uint64_t fingerprint;
  if (parseChoice(*text, isSplit, fingerprint) &&
      apply(plan, isSplit, fingerprint, location)) {
    if (getTuningMode() == TuningMode::Verbose)
      std::fprintf(stderr, "fused: from the file of choices: %s: %s\n",
                   key->problem.c_str(), text->c_str());
    return true;
  }
  store.reject(*key);
  rejected = text;
  return false;
}

void fused::runtime::storeChoice(const CudaPlan &plan,
                                 const StoredChoice &choice,
                                 const std::optional<std::string> &rejected) {
  // Guards change the times.
  if (!choosesWay() || GuardedBlocks::get().areEnabled())
    return;
  std::optional<ChoiceKey> key = makeChoiceKey(plan);
  if (!key)
    return;
  char text[128];
  std::snprintf(text, sizeof(text), "%s %s family %d, %.2f us, untuned %.2f us",
                choice.isSplit ? "split" : "fused",
                toHex(choice.fingerprint).c_str(), choice.id,
                static_cast<double>(choice.microseconds),
                static_cast<double>(choice.untuned));
  getChoiceStore().add(*key, text, rejected);
}
