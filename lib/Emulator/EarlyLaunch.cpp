//===- EarlyLaunch.cpp - Kernels that begin before others end -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerKernels.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

static bool isInWorkgroupMemory(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == 3;
}

/// True if an instruction may access memory that kernels share.
static bool mayTouchArrays(const Instruction &instruction) {
  if (!instruction.mayReadOrWriteMemory())
    return false;
  if (const Value *pointer = getLoadStorePointerOperand(&instruction))
    return !isInWorkgroupMemory(pointer);
  const auto *call = dyn_cast<CallInst>(&instruction);
  if (!call)
    return true;
  if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
    return assembly->hasSideEffects();
  StringRef name =
      call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
  if (!name.consume_front("llvm.nvvm."))
    return true;
  if (name.starts_with("mbarrier.init."))
    return !isInWorkgroupMemory(call->getArgOperand(0));
  return !name.starts_with("shfl.sync.") && !name.starts_with("fence.") &&
         !name.starts_with("barrier") && !name.starts_with("griddepcontrol.");
}

bool fused::emulator::waitsForKernels(Function &function) {
  const Instruction *wait = nullptr;
  for (const Instruction &instruction : instructions(function)) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::nvvm_griddepcontrol_wait)
      wait = call;
  }
  if (!wait || !PostDominatorTree(function).dominates(
                   wait->getParent(), &function.getEntryBlock()))
    return false;
  DominatorTree dominators(function);
  return all_of(instructions(function), [&](const Instruction &instruction) {
    return !mayTouchArrays(instruction) ||
           dominators.dominates(wait, &instruction);
  });
}
