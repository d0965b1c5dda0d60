//===- EmitEntryPoints.cpp - The table of functions of a module -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvokeBuilder.h"
#include "StatusFunctions.h"

#include "fused-runtime/fused_runtime.h"
#include "fused/Conversion/RuntimePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace fused {
#define GEN_PASS_DEF_EMITENTRYPOINTS
#include "fused/Conversion/RuntimePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// Checks that every argument and result can cross the ABI. Arguments are dense
/// and row-major; results become so.
static LogicalResult verifySignature(func::FuncOp function, StringRef name) {
  auto check = [&](Type type, StringRef what, unsigned index,
                   bool isInput) -> LogicalResult {
    MemRefType crossing = getCrossingType(type);
    if (crossing && (!isInput || crossing.getLayout().isIdentity()))
      return success();
    return function.emitError()
           << what << " " << index << " of public function '" << name
           << "' has type " << type
           << ", which cannot be passed to or from a caller: only numbers and "
              "dense arrays of at most "
           << FUSED_MAX_RANK << " dimensions can";
  };
  for (auto [index, type] :
       llvm::enumerate(function.getArgumentTypes().drop_front()))
    if (failed(check(type, "argument", index, /*isInput=*/true)))
      return failure();
  for (auto [index, type] :
       llvm::enumerate(function.getResultTypes().drop_front()))
    if (failed(check(type, "result", index, /*isInput=*/false)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The table of functions
//===----------------------------------------------------------------------===//

/// Creates a constant array of structures; returns null if it is empty.
static LLVM::GlobalOp
createTable(RuntimeABI &abi, Location loc, StringRef name,
            LLVM::LLVMStructType element, unsigned count,
            function_ref<Value(OpBuilder &, unsigned)> createElement) {
  if (count == 0)
    return {};
  auto type = LLVM::LLVMArrayType::get(element, count);
  return abi.createGlobal(
      loc, name, type, /*isConstant=*/true, [&](OpBuilder &builder) {
        Value array = LLVM::PoisonOp::create(builder, loc, type);
        for (unsigned index = 0; index < count; ++index)
          array = LLVM::InsertValueOp::create(builder, loc, array,
                                              createElement(builder, index),
                                              int64_t(index));
        return array;
      });
}

static Value createAddress(OpBuilder &builder, Location loc,
                           LLVM::GlobalOp global) {
  if (!global)
    return createNull(builder, loc);
  return LLVM::AddressOfOp::create(builder, loc, global);
}

/// Creates the sizes of one type, FUSED_DYNAMIC where not known.
static LLVM::GlobalOp createSizes(RuntimeABI &abi, Location loc,
                                  MemRefType memref) {
  if (memref.getRank() == 0)
    return {};
  auto type = LLVM::LLVMArrayType::get(abi.getI64(), memref.getRank());
  return abi.createGlobal(
      loc, "fused.sizes", type, /*isConstant=*/true, [&](OpBuilder &builder) {
        Value array = LLVM::PoisonOp::create(builder, loc, type);
        for (auto [index, size] : llvm::enumerate(memref.getShape())) {
          int64_t known = ShapedType::isDynamic(size) ? FUSED_DYNAMIC : size;
          array = LLVM::InsertValueOp::create(builder, loc, array,
                                              createI64(builder, loc, known),
                                              int64_t(index));
        }
        return array;
      });
}

/// Creates the table of the types of the inputs or outputs of a function.
static LLVM::GlobalOp createTypes(RuntimeABI &abi, Location loc, StringRef name,
                                  TypeRange types) {
  SmallVector<LLVM::GlobalOp> sizes;
  for (Type type : types)
    sizes.push_back(createSizes(abi, loc, getCrossingType(type)));
  return createTable(abi, loc, name, abi.getTensorType(), types.size(),
                     [&](OpBuilder &builder, unsigned index) {
                       MemRefType memref = getCrossingType(types[index]);
                       int32_t type = getRuntimeType(memref.getElementType());
                       return createStruct(
                           builder, loc, abi.getTensorType(),
                           {createI32(builder, loc, type),
                            createI32(builder, loc, memref.getRank()),
                            createAddress(builder, loc, sizes[index])});
                     });
}

static LLVM::GlobalOp createNumberTable(RuntimeABI &abi, Location loc,
                                        StringRef name,
                                        ArrayRef<int32_t> numbers) {
  auto type = LLVM::LLVMArrayType::get(abi.getI32(), numbers.size());
  return abi.createGlobal(
      loc, name, type, /*isConstant=*/true, [&](OpBuilder &builder) -> Value {
        return LLVM::ConstantOp::create(builder, loc, type,
                                        builder.getI32TensorAttr(numbers));
      });
}

/// Creates the table of donations; null if there are none.
static LLVM::GlobalOp createDonations(RuntimeABI &abi, func::FuncOp function) {
  SmallVector<int32_t> donations = getDonations(function, /*numResults=*/0);
  if (llvm::all_of(donations, [](int32_t input) { return input < 0; }))
    return {};
  return createNumberTable(abi, function.getLoc(), "fused.donations",
                           donations);
}

/// Creates the table of numbers among the inputs; null if all are arrays.
static LLVM::GlobalOp createNumbers(RuntimeABI &abi, func::FuncOp function) {
  SmallVector<int32_t> numbers;
  for (Type type : function.getArgumentTypes().drop_front())
    numbers.push_back(!isa<MemRefType>(type));
  if (!llvm::is_contained(numbers, 1))
    return {};
  return createNumberTable(abi, function.getLoc(), "fused.numbers", numbers);
}

namespace {
/// What the table says of one public function.
struct EntryPoint {
  func::FuncOp function;
  LLVM::LLVMFuncOp invoke;
  LLVM::GlobalOp inputs;
  LLVM::GlobalOp outputs;
  LLVM::GlobalOp donations; ///< Null if there are none.
  LLVM::GlobalOp numbers;   ///< The same.
  size_t numOutputs = 0;

  StringRef getName() {
    return function->getAttrOfType<StringAttr>(kStatusFunctionAttr);
  }
};

struct EmitEntryPoints
    : public fused::impl::EmitEntryPointsBase<EmitEntryPoints> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static int32_t getRuntimeTarget(Target target) {
  return target == Target::Cuda ? FUSED_TARGET_CUDA : FUSED_TARGET_CPU;
}

/// The size of the arena of a call (see `fused-plan-memory`).
static int64_t getArenaSize(func::FuncOp function) {
  auto size = function->getAttrOfType<IntegerAttr>(kArenaSizeAttr);
  return size ? size.getInt() : 0;
}

static Value createFunction(OpBuilder &builder, RuntimeABI &abi,
                            EntryPoint entry, Target target) {
  Location loc = entry.function.getLoc();
  TypeRange inputs = entry.function.getArgumentTypes().drop_front();
  return createStruct(builder, loc, abi.getFunction(),
                      {abi.getString(builder, loc, entry.getName()),
                       createI32(builder, loc, inputs.size()),
                       createI32(builder, loc, entry.numOutputs),
                       createAddress(builder, loc, entry.inputs),
                       createAddress(builder, loc, entry.outputs),
                       LLVM::AddressOfOp::create(builder, loc, entry.invoke),
                       createI32(builder, loc, getRuntimeTarget(target)),
                       createI32(builder, loc, 0),
                       createI64(builder, loc, getArenaSize(entry.function)),
                       createAddress(builder, loc, entry.donations),
                       createAddress(builder, loc, entry.numbers)});
}

/// Creates the table of what the runtime keeps for the module; null if that is
/// nothing. Sets `count` to its size.
static LLVM::GlobalOp createResources(ModuleOp module, RuntimeABI &abi,
                                      size_t &count) {
  SmallVector<std::pair<LLVM::GlobalOp, int32_t>> resources;
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (auto kind = global->getAttrOfType<IntegerAttr>(kResourceAttr))
      resources.push_back({global, static_cast<int32_t>(kind.getInt())});
  for (auto [global, kind] : resources)
    global->removeAttr(kResourceAttr);
  count = resources.size();
  Location loc = module.getLoc();
  return createTable(abi, loc, "fused.resources", abi.getResource(), count,
                     [&](OpBuilder &builder, unsigned index) {
                       auto [global, kind] = resources[index];
                       return createStruct(
                           builder, loc, abi.getResource(),
                           {createI32(builder, loc, kind),
                            createI32(builder, loc, 0),
                            createAddress(builder, loc, global)});
                     });
}

/// Creates the exported symbol `fused_module`.
static void createModule(ModuleOp module, RuntimeABI &abi,
                         ArrayRef<EntryPoint> entries, Target target) {
  Location loc = module.getLoc();
  LLVM::GlobalOp functions =
      createTable(abi, loc, "fused.functions", abi.getFunction(),
                  entries.size(), [&](OpBuilder &builder, unsigned index) {
                    return createFunction(builder, abi, entries[index], target);
                  });
  size_t numResources = 0;
  LLVM::GlobalOp resources = createResources(module, abi, numResources);
  LLVM::GlobalOp global = abi.createGlobal(
      loc, "fused_module", abi.getModule(), /*isConstant=*/true,
      [&](OpBuilder &builder) {
        return createStruct(
            builder, loc, abi.getModule(),
            {createI32(builder, loc, FUSED_ABI_VERSION),
             createI32(builder, loc, entries.size()),
             createAddress(builder, loc, functions),
             createAddress(builder, loc, resources),
             createI64(builder, loc, static_cast<int64_t>(numResources))});
      });
  global.setLinkage(LLVM::Linkage::External);
}

void EmitEntryPoints::runOnOperation() {
  ModuleOp module = getOperation();
  RuntimeABI abi(module, target);
  if (abi.isDefined("fused_module")) {
    module.emitError("already has a symbol 'fused_module', as a program that "
                     "was compiled before");
    return signalPassFailure();
  }
  if (failed(convertToStatusFunctions(module, abi)))
    return signalPassFailure();
  LLVMTypeConverter converter(&getContext());
  SmallVector<EntryPoint> entries;
  for (auto function : module.getOps<func::FuncOp>()) {
    auto name = function->getAttrOfType<StringAttr>(kStatusFunctionAttr);
    if (!name || !function.isPublic())
      continue;
    if (failed(verifySignature(function, name)))
      return signalPassFailure();
    EntryPoint entry;
    entry.function = function;
    entries.push_back(entry);
  }
  for (EntryPoint &entry : entries) {
    Location loc = entry.function.getLoc();
    std::string name = ("fused.invoke." + entry.getName()).str();
    entry.invoke = InvokeBuilder(entry.function, abi, converter).build(name);
    entry.inputs = createTypes(abi, loc, "fused.inputs",
                               entry.function.getArgumentTypes().drop_front());
    SmallVector<Type> outputs = getOutputs(
        entry.function, entry.function.getArgumentTypes().drop_front(),
        entry.function.getResultTypes().drop_front());
    entry.numOutputs = outputs.size();
    entry.outputs = createTypes(abi, loc, "fused.outputs", outputs);
    entry.donations = createDonations(abi, entry.function);
    entry.numbers = createNumbers(abi, entry.function);
    entry.function.setPrivate();
  }
  createModule(module, abi, entries, target);
}
