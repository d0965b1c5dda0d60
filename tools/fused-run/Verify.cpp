//===- Verify.cpp - Fused against unfused and double ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"

#include "Backend.h"
#include "Inputs.h"
#include "Progress.h"
#include "fused/Compiler/Files.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

/// How many failed rounds are examined closely. One wrong round makes the
/// verification fail. The others help the user to find the reason.
static constexpr unsigned maxFailedRounds = 2;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Error fused::run::callInto(const char *name, const fused_function_t &function,
                           ArrayRef<HostTensor> inputs,
                           std::vector<HostTensor> &results) {
  Expected<std::vector<HostTensor>> called = call(function, inputs);
  if (!called)
    return addSubject("calling the " + Twine(name) + " program",
                      called.takeError());
  results = std::move(*called);
  return Error::success();
}

std::vector<HostTensor> fused::run::promote(ArrayRef<HostTensor> inputs) {
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
