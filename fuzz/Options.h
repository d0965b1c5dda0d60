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

/// The options of the command line.
struct Options {
  uint64_t seed;
  uint64_t first, count;            ///< The range of programs.
  Family family;                    ///< Family of programs.
  Target target;                    ///< Where fused programs run.
  bool emulate;                     ///< Emulate devices on this machine.
  std::string chip;                 ///< What to compile for; may be empty.
  bool disturb;                     ///< Run upstream's passes between stages.
  unsigned jobs;                    ///< How many processes run at once.
  bool print;                       ///< Print programs instead of running them.
  std::vector<std::string> mutated; ///< Files to mutate; if empty, run
                                    ///< programs.
  std::string directory;            ///< Where to write programs that fail.
  std::string jsonFile;
};

llvm::Expected<Options> parseCommandLine(int argc, char **argv);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_OPTIONS_H
