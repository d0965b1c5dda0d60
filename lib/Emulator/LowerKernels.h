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

namespace fused::emulator {

/// Objects that compiled kernels refer to. They outlive the kernels.
struct KernelData {
  std::deque<std::string> strings;
  std::deque<Site> sites;
  SharedMemory shared;
  std::vector<const void *> regions;

  ~KernelData();
};

/// Creates sites and calls of host functions.
class KernelBuilder {
public:
  KernelBuilder(llvm::Module &module, KernelData &data);

  /// Creates the site of `instruction`, which calls of the emulator refer to.
  llvm::Constant *makeSite(const llvm::Instruction &instruction, uint64_t size,
                           llvm::Align alignment);
  llvm::Constant *makeSite(const llvm::Instruction &instruction) {
    return makeSite(instruction, 0, llvm::Align(1));
  }
  /// Returns the address of an object of this process as a constant.
  llvm::Constant *makeAddress(const void *address);
  /// Reads 4 bytes that the emulator keeps in place of a special register.
  llvm::Value *readRegister(llvm::IRBuilder<> &builder,
                            const uint32_t *address);
  uint64_t getSharedStride() const { return data.shared.stride; }
  llvm::CallInst *call(llvm::IRBuilder<> &builder, const void *function,
                       llvm::Type *result,
                       llvm::ArrayRef<llvm::Value *> operands);

private:
  const char *keep(std::string text);

  llvm::Module &module;
  KernelData &data;
};

/// True if each thread of a kernel waits for the kernels that were launched
/// before it, in front of all accesses to memory that they share.
bool waitsForKernels(llvm::Function &function);

/// Replaces intrinsics, special registers and barriers, which only devices
/// have. Fails if it finds one that it does not know.
llvm::Error lowerIntrinsics(llvm::Function &function, KernelBuilder &builder);

/// Replaces instructions of Hopper devices: barriers in memory, copies of tiles
/// and products of warpgroups, and what belongs to them. Returns false if the
/// call is another one.
llvm::Expected<bool> lowerAsync(llvm::CallInst &call, KernelBuilder &kernels);

/// True if a call is such an instruction, beside which a device works.
bool isAsync(const llvm::CallInst &call);

/// Returns the value of a call of PTX assembly, or null if it is unknown.
llvm::Value *lowerAssembly(llvm::CallInst &call, KernelBuilder &kernels);

/// Gives instructions a result where LLVM leaves it undefined: the result that
/// devices compute.
void defineResults(llvm::Function &function);

/// Inserts a check before each access to memory. Returns log2 of the size of
/// the smallest access.
unsigned insertChecks(llvm::Function &function, KernelBuilder &builder);

} // namespace fused::emulator

#endif // FUSED_LIB_EMULATOR_LOWERKERNELS_H
