//===- PassByPointer.cpp - Arguments in memory of the caller --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InternalFunctions.h"
#include "PartAddress.h"

#include "fused/Conversion/LLVMPasses.h"

namespace fused {
#define GEN_PASS_DEF_PASSBYPOINTER
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct PassByPointer : public fused::impl::PassByPointerBase<PassByPointer> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

/// Gives a function one argument, the address of the `types` that it had.
static void loadArguments(LLVM::LLVMFuncOp function,
                          LLVM::LLVMStructType types) {
  Location loc = function.getLoc();
  Block &entry = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  unsigned count = entry.getNumArguments();
  Value address = entry.addArgument(pointer, loc);
  for (auto [index, argument] :
       llvm::enumerate(entry.getArguments().take_front(count)))
    argument.replaceAllUsesWith(LLVM::LoadOp::create(
        builder, loc, argument.getType(),
        createPartAddress(builder, loc, types, address, int64_t(index))));
  entry.eraseArguments(0, count);
  function.removeArgAttrsAttr();
  function.setFunctionType(LLVM::LLVMFunctionType::get(
      function.getFunctionType().getReturnType(), {Type(pointer)}));
}

/// Lets a call store its operands, and give their address.
static void storeOperands(LLVM::CallOp call, LLVM::LLVMStructType types) {
  Value address = createStackMemory(call, types);
  OpBuilder builder(call);
  for (auto [index, operand] : llvm::enumerate(call.getCalleeOperands()))
    LLVM::StoreOp::create(builder, call.getLoc(), operand,
                          createPartAddress(builder, call.getLoc(), types,
                                            address, int64_t(index)));
  call.getCalleeOperandsMutable().assign(address);
  call.removeArgAttrsAttr();
}

void PassByPointer::runOnOperation() {
  ModuleOp module = getOperation();
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!function.getOptimizeNone() || !isInternal(function) ||
        function.getNumArguments() < manyArguments)
      continue;
    std::optional<SmallVector<LLVM::CallOp>> calls =
        findCalls(function, module);
    if (!calls)
      continue;
    auto types = LLVM::LLVMStructType::getLiteral(
        &getContext(), function.getFunctionType().getParams());
    loadArguments(function, types);
    for (LLVM::CallOp call : *calls)
      storeOperands(call, types);
  }
}
