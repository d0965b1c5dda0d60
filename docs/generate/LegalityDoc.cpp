//===- LegalityDoc.cpp - Writes the tables of docs/Numerics.md ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints, as Markdown, what each numerics contract permits, from the table that
// recognition asks, and which of it concerns which epilog.
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Numerics.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

using namespace fused;

static constexpr Numerics contracts[] = {Numerics::Strict, Numerics::Default,
                                         Numerics::Fast};

static void printConcessions() {
  std::printf("| | difference between an epilog and the program "
              "| `strict` | `default` | `fast` | reason for a refusal |\n"
              "|---|---|---|---|---|---|\n");
  int number = 0;
  for (const ConcessionInfo &info : concessionTable) {
    std::printf("| %d | %s |", ++number, info.description);
    for (Numerics numerics : contracts)
      std::printf(" %s |",
                  info.isPermitted[static_cast<int>(numerics)] ? "yes" : "no");
    if (*info.reason)
      std::printf(" [`%s`](Recognition.md#%s) |\n", info.reason, info.reason);
    else if (std::any_of(std::begin(info.concerns), std::end(info.concerns),
                         [](bool concerned) { return concerned; }))
      std::printf(" none, because the target avoids it |\n");
    else
      std::printf(" none, because there is no product then |\n");
  }
}

/// True if the difference can occur with `epilog`.
static bool concerns(Concession concession, const EpilogInfo &epilog) {
  if (concession == Concession::RoundedSteps)
    return epilog.hasRoundableSteps();
  if (concession == Concession::NaNBitOfMask)
    return epilog.aux == Aux::StoreMask;
  return getConcessionInfo(concession)
      .concerns[static_cast<int>(epilog.activation)];
}

/// The numbers of the concessions that `numerics` makes for `epilog`.
static std::string listConcessions(const EpilogInfo &epilog,
                                   Numerics numerics) {
  std::string list;
  int number = 0;
  for (const ConcessionInfo &info : concessionTable) {
    auto concession = static_cast<Concession>(number++);
    if (!concerns(concession, epilog) ||
        !info.isPermitted[static_cast<int>(numerics)])
      continue;
    list += (list.empty() ? "" : ", ") + std::to_string(number);
  }
  return list.empty() ? "none" : list;
}

static void printEpilogs() {
  std::printf("| epilog |");
  for (Numerics numerics : contracts)
    std::printf(" `%s` |", stringifyNumerics(numerics));
  std::printf("\n|---|---|---|---|\n");
  for (const EpilogInfo &epilog : epilogTable) {
    std::printf("| `%s` |", epilog.name);
    for (Numerics numerics : contracts)
      std::printf(" %s |", listConcessions(epilog, numerics).c_str());
    std::printf("\n");
  }
}

int main() {
  printConcessions();
  std::printf("\nAn epilog is legal under a contract if it differs from the "
              "program only where the contract permits it. This table\nlists "
              "the differences that can occur with each epilog, by the numbers "
              "above:\n\n");
  printEpilogs();
  return 0;
}
