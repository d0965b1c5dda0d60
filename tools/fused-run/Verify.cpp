//===- Verify.cpp - Fused against unfused and double ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "Backend.h"
#include "Inputs.h"
#include "Perturb.h"
#include "Progress.h"
#include "fused/Compiler/Files.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

/// How many failed rounds are examined closely. One wrong round makes the
/// verification fail. The others help the user to find the reason.
static constexpr unsigned maxFailedRounds = 2;

namespace {

/// The results of the three forms of a function.
struct Results {
  std::vector<HostTensor> fused, unfused, reference;
};

/// Verifies with one seed.
class Verifier {
public:
  Verifier(const FunctionTriple &functions, const Rounds &rounds, uint64_t seed,
           double leastTolerance)
      : functions(functions), rounds(rounds), seed(seed),
        judgement{leastTolerance, rounds.nanIsInfinite, rounds.numPerturbed > 0,
                  rounds.halfOverflows} {}

  /// Makes all rounds on `inputs`.
  Error run(ArrayRef<HostTensor> inputs);

  std::vector<VerifiedResult> takeResults() { return std::move(verified); }

private:
  Error runRound(ArrayRef<HostTensor> inputs, Round round);
  Error runZeros(ArrayRef<HostTensor> inputs);
  Error runSpecial(ArrayRef<HostTensor> inputs);
  Error runSpecialInOne(ArrayRef<HostTensor> inputs,
                        ArrayRef<unsigned> numbers);

  Expected<Results> callAll(ArrayRef<HostTensor> inputs);
  std::string findRefusal(ArrayRef<HostTensor> inputs);
  /// Judges the failed results of `round` again, by the other values that they
  /// may have. Its results must be the last ones.
  Error judgeAgain(ArrayRef<HostTensor> inputs, const Results &results,
                   Round round);
  Error addDefinitions(ArrayRef<HostTensor> inputs, Round round);
  Error addOverflows(ArrayRef<HostTensor> inputs, Round round);
  Expected<std::vector<HostTensor>>
  evaluateOverflows(ArrayRef<HostTensor> inputs, Round round,
                    function_ref<bool(const HostTensor &)> replaced);
  Error addScaleOverflows(ArrayRef<HostTensor> inputs, Round round);
  Expected<std::vector<HostTensor>> callReference(const GetReference &get,
                                                  ArrayRef<HostTensor> inputs,
                                                  Round round);
  Error addCompact(ArrayRef<HostTensor> inputs, Round round);
  Error addEpilogs(ArrayRef<HostTensor> inputs, Round round);
  /// Returns the reference for one draw of perturbed inputs.
  Expected<const fused_function_t *> getNeighbour(unsigned draw);
  Error addNeighbours(ArrayRef<HostTensor> inputs, unsigned draw, Round round);

  /// A failed result, the results to compare with, and its alternatives.
  struct Doubt {
    VerifiedResult &line;
    const HostTensor &fused, &unfused, &reference;
    Alternatives alternatives;
  };
  /// Compares the failed results again. Returns true if all pass now.
  bool compareDoubts();

  const FunctionTriple &functions;
  const Rounds &rounds;
  uint64_t seed;
  Judgement judgement;
  std::vector<VerifiedResult> verified;
  std::vector<Doubt> doubts;
  unsigned numFailedRounds = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Error callInto(const char *name, const fused_function_t &function,
                      ArrayRef<HostTensor> inputs,
                      std::vector<HostTensor> &results) {
  Expected<std::vector<HostTensor>> called = call(function, inputs);
  if (!called)
    return addSubject("calling the " + Twine(name) + " program",
                      called.takeError());
  results = std::move(*called);
  return Error::success();
}

static std::vector<HostTensor> promote(ArrayRef<HostTensor> inputs) {
  std::vector<HostTensor> promoted;
  for (const HostTensor &input : inputs)
    promoted.push_back(input.promoteToF64());
  return promoted;
}

Expected<Results> Verifier::callAll(ArrayRef<HostTensor> inputs) {
  Results results;
  if (Error error = callInto("fused", *functions.fused, inputs, results.fused))
    return error;
  if (Error error =
          callInto("unfused", *functions.unfused, inputs, results.unfused))
    return error;
  if (Error error = callInto("reference", *functions.reference, promote(inputs),
                             results.reference))
    return error;
  for (size_t i = 0; i < results.fused.size(); ++i)
    if (results.fused[i].getSizes() != results.unfused[i].getSizes() ||
        results.fused[i].getSizes() != results.reference[i].getSizes())
      return makeError("result %zu is %s fused, %s unfused and %s in double", i,
                       results.fused[i].getTypeString().c_str(),
                       results.unfused[i].getTypeString().c_str(),
                       results.reference[i].getTypeString().c_str());
  return results;
}

/// The message with which both the fused program and the program as it is
/// written fail on these inputs, for example of an assertion; empty if there is
/// none.
std::string Verifier::findRefusal(ArrayRef<HostTensor> inputs) {
  const fused_function_t *both[] = {functions.fused, functions.unfused};
  std::string messages[2];
  for (auto [function, message] : zip_equal(both, messages))
    if (Expected<std::vector<HostTensor>> results = call(*function, inputs);
        !results)
      message = toString(results.takeError());
  return messages[0] == messages[1] ? messages[0] : "";
}

//===----------------------------------------------------------------------===//
// Doubtful results
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

/// Calls the functions once and adds a comparison for each result.
Error Verifier::runRound(ArrayRef<HostTensor> inputs, Round round) {
  Progress progress("verifying with seed " + std::to_string(round.seed) + ", " +
                    round.describe());
  Expected<Results> results = callAll(inputs);
  if (!results) {
    Error error = results.takeError();
    std::string refusal =
        round.kind == Round::Random ? "" : findRefusal(inputs);
    if (refusal.empty())
      return addSubject(round.describe(), std::move(error));
    consumeError(std::move(error));
    verified.push_back({round, 0, "-", {}, std::move(refusal)});
    return Error::success();
  }
  bool passed = true;
  for (size_t i = 0; i < results->fused.size(); ++i) {
    const HostTensor &fused = results->fused[i];
    verified.push_back({round, unsigned(i), fused.getTypeString(),
                        compare(fused, results->unfused[i],
                                results->reference[i], judgement)});
    passed &= verified.back().passed();
  }
  if (passed || numFailedRounds >= maxFailedRounds)
    return Error::success();
  return judgeAgain(inputs, *results, round);
}

/// Makes the round with zeros in all inputs.
Error Verifier::runZeros(ArrayRef<HostTensor> inputs) {
  std::vector<HostTensor> planted(inputs.begin(), inputs.end());
  bool any = false;
  for (auto [i, input] : enumerate(planted))
    any |= plantZeros(input, Random(~seed, i));
  if (!any)
    return Error::success();
  return runRound(planted, {seed, Round::Zeros, 0});
}

/// Puts special values into the first of the inputs `numbers`. The others get
/// small special values only, which do not hide the effect of an infinity or a
/// NaN.
Error Verifier::runSpecialInOne(ArrayRef<HostTensor> inputs,
                                ArrayRef<unsigned> numbers) {
  std::vector<HostTensor> planted(inputs.begin(), inputs.end());
  for (unsigned number : numbers)
    plantSpecialValues(planted[number],
                       number == numbers.front() ? *rounds.special
                                                 : SpecialValues::Small,
                       Random(~seed, number));
  return runRound(planted, {seed, Round::SpecialInOne, numbers.front(),
                            unsigned(numbers.size() - 1)});
}

/// Makes the rounds with special values. First, each input alone has them, so
/// that values from other inputs do not hide their effect. In the last round,
/// all inputs have them. If there are more inputs than rounds, the seed chooses
/// one input of each group.
Error Verifier::runSpecial(ArrayRef<HostTensor> inputs) {
  std::vector<HostTensor> all(inputs.begin(), inputs.end());
  SmallVector<unsigned> numbers;
  for (unsigned i = 0; i < inputs.size(); ++i)
    if (plantSpecialValues(all[i], SpecialValues::NonFinite, Random(~seed, i)))
      numbers.push_back(i);
  if (numbers.empty())
    return Error::success();
  size_t numGroups = std::min<size_t>(numbers.size(), rounds.maxSpecialInOne);
  for (size_t group = 0; group < numGroups; ++group) {
    SmallVector<unsigned> members;
    for (size_t i = group; i < numbers.size(); i += numGroups)
      members.push_back(numbers[i]);
    std::swap(members.front(), members[seed % members.size()]);
    if (Error error = runSpecialInOne(inputs, members))
      return error;
  }
  return runRound(all, {seed, Round::SpecialInAll, 0});
}

Error Verifier::run(ArrayRef<HostTensor> inputs) {
  if (Error error = runRound(inputs, {seed, Round::Random, 0}))
    return error;
  if (rounds.zeros)
    if (Error error = runZeros(inputs))
      return error;
  return rounds.special ? runSpecial(inputs) : Error::success();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

Expected<std::vector<VerifiedResult>>
fused::run::verifyWith(DrawInputs draw, const FunctionTriple &functions,
                       const Rounds &rounds, uint64_t seed,
                       double leastTolerance) {
  Expected<std::vector<HostTensor>> inputs = draw(seed);
  if (!inputs)
    return inputs.takeError();
  Verifier verifier(functions, rounds, seed, leastTolerance);
  if (Error error = verifier.run(*inputs))
    return error;
  return verifier.takeResults();
}

bool fused::run::mayDropZeros(mlir::ModuleOp module, Numerics numerics) {
  return isPermitted(numerics, Concession::InsertedZeros) &&
         module
             .walk([](mlir::tensor::InsertSliceOp op) {
               return op.hasUnitStride() ? mlir::WalkResult::advance()
                                         : mlir::WalkResult::interrupt();
             })
             .wasInterrupted();
}

Rounds fused::run::getRounds(Numerics numerics, bool quick) {
  Rounds rounds;
  if (numerics == Numerics::Fast)
    rounds.zeros = false;
  else
    rounds.special = SpecialValues::All;
  if (quick)
    rounds.maxSpecialInOne = 0;
  return rounds;
}

Expected<std::vector<VerifiedResult>>
fused::run::verify(const FunctionTriple &functions, const Options &options,
                   Rounds rounds, double leastTolerance) {
  std::vector<VerifiedResult> lines;
  for (uint64_t seed : options.seeds) {
    auto draw = [&](uint64_t drawn) {
      return makeInputs(*functions.fused, options, drawn);
    };
    Expected<std::vector<VerifiedResult>> added =
        verifyWith(draw, functions, rounds, seed, leastTolerance);
    if (!added)
      return added.takeError();
    lines.insert(lines.end(), added->begin(), added->end());
  }
  return lines;
}

bool fused::run::allPassed(ArrayRef<VerifiedResult> results) {
  return all_of(results,
                [](const VerifiedResult &result) { return result.passed(); });
}
