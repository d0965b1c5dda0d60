//===- Program.h - Compiled programs in memory ------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_COMPILER_PROGRAM_H
#define FUSED_COMPILER_PROGRAM_H

#include "fused-runtime/fused_runtime.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace fused {

class OpenLibrary;

/// A compiled program that can be called. It makes no difference whether it was
/// just compiled or loaded from a file: its symbol `fused_module` is found in
/// either.
class CompiledProgram {
public:
  /// Links an object file into this process.
  static llvm::Expected<std::unique_ptr<CompiledProgram>>
  fromObject(std::unique_ptr<llvm::MemoryBuffer> object);

  /// Loads a shared library, which stays loaded as long as the program.
  /// `contents` is the text of the file, which is checked before the loader
  /// gets the file.
  static llvm::Expected<std::unique_ptr<CompiledProgram>>
  fromSharedLibrary(llvm::StringRef path, llvm::MemoryBufferRef contents);

  /// Reads a file that writeCompiled() has written, and checks it.
  static llvm::Expected<std::unique_ptr<CompiledProgram>>
  load(llvm::StringRef path);

  ~CompiledProgram();

  const fused_module_t &getModule() const { return *module; }

  /// Returns the function `name`. If `name` is empty, returns main or the only
  /// function.
  llvm::Expected<const fused_function_t *> find(llvm::StringRef name) const;

  /// Sets how a program perturbs its roundings, which must have been compiled
  /// for this. `seed` determines the random numbers, and results of tanh change
  /// by up to `tanhError`.
  llvm::Error setRoundings(uint64_t seed, double tanhError = 0);

private:
  CompiledProgram();
  llvm::Error setModule(const void *symbol);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<OpenLibrary> library;
  const fused_module_t *module = nullptr;
};

} // namespace fused

#endif // FUSED_COMPILER_PROGRAM_H
