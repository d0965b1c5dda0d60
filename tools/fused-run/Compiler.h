//===- Compiler.h - From MLIR to object code --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_RUN_COMPILER_H
#define FUSED_RUN_COMPILER_H

#include "Options.h"
#include "Source.h"
#include "llvm/Target/TargetMachine.h"

namespace fused::run {

/// How a program is compiled.
enum class Lowering {
  Fused,     ///< As users get it.
  Unfused,   ///< As it is written, by upstream's passes alone.
  Reference, ///< As Unfused, with every float in double.
  Plain,     ///< As Fused, but what follows a product stays by itself.
  /// As Reference, with a positive or negative number in the place of what
  /// fast-math flags leave undefined.
  PositiveReference,
  NegativeReference,
  /// As Reference, with its roundings perturbed by a seed.
  PerturbedReference
};

constexpr size_t numLowerings = 7;

/// "fused", "unfused", "reference", "plain", or what the last two are.
const char *getName(Lowering lowering);

/// How much work is put into the code. What it computes is the same.
struct Effort {
  unsigned optLevel = 3;
  bool openmp = true;
};

/// Compiles programs for one machine.
class Compiler {
public:
  static llvm::Expected<std::unique_ptr<Compiler>>
  create(const Options &options, Effort effort = {});

  /// Compiles a copy of the program to an object file in memory.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  compile(Source &source, Lowering lowering);

private:
  Compiler(const Options &options, Effort effort)
      : options(options), effort(effort) {}

  const Options &options;
  Effort effort;
  std::unique_ptr<llvm::TargetMachine> machine;
};

/// Links `object` with the runtime to a shared library at `path`, or writes it
/// as it is if `path` ends in ".o".
/// A checksum follows, which linkers and loaders ignore.
llvm::Error writeCompiled(llvm::StringRef path, llvm::MemoryBufferRef object);

/// Checks that the contents of a file are as writeCompiled() has written them:
/// damaged code would end the process that runs it. Accepts any file that does
/// not end in a checksum, such as one that another program has linked.
llvm::Error checkCompiled(llvm::StringRef contents);

} // namespace fused::run

#endif // FUSED_RUN_COMPILER_H
