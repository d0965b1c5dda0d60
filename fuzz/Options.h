//===- Options.h - The command line of fused-fuzz ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_OPTIONS_H
#define FUSED_FUZZ_OPTIONS_H

#include "Generator.h"
#include "fused/Conversion/Target.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fused::fuzz {

/// What the command line asks for.
struct Options {
  uint64_t seed;
  uint64_t first, count; ///< Which programs.
  Family family;         ///< Of programs.
  Target target;         ///< Where the fused programs run.
  bool emulate;          ///< Devices are emulated on this machine.
  unsigned jobs;         ///< Processes at once.
  bool print;            ///< Print the programs instead of running them.
  std::vector<std::string> mutated; ///< Files to mutate; empty for programs.
  std::string directory;            ///< Where programs that fail are written.
  std::string jsonFile;
};

llvm::Expected<Options> parseCommandLine(int argc, char **argv);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_OPTIONS_H
