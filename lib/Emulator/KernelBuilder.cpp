//===- KernelBuilder.cpp - Calls from kernels into the emulator -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerKernels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace fused::emulator;

KernelData::~KernelData() {
  for (const void *region : regions)
    removeRegion(region);
}

KernelBuilder::KernelBuilder(llvm::Module &module, KernelData &data)
    : module(module), data(data) {}

const char *KernelBuilder::keep(std::string text) {
  if (data.strings.empty() || data.strings.back() != text)
    data.strings.push_back(std::move(text));
  return data.strings.back().c_str();
}

Constant *KernelBuilder::makeAddress(const void *address) {
  auto *number = ConstantInt::get(Type::getInt64Ty(module.getContext()),
                                  reinterpret_cast<uintptr_t>(address));
  return ConstantExpr::getIntToPtr(number,
                                   PointerType::get(module.getContext(), 0));
}

Value *KernelBuilder::readRegister(IRBuilder<> &builder,
                                   const uint32_t *address) {
  LoadInst *load = builder.CreateAlignedLoad(builder.getInt32Ty(),
                                             makeAddress(address), Align(4));
  load->setMetadata("fused.register", MDNode::get(load->getContext(), {}));
  return load;
}

Constant *KernelBuilder::makeSite(const Instruction &instruction, uint64_t size,
                                  Align alignment) {
  std::string location;
  // Takes the innermost location if the compiler has inlined the code.
  if (const DILocation *found = instruction.getDebugLoc().get())
    if (found->getLine() != 0)
      location = found->getFilename().str() + ":" +
                 std::to_string(found->getLine()) + ":" +
                 std::to_string(found->getColumn());
  const char *kernel = keep(instruction.getFunction()->getName().str());
  data.sites.push_back({kernel, keep(std::move(location)),
                        static_cast<uint32_t>(size),
                        static_cast<uint32_t>(alignment.value()), nullptr});
  return makeAddress(&data.sites.back());
}

CallInst *KernelBuilder::call(IRBuilder<> &builder, const void *function,
                              Type *result, ArrayRef<Value *> operands) {
  SmallVector<Type *> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *type = FunctionType::get(result, types, /*isVarArg=*/false);
  return builder.CreateCall(type, makeAddress(function), operands);
}
