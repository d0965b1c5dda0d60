//===- InvokeBuilder.cpp - How functions are called -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvokeBuilder.h"

#include "fused-runtime/fused_runtime.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;

/// More arguments and results than that have an `invoke` that is not optimized.
static constexpr unsigned manyValues = 64;

MemRefType fused::getCrossingType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref) {
    if (!type.isIntOrIndexOrFloat() || getRuntimeType(type) == FUSED_TYPE_NONE)
      return {};
    return MemRefType::get({}, type);
  }
  if (memref.getRank() > FUSED_MAX_RANK || memref.getMemorySpace() ||
      getRuntimeType(memref.getElementType()) == FUSED_TYPE_NONE)
    return {};
  return memref;
}

Value InvokeBuilder::loadPointer(Value array, unsigned index) {
  Value address =
      LLVM::GEPOp::create(builder, loc, abi.getPointer(), abi.getPointer(),
                          array, ArrayRef<LLVM::GEPArg>{int32_t(index)});
  return LLVM::LoadOp::create(builder, loc, abi.getPointer(), address);
}

/// Loads the descriptor of an input; of a scalar, the value.
Value InvokeBuilder::loadInput(Value inputs, unsigned index, Type type) {
  MemRefType memref = getCrossingType(type);
  Value descriptor = LLVM::LoadOp::create(
      builder, loc, converter.convertType(memref), loadPointer(inputs, index));
  Value array =
      UnrealizedConversionCastOp::create(builder, loc, memref, descriptor)
          .getResult(0);
  if (memref == type)
    return array;
  if (abi.getTarget() == Target::Cuda)
    return loadNumber(MemRefDescriptor(descriptor).alignedPtr(builder, loc),
                      type);
  return memref::LoadOp::create(builder, loc, array);
}

/// Loads a number that may be on a device, or returns the failure.
Value InvokeBuilder::loadNumber(Value address, Type type) {
  Type converted = converter.convertType(type);
  Value storage = createStorage(converted);
  auto call = LLVM::CallOp::create(
      builder, loc, abi.getCudaLoadNumber(),
      ValueRange{address, storage, createI64(builder, loc, getByteSize(type)),
                 abi.getLocation(builder, loc)});
  branchUnlessOk(call.getResult());
  Value loaded = LLVM::LoadOp::create(builder, loc, converted, storage);
  return UnrealizedConversionCastOp::create(builder, loc, type, loaded)
      .getResult(0);
}

/// Stores the descriptor of an output, and makes the buffer the caller's.
/// Returns the status.
Value InvokeBuilder::storeOutput(Value outputs, unsigned index, Value value) {
  MemRefType memref = getCrossingType(value.getType());
  if (memref != value.getType() && abi.getTarget() == Target::Cuda)
    return storeNumber(loadPointer(outputs, index), value);
  if (memref != value.getType()) {
    Value scalar = value;
    value = memref::AllocaOp::create(builder, loc, memref);
    memref::StoreOp::create(builder, loc, scalar, value);
  }
  Value descriptor = UnrealizedConversionCastOp::create(
                         builder, loc, converter.convertType(memref), value)
                         .getResult(0);
  Value output = loadPointer(outputs, index);
  LLVM::StoreOp::create(builder, loc, descriptor, output);
  Value rank = createI32(builder, loc, memref.getRank());
  Value size = createI64(builder, loc, getByteSize(memref.getElementType()));
  return LLVM::CallOp::create(builder, loc, abi.getFrameTake(),
                              ValueRange{frame, output, rank, size})
      .getResult();
}

/// Makes an output on the device of a number. Returns the status.
Value InvokeBuilder::storeNumber(Value output, Value value) {
  Type type = converter.convertType(value.getType());
  Value number = UnrealizedConversionCastOp::create(builder, loc, type, value)
                     .getResult(0);
  Value storage = createStorage(type);
  LLVM::StoreOp::create(builder, loc, number, storage);
  Value size = createI64(builder, loc, getByteSize(value.getType()));
  return LLVM::CallOp::create(builder, loc, abi.getCudaFrameTakeNumber(),
                              ValueRange{frame, output, storage, size})
      .getResult();
}

Value InvokeBuilder::createStorage(Type type) {
  return LLVM::AllocaOp::create(builder, loc, abi.getPointer(), type,
                                createI64(builder, loc, 1));
}

/// Ends the block: goes on in a new one if `status` is FUSED_OK.
void InvokeBuilder::branchUnlessOk(Value status) {
  Value isOk = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                    status, createI32(builder, loc, FUSED_OK));
  Block *next = new Block();
  invoke.getBody().getBlocks().insert(end->getIterator(), next);
  LLVM::CondBrOp::create(builder, loc, isOk, next, ValueRange(), end, status);
  builder.setInsertionPointToEnd(next);
}

LLVM::LLVMFuncOp InvokeBuilder::build(StringRef name) {
  Type pointer = abi.getPointer();
  auto type =
      LLVM::LLVMFunctionType::get(abi.getI32(), {pointer, pointer, pointer});
  invoke = LLVM::LLVMFuncOp::create(builder, loc, name, type,
                                    LLVM::Linkage::Internal);
  abi.insertSymbol(invoke);
  Block *entry = invoke.addEntryBlock(builder);
  end = new Block();
  invoke.getBody().push_back(end);
  end->addArgument(abi.getI32(), loc);

  builder.setInsertionPointToStart(entry);
  frame = entry->getArgument(0);
  SmallVector<Value> operands = {frame};
  for (auto [index, input] :
       llvm::enumerate(callee.getArgumentTypes().drop_front()))
    operands.push_back(loadInput(entry->getArgument(1), index, input));
  auto call = func::CallOp::create(builder, loc, callee, operands);
  branchUnlessOk(call.getResult(0));
  ValueRange results = call.getResults().drop_front();
  ValueRange inputs = ValueRange(operands).drop_front();
  for (auto [index, value] :
       llvm::enumerate(getOutputs(callee, inputs, results)))
    branchUnlessOk(storeOutput(entry->getArgument(2), index, value));
  LLVM::BrOp::create(builder, loc, createI32(builder, loc, FUSED_OK), end);

  builder.setInsertionPointToEnd(end);
  Value status = end->getArgument(0);
  LLVM::CallOp::create(builder, loc, abi.getFrameRelease(),
                       ValueRange{frame, status});
  LLVM::ReturnOp::create(builder, loc, status);
  // Scheduling thousands of loads and stores would take seconds.
  if (callee.getNumArguments() + callee.getNumResults() > manyValues) {
    invoke.setNoInline(true);
    invoke.setOptimizeNone(true);
  }
  return invoke;
}
