//===- LowerKernels.h - From NVVM's LLVM IR to that of the host -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_EMULATOR_LOWERKERNELS_H
#define FUSED_LIB_EMULATOR_LOWERKERNELS_H

#include "Threads.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <memory>

namespace fused::emulator {

/// What compiled kernels refer to; outlives them.
struct KernelData {
  std::deque<std::string> strings;
  std::deque<Site> sites;
  /// The workgroup memory, which all blocks use in turn.
  std::deque<std::unique_ptr<char[]>> shared;
  std::vector<const void *> regions;

  ~KernelData();
};

/// Makes sites, and calls of functions of the host.
class KernelBuilder {
public:
  KernelBuilder(llvm::Module &module, KernelData &data);

  /// What a call of the emulator in place of `instruction` refers to.
  llvm::Constant *makeSite(const llvm::Instruction &instruction, uint64_t size,
                           llvm::Align alignment);
  llvm::Constant *makeSite(const llvm::Instruction &instruction) {
    return makeSite(instruction, 0, llvm::Align(1));
  }
  /// The address of an object of this process.
  llvm::Constant *makeAddress(const void *address);
  llvm::CallInst *call(llvm::IRBuilder<> &builder, const void *function,
                       llvm::Type *result,
                       llvm::ArrayRef<llvm::Value *> operands);

private:
  const char *keep(std::string text);

  llvm::Module &module;
  KernelData &data;
};

/// Replaces what only devices have: intrinsics, special registers, barriers.
/// Fails if there is something unknown.
llvm::Error lowerIntrinsics(llvm::Function &function, KernelBuilder &builder);

/// The value of a call of PTX assembly, or null if it is unknown.
llvm::Value *lowerAssembly(llvm::CallInst &call, KernelBuilder &kernels);

/// Lets instructions that are undefined for some operands do for them what
/// devices do.
void defineResults(llvm::Function &function);

/// Inserts checks before all accesses to memory. Returns log2 of the size of
/// the smallest.
unsigned insertChecks(llvm::Function &function, KernelBuilder &builder);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_LOWERKERNELS_H
