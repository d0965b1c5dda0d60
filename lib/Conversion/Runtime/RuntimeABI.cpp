//===- RuntimeABI.cpp - The C ABI of the runtime, seen from IR ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeABI.h"

#include "RuntimeLayouts.h"
#include "fused-runtime/fused_runtime.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace fused;
using namespace fused::layout;

static LLVM::LLVMStructType getStruct(MLIRContext *context,
                                      ArrayRef<Field> fields) {
  Builder builder(context);
  SmallVector<Type> types;
  for (Field field : fields) {
    switch (field) {
    case Field::I32:
      types.push_back(builder.getI32Type());
      break;
    case Field::I64:
      types.push_back(builder.getI64Type());
      break;
    case Field::F64:
      types.push_back(builder.getF64Type());
      break;
    case Field::Pointer:
      types.push_back(LLVM::LLVMPointerType::get(context));
      break;
    }
  }
  return LLVM::LLVMStructType::getLiteral(context, types);
}

LLVM::LLVMStructType RuntimeABI::getMatmulProblem() {
  return getStruct(module.getContext(), matmulProblem);
}

LLVM::LLVMStructType RuntimeABI::getMatmulOperands() {
  SmallVector<Type> types(4, i64);
  types.append(7, getBuffer());
  types.append(5, pointer);
  return LLVM::LLVMStructType::getLiteral(module.getContext(), types);
}

LLVM::LLVMStructType RuntimeABI::getBuffer() {
  return getStruct(module.getContext(), buffer);
}

LLVM::LLVMStructType RuntimeABI::getPlanSlot() {
  return getStruct(module.getContext(), planSlot);
}

LLVM::LLVMStructType RuntimeABI::getTensorType() {
  return getStruct(module.getContext(), tensorType);
}

LLVM::LLVMStructType RuntimeABI::getFunction() {
  return getStruct(module.getContext(), function);
}

LLVM::LLVMStructType RuntimeABI::getResource() {
  return getStruct(module.getContext(), resource);
}

LLVM::LLVMStructType RuntimeABI::getModule() {
  return getStruct(module.getContext(), moduleFields);
}

int32_t fused::getRuntimeType(Type type) {
  return TypeSwitch<Type, int32_t>(type)
      .Case<Float16Type>([](auto) { return FUSED_F16; })
      .Case<BFloat16Type>([](auto) { return FUSED_BF16; })
      .Case<Float32Type>([](auto) { return FUSED_F32; })
      .Case<Float64Type>([](auto) { return FUSED_F64; })
      .Case<Float8E4M3FNType>([](auto) { return FUSED_F8E4M3FN; })
      .Case<Float8E5M2Type>([](auto) { return FUSED_F8E5M2; })
      .Case<IndexType>([](auto) { return FUSED_I64; })
      .Case<IntegerType>([](IntegerType integer) -> int32_t {
        if (!integer.isSignless())
          return FUSED_TYPE_NONE;
        switch (integer.getWidth()) {
        case 1:
          return FUSED_I1;
        case 8:
          return FUSED_I8;
        case 16:
          return FUSED_I16;
        case 32:
          return FUSED_I32;
        case 64:
          return FUSED_I64;
        default:
          return FUSED_TYPE_NONE;
        }
      })
      .Default([](Type) { return FUSED_TYPE_NONE; });
}

int64_t fused::getByteSize(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getByteSize(complex.getElementType());
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat())
    return 0;
  return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

RuntimeABI::RuntimeABI(ModuleOp module, Target target)
    : module(module), target(target), symbols(module),
      i32(IntegerType::get(module.getContext(), 32)),
      i64(IntegerType::get(module.getContext(), 64)),
      pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

LLVM::LLVMFuncOp RuntimeABI::getFunction(StringRef name, Type result,
                                         ArrayRef<Type> arguments) {
  if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return function;
  auto type = LLVM::LLVMFunctionType::get(result, arguments);
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  // The program may have a function of its own by that name.
  if (Operation *other = symbols.lookup(name))
    (void)symbols.renameToUnique(other, {});
  symbols.insert(function);
  return function;
}

LogicalResult RuntimeABI::rename(Operation *symbol, StringRef name) {
  auto attr = StringAttr::get(module.getContext(), name);
  if (!symbols.lookup(name))
    return symbols.rename(symbol, attr);
  return symbols.renameToUnique(symbol, {});
}

void RuntimeABI::renameUnused(Operation *symbol, StringRef name) {
  symbols.remove(symbol);
  SymbolTable::setSymbolName(symbol, name);
  symbols.insert(symbol);
}

/// The target's own variant of a function: `fused_` and, if there are variants,
/// the target and the name.
LLVM::LLVMFuncOp RuntimeABI::getTargetFunction(StringRef name, Type result,
                                               ArrayRef<Type> arguments) {
  StringRef prefix = target == Target::Cuda ? "fused_cuda_" : "fused_";
  return getFunction((prefix + name).str(), result, arguments);
}

LLVM::LLVMFuncOp RuntimeABI::getMatmul() {
  StringRef name =
      target == Target::Cuda ? "fused_cuda_matmul" : "fused_cpu_matmul";
  return getFunction(name, i32, {pointer, pointer, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaLaunch() {
  return getFunction("fused_cuda_launch", i32,
                     {pointer, i64, i64, i64, i64, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaTensorMap() {
  return getFunction("fused_cuda_tensor_map", i32,
                     {pointer, pointer, pointer, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaComputeCapability() {
  return getFunction("fused_cuda_compute_capability", i32, {});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaGetStream() {
  return getFunction("fused_cuda_get_stream", pointer, {});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaLoad() {
  return getFunction("fused_cuda_load", i32, {pointer, pointer, i64, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaLoadNumber() {
  return getFunction("fused_cuda_load_number", i32,
                     {pointer, pointer, i64, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaConstant() {
  return getFunction("fused_cuda_constant", i32,
                     {pointer, pointer, i64, pointer, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaAssertions() {
  return getFunction("fused_cuda_assertions", i32, {pointer, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getCudaFrameTakeNumber() {
  return getFunction("fused_cuda_frame_take_number", i32,
                     {pointer, pointer, pointer, i64});
}

LLVM::LLVMFuncOp RuntimeABI::getFail() {
  return getFunction("fused_fail", i32, {i32, pointer, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getFailComparison() {
  return getFunction("fused_fail_comparison", i32,
                     {i32, pointer, pointer, i64, i64});
}

LLVM::LLVMFuncOp RuntimeABI::getFrameOutput() {
  LLVM::LLVMFuncOp function =
      getTargetFunction("frame_output", pointer, {pointer, i32, i64});
  function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                         UnitAttr::get(module.getContext()));
  return function;
}

/// Arrays that are not alive at the same time may have the same place, so the
/// result may alias.
LLVM::LLVMFuncOp RuntimeABI::getFramePlace() {
  LLVM::LLVMFuncOp function =
      getTargetFunction("frame_place", pointer, {pointer, i64, i64});
  function.setResultAttr(0, LLVM::LLVMDialect::getAlignAttrName(),
                         Builder(module.getContext()).getI64IntegerAttr(64));
  return function;
}

LLVM::LLVMFuncOp RuntimeABI::getFrameAlloc() {
  LLVM::LLVMFuncOp function =
      getTargetFunction("frame_alloc", pointer, {pointer, i64});
  Builder builder(module.getContext());
  function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                         builder.getUnitAttr());
  function.setResultAttr(0, LLVM::LLVMDialect::getAlignAttrName(),
                         builder.getI64IntegerAttr(64));
  return function;
}

LLVM::LLVMFuncOp RuntimeABI::getFrameFree() {
  return getTargetFunction("frame_free",
                           LLVM::LLVMVoidType::get(module.getContext()),
                           {pointer, pointer});
}

LLVM::LLVMFuncOp RuntimeABI::getFrameTake() {
  return getTargetFunction("frame_take", i32, {pointer, pointer, i32, i64});
}

LLVM::LLVMFuncOp RuntimeABI::getFrameRelease() {
  return getTargetFunction("frame_release",
                           LLVM::LLVMVoidType::get(module.getContext()),
                           {pointer, i32});
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LLVM::GlobalOp
RuntimeABI::createGlobal(Location loc, StringRef name, Type type,
                         bool isConstant,
                         function_ref<Value(OpBuilder &)> initialize) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto global =
      LLVM::GlobalOp::create(builder, loc, type, isConstant,
                             LLVM::Linkage::Internal, name, Attribute());
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, loc, initialize(builder));
  symbols.insert(global);
  return global;
}

void fused::markResource(LLVM::GlobalOp global, int32_t kind) {
  global->setAttr(kResourceAttr,
                  OpBuilder(global.getContext()).getI32IntegerAttr(kind));
}

LLVM::GlobalOp RuntimeABI::getConstantSlot(Location loc, StringRef name) {
  LLVM::GlobalOp &slot = constantSlots[name];
  if (!slot) {
    slot = createGlobal(
        loc, "fused.constant", pointer, /*isConstant=*/false,
        [&](OpBuilder &builder) { return createNull(builder, loc); });
    markResource(slot, FUSED_RESOURCE_CONSTANT);
  }
  return slot;
}

Value RuntimeABI::getString(OpBuilder &builder, Location loc, StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string data = text.str();
    data.push_back('\0');
    OpBuilder atBegin = OpBuilder::atBlockBegin(module.getBody());
    auto type = LLVM::LLVMArrayType::get(atBegin.getI8Type(), data.size());
    global =
        LLVM::GlobalOp::create(atBegin, module.getLoc(), type,
                               /*isConstant=*/true, LLVM::Linkage::Internal,
                               "fused.string", atBegin.getStringAttr(data));
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeABI::getLocation(OpBuilder &builder, Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return createNull(builder, loc);
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::sys::path::filename(file.getFilename().getValue()) << ':'
      << file.getLine() << ':' << file.getColumn();
  return getString(builder, loc, text);
}

Value fused::createStruct(OpBuilder &builder, Location loc,
                          LLVM::LLVMStructType type, ValueRange fields) {
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [index, field] : llvm::enumerate(fields))
    result = LLVM::InsertValueOp::create(builder, loc, result, field, index);
  return result;
}

Value fused::createI32(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI32IntegerAttr(value));
}

Value fused::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(value));
}

Value fused::createNull(OpBuilder &builder, Location loc) {
  return LLVM::ZeroOp::create(builder, loc,
                              LLVM::LLVMPointerType::get(builder.getContext()));
}
