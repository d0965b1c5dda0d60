//===- fused-fuzz.cpp - Random programs, fused and unfused ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutantReport.h"
#include "Summary.h"
#include "Ticker.h"
#include "Workers.h"
#include "fused/Compiler/Files.h"
#include "fused/Support/StandardOutput.h"
#include "fused/Support/TemporaryFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

#include <cstdlib>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

static int fail(Error error) {
  WithColor::error(errs(), "fused-fuzz") << toString(std::move(error)) << "\n";
  return EXIT_FAILURE;
}

static const char *getName(Family family) {
  switch (family) {
  case Family::All:
    return "all";
  case Family::Products:
    return "products";
  case Family::Linalg:
    return "linalg";
  case Family::Convolutions:
    return "convolutions";
  case Family::Loops:
    return "loops";
  case Family::Attention:
    return "attention";
  }
  return "";
}

static std::string describeExpectation(const fused::fuzz::Program &program) {
  if (program.miss)
    return ", a near miss: " + std::string(getInfo(*program.miss).description);
  return program.expected.empty() ? ""
                                  : ", expected: " + program.expected.front();
}

static void printHeader(raw_ostream &os, uint64_t seed,
                        const fused::fuzz::Program &program) {
  os << "// " << program.family
     << ", numerics=" << stringifyNumerics(chooseNumerics(seed, program.index))
     << describeExpectation(program) << "\n";
}

static void printPrograms(const Options &options) {
  for (uint64_t i = options.first; i < options.first + options.count; ++i) {
    fused::fuzz::Program program = generate(options.seed, i, options.family);
    printHeader(outs(), options.seed, program);
    outs() << program.text << "\n";
  }
}

/// Writes and reports the programs that failed for `reason`.
static Error reportFailure(const Options &options, Range range,
                           StringRef reason) {
  if (std::error_code code = sys::fs::create_directories(options.directory))
    return errorCodeToError(code);
  std::string command =
      formatv("fused-fuzz --seed={0} --first={1} --count={2}{3}{4}",
              options.seed, range.first, range.count,
              options.family == Family::All ? "" : " --family=",
              options.family == Family::All ? "" : getName(options.family));
  if (options.target == fused::Target::Cuda)
    command += " --target=cuda";
  if (options.emulate)
    command += " --emulate";
  if (options.disturb)
    command += " --disturb";
  if (!options.chip.empty())
    command += " --chip=" + options.chip;
  std::string file = formatv("{0}/seed-{1}-program-{2}.mlir", options.directory,
                             options.seed, range.first);
  errs() << "\nFAIL " << file << "\n"
         << reason.trim() << "\nagain: " << command << "\n";
  return fused::writeFile(file, [&](raw_ostream &os) {
    os << "// " << command << "\n";
    printComment(os, reason);
    for (uint64_t i = range.first; i < range.first + range.count; ++i) {
      fused::fuzz::Program program = generate(options.seed, i, options.family);
      printHeader(os, options.seed, program);
      os << program.text << "\n";
    }
  });
}

static Expected<bool> runAll(const Options &options) {
  Summary summary;
  Ticker ticker(options.count, "programs");
  Error failure = Error::success();
  Workers workers(options, [&](ArrayRef<Outcome> outcomes) {
    for (const Outcome &outcome : outcomes) {
      std::string reason = summary.add(
          generate(options.seed, outcome.index, options.family), outcome);
      if (!reason.empty())
        failure =
            joinErrors(std::move(failure),
                       reportFailure(options, {outcome.index, 1}, reason));
    }
    ticker.show(summary.getNumPrograms(), summary.getNumFailures());
  });
  Expected<std::vector<Breakdown>> breakdowns = workers.run();
  if (!breakdowns)
    return joinErrors(std::move(failure), breakdowns.takeError());
  for (const Breakdown &breakdown : *breakdowns)
    failure =
        joinErrors(std::move(failure),
                   reportFailure(options, breakdown.range, breakdown.message));
  if (failure)
    return Expected<bool>(std::move(failure));
  summary.print(outs());
  outs() << breakdowns->size() << " broke down\n";
  if (!options.jsonFile.empty()) {
    json::Object object = summary.toJson();
    object["seed"] = int64_t(options.seed);
    object["broke_down"] = int64_t(breakdowns->size());
    if (Error error = fused::writeFile(options.jsonFile, [&](raw_ostream &os) {
          os << formatv("{0:2}\n", json::Value(std::move(object)));
        }))
      return error;
  }
  return breakdowns->empty() && summary.getNumFailures() == 0;
}

/// Executes the options. Returns false if a program failed.
static Expected<bool> execute(const Options &options) {
  if (!options.mutated.empty() && options.print) {
    if (Error error = printMutants(options))
      return error;
    return true;
  }
  if (options.print) {
    printPrograms(options);
    return true;
  }
  return options.mutated.empty() ? runAll(options) : runMutants(options);
}

int main(int argc, char **argv) {
  fused::makeTemporaryFolder("fused-fuzz");
  InitLLVM init(argc, argv);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Expected<Options> options = parseCommandLine(argc, argv);
  if (!options)
    return fail(options.takeError());
  Expected<bool> passed = execute(*options);
  Error unwritten = fused::flushStandardOutput();
  if (!passed)
    return fail(joinErrors(passed.takeError(), std::move(unwritten)));
  if (unwritten)
    return fail(std::move(unwritten));
  return *passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
