//===- Options.h - The command line of fused-run ----------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_OPTIONS_H
#define FUSED_RUN_OPTIONS_H

#include "fused/Pipelines/Pipelines.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>

namespace fused::run {

/// What the command line asks for.
struct Options {
  std::string file;
  std::string entry; ///< Empty for main, or the only function there is.
  Target target = Target::Cpu;
  Numerics numerics = Numerics::Default;
  std::string cpu;
  std::string chip; ///< Of a CUDA device; empty for that of the pipeline.

  llvm::SmallVector<uint64_t> seeds;
  std::map<unsigned, std::string> inputFiles;
  std::map<unsigned, std::string> outputFiles;
  std::map<unsigned, llvm::SmallVector<int64_t>> shapes;
  int64_t dynamicSize = 0;
  unsigned randomIntegers = 8; ///< How many integers random inputs have.

  bool emulate = false; ///< CUDA devices are emulated on this machine.
  bool graph = false;   ///< Calls on a device are replayed as graphs.
  bool tune = false;    ///< Products on a device are tuned.
  bool verify = false;
  bool verifyQuickly = false; ///< With `verify`, in few rounds.
  bool bench = false;
  bool report = false;
  bool print = false;
  unsigned warmup = 0;
  unsigned repeats = 0;
  std::string jsonFile;
  std::string compiledFile;

  /// True if the program is to be called at all.
  bool callsProgram() const { return callsOnce() || verify || bench; }

  /// True if the program is to be called once and its results shown.
  bool callsOnce() const {
    return print || !outputFiles.empty() ||
           (!verify && !bench && !report && compiledFile.empty());
  }
};

/// Parses the command line. On a mistake that the option library finds, prints
/// it and exits.
llvm::Expected<Options> parseCommandLine(int argc, char **argv);

} // namespace fused::run

#endif // FUSED_RUN_OPTIONS_H
