//===- Options.h - The command line of fused-run ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_OPTIONS_H
#define FUSED_RUN_OPTIONS_H

#include "fused/Compiler/Compiler.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>

namespace fused::run {

/// The options of the command line.
struct Options : CompileOptions {
  std::string file;  ///< Empty to handle a file of choices alone.
  std::string entry; ///< Empty means main, or the only function.

  llvm::SmallVector<uint64_t> seeds;
  std::map<unsigned, std::string> inputFiles;
  std::map<unsigned, std::string> outputFiles;
  std::map<unsigned, llvm::SmallVector<int64_t>> shapes;
  int64_t dynamicSize = 0;
  unsigned randomIntegers = 8; ///< Random integers are below this.

  bool graph = false;        ///< Replay calls on a device as graphs.
  bool tune = false;         ///< Tune products on a device.
  std::string choicesFile;   ///< Keeps what tuning chooses.
  std::string exportedFile;  ///< Gets the choices of `choicesFile`.
  std::string embeddedFile;  ///< The program carries its choices.
  bool clearChoices = false; ///< Remove them from `choicesFile`.
  bool verify = false;
  bool verifyQuickly = false; ///< With `verify`, make few rounds.
  bool bench = false;
  bool report = false;
  bool print = false;
  unsigned warmup = 0;
  unsigned repeats = 0;
  std::string jsonFile;
  std::string compiledFile;
  bool givesTarget = false; ///< The command line has --target.
  /// The options given that say how to compile, such as "--cpu".
  llvm::SmallVector<std::string> givenForCompiling;
  /// The options given that only mean something for devices, such as "--chip".
  llvm::SmallVector<std::string> givenForDevices;

  /// True if standard output gets what is to be a file, such as `--json=-`.
  bool writesStandardOutput() const;

  /// True if the program is called at all.
  bool callsProgram() const { return callsOnce() || verify || bench; }

  /// True if the program is called once to show its results.
  bool callsOnce() const {
    return print || !outputFiles.empty() ||
           (!verify && !bench && !report && compiledFile.empty());
  }
};

/// Parses the command line. If the option library finds a mistake, it prints
/// the mistake and exits.
llvm::Expected<Options> parseCommandLine(int argc, char **argv);

} // namespace fused::run

#endif // FUSED_RUN_OPTIONS_H
