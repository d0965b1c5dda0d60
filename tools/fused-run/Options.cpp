//===- Options.cpp - The command line of fused-run --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "fused-runtime/fused_runtime.h"
#include "fused/Compiler/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

#include <set>

using namespace llvm;
using namespace fused;
using namespace fused::run;

namespace {

constexpr const char *overview =
    "Compiles a program of linalg on tensors with its matrix products fused, "
    "calls it, and compares it with the unfused program.\n";

/// The options as the option library defines them.
struct CommandLine {
  cl::OptionCategory category{"fused-run options"};

  cl::opt<std::string> file{cl::Positional,
                            cl::desc("<program.mlir, or what -o has written>"),
                            cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::desc("Function to call (main)"),
                             cl::value_desc("name"), cl::cat(category)};
  cl::opt<fused::Target> target{
      "target", cl::desc("Where the program runs"),
      cl::values(clEnumValN(fused::Target::Cpu, "cpu", "This CPU"),
                 clEnumValN(fused::Target::Cuda, "cuda", "A CUDA device")),
      cl::init(fused::Target::Cpu), cl::cat(category)};
  cl::opt<Numerics> numerics{
      "numerics", cl::desc("What fusing may change in the results"),
      numericsValues(), cl::init(Numerics::Default), cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu", cl::desc("CPU to generate code for: host, generic or a name"),
      cl::value_desc("name"), cl::init("host"), cl::cat(category)};

  cl::opt<std::string> chip{
      "chip", cl::desc("CUDA device to generate code for (sm_90)"),
      cl::value_desc("name"), cl::cat(category)};

  cl::list<uint64_t> seeds{"seed", cl::desc("Seeds of the random inputs (1)"),
                           cl::value_desc("n,..."), cl::CommaSeparated,
                           cl::cat(category)};
  cl::list<std::string> inputs{"input",
                               cl::desc("Read input number k from a file"),
                               cl::value_desc("k=file.npy"), cl::cat(category)};
  cl::list<std::string> outputs{
      "output", cl::desc("Write result number k to a file"),
      cl::value_desc("k=file.npy"), cl::cat(category)};
  cl::list<std::string> shapes{"shape", cl::desc("Sizes of random input k"),
                               cl::value_desc("k=64x784"), cl::cat(category)};
  cl::opt<int64_t> dynamicSize{
      "dynamic-size", cl::desc("Every other size that the program leaves open"),
      cl::value_desc("n"), cl::init(33), cl::cat(category)};

  cl::opt<bool> emulate{
      "emulate",
      cl::desc("Run a program for CUDA devices on this machine, with checks"),
      cl::cat(category)};
  cl::opt<bool> productKernels{
      "product-kernels",
      cl::desc("Compile products to kernels where the library is slower "
               "(default: true)"),
      cl::init(true), cl::cat(category)};
  cl::opt<std::string> productTiling{
      "product-tiling",
      cl::desc("Compile all products that can be kernels to such with these "
               "tiles, for measurements"),
      cl::value_desc("tiling"), cl::Hidden, cl::cat(category)};
  cl::opt<bool> productsAsLarge{
      "products-as-large",
      cl::desc("Let blocks share out products as if these were large, for "
               "tests"),
      cl::Hidden, cl::cat(category)};
  cl::opt<bool> graph{
      "graph", cl::desc("Record calls on a device, and replay them as graphs"),
      cl::cat(category)};
  cl::opt<bool> tune{
      "tune", cl::desc("Measure the ways to execute each product on a device"),
      cl::cat(category)};
  cl::opt<std::string> choices{
      "choices",
      cl::desc("File that keeps what --tune chooses; without a program, print "
               "it"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> exported{
      "export-choices",
      cl::desc("Add the choices of --choices to another file"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> clear{"clear-choices",
                      cl::desc("Remove the choices from the file of --choices"),
                      cl::cat(category)};
  cl::opt<std::string> embedded{
      "embed-choices",
      cl::desc("Let the program that -o writes carry the choices of a file"),
      cl::value_desc("file"), cl::cat(category)};
  enum Verification { None, Full, Quick };
  cl::opt<Verification> verify{
      "verify",
      cl::desc("Compare with the unfused program, both judged by an evaluation "
               "in double"),
      cl::ValueOptional,
      cl::values(clEnumValN(Full, "", ""),
                 clEnumValN(Full, "full", "Special values in each input"),
                 clEnumValN(Quick, "quick",
                            "Special values in all inputs at once, for large "
                            "programs")),
      cl::init(None),
      cl::cat(category)};
  cl::opt<bool> bench{"bench", cl::desc("Time it against the unfused program"),
                      cl::cat(category)};
  cl::opt<unsigned> warmup{"warmup", cl::desc("Untimed calls before a bench"),
                           cl::value_desc("n"), cl::init(3), cl::cat(category)};
  cl::opt<unsigned> repeats{"repeats", cl::desc("Timed calls of a bench"),
                            cl::value_desc("n"), cl::init(20),
                            cl::cat(category)};
  cl::opt<bool> report{"report",
                       cl::desc("List every product and how it was fused"),
                       cl::cat(category)};
  cl::opt<bool> print{"print", cl::desc("Print the results in full"),
                      cl::cat(category)};
  cl::opt<std::string> json{"json", cl::desc("Write what was found as JSON"),
                            cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> compiled{
      "o",
      cl::desc("Write the compiled program: a shared library, or for .o "
               "an object file"),
      cl::value_desc("file"), cl::cat(category)};
};

/// Splits "k=value".
Error splitNumbered(StringRef option, StringRef text, unsigned &number,
                    StringRef &value) {
  StringRef left;
  std::tie(left, value) = text.split('=');
  if (left.getAsInteger(10, number) || value.empty())
    return makeError("--%s=%s is not of the form k=value with a number k",
                     option.str().c_str(), text.str().c_str());
  return Error::success();
}

Error parseFiles(StringRef option, ArrayRef<std::string> texts,
                 std::map<unsigned, std::string> &files) {
  for (const std::string &text : texts) {
    unsigned number;
    StringRef value;
    if (Error error = splitNumbered(option, text, number, value))
      return error;
    if (!files.emplace(number, value.str()).second)
      return makeError("--%s names number %u twice", option.str().c_str(),
                       number);
  }
  return Error::success();
}

Error parseShapes(ArrayRef<std::string> texts,
                  std::map<unsigned, SmallVector<int64_t>> &shapes) {
  for (const std::string &text : texts) {
    unsigned number;
    StringRef value;
    if (Error error = splitNumbered("shape", text, number, value))
      return error;
    SmallVector<int64_t> sizes;
    for (StringRef size : split(value, 'x')) {
      sizes.push_back(0);
      if (size.getAsInteger(10, sizes.back()) || sizes.back() < 0)
        return makeError("--shape=%s is not of the form k=64x784",
                         text.c_str());
    }
    if (!shapes.emplace(number, sizes).second)
      return makeError("--shape names number %u twice", number);
  }
  return Error::success();
}

/// Refuses empty names of files, as of variables that are not set: nothing
/// would be written.
Error checkNames(ArrayRef<const cl::opt<std::string> *> names) {
  for (const cl::opt<std::string> *name : names)
    if (name->getNumOccurrences() != 0 && name->empty())
      return makeError("%s%s needs the name of a file",
                       name->ArgStr.size() > 1 ? "--" : "-",
                       name->ArgStr.str().c_str());
  return Error::success();
}

/// Refuses to write two results to one file, or one over the program.
Error checkOutputs(const Options &options) {
  std::set<std::string> names;
  auto check = [&](const std::string &name) -> Error {
    if (name.empty() || StringRef(name).starts_with("/dev/"))
      return Error::success();
    if (!names.insert(name).second)
      return makeError("'%s' is to be written twice", name.c_str());
    if (sys::fs::equivalent(name, options.file))
      return makeError("'%s' is the program, which would be overwritten",
                       name.c_str());
    return checkOutputFile(name);
  };
  for (const auto &[number, name] : options.outputFiles)
    if (Error error = check(name))
      return error;
  if (Error error = check(options.jsonFile))
    return error;
  return check(options.compiledFile);
}

/// The options among `candidates` that the command line has.
SmallVector<std::string> findGiven(ArrayRef<const cl::Option *> candidates) {
  SmallVector<std::string> names;
  for (const cl::Option *option : candidates)
    if (option->getNumOccurrences() != 0)
      names.push_back(("--" + option->ArgStr).str());
  return names;
}

/// Takes the options that need no parsing of our own.
Options takeValues(const CommandLine &line) {
  Options options;
  options.file = line.file;
  options.entry = line.entry;
  options.target = line.target;
  options.numerics = line.numerics;
  options.cpu = line.cpu;
  options.chip = line.chip;
  options.seeds.assign(line.seeds.begin(), line.seeds.end());
  if (options.seeds.empty())
    options.seeds.push_back(1);
  options.dynamicSize = line.dynamicSize;
  options.emulate = line.emulate;
  options.productKernels = line.productKernels;
  options.productTiling = line.productTiling;
  options.productsAsLarge = line.productsAsLarge;
  options.graph = line.graph;
  options.tune = line.tune;
  options.choicesFile = line.choices;
  options.exportedFile = line.exported;
  options.embeddedFile = line.embedded;
  options.clearChoices = line.clear;
  options.verify = line.verify != CommandLine::None;
  options.verifyQuickly = line.verify == CommandLine::Quick;
  options.bench = line.bench;
  options.warmup = line.warmup;
  options.repeats = line.repeats;
  options.report = line.report;
  options.print = line.print;
  options.jsonFile = line.json;
  options.compiledFile = line.compiled;
  options.givesTarget = line.target.getNumOccurrences() != 0;
  options.givenForCompiling =
      findGiven({&line.numerics, &line.cpu, &line.chip, &line.productKernels,
                 &line.productTiling, &line.productsAsLarge});
  options.givenForDevices =
      findGiven({&line.chip, &line.productKernels, &line.productTiling,
                 &line.productsAsLarge, &line.emulate});
  return options;
}

/// Refuses options that mean nothing together.
Error checkTogether(const Options &options, bool hasOutputs) {
  bool needsProgram = options.choicesFile.empty() || options.verify ||
                      options.bench || options.report || options.print ||
                      options.tune || hasOutputs || !options.jsonFile.empty() ||
                      !options.compiledFile.empty();
  bool handlesChoices = options.clearChoices || !options.exportedFile.empty();
  if (handlesChoices && options.choicesFile.empty())
    return makeError("--export-choices and --clear-choices need --choices");
  if (options.file.empty() && needsProgram)
    return makeError("there is no program (see --help)");
  if (handlesChoices && !options.file.empty())
    return makeError("--export-choices and --clear-choices take no program");
  if (!options.embeddedFile.empty() &&
      (options.compiledFile.empty() || options.target != fused::Target::Cuda))
    return makeError("--embed-choices needs -o and --target=cuda");
  if (options.emulate && options.bench)
    return makeError("--bench has nothing to measure with --emulate: devices "
                     "are emulated one step after the other");
  if (options.emulate && options.tune)
    return makeError("--tune has nothing to measure with --emulate");
  if (options.dynamicSize < 0)
    return makeError("--dynamic-size must not be negative");
  if (options.bench && options.repeats == 0)
    return makeError("--repeats must be at least 1");
  return Error::success();
}

} // namespace

bool Options::writesStandardOutput() const {
  return jsonFile == "-" || compiledFile == "-" ||
         any_of(outputFiles,
                [](const auto &item) { return item.second == "-"; });
}

Expected<Options> fused::run::parseCommandLine(int argc, char **argv) {
  // The option library keeps pointers to the options.
  static CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(argc, argv, overview);

  Options options = takeValues(line);
  if (Error error = checkNames({&line.compiled, &line.json, &line.choices,
                                &line.exported, &line.embedded}))
    return error;
  if (Error error = checkTogether(options, !line.outputs.empty()))
    return error;
  if (Error error = parseFiles("input", line.inputs, options.inputFiles))
    return error;
  if (Error error = parseFiles("output", line.outputs, options.outputFiles))
    return error;
  if (Error error = parseShapes(line.shapes, options.shapes))
    return error;
  if (Error error = checkOutputs(options))
    return error;
  return options;
}
