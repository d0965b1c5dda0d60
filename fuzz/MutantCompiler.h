//===- MutantCompiler.h - The pipelines for mutants -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_MUTANTCOMPILER_H
#define FUSED_FUZZ_MUTANTCOMPILER_H

#include "fused/Conversion/Target.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fused::fuzz {

/// How many mutants got how far.
struct MutantNumbers {
  uint64_t valid, compiled[2];
};

/// Where a process is, in memory that outlives it.
struct MutantState {
  uint64_t index;
  MutantNumbers numbers, before; ///< `before` without the current mutant.
  char stage[160];
  char reason[160]; ///< Of a finding that is no crash; empty before.

  void setStage(llvm::StringRef text);
};

/// Compiles mutants one after the other. Everything that takes time to build
/// is built once, before processes are forked.
class MutantCompiler {
public:
  /// `state` is where each step is noted.
  static std::unique_ptr<MutantCompiler> create();

  /// Compiles for both targets: to the assembly of devices, and every so often
  /// to the code of both. Ends the process where it finds something.
  void compile(const std::string &text, uint64_t index, MutantState &state);

private:
  MutantCompiler();
  void addPipeline(Target target, llvm::StringRef format);
  void run(mlir::PassManager &manager, mlir::Operation *module,
           const char *name);

  mlir::MLIRContext context;
  std::vector<std::unique_ptr<mlir::PassManager>> managers;
  MutantState *state = nullptr;
  uint64_t numErrors = 0;
};

/// Parses with upstream's dialects alone, where a crash is not ours.
void parseAsUpstream(const std::string &text);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_MUTANTCOMPILER_H
