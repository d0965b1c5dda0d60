//===- Compiler.h - From MLIR to object code --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_COMPILER_COMPILER_H
#define FUSED_COMPILER_COMPILER_H

#include "fused/Analysis/Report.h"
#include "fused/Compiler/Source.h"
#include "fused/Pipelines/Pipelines.h"
#include "llvm/Target/TargetMachine.h"

namespace fused {

/// What programs are compiled for.
struct CompileOptions {
  Target target = Target::Cpu;
  Numerics numerics = Numerics::Default;
  std::string cpu = "host";   ///< As for LLVM's tools.
  std::string chip;           ///< A CUDA device; if empty, the pipeline's.
  bool emulate = false;       ///< Compile kernels for the emulator.
  bool productKernels = true; ///< Compile products to kernels, too.
  std::string productTiling;  ///< Of all kernels of products, if not empty.
  /// Let blocks share out products as if these were large, for tests.
  bool productsAsLarge = false;
  /// Compile what is between the two parts of `fused-to-llvm`.
  bool skipsFusion = false;
  std::string choices; ///< The text of a file for programs to carry.
  /// As in `ToLLVMOptions`.
  std::function<void(mlir::OpPassManager &)> betweenStages;
  /// Verify the IR after each pass, instead of after some stages. The verifier
  /// takes a third of the time of all passes.
#ifdef NDEBUG
  bool verifyPasses = false;
#else
  bool verifyPasses = true;
#endif
};

/// The function that gives the choices of a program to the runtime. Loaders run
/// it; it is in programs with choices alone.
inline constexpr const char *choicesSymbol = "fused_load_choices";

/// How a program is compiled.
enum class Lowering {
  Fused,     ///< Compiled as for users.
  Unfused,   ///< Compiled by upstream's passes only, without changes.
  Reference, ///< Like Unfused, with every float in double.
  Plain,     ///< Like Fused, but products get no epilogs.
  /// Like Reference, with a positive or negative number in place of values that
  /// fast-math flags leave undefined.
  PositiveReference,
  NegativeReference,
  /// Like Reference, with roundings that a seed perturbs.
  PerturbedReference,
  /// Like Reference, without the multiplications by zeros that the program
  /// inserts into factors.
  CompactReference,
  /// Like Reference, with what epilogs compute in place of what the program
  /// does.
  EpilogReference
};

constexpr size_t numLowerings = 9;

/// Returns "fused", "unfused", "reference" or "plain", or a description of the
/// last lowerings.
const char *getName(Lowering lowering);

/// How much the compiler optimises. The results are the same.
struct Effort {
  unsigned optLevel = 3;
  bool openmp = true;
};

/// Compiles programs for one kind of machine.
class Compiler {
public:
  /// LLVM's native target must have been initialised.
  static llvm::Expected<std::unique_ptr<Compiler>>
  create(const CompileOptions &options, Effort effort = {});

  /// Compiles a copy of the program to an object file in memory. If there is a
  /// `report` and the lowering is Fused or Plain, describes the products in it.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  compile(Source &source, Lowering lowering, Report *report = nullptr);

private:
  Compiler(const CompileOptions &options, Effort effort)
      : options(options), effort(effort) {}

  const CompileOptions options;
  const Effort effort;
  std::unique_ptr<llvm::TargetMachine> machine;
};

/// Links `object` with the runtime and writes a shared library to `path`. If
/// `path` ends in ".o", writes the object itself. Appends a checksum, which
/// linkers and loaders ignore.
llvm::Error writeCompiled(llvm::StringRef path, llvm::MemoryBufferRef object);

/// Checks that a file has the contents that writeCompiled() has written,
/// because damaged code would end the process that runs it. Accepts files
/// without a checksum, such as those that another program has linked.
llvm::Error checkCompiled(llvm::StringRef contents);

} // namespace fused

#endif // FUSED_COMPILER_COMPILER_H
