//===- Driver.h - One run of the tool ---------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_DRIVER_H
#define FUSED_RUN_DRIVER_H

#include "Compiler.h"
#include "Program.h"
#include "Report.h"
#include "Verify.h"
#include "llvm/Support/JSON.h"

#include <array>

namespace fused::run {

/// Does what the command line asks for, compiling what that needs.
class Driver {
public:
  explicit Driver(const Options &options) : options(options) {}

  /// Returns whether the verification, if there is one, passed.
  llvm::Expected<bool> run();

private:
  /// Reads the program: MLIR into `source`, compiled code into `programs`.
  llvm::Error load();
  llvm::Error loadCompiled(std::unique_ptr<llvm::MemoryBuffer> buffer);

  /// The entry of the program in one of its forms, compiled if it is not yet.
  llvm::Expected<const fused_function_t *> getFunction(Lowering lowering);
  llvm::Error compile(Lowering lowering);

  llvm::Error report();
  llvm::Error callOnce();
  llvm::Expected<bool> verify();
  /// The forms of the program that a verification compares.
  llvm::Expected<FunctionTriple> getForms();
  /// Options whose random integers the assertions of the program accept.
  Options findAcceptedIntegers(const fused_function_t &unfused);
  llvm::Error bench();

  /// The products of the program, found once; none for compiled code.
  llvm::Expected<const Report *> getReport();

  const Options &options;
  std::unique_ptr<Source> source;
  std::unique_ptr<Compiler> compiler;
  std::array<std::unique_ptr<Program>, numLowerings> programs;
  std::optional<Report> fusion;
  llvm::json::Object json;
};

} // namespace fused::run

#endif // FUSED_RUN_DRIVER_H
