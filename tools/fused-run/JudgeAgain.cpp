//===- JudgeAgain.cpp - Other values that results may have ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"

#include "Progress.h"
#include "fused/Compiler/Files.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

bool Verifier::compareDoubts() {
  bool passed = true;
  for (Doubt &doubt : doubts) {
    doubt.line.comparison = compare(doubt.fused, doubt.unfused, doubt.reference,
                                    judgement, &doubt.alternatives);
    passed &= doubt.line.passed();
  }
  return passed;
}

Error Verifier::addDefinitions(ArrayRef<HostTensor> inputs, Round round) {
  std::vector<HostTensor> promoted = promote(inputs);
  for (const fused_function_t *function : functions.definitions) {
    std::vector<HostTensor> results;
    if (Error error = callInto("reference", *function, promoted, results))
      return addSubject(round.describe(), std::move(error));
    for (Doubt &doubt : doubts)
      doubt.alternatives.addDefinition(results[doubt.line.result]);
  }
  return Error::success();
}

/// Evaluates the reference with infinities in place of the largest numbers of
/// the inputs that are `replaced`. Returns no results if there are none.
Expected<std::vector<HostTensor>>
Verifier::evaluateOverflows(ArrayRef<HostTensor> inputs, Round round,
                            function_ref<bool(const HostTensor &)> replaced) {
  std::vector<HostTensor> promoted = promote(inputs), results;
  bool any = false;
  for (auto [input, wide] : zip_equal(inputs, promoted))
    any |= replaced(input) && replaceLargest(input, wide);
  if (!any)
    return results;
  if (Error error =
          callInto("reference", *functions.reference, promoted, results))
    return addSubject(round.describe(), std::move(error));
  return results;
}

Error Verifier::addOverflows(ArrayRef<HostTensor> inputs, Round round) {
  auto results =
      evaluateOverflows(inputs, round, [](const HostTensor &) { return true; });
  if (!results)
    return results.takeError();
  if (!results->empty())
    for (Doubt &doubt : doubts)
      doubt.alternatives.addOverflow((*results)[doubt.line.result]);
  return Error::success();
}

/// Only the largest number of a scale makes the product of scales overflow.
Error Verifier::addScaleOverflows(ArrayRef<HostTensor> inputs, Round round) {
  if (!rounds.scalesMayOverflow || round.judgesError())
    return Error::success();
  auto results = evaluateOverflows(inputs, round, [](const HostTensor &input) {
    return input.getNumElements() == 1;
  });
  if (!results)
    return results.takeError();
  if (!results->empty())
    for (Doubt &doubt : doubts)
      doubt.alternatives.addNeighbour((*results)[doubt.line.result]);
  return Error::success();
}

/// Where `reference` is NaN or infinite, the class of `compact` will do.
/// Numbers must be right with the zeros.
static HostTensor takeClasses(const HostTensor &reference, HostTensor compact) {
  for (int64_t i = 0, e = reference.getNumElements(); i < e; ++i)
    if (std::isfinite(reference.get(i)))
      compact.set(i, reference.get(i));
  return compact;
}

/// Calls another reference.
Expected<std::vector<HostTensor>>
Verifier::callReference(const GetReference &get, ArrayRef<HostTensor> inputs,
                        Round round) {
  Expected<const fused_function_t *> function = get();
  std::vector<HostTensor> results;
  Error error = function.takeError();
  if (!error)
    error = callInto("reference", **function, promote(inputs), results);
  if (error)
    return addSubject(round.describe(), std::move(error));
  return results;
}

Error Verifier::addCompact(ArrayRef<HostTensor> inputs, Round round) {
  if (!functions.getCompact)
    return Error::success();
  Expected<std::vector<HostTensor>> results =
      callReference(functions.getCompact, inputs, round);
  if (!results)
    return results.takeError();
  for (Doubt &doubt : doubts) {
    HostTensor &compact = (*results)[doubt.line.result];
    doubt.alternatives.addNeighbour(
        round.judgesError() ? takeClasses(doubt.reference, std::move(compact))
                            : std::move(compact));
  }
  return Error::success();
}

/// The sum that is the gradient of GELU in a program is NaN where the gradient
/// is infinite, and the product that an epilog computes may not be. So are
/// numbers and booleans that the program computes of it.
Error Verifier::addEpilogs(ArrayRef<HostTensor> inputs, Round round) {
  if (!functions.getWithEpilogs || round.judgesError())
    return Error::success();
  Expected<std::vector<HostTensor>> results =
      callReference(functions.getWithEpilogs, inputs, round);
  if (!results)
    return results.takeError();
  for (Doubt &doubt : doubts) {
    HostTensor &result = (*results)[doubt.line.result];
    for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
      if (isFloat(result.getType()) && !std::isnan(doubt.reference.get(i)))
        result.set(i, doubt.reference.get(i));
    doubt.alternatives.addNeighbour(result);
  }
  return Error::success();
}

Expected<const fused_function_t *> Verifier::getNeighbour(unsigned draw) {
  if (!functions.getPerturbed)
    return functions.reference;
  return functions.getPerturbed((~seed << 8) + draw);
}

Error Verifier::addNeighbours(ArrayRef<HostTensor> inputs, unsigned draw,
                              Round round) {
  PerturbedInputs perturbed = perturb(
      inputs, rounds.hasExactInputs ? 0 : rounds.perturbation, ~seed, draw);
  std::vector<HostTensor> unfused, reference;
  Expected<const fused_function_t *> neighbour = getNeighbour(draw);
  Error error = neighbour.takeError();
  if (!error)
    error = callInto("reference", **neighbour, perturbed.promoted, reference);
  if (!error && perturbed.isOwnPerturbed)
    error = callInto("unfused", *functions.unfused, perturbed.own, unfused);
  if (error)
    return addSubject(round.describe(), std::move(error));
  for (Doubt &doubt : doubts) {
    unsigned number = doubt.line.result;
    doubt.alternatives.addNeighbour(reference[number]);
    if (perturbed.isOwnPerturbed)
      doubt.alternatives.addNeighbour(unfused[number]);
  }
  return Error::success();
}

Error Verifier::judgeAgain(ArrayRef<HostTensor> inputs, const Results &results,
                           Round round) {
  Progress progress("looking closer at " + round.describe());
  doubts.clear();
  size_t first = verified.size() - results.fused.size();
  for (size_t i = 0; i < results.fused.size(); ++i) {
    VerifiedResult &line = verified[first + i];
    const HostTensor &fused = results.fused[i],
                     &reference = results.reference[i];
    if (!line.passed())
      doubts.push_back({line, fused, results.unfused[i], reference,
                        Alternatives(fused, reference,
                                     {fused.getType(), rounds.nanIsInfinite,
                                      rounds.halfOverflows})});
  }
  if (Error error = addDefinitions(inputs, round))
    return error;
  if (Error error = addOverflows(inputs, round))
    return error;
  if (Error error = addScaleOverflows(inputs, round))
    return error;
  if (Error error = addCompact(inputs, round))
    return error;
  if (Error error = addEpilogs(inputs, round))
    return error;
  bool passed = compareDoubts();
  for (unsigned draw = 0; draw < rounds.numPerturbed && !passed; ++draw) {
    if (draw == 0)
      for (Doubt &doubt : doubts)
        doubt.alternatives.addNeighbour(doubt.unfused);
    if (Error error = addNeighbours(inputs, draw, round))
      return error;
    // A few neighbours are enough in most cases.
    if (isPowerOf2_32(draw + 1) || draw + 1 == rounds.numPerturbed)
      passed = compareDoubts();
  }
  numFailedRounds += !passed;
  doubts.clear();
  return Error::success();
}
