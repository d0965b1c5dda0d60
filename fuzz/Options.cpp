//===- Options.cpp - The command line of fused-fuzz -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "Backend.h"
#include "Processes.h"
#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Files.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Threading.h"

#include <cinttypes>

using namespace llvm;
using namespace fused;
using namespace fused::fuzz;

namespace {

constexpr const char *overview =
    "Makes random programs, of matrix products and what follows them and of "
    "arbitrary linalg, and compares each, fused, with the unfused program.\n";

/// The options as the option library defines them.
struct CommandLine {
  cl::OptionCategory category{"fused-fuzz options"};

  cl::opt<uint64_t> seed{"seed", cl::desc("Seed of all programs (1)"),
                         cl::value_desc("n"), cl::init(1), cl::cat(category)};
  cl::opt<uint64_t> first{"first", cl::desc("Index of the first program (0)"),
                          cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<uint64_t> count{"count", cl::desc("Number of programs (20000)"),
                          cl::value_desc("n"), cl::init(20000),
                          cl::cat(category)};
  cl::opt<Family> family{
      "family", cl::desc("Which programs"),
      cl::values(clEnumValN(Family::All, "all", "Products and linalg"),
                 clEnumValN(Family::Products, "products",
                            "Products and what follows them, and near misses"),
                 clEnumValN(Family::Linalg, "linalg",
                            "Arbitrary operations of linalg and tensor"),
                 clEnumValN(Family::Convolutions, "convolutions",
                            "The same, with a convolution"),
                 clEnumValN(Family::Loops, "loops",
                            "The same, with a loop that saves what another "
                            "one reads"),
                 clEnumValN(Family::Attention, "attention",
                            "A softmax between two products")),
      cl::init(Family::All), cl::cat(category)};
  cl::opt<fused::Target> target{
      "target", cl::desc("Where the fused programs run"),
      cl::values(clEnumValN(fused::Target::Cpu, "cpu", "This CPU"),
                 clEnumValN(fused::Target::Cuda, "cuda", "A CUDA device")),
      cl::init(fused::Target::Cpu), cl::cat(category)};
  cl::opt<bool> emulate{
      "emulate", cl::desc("Emulate devices on this machine, with checks"),
      cl::cat(category)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("CUDA device to generate code for. If it is older than the "
               "device, the driver compiles the PTX"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<bool> disturb{
      "disturb",
      cl::desc("Apply passes of upstream between stages at random, and tile"),
      cl::cat(category)};
  cl::opt<unsigned> jobs{"j", cl::desc("Processes at once (one for each core)"),
                         cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<bool> print{"print",
                      cl::desc("Print the programs instead of running them"),
                      cl::cat(category)};
  cl::list<std::string> mutated{
      "mutate",
      cl::desc("Compile mutants of these files, and of those in folders, for "
               "both targets, instead of running programs"),
      cl::value_desc("path"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<std::string> directory{
      "failures", cl::desc("Folder for programs that fail (fuzz-failures)"),
      cl::value_desc("folder"), cl::init("fuzz-failures"), cl::cat(category)};
  cl::opt<std::string> json{"json", cl::desc("Write the counts as JSON"),
                            cl::value_desc("file"), cl::cat(category)};
};

/// Refuses options that mean nothing together.
Error checkTogether(const CommandLine &line) {
  if (line.count == 0)
    return fused::makeError("--count must be at least 1");
  // JSON has the indices as signed integers.
  constexpr uint64_t limit = uint64_t(1) << 63;
  if (line.count > limit || line.first > limit - line.count)
    return fused::makeError("--first=%" PRIu64 " and --count=%" PRIu64
                            " go beyond the last program, which has the index "
                            "%" PRIu64,
                            line.first.getValue(), line.count.getValue(),
                            limit - 1);
  if (line.directory.empty())
    return fused::makeError("--failures needs the name of a folder");
  if (line.target == fused::Target::Cuda)
    return Error::success();
  if (line.emulate)
    return fused::makeError("--emulate needs --target=cuda");
  if (!line.chip.empty())
    return fused::makeError("--chip needs --target=cuda");
  return Error::success();
}

/// Checks, before anything takes time, that programs can be compiled and
/// called, and that what is found can be written.
Error checkMachine(const Options &options) {
  if (Error error = fused::checkOutputFolder(options.directory))
    return error;
  if (!options.jsonFile.empty())
    if (Error error = fused::checkOutputFile(options.jsonFile))
      return error;
  if (!options.mutated.empty())
    return Error::success();
  CompileOptions compilation;
  compilation.target = options.target;
  if (Error error = Compiler::create(compilation).takeError())
    return error;
  if (options.target != fused::Target::Cuda || options.emulate)
    return Error::success();
  return callInProcess(
      [] { return run::Backend::get(FUSED_TARGET_CUDA).check(); });
}

} // namespace

Expected<Options> fused::fuzz::parseCommandLine(int argc, char **argv) {
  static CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  if (Error error = checkTogether(line))
    return error;
  unsigned jobs = line.jobs;
  if (jobs == 0)
    jobs = hardware_concurrency().compute_thread_count();
  if (line.emulate)
    if (Error error = run::emulateDevices())
      return error;
  Options options{line.seed,   line.first,   line.count,   line.family,
                  line.target, line.emulate, line.chip,    line.disturb,
                  jobs,        line.print,   line.mutated, line.directory,
                  line.json};
  if (!options.print)
    if (Error error = checkMachine(options))
      return error;
  return options;
}
