//===- ReturnByPointer.cpp - Results in memory of the caller --------------===//
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
#define GEN_PASS_DEF_RETURNBYPOINTER
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct ReturnByPointer
    : public fused::impl::ReturnByPointerBase<ReturnByPointer> {
  void runOnOperation() override;
};
} // namespace

/// Returns the results of a function with a status in front of them, or null.
static LLVM::LLVMStructType getResults(LLVM::LLVMFuncOp function) {
  auto type = dyn_cast<LLVM::LLVMStructType>(
      function.getFunctionType().getReturnType());
  if (!isInternal(function) || !type || type.isIdentified() ||
      type.getBody().size() < 2 || !type.getBody().front().isInteger(32))
    return {};
  return type;
}

/// Stores what a return gives, and returns the status instead.
static void storeResults(LLVM::ReturnOp op, LLVM::LLVMStructType results,
                         Value address) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value value = op.getArg();
  Value status =
      LLVM::ExtractValueOp::create(builder, loc, value, ArrayRef<int64_t>(0));
  SmallVector<LLVM::InsertValueOp> parts;
  while (auto part = value.getDefiningOp<LLVM::InsertValueOp>()) {
    parts.push_back(part);
    value = part.getContainer();
  }
  if (!isa_and_present<LLVM::PoisonOp, LLVM::UndefOp>(value.getDefiningOp()))
    LLVM::StoreOp::create(builder, loc, value, address);
  for (LLVM::InsertValueOp part : llvm::reverse(parts)) {
    if (part.getPosition().front() != 0 &&
        !part.getValue().getDefiningOp<LLVM::PoisonOp>())
      LLVM::StoreOp::create(builder, loc, part.getValue(),
                            createPartAddress(builder, loc, results, address,
                                              part.getPosition()));
  }
  op.getArgMutable().assign(status);
}

/// Lets a call give an address, and reads the results there.
static void loadResults(LLVM::CallOp call, LLVM::LLVMFuncOp function,
                        LLVM::LLVMStructType results) {
  Location loc = call.getLoc();
  Value address = createStackMemory(call, results);
  OpBuilder builder(call);
  SmallVector<Value> operands(call.getOperands());
  operands.push_back(address);
  auto changed = LLVM::CallOp::create(builder, loc, function, operands);
  for (Operation *user : llvm::make_early_inc_range(call->getUsers())) {
    auto part = dyn_cast<LLVM::ExtractValueOp>(user);
    if (!part)
      continue;
    Value value = changed.getResult();
    if (part.getPosition().front() != 0)
      value =
          LLVM::LoadOp::create(builder, loc, part.getType(),
                               createPartAddress(builder, loc, results, address,
                                                 part.getPosition()));
    part.replaceAllUsesWith(value);
    part.erase();
  }
  if (!call->use_empty()) {
    Value all = LLVM::LoadOp::create(builder, loc, results, address);
    all = LLVM::InsertValueOp::create(builder, loc, all, changed.getResult(),
                                      ArrayRef<int64_t>(0));
    call->replaceAllUsesWith(ValueRange(all));
  }
  call->erase();
}

void ReturnByPointer::runOnOperation() {
  ModuleOp module = getOperation();
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    LLVM::LLVMStructType results = getResults(function);
    if (!results)
      continue;
    std::optional<SmallVector<LLVM::CallOp>> calls =
        findCalls(function, module);
    if (!calls)
      continue;
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    SmallVector<Type> inputs(function.getFunctionType().getParams());
    inputs.push_back(pointer);
    Value address = function.getBody().addArgument(pointer, function.getLoc());
    function.walk(
        [&](LLVM::ReturnOp op) { storeResults(op, results, address); });
    function.setFunctionType(
        LLVM::LLVMFunctionType::get(results.getBody().front(), inputs));
    if (std::optional<ArrayAttr> attributes = function.getArgAttrs()) {
      SmallVector<Attribute> extended(attributes->getValue());
      extended.push_back(DictionaryAttr::get(&getContext()));
      function.setArgAttrsAttr(ArrayAttr::get(&getContext(), extended));
    }
    for (LLVM::CallOp call : *calls)
      loadResults(call, function, results);
  }
}
