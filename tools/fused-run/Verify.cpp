//===- Verify.cpp - Fused against unfused and double ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "Backend.h"
#include "Files.h"
#include "Inputs.h"
#include "Progress.h"
#include "fused/Support/Table.h"

#include <map>

using namespace llvm;
using namespace fused;
using namespace fused::run;

namespace {

/// What compare() grants.
struct Rule {
  double leastTolerance;
  bool nanIsInfinite;
};

/// The results of the three functions.
struct Results {
  std::vector<HostTensor> fused, unfused, reference;
};

} // namespace

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

static Expected<Results> callAll(const FunctionTriple &functions,
                                 ArrayRef<HostTensor> inputs) {
  Results results;
  if (Error error = callInto("fused", *functions.fused, inputs, results.fused))
    return error;
  if (Error error =
          callInto("unfused", *functions.unfused, inputs, results.unfused))
    return error;
  std::vector<HostTensor> promoted;
  for (const HostTensor &input : inputs)
    promoted.push_back(input.promoteToF64());
  if (Error error = callInto("reference", *functions.reference, promoted,
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

/// Calls and compares once, and adds a line for each result.
static Error runRound(const FunctionTriple &functions, Rule rule,
                      ArrayRef<HostTensor> inputs, Round round,
                      std::vector<VerifiedResult> &lines) {
  Progress progress("verifying with seed " + std::to_string(round.seed) + ", " +
                    round.describe());
  Expected<Results> results = callAll(functions, inputs);
  if (!results)
    return addSubject(round.describe(), results.takeError());
  for (size_t i = 0; i < results->fused.size(); ++i)
    lines.push_back(
        {round, unsigned(i), results->fused[i].getTypeString(),
         compare(results->fused[i], results->unfused[i], results->reference[i],
                 rule.leastTolerance, rule.nanIsInfinite)});
  return Error::success();
}

/// The round with zeros in all inputs.
static Error runZeros(const FunctionTriple &functions, Rule rule,
                      ArrayRef<HostTensor> inputs, uint64_t seed,
                      std::vector<VerifiedResult> &lines) {
  std::vector<HostTensor> planted(inputs.begin(), inputs.end());
  bool any = false;
  for (auto [i, input] : enumerate(planted))
    any |= plantZeros(input, Random(~seed, i));
  if (!any)
    return Error::success();
  return runRound(functions, rule, planted, {seed, Round::Zeros, 0}, lines);
}

/// The rounds with special values: in each input alone, so that what passes
/// through one is not lost in what comes from another, and then in all.
static Error runSpecial(const FunctionTriple &functions, Rule rule,
                        ArrayRef<HostTensor> inputs, uint64_t seed,
                        SpecialValues kind,
                        std::vector<VerifiedResult> &lines) {
  std::vector<HostTensor> all(inputs.begin(), inputs.end());
  bool any = false;
  for (unsigned i = 0; i < inputs.size(); ++i) {
    std::vector<HostTensor> one(inputs.begin(), inputs.end());
    if (!plantSpecialValues(one[i], kind, Random(~seed, i)))
      continue;
    any = true;
    plantSpecialValues(all[i], SpecialValues::NonFinite, Random(~seed, i));
    if (Error error = runRound(functions, rule, one,
                               {seed, Round::SpecialInOne, i}, lines))
      return error;
  }
  if (!any)
    return Error::success();
  return runRound(functions, rule, all, {seed, Round::SpecialInAll, 0}, lines);
}

static Expected<std::vector<VerifiedResult>>
verifyOnce(DrawInputs draw, const FunctionTriple &functions,
           const Rounds &rounds, uint64_t seed, Rule rule) {
  Expected<std::vector<HostTensor>> inputs = draw(seed);
  if (!inputs)
    return inputs.takeError();
  std::vector<VerifiedResult> lines;
  if (Error error =
          runRound(functions, rule, *inputs, {seed, Round::Random, 0}, lines))
    return error;
  if (rounds.zeros)
    if (Error error = runZeros(functions, rule, *inputs, seed, lines))
      return error;
  if (rounds.special)
    if (Error error =
            runSpecial(functions, rule, *inputs, seed, *rounds.special, lines))
      return error;
  return lines;
}

static bool areClassesRight(ArrayRef<VerifiedResult> results) {
  return all_of(results, [](const VerifiedResult &result) {
    return result.comparison.areClassesRight();
  });
}

/// With how many more inputs errors are measured where they alone are too
/// large. How far rounding moves a few numbers is chance; over many it is the
/// same for two programs that round alike.
static constexpr uint64_t numRepeats = 200;

/// Adds the errors of the same rounds on other inputs.
static void poolErrors(std::vector<VerifiedResult> &results,
                       ArrayRef<VerifiedResult> others) {
  for (VerifiedResult &result : results)
    for (const VerifiedResult &other : others)
      if (result.round.kind == other.round.kind &&
          result.result == other.result && other.round.judgesError())
        addErrors(result.comparison, other.comparison);
}

Expected<std::vector<VerifiedResult>>
fused::run::verifyWith(DrawInputs draw, const FunctionTriple &functions,
                       Rounds rounds, uint64_t seed, double leastTolerance) {
  Rule rule{leastTolerance, rounds.nanIsInfinite};
  Expected<std::vector<VerifiedResult>> results =
      verifyOnce(draw, functions, rounds, seed, rule);
  if (!results || allPassed(*results) || !areClassesRight(*results))
    return results;
  Rounds errorsOnly{/*special=*/std::nullopt, rounds.zeros};
  for (uint64_t repeat = 1; repeat <= numRepeats; ++repeat) {
    Expected<std::vector<VerifiedResult>> others =
        verifyOnce(draw, functions, errorsOnly, seed + (repeat << 32), rule);
    if (!others || !areClassesRight(*others))
      return others;
    poolErrors(*results, *others);
  }
  return results;
}

Rounds fused::run::getRounds(Numerics numerics) {
  if (numerics == Numerics::Fast)
    return {/*special=*/std::nullopt, /*zeros=*/false};
  return {SpecialValues::All, /*zeros=*/true};
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
  return !results.empty() && all_of(results, [](const VerifiedResult &result) {
    return result.passed();
  });
}

std::string Round::describe() const {
  switch (kind) {
  case Random:
    return "random";
  case Zeros:
    return "zeros";
  case SpecialInOne:
    return "special values in input " + std::to_string(input);
  case SpecialInAll:
    return "special values in all inputs";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// "2 (element 93: nan, unfused inf, reference 0.5)".
static std::string describeStrays(const Comparison &comparison) {
  std::string text = std::to_string(comparison.numStrays);
  if (comparison.numStrays == 0)
    return text;
  const Stray &first = comparison.firstStray;
  return text + " (element " + std::to_string(first.index) + ": " +
         formatNumber("%.6g", first.fused) + ", unfused " +
         formatNumber("%.6g", first.unfused) + ", reference " +
         formatNumber("%.6g", first.reference) + ")";
}

static void addLine(Table &table, const VerifiedResult &result) {
  const Comparison &comparison = result.comparison;
  auto number = [&](double value) {
    return result.round.judgesError() ? formatNumber("%.2e", value) : "-";
  };
  table.add({std::to_string(result.round.seed), result.round.describe(),
             std::to_string(result.result), result.type,
             number(comparison.fusedError), number(comparison.unfusedError),
             number(comparison.tolerance),
             std::to_string(comparison.numNonFinite),
             std::to_string(comparison.numContested),
             describeStrays(comparison), result.passed() ? "ok" : "FAIL"});
}

namespace {

/// The passed rounds of special values of one result.
struct SpecialSummary {
  std::string type;
  unsigned numRounds = 0;
  int64_t numNonFinite = 0, numContested = 0, numStrays = 0;
};

} // namespace

void fused::run::printVerification(raw_ostream &os,
                                   ArrayRef<VerifiedResult> results) {
  Table table({"seed", "inputs", "result", "type", "fused error",
               "unfused error", "tolerance", "not finite", "contested",
               "strays", ""});
  std::map<std::pair<uint64_t, unsigned>, SpecialSummary> summaries;
  for (const VerifiedResult &result : results) {
    if (result.round.judgesError() || !result.passed()) {
      addLine(table, result);
      continue;
    }
    SpecialSummary &summary = summaries[{result.round.seed, result.result}];
    summary.type = result.type;
    ++summary.numRounds;
    summary.numNonFinite += result.comparison.numNonFinite;
    summary.numContested += result.comparison.numContested;
    summary.numStrays += result.comparison.numStrays;
  }
  for (const auto &[key, summary] : summaries)
    table.add(
        {std::to_string(key.first),
         "special values, " + std::to_string(summary.numRounds) + " rounds",
         std::to_string(key.second), summary.type, "-", "-", "-",
         std::to_string(summary.numNonFinite),
         std::to_string(summary.numContested),
         std::to_string(summary.numStrays), "ok"});
  table.print(os);
  os << "verification: " << (allPassed(results) ? "PASS" : "FAIL") << "\n";
}

json::Value fused::run::toJson(ArrayRef<VerifiedResult> results) {
  json::Array list;
  for (const VerifiedResult &result : results) {
    const Comparison &comparison = result.comparison;
    json::Object object{{"seed", int64_t(result.round.seed)},
                        {"inputs", result.round.describe()},
                        {"result", result.result},
                        {"type", result.type},
                        {"not_finite", comparison.numNonFinite},
                        {"contested", comparison.numContested},
                        {"strays", comparison.numStrays},
                        {"passed", result.passed()}};
    if (result.round.judgesError()) {
      object["fused_error"] = comparison.fusedError;
      object["unfused_error"] = comparison.unfusedError;
      object["tolerance"] = comparison.tolerance;
    }
    list.push_back(std::move(object));
  }
  return json::Object{{"passed", allPassed(results)},
                      {"results", std::move(list)}};
}
