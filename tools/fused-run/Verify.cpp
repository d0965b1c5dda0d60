//===- Verify.cpp - Fused against unfused and double ------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "Files.h"
#include "Inputs.h"
#include "Program.h"
#include "Progress.h"
#include "Table.h"

using namespace llvm;
using namespace fused;
using namespace fused::run;

static constexpr int noInput = -1, allInputs = -2;

namespace {

/// The results of the three functions.
struct Results {
  std::vector<HostTensor> fused, unfused, reference;
};

} // namespace

static Error callInto(const char *name, const fused_function_t &function,
                      ArrayRef<HostTensor> inputs,
                      std::vector<HostTensor> &results) {
  Progress progress(std::string("running the ") + name + " program");
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
static Error runRound(const FunctionTriple &functions, const Options &options,
                      ArrayRef<HostTensor> inputs, uint64_t seed, int special,
                      std::vector<VerifiedResult> &lines) {
  Expected<Results> results = callAll(functions, inputs);
  if (!results)
    return results.takeError();
  for (size_t i = 0; i < results->fused.size(); ++i) {
    VerifiedResult line = {
        seed,    unsigned(i), results->fused[i].getTypeString(),
        special, {},          false};
    line.comparison = compare(results->fused[i], results->unfused[i],
                              results->reference[i], options.numerics);
    // What special values do to their neighbours says nothing about accuracy.
    line.passed =
        line.comparison.numStrays == 0 &&
        (special != noInput || line.comparison.isErrorWithinTolerance());
    lines.push_back(std::move(line));
  }
  return Error::success();
}

/// The rounds with special values: in each input alone, so that what passes
/// through one is not lost in what comes from another, and then in all.
static Error runSpecialRounds(const FunctionTriple &functions,
                              const Options &options,
                              ArrayRef<HostTensor> inputs, uint64_t seed,
                              std::vector<VerifiedResult> &lines) {
  std::vector<HostTensor> all(inputs.begin(), inputs.end());
  unsigned numPlanted = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<HostTensor> one(inputs.begin(), inputs.end());
    if (!plantSpecialValues(one[i], seed + i))
      continue;
    all[i] = one[i];
    ++numPlanted;
    if (Error error = runRound(functions, options, one, seed, int(i), lines))
      return error;
  }
  if (numPlanted < 2)
    return Error::success();
  return runRound(functions, options, all, seed, allInputs, lines);
}

Expected<std::vector<VerifiedResult>>
fused::run::verify(const FunctionTriple &functions, const Options &options) {
  Progress progress("verifying");
  std::vector<VerifiedResult> lines;
  for (uint64_t seed : options.seeds) {
    Expected<std::vector<HostTensor>> inputs =
        makeInputs(*functions.fused, options, seed);
    if (!inputs)
      return inputs.takeError();
    if (Error error =
            runRound(functions, options, *inputs, seed, noInput, lines))
      return error;
    // Under the fast contract, NaN may become 0 and a gradient at 0 may be 1.
    if (options.numerics == Numerics::Fast)
      continue;
    if (Error error =
            runSpecialRounds(functions, options, *inputs, seed, lines))
      return error;
  }
  return lines;
}

bool fused::run::allPassed(ArrayRef<VerifiedResult> results) {
  return !results.empty() && all_of(results, [](const VerifiedResult &result) {
    return result.passed;
  });
}

static std::string describeInputs(int special) {
  if (special == noInput)
    return "random";
  if (special == allInputs)
    return "special values in all";
  return "special values in input " + std::to_string(special);
}

static std::string describeStrays(const Comparison &comparison) {
  if (comparison.numStrays == 0)
    return "0";
  return std::to_string(comparison.numStrays) + " (first: element " +
         std::to_string(comparison.firstStray) + ")";
}

void fused::run::printVerification(raw_ostream &os,
                                   ArrayRef<VerifiedResult> results) {
  Table table({"seed", "inputs", "result", "type", "fused error",
               "unfused error", "tolerance", "not finite", "strays", ""});
  for (const VerifiedResult &result : results) {
    const Comparison &comparison = result.comparison;
    bool random = result.special == noInput;
    auto number = [&](double value) {
      return random ? formatNumber("%.2e", value) : std::string("-");
    };
    table.add({std::to_string(result.seed), describeInputs(result.special),
               std::to_string(result.result), result.type,
               number(comparison.fusedError), number(comparison.unfusedError),
               number(comparison.tolerance),
               std::to_string(comparison.numNonFinite),
               describeStrays(comparison), result.passed ? "ok" : "FAIL"});
  }
  table.print(os);
  os << "verification: " << (allPassed(results) ? "PASS" : "FAIL") << "\n";
}

json::Value fused::run::toJson(ArrayRef<VerifiedResult> results) {
  json::Array list;
  for (const VerifiedResult &result : results) {
    const Comparison &comparison = result.comparison;
    list.push_back(json::Object{{"seed", int64_t(result.seed)},
                                {"inputs", describeInputs(result.special)},
                                {"result", result.result},
                                {"type", result.type},
                                {"fused_error", comparison.fusedError},
                                {"unfused_error", comparison.unfusedError},
                                {"tolerance", comparison.tolerance},
                                {"not_finite", comparison.numNonFinite},
                                {"strays", comparison.numStrays},
                                {"passed", result.passed}});
  }
  return json::Object{{"passed", allPassed(results)},
                      {"results", std::move(list)}};
}
