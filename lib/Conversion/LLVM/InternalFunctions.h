//===- InternalFunctions.h - Functions and all their calls ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_LLVM_INTERNALFUNCTIONS_H
#define FUSED_LIB_CONVERSION_LLVM_INTERNALFUNCTIONS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

#include <optional>

namespace fused {

/// True if all callers of a function are in its module, so that its type can
/// change.
inline bool isInternal(mlir::LLVM::LLVMFuncOp function) {
  mlir::LLVM::Linkage linkage = function.getLinkage();
  return (linkage == mlir::LLVM::Linkage::Internal ||
          linkage == mlir::LLVM::Linkage::Private) &&
         !function.isExternal() && !function.isVarArg();
}

/// Returns the calls of a function, or nothing if it is used in another way.
inline std::optional<llvm::SmallVector<mlir::LLVM::CallOp>>
findCalls(mlir::LLVM::LLVMFuncOp function, mlir::ModuleOp module) {
  llvm::SmallVector<mlir::LLVM::CallOp> calls;
  std::optional<mlir::SymbolTable::UseRange> uses =
      mlir::SymbolTable::getSymbolUses(function, module);
  if (!uses)
    return std::nullopt;
  for (mlir::SymbolTable::SymbolUse use : *uses) {
    auto call = mlir::dyn_cast<mlir::LLVM::CallOp>(use.getUser());
    if (!call || call.getNumResults() != 1 ||
        call.getNumOperands() != function.getNumArguments())
      return std::nullopt;
    calls.push_back(call);
  }
  return calls;
}

/// Creates memory on the stack of the function that `call` is in.
inline mlir::Value createStackMemory(mlir::LLVM::CallOp call, mlir::Type type) {
  auto caller = call->getParentOfType<mlir::LLVM::LLVMFuncOp>();
  auto builder = mlir::OpBuilder::atBlockBegin(&caller.getBody().front());
  mlir::Value one = mlir::LLVM::ConstantOp::create(builder, call.getLoc(),
                                                   builder.getI32Type(), 1);
  return mlir::LLVM::AllocaOp::create(
      builder, call.getLoc(),
      mlir::LLVM::LLVMPointerType::get(builder.getContext()), type, one);
}

} // namespace fused

#endif // FUSED_LIB_CONVERSION_LLVM_INTERNALFUNCTIONS_H
