//===- RuntimeABI.cpp - The C ABI of the runtime, seen from IR ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeABI.h"

#include "fused-runtime/fused_runtime.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
/// The kinds of fields; nested structures are written out.
enum class Field { I32, I64, F64, Pointer };
} // namespace

static constexpr Field matmulProblem[] = {
    Field::I32, Field::I32, Field::I32, Field::I32, Field::I32,    Field::I32,
    Field::I32, Field::I32, Field::I32, Field::I32, Field::F64,    Field::F64,
    Field::I64, Field::I64, Field::I64, Field::I64, Field::Pointer};
static constexpr Field buffer[] = {Field::Pointer, Field::I64, Field::I64};
static constexpr Field frame[] = {Field::Pointer, Field::I64, Field::I64,
                                  Field::I64};
static constexpr Field planSlot[] = {Field::Pointer};
static constexpr Field tensorType[] = {Field::I32, Field::I32, Field::Pointer};
static constexpr Field function[] = {
    Field::Pointer, Field::I32,     Field::I32, Field::Pointer,
    Field::Pointer, Field::Pointer, Field::I32, Field::I32};
static constexpr Field moduleFields[] = {Field::I32, Field::I32,
                                         Field::Pointer};

/// Where field `index` lies in a structure of the C ABI; the size for the index
/// past the end.
template <size_t N>
static constexpr size_t offsetOf(const Field (&fields)[N], size_t index) {
  size_t offset = 0;
  for (size_t i = 0; i < N; ++i) {
    size_t size = fields[i] == Field::I32 ? 4 : 8;
    offset = (offset + size - 1) / size * size;
    if (i == index)
      return offset;
    offset += size;
  }
  return (offset + 7) / 8 * 8;
}

#define FUSED_CHECK(fields, index, type, member)                               \
  static_assert(offsetOf(fields, index) == offsetof(type, member))
#define FUSED_CHECK_SIZE(fields, type)                                         \
  static_assert(offsetOf(fields, std::size(fields)) == sizeof(type))

FUSED_CHECK(matmulProblem, 0, fused_matmul_problem_t, abi_version);
FUSED_CHECK(matmulProblem, 1, fused_matmul_problem_t, epilog);
FUSED_CHECK(matmulProblem, 2, fused_matmul_problem_t, flags);
FUSED_CHECK(matmulProblem, 3, fused_matmul_problem_t, a_type);
FUSED_CHECK(matmulProblem, 4, fused_matmul_problem_t, b_type);
FUSED_CHECK(matmulProblem, 5, fused_matmul_problem_t, c_type);
FUSED_CHECK(matmulProblem, 6, fused_matmul_problem_t, d_type);
FUSED_CHECK(matmulProblem, 7, fused_matmul_problem_t, bias_type);
FUSED_CHECK(matmulProblem, 8, fused_matmul_problem_t, aux_type);
FUSED_CHECK(matmulProblem, 9, fused_matmul_problem_t, bgrad_type);
FUSED_CHECK(matmulProblem, 10, fused_matmul_problem_t, alpha);
FUSED_CHECK(matmulProblem, 11, fused_matmul_problem_t, beta);
FUSED_CHECK(matmulProblem, 12, fused_matmul_problem_t, batch);
FUSED_CHECK(matmulProblem, 13, fused_matmul_problem_t, m);
FUSED_CHECK(matmulProblem, 14, fused_matmul_problem_t, n);
FUSED_CHECK(matmulProblem, 15, fused_matmul_problem_t, k);
FUSED_CHECK(matmulProblem, 16, fused_matmul_problem_t, location);
FUSED_CHECK_SIZE(matmulProblem, fused_matmul_problem_t);

FUSED_CHECK(buffer, 0, fused_buffer_t, data);
FUSED_CHECK(buffer, 1, fused_buffer_t, row_stride);
FUSED_CHECK(buffer, 2, fused_buffer_t, batch_stride);
FUSED_CHECK_SIZE(buffer, fused_buffer_t);

// Four sizes, seven buffers, four scalars and the stream.
static_assert(offsetof(fused_matmul_operands_t, batch) == 0);
static_assert(offsetof(fused_matmul_operands_t, m) == 8);
static_assert(offsetof(fused_matmul_operands_t, n) == 16);
static_assert(offsetof(fused_matmul_operands_t, k) == 24);
static_assert(offsetof(fused_matmul_operands_t, a) == 32);
static_assert(offsetof(fused_matmul_operands_t, b) == 56);
static_assert(offsetof(fused_matmul_operands_t, c) == 80);
static_assert(offsetof(fused_matmul_operands_t, d) == 104);
static_assert(offsetof(fused_matmul_operands_t, bias) == 128);
static_assert(offsetof(fused_matmul_operands_t, aux) == 152);
static_assert(offsetof(fused_matmul_operands_t, bgrad) == 176);
static_assert(offsetof(fused_matmul_operands_t, a_scale) == 200);
static_assert(offsetof(fused_matmul_operands_t, b_scale) == 208);
static_assert(offsetof(fused_matmul_operands_t, d_scale) == 216);
static_assert(offsetof(fused_matmul_operands_t, amax) == 224);
static_assert(offsetof(fused_matmul_operands_t, stream) == 232);
static_assert(sizeof(fused_matmul_operands_t) == 240);

FUSED_CHECK(frame, 0, fused_frame_t, buffers);
FUSED_CHECK(frame, 1, fused_frame_t, count);
FUSED_CHECK(frame, 2, fused_frame_t, results);
FUSED_CHECK(frame, 3, fused_frame_t, capacity);
FUSED_CHECK_SIZE(frame, fused_frame_t);

FUSED_CHECK(planSlot, 0, fused_plan_slot_t, plan);
FUSED_CHECK_SIZE(planSlot, fused_plan_slot_t);

FUSED_CHECK(tensorType, 0, fused_tensor_type_t, type);
FUSED_CHECK(tensorType, 1, fused_tensor_type_t, rank);
FUSED_CHECK(tensorType, 2, fused_tensor_type_t, sizes);
FUSED_CHECK_SIZE(tensorType, fused_tensor_type_t);

FUSED_CHECK(function, 0, fused_function_t, name);
FUSED_CHECK(function, 1, fused_function_t, num_inputs);
FUSED_CHECK(function, 2, fused_function_t, num_outputs);
FUSED_CHECK(function, 3, fused_function_t, inputs);
FUSED_CHECK(function, 4, fused_function_t, outputs);
FUSED_CHECK(function, 5, fused_function_t, invoke);
FUSED_CHECK(function, 6, fused_function_t, target);
FUSED_CHECK(function, 7, fused_function_t, reserved);
FUSED_CHECK_SIZE(function, fused_function_t);

FUSED_CHECK(moduleFields, 0, fused_module_t, abi_version);
FUSED_CHECK(moduleFields, 1, fused_module_t, num_functions);
FUSED_CHECK(moduleFields, 2, fused_module_t, functions);
FUSED_CHECK_SIZE(moduleFields, fused_module_t);

#undef FUSED_CHECK
#undef FUSED_CHECK_SIZE

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

LLVM::LLVMStructType RuntimeABI::getFrame() {
  return getStruct(module.getContext(), frame);
}

LLVM::LLVMStructType RuntimeABI::getTensorType() {
  return getStruct(module.getContext(), tensorType);
}

LLVM::LLVMStructType RuntimeABI::getFunction() {
  return getStruct(module.getContext(), function);
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
                     {pointer, i64, i64, i64, pointer});
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

LLVM::LLVMFuncOp RuntimeABI::getCudaFrameTakeNumber() {
  return getFunction("fused_cuda_frame_take_number", i32,
                     {pointer, pointer, pointer, i64});
}

LLVM::LLVMFuncOp RuntimeABI::getFail() {
  return getFunction("fused_fail", i32, {i32, pointer, pointer});
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

LLVM::GlobalOp RuntimeABI::getConstantSlot(Location loc, StringRef name) {
  LLVM::GlobalOp &slot = constantSlots[name];
  if (!slot)
    slot = createGlobal(
        loc, "fused.constant", pointer, /*isConstant=*/false,
        [&](OpBuilder &builder) { return createNull(builder, loc); });
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

/// The first place in a file that a location leads to.
static FileLineColLoc findFile(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

Value RuntimeABI::getLocation(OpBuilder &builder, Location loc) {
  FileLineColLoc file = findFile(loc);
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
