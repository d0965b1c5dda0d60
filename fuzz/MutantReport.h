//===- MutantReport.h - What was found in mutants ---------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_MUTANTREPORT_H
#define FUSED_FUZZ_MUTANTREPORT_H

#include "Options.h"

namespace fused::fuzz {

/// Compiles mutants, writes those that show a defect, and prints the counts.
/// Returns true if there are no defects.
llvm::Expected<bool> runMutants(const Options &options);

/// Prints the mutants instead of compiling them.
llvm::Error printMutants(const Options &options);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_MUTANTREPORT_H
