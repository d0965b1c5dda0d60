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

/// Counts the mutants that reached each stage.
struct MutantNumbers {
  uint64_t valid, compiled[2];
};

/// The progress of a process. It is in memory that outlives the process.
struct MutantState {
  uint64_t index;
  MutantNumbers numbers, before; ///< `before` excludes the current mutant.
  char stage[160];
  char reason[160]; ///< Of a finding that is not a crash; else empty.

  void setStage(llvm::StringRef text);
};

/// Compiles mutants one after the other. Builds everything that takes time
/// once, before the program forks processes.
class MutantCompiler {
public:
  /// Prepares what all mutants share.
  static std::unique_ptr<MutantCompiler> create();

  /// Compiles for both targets: each mutant to the assembly of devices, and
  /// some mutants to machine code of both targets. Records its progress in
  /// `state`. Ends the process if it finds a defect.
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

/// Parses with upstream's dialects only. A crash here is not our defect.
void parseAsUpstream(const std::string &text);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_MUTANTCOMPILER_H
