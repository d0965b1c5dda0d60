//===- VerifyReport.cpp - Verifications as tables and JSON ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "fused/Support/Table.h"

#include <map>

using namespace llvm;
using namespace fused;
using namespace fused::run;

std::string Round::describe() const {
  switch (kind) {
  case Random:
    return "random";
  case Zeros:
    return "zeros";
  case SpecialInOne:
    return "special values in input " + std::to_string(input) +
           (numOthers
                ? ", small ones in " + std::to_string(numOthers) + " others"
                : "");
  case SpecialInAll:
    return "special values in all inputs";
  }
  return "";
}

/// Formats "2 (element 93: nan, unfused inf, reference 0.5)".
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

/// Formats "12 ill-conditioned, 3 undefined", or "0".
static std::string describeExcused(const Comparison &comparison) {
  std::string text;
  if (comparison.numIllConditioned)
    text = std::to_string(comparison.numIllConditioned) + " ill-conditioned";
  if (comparison.numUndefined)
    text += (text.empty() ? "" : ", ") +
            std::to_string(comparison.numUndefined) + " undefined";
  return text.empty() ? "0" : text;
}

static void addLine(Table &table, const VerifiedResult &result) {
  if (!result.refusal.empty())
    return table.add({std::to_string(result.round.seed),
                      result.round.describe(), "-", "-", "-", "-", "-", "-",
                      "-", "-", "-", "refused"});
  const Comparison &comparison = result.comparison;
  auto number = [&](double value) {
    return result.round.judgesError() ? formatNumber("%.2e", value) : "-";
  };
  table.add(
      {std::to_string(result.round.seed), result.round.describe(),
       std::to_string(result.result), result.type,
       number(comparison.fusedError), number(comparison.unfusedError),
       number(comparison.tolerance), std::to_string(comparison.numNonFinite),
       std::to_string(comparison.numContested), describeStrays(comparison),
       describeExcused(comparison), result.passed() ? "ok" : "FAIL"});
}

namespace {

/// The rounds with special values that passed for one result.
struct SpecialSummary {
  std::string type;
  unsigned numRounds = 0;
  Comparison sums;
};

} // namespace

void fused::run::printVerification(raw_ostream &os,
                                   ArrayRef<VerifiedResult> results) {
  Table table({"seed", "inputs", "result", "type", "fused error",
               "unfused error", "tolerance", "not finite", "contested",
               "strays", "excused", ""});
  std::map<std::pair<uint64_t, unsigned>, SpecialSummary> summaries;
  for (const VerifiedResult &result : results) {
    if (result.round.judgesError() || !result.passed() ||
        !result.refusal.empty()) {
      addLine(table, result);
      continue;
    }
    SpecialSummary &summary = summaries[{result.round.seed, result.result}];
    summary.type = result.type;
    ++summary.numRounds;
    summary.sums.numNonFinite += result.comparison.numNonFinite;
    summary.sums.numContested += result.comparison.numContested;
    summary.sums.numStrays += result.comparison.numStrays;
    summary.sums.numIllConditioned += result.comparison.numIllConditioned;
    summary.sums.numUndefined += result.comparison.numUndefined;
  }
  for (const auto &[key, summary] : summaries)
    table.add({std::to_string(key.first),
               "special values, " + std::to_string(summary.numRounds) +
                   (summary.numRounds == 1 ? " round" : " rounds"),
               std::to_string(key.second), summary.type, "-", "-", "-",
               std::to_string(summary.sums.numNonFinite),
               std::to_string(summary.sums.numContested),
               std::to_string(summary.sums.numStrays),
               describeExcused(summary.sums), "ok"});
  if (results.empty())
    os << "the function has no results to compare\n";
  else
    table.print(os);
  os << "verification: " << (allPassed(results) ? "PASS" : "FAIL") << "\n";
}

json::Value fused::run::toJson(ArrayRef<VerifiedResult> results) {
  json::Array list;
  for (const VerifiedResult &result : results) {
    const Comparison &comparison = result.comparison;
    json::Object object{{"seed", result.round.seed},
                        {"inputs", result.round.describe()},
                        {"result", result.result},
                        {"type", result.type},
                        {"not_finite", comparison.numNonFinite},
                        {"contested", comparison.numContested},
                        {"strays", comparison.numStrays},
                        {"ill_conditioned", comparison.numIllConditioned},
                        {"undefined", comparison.numUndefined},
                        {"passed", result.passed()}};
    if (!result.refusal.empty()) {
      object["refusal"] = result.refusal;
    } else if (result.round.judgesError()) {
      object["fused_error"] = comparison.fusedError;
      object["unfused_error"] = comparison.unfusedError;
      object["tolerance"] = comparison.tolerance;
    }
    list.push_back(std::move(object));
  }
  return json::Object{{"passed", allPassed(results)},
                      {"results", std::move(list)}};
}
