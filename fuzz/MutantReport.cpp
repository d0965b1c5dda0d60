//===- MutantReport.cpp - What was found in mutants -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutantReport.h"

#include "Mutants.h"
#include "Ticker.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/Table.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

/// The indices of mutants by stage and reason, which tell most defects apart.
using Groups = std::map<std::string, std::vector<uint64_t>>;

static Error writeFinding(const Options &options, const Mutator &mutator,
                          const Finding &finding) {
  if (std::error_code code = sys::fs::create_directories(options.directory))
    return errorCodeToError(code);
  std::string file = formatv("{0}/seed-{1}-mutant-{2}.mlir", options.directory,
                             options.seed, finding.index);
  StringRef stage = finding.stage;
  std::string command = "fused-opt " + file;
  if (stage.starts_with("cpu"))
    command += " --fused-to-llvm";
  else if (stage.starts_with("cuda"))
    command += " --fused-to-llvm=target=cuda";
  return fused::writeFile(file, [&](raw_ostream &os) {
    os << "// " << command << "\n";
    printComment(os, finding.stage + ": " + finding.reason);
    printComment(os, finding.log);
    os << mutator.mutate(finding.index);
  });
}

static void printSummary(raw_ostream &os, const Mutants &mutants,
                         const Groups &groups) {
  Table table({"stage and reason", "mutants", "the first"});
  for (const auto &[name, indices] : groups)
    table.add({name, std::to_string(indices.size()),
               std::to_string(indices.front())});
  if (!groups.empty())
    table.print(os);
  const MutantCounts &counts = mutants.getCounts();
  os << formatv("{0} mutants, {1} valid, {2} compiled for the CPU, {3} for "
                "CUDA; {4} crashes of upstream's parser; {5} findings\n",
                counts.mutants, counts.valid, counts.compiled[0],
                counts.compiled[1], counts.upstream, mutants.getNumFindings());
}

static Error writeJson(const Options &options, const Mutants &mutants,
                       const Groups &groups) {
  const MutantCounts &counts = mutants.getCounts();
  json::Object found;
  for (const auto &[name, indices] : groups)
    found[name] = json::Array(indices);
  json::Object object{{"seed", int64_t(options.seed)},
                      {"mutants", int64_t(counts.mutants)},
                      {"valid", int64_t(counts.valid)},
                      {"compiled_for_cpu", int64_t(counts.compiled[0])},
                      {"compiled_for_cuda", int64_t(counts.compiled[1])},
                      {"upstream", int64_t(counts.upstream)},
                      {"findings", std::move(found)}};
  return fused::writeFile(options.jsonFile, [&](raw_ostream &os) {
    os << formatv("{0:2}\n", json::Value(std::move(object)));
  });
}

Expected<bool> fused::fuzz::runMutants(const Options &options) {
  Expected<Mutator> mutator = Mutator::create(options);
  if (!mutator)
    return mutator.takeError();
  Groups groups;
  Ticker ticker(options.count, "mutants");
  Mutants mutants(options, *mutator);
  Error error = mutants.run(
      [&](const Finding &finding) {
        groups[finding.stage + ": " + finding.reason].push_back(finding.index);
        errs() << "\nFOUND in mutant " << finding.index << ": " << finding.stage
               << ": " << finding.reason << "\n";
        return writeFinding(options, *mutator, finding);
      },
      [&](const MutantCounts &counts, uint64_t numFindings) {
        ticker.show(counts.mutants, numFindings);
      });
  if (error)
    return error;
  printSummary(outs(), mutants, groups);
  if (!options.jsonFile.empty())
    if (Error error = writeJson(options, mutants, groups))
      return error;
  return groups.empty();
}

Error fused::fuzz::printMutants(const Options &options) {
  Expected<Mutator> mutator = Mutator::create(options);
  if (!mutator)
    return mutator.takeError();
  for (uint64_t i = options.first; i < options.first + options.count; ++i)
    outs() << mutator->mutate(i) << "\n// -----\n";
  return Error::success();
}
