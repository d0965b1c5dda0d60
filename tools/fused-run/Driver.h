//===- Driver.h - One run of the tool ---------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_DRIVER_H
#define FUSED_RUN_DRIVER_H

#include "Verify.h"
#include "fused/Compiler/Compiler.h"
#include "fused/Compiler/Program.h"
#include "fused/Compiler/Report.h"
#include "llvm/Support/JSON.h"

#include <array>

namespace fused::run {

class Backend;

/// Executes the options, and compiles the program in the forms that they need.
class Driver {
public:
  explicit Driver(const Options &options) : options(options) {}

  /// Runs all actions. Returns false if there was a verification and it failed.
  llvm::Expected<bool> run();

private:
  /// Reads the program. MLIR becomes `source`, compiled code becomes
  /// `programs`.
  llvm::Error load();
  llvm::Error loadCompiled();
  llvm::Error checkTarget(const fused_function_t &function);
  /// Names the file of choices, and switches tuning on.
  llvm::Error prepareChoices(Backend &backend);

  /// Returns the entry of one form of the program. Compiles the form if needed.
  llvm::Expected<const fused_function_t *> getFunction(Lowering lowering);
  llvm::Error compile(Lowering lowering);

  llvm::Error report();
  llvm::Error callOnce();
  llvm::Expected<bool> verify();
  /// Returns the forms of the program that a verification compares.
  llvm::Expected<FunctionTriple> getForms();
  /// Returns options with random integers that the program's assertions accept.
  Options findAcceptedIntegers(const FunctionTriple &functions);
  llvm::Error bench();

  /// Returns the report on products, which is made once. For compiled code it
  /// has none.
  llvm::Expected<const Report *> getReport();

  /// Where tables go: to standard error, if standard output gets a file.
  llvm::raw_ostream &text() const;

  const Options &options;
  std::unique_ptr<Source> source;
  std::unique_ptr<Compiler> compiler;
  std::array<std::unique_ptr<CompiledProgram>, numLowerings> programs;
  std::optional<Report> fusion;
  llvm::json::Object json;
};

} // namespace fused::run

#endif // FUSED_RUN_DRIVER_H
