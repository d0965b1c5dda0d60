//===- HostAccess.cpp - Arrays of the device, seen by the host ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostAccess.h"

#include "fused-runtime/fused_cuda.h"
#include "fused/Analysis/FailureFlag.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

using namespace mlir;
using namespace fused;

static_assert(offsetof(fused_cuda_assertion_t, message) == 0 &&
              offsetof(fused_cuda_assertion_t, location) == 8 &&
              sizeof(fused_cuda_assertion_t) == 16);
static_assert(offsetof(fused_cuda_assertions_t, assertions) == 0 &&
              offsetof(fused_cuda_assertions_t, count) == 8 &&
              offsetof(fused_cuda_assertions_t, state) == 16 &&
              sizeof(fused_cuda_assertions_t) == 24);
static_assert(offsetof(fused_cuda_constant_t, copies) == 0 &&
              sizeof(fused_cuda_constant_t) == 8);

/// A load of a constant array, which the host has, too.
static bool isConstantLoad(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  return load && load.getMemref().getDefiningOp<memref::GetGlobalOp>();
}

bool HostAccessConverter::isHostAccess(Operation *op) {
  if (!op->getParentOfType<func::FuncOp>())
    return false;
  return isa<memref::GetGlobalOp>(op) ||
         (isa<memref::LoadOp>(op) && !isConstantLoad(op));
}

/// Memory on the stack, one for each call of the function.
Value HostAccessConverter::createStorage(Location loc, Type type) {
  OpBuilder builder(type.getContext());
  builder.setInsertionPointAfterValue(checker.getFrame());
  return LLVM::AllocaOp::create(builder, loc, abi.getPointer(), type,
                                createI64(builder, loc, 1));
}

/// The value of the LLVM dialect that `value` becomes.
static Value createCast(OpBuilder &builder, const LLVMTypeConverter &converter,
                        Value value) {
  return UnrealizedConversionCastOp::create(
             builder, value.getLoc(), converter.convertType(value.getType()),
             value)
      .getResult(0);
}

LogicalResult HostAccessConverter::convertLoad(memref::LoadOp op) {
  int64_t bytes = getByteSize(op.getType());
  if (bytes == 0)
    return op.emitOpError()
           << "of an element of type " << op.getType() << " cannot be compiled";
  Location loc = op.getLoc();
  OpBuilder builder(op);
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(createCast(builder, converter, index));
  Value address = LLVM::getStridedElementPtr(
      builder, loc, converter, op.getMemRefType(),
      createCast(builder, converter, op.getMemref()), indices);
  Type type = converter.convertType(op.getType());
  Value storage = createStorage(loc, type);
  auto call = LLVM::CallOp::create(builder, loc, abi.getCudaLoad(),
                                   ValueRange{address, storage,
                                              createI64(builder, loc, bytes),
                                              abi.getLocation(builder, loc)});
  Value loaded = LLVM::LoadOp::create(builder, loc, type, storage);
  op.replaceAllUsesWith(
      UnrealizedConversionCastOp::create(builder, loc, op.getType(), loaded)
          .getResult(0));
  checker.returnUnlessOk(call, call.getResult());
  op.erase();
  return success();
}

/// The descriptor of the same array at another address.
static Value createCopy(OpBuilder &builder, Location loc, Value host,
                        Value address) {
  MemRefDescriptor descriptor(host);
  descriptor.setAllocatedPtr(builder, loc, address);
  descriptor.setAlignedPtr(builder, loc, address);
  return descriptor;
}

/// The messages and places of what a flag can report.
static LLVM::GlobalOp createFailures(RuntimeABI &abi, Location loc,
                                     ArrayAttr failures) {
  Type pointer = abi.getPointer();
  auto entry =
      LLVM::LLVMStructType::getLiteral(loc.getContext(), {pointer, pointer});
  auto type = LLVM::LLVMArrayType::get(entry, failures.size() / 2);
  return abi.createGlobal(
      loc, "fused.failures", type, /*isConstant=*/true, [&](OpBuilder &inside) {
        Value table = LLVM::PoisonOp::create(inside, loc, type);
        for (size_t i = 0; i < failures.size() / 2; ++i) {
          auto message = cast<StringAttr>(failures[2 * i]);
          Location place(cast<LocationAttr>(failures[2 * i + 1]));
          Value fields = createStruct(inside, loc, entry,
                                      {abi.getString(inside, loc, message),
                                       abi.getLocation(inside, place)});
          table = LLVM::InsertValueOp::create(inside, loc, table, fields,
                                              static_cast<int64_t>(i));
        }
        return table;
      });
}

/// The `fused_cuda_assertions_t` of a module.
LLVM::GlobalOp HostAccessConverter::getAssertions(memref::GlobalOp flag) {
  constexpr StringLiteral name = "fused.assertions";
  if (auto known =
          flag->getParentOfType<ModuleOp>().lookupSymbol<LLVM::GlobalOp>(name))
    return known;
  Location loc = flag.getLoc();
  auto failures = flag->getAttrOfType<ArrayAttr>(kFailuresAttr);
  LLVM::GlobalOp table = createFailures(abi, loc, failures);
  auto type = LLVM::LLVMStructType::getLiteral(
      loc.getContext(), {abi.getPointer(), abi.getI64(), abi.getPointer()});
  LLVM::GlobalOp assertions = abi.createGlobal(
      loc, name, type, /*isConstant=*/false, [&](OpBuilder &inside) {
        return createStruct(inside, loc, type,
                            {LLVM::AddressOfOp::create(inside, loc, table),
                             createI64(inside, loc, failures.size() / 2),
                             createNull(inside, loc)});
      });
  markResource(assertions, FUSED_RESOURCE_ASSERTIONS);
  return assertions;
}

LogicalResult HostAccessConverter::convertFailureFlag(memref::GetGlobalOp op,
                                                      memref::GlobalOp flag) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Value storage = createStorage(loc, abi.getPointer());
  auto call = LLVM::CallOp::create(
      builder, loc, abi.getCudaAssertions(),
      ValueRange{LLVM::AddressOfOp::create(builder, loc, getAssertions(flag)),
                 storage});
  Value address = LLVM::LoadOp::create(builder, loc, abi.getPointer(), storage);
  Value descriptor = MemRefDescriptor::fromStaticShape(builder, loc, converter,
                                                       op.getType(), address);
  op.replaceAllUsesWith(
      UnrealizedConversionCastOp::create(builder, loc, op.getType(), descriptor)
          .getResult(0));
  checker.returnUnlessOk(call, call.getResult());
  op.erase();
  return success();
}

LogicalResult HostAccessConverter::convertConstant(memref::GetGlobalOp op) {
  auto isOnDevice = [](OpOperand &use) {
    return !isa<memref::LoadOp>(use.getOwner());
  };
  if (!llvm::any_of(op.getResult().getUses(), isOnDevice))
    return success();
  MemRefType type = op.getType();
  int64_t bytes = getByteSize(type.getElementType());
  if (bytes == 0 || !type.getLayout().isIdentity())
    return op.emitOpError() << "of type " << type << " cannot be compiled";
  Location loc = op.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(op->getBlock());
  builder.setInsertionPointAfter(op);
  Value host = createCast(builder, converter, op.getResult());
  LLVM::GlobalOp slot = abi.getConstantSlot(loc, op.getName());
  Value storage = createStorage(loc, abi.getPointer());
  auto call = LLVM::CallOp::create(
      builder, loc, abi.getCudaConstant(),
      ValueRange{LLVM::AddressOfOp::create(builder, loc, slot),
                 MemRefDescriptor(host).alignedPtr(builder, loc),
                 createI64(builder, loc, type.getNumElements() * bytes),
                 abi.getLocation(builder, loc), storage});
  Value address = LLVM::LoadOp::create(builder, loc, abi.getPointer(), storage);
  Value copy = createCopy(builder, loc, host, address);
  auto result = UnrealizedConversionCastOp::create(builder, loc, type, copy);
  op.getResult().replaceUsesWithIf(result.getResult(0), [&](OpOperand &use) {
    return isOnDevice(use) && use.getOwner() != host.getDefiningOp();
  });
  checker.returnUnlessOk(call, call.getResult());
  return success();
}

LogicalResult HostAccessConverter::convert(Operation *op) {
  if (!isa<func::FuncOp>(op->getParentOp()))
    return op->emitOpError()
           << "can fail, and a failure cannot be returned from inside '"
           << op->getParentOp()->getName() << "'";
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return convertLoad(load);
  auto array = cast<memref::GetGlobalOp>(op);
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, array.getNameAttr());
  return isFailureFlag(global) ? convertFailureFlag(array, global)
                               : convertConstant(array);
}
