//===- StatusFunctions.cpp - Functions that return a status ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatusFunctions.h"

#include "MemoryPlan.h"

#include "fused-runtime/fused_runtime.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

Block *StatusChecker::getReturnBlock() {
  if (returnBlock)
    return returnBlock;
  Location loc = function.getLoc();
  OpBuilder builder(function.getContext());
  returnBlock = builder.createBlock(
      &function.getBody(), function.getBody().end(), builder.getI32Type(), loc);
  SmallVector<Value> results = {returnBlock->getArgument(0)};
  for (Type type : function.getResultTypes().drop_front())
    results.push_back(ub::PoisonOp::create(builder, loc, type));
  func::ReturnOp::create(builder, loc, results);
  return returnBlock;
}

void StatusChecker::returnUnlessOk(Operation *op, Value status) {
  Location loc = op->getLoc();
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(std::next(op->getIterator()));
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  Value ok = arith::ConstantIntOp::create(builder, loc, FUSED_OK, 32);
  Value isOk =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, status, ok);
  cf::CondBranchOp::create(builder, loc, isOk, rest, ValueRange(),
                           getReturnBlock(), status);
}

void StatusChecker::returnUnless(Operation *op, Value condition,
                                 function_ref<Value(OpBuilder &)> makeStatus) {
  Location loc = op->getLoc();
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(std::next(op->getIterator()));
  Block *failed = new Block();
  block->getParent()->getBlocks().insert(rest->getIterator(), failed);
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  cf::CondBranchOp::create(builder, loc, condition, rest, failed);
  builder.setInsertionPointToEnd(failed);
  Value status = makeStatus(builder);
  cf::BranchOp::create(builder, loc, getReturnBlock(), status);
}

//===----------------------------------------------------------------------===//
// Operations that can fail
//===----------------------------------------------------------------------===//

namespace {
/// The number of bytes that a buffer needs, an i64.
struct ByteSize {
  Value bytes;
  /// Null where all sizes are known, else i1.
  Value hasNegativeSize, isTooLarge;
};
} // namespace

/// The number of bytes that the dimensions of `type` that are known, and an
/// element, take; nothing if that cannot be.
static std::optional<int64_t> getKnownBytes(MemRefType type,
                                            int64_t elementBytes) {
  int64_t known = elementBytes;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && llvm::MulOverflow(known, size, known))
      return std::nullopt;
  return known;
}

static ByteSize createByteSize(OpBuilder &builder, Location loc,
                               ValueRange dynamicSizes, int64_t knownBytes) {
  auto toI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      index);
  };
  if (dynamicSizes.empty())
    return {toI64(arith::ConstantIndexOp::create(builder, loc, knownBytes)),
            Value(), Value()};
  Value bytes = createI64(builder, loc, knownBytes);
  Value zero = createI64(builder, loc, 0), signs, isTooLarge;
  auto product = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {builder.getI64Type(), builder.getI1Type()});
  for (Value index : dynamicSizes) {
    Value size = toI64(index);
    Value multiplied =
        LLVM::SMulWithOverflowOp::create(builder, loc, product, bytes, size);
    bytes = LLVM::ExtractValueOp::create(builder, loc, multiplied, 0);
    Value overflows = LLVM::ExtractValueOp::create(builder, loc, multiplied, 1);
    isTooLarge = isTooLarge
                     ? LLVM::OrOp::create(builder, loc, isTooLarge, overflows)
                           .getResult()
                     : overflows;
    signs = signs ? LLVM::OrOp::create(builder, loc, signs, size).getResult()
                  : size;
  }
  Value hasNegativeSize =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt, signs, zero);
  return {bytes, hasNegativeSize, isTooLarge};
}

/// Builds the descriptor of a dense row-major buffer at `memory`.
static Value createDescriptor(OpBuilder &builder, Location loc,
                              const LLVMTypeConverter &converter,
                              MemRefType type, Value memory,
                              ValueRange dynamicSizes) {
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, memory);
  descriptor.setAlignedPtr(builder, loc, memory);
  descriptor.setConstantOffset(builder, loc, 0);
  Value stride = createI64(builder, loc, 1);
  unsigned dynamic = dynamicSizes.size();
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    Value size =
        type.isDynamicDim(dim)
            ? arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                         dynamicSizes[--dynamic])
            : createI64(builder, loc, type.getDimSize(dim));
    descriptor.setSize(builder, loc, dim, size);
    descriptor.setStride(builder, loc, dim, stride);
    if (dim > 0)
      stride = LLVM::MulOp::create(builder, loc, stride, size);
  }
  return UnrealizedConversionCastOp::create(builder, loc, type,
                                            Value(descriptor))
      .getResult(0);
}

/// Returns `status`, with a message, before `op` if `condition`, which may be
/// null, holds.
static void refuseIf(Operation *op, Value condition, int32_t status,
                     StringRef message, StatusChecker &checker,
                     RuntimeABI &abi) {
  if (!condition)
    return;
  Location loc = op->getLoc();
  OpBuilder builder(op);
  Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
  auto holds = arith::XOrIOp::create(builder, loc, condition, isTrue);
  checker.returnUnless(holds, holds, [&](OpBuilder &inner) -> Value {
    return LLVM::CallOp::create(inner, loc, abi.getFail(),
                                ValueRange{createI32(inner, loc, status),
                                           abi.getString(inner, loc, message),
                                           abi.getLocation(inner, loc)})
        .getResult();
  });
}

/// Calls the function of the frame that makes the memory of `op`.
static LLVM::CallOp createAllocation(OpBuilder &builder, memref::AllocOp op,
                                     Value frame, Value bytes,
                                     RuntimeABI &abi) {
  Location loc = op.getLoc();
  if (auto output = op->getAttrOfType<IntegerAttr>(kOutputAttr))
    return LLVM::CallOp::create(
        builder, loc, abi.getFrameOutput(),
        ValueRange{frame, createI32(builder, loc, output.getInt()), bytes});
  auto offset = op->getAttrOfType<IntegerAttr>(kArenaOffsetAttr);
  if (!offset)
    return LLVM::CallOp::create(builder, loc, abi.getFrameAlloc(),
                                ValueRange{frame, bytes});
  auto size = op->getParentOfType<func::FuncOp>()->getAttrOfType<IntegerAttr>(
      kArenaSizeAttr);
  return LLVM::CallOp::create(
      builder, loc, abi.getFramePlace(),
      ValueRange{frame, createI64(builder, loc, size.getInt()),
                 createI64(builder, loc, offset.getInt())});
}

/// Allocates from the frame, and returns FUSED_OUT_OF_MEMORY on a null.
static LogicalResult convertAlloc(memref::AllocOp op, StatusChecker &checker,
                                  RuntimeABI &abi,
                                  const LLVMTypeConverter &converter) {
  MemRefType type = op.getType();
  int64_t bytes = getByteSize(type.getElementType());
  if (bytes == 0)
    return op.emitOpError() << "of elements of type " << type.getElementType()
                            << " cannot be compiled";
  if (!type.getLayout().isIdentity() || !op.getSymbolOperands().empty() ||
      type.getMemorySpace())
    return op.emitOpError("of other than dense row-major memory cannot be "
                          "compiled");
  std::optional<int64_t> known = getKnownBytes(type, bytes);
  if (!known)
    return op.emitOpError()
           << "of type " << type << " needs more memory than can be addressed";
  Location loc = op.getLoc();
  OpBuilder builder(op);
  ByteSize size = createByteSize(builder, loc, op.getDynamicSizes(), *known);
  LLVM::CallOp call =
      createAllocation(builder, op, checker.getFrame(), size.bytes, abi);
  Value memory = call.getResult();
  Value isValid = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                       memory, createNull(builder, loc));
  Value buffer = createDescriptor(builder, loc, converter, type, memory,
                                  op.getDynamicSizes());
  op.replaceAllUsesWith(buffer);
  checker.returnUnless(op, isValid, [&](OpBuilder &inner) -> Value {
    return arith::ConstantIntOp::create(inner, loc, FUSED_OUT_OF_MEMORY, 32);
  });
  refuseIf(call, size.hasNegativeSize, FUSED_INVALID_ARGUMENT,
           "an array has a negative size", checker, abi);
  refuseIf(call, size.isTooLarge, FUSED_OUT_OF_MEMORY,
           "the sizes of an array are too large", checker, abi);
  op.erase();
  return success();
}

static void convertDealloc(memref::DeallocOp op, StatusChecker &checker,
                           RuntimeABI &abi,
                           const LLVMTypeConverter &converter) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type = converter.convertType(op.getMemref().getType());
  Value cast =
      UnrealizedConversionCastOp::create(builder, loc, type, op.getMemref())
          .getResult(0);
  Value memory = MemRefDescriptor(cast).allocatedPtr(builder, loc);
  LLVM::CallOp::create(builder, loc, abi.getFrameFree(),
                       ValueRange{checker.getFrame(), memory});
  op.erase();
}

/// What a comparison compares, as i64; nothing for other conditions.
static SmallVector<Value> getCompared(OpBuilder &builder, Value condition) {
  auto comparison = condition.getDefiningOp<arith::CmpIOp>();
  if (!comparison || comparison.getPredicate() == arith::CmpIPredicate::ne)
    return {};
  Type type = comparison.getLhs().getType();
  if (!type.isIndex() && !type.isSignlessInteger(32) &&
      !type.isSignlessInteger(64))
    return {};
  SmallVector<Value> numbers;
  for (Value operand : comparison->getOperands()) {
    Location loc = comparison.getLoc();
    Type i64 = builder.getI64Type();
    if (type.isIndex())
      operand = arith::IndexCastOp::create(builder, loc, i64, operand);
    else if (type != i64)
      operand = arith::ExtSIOp::create(builder, loc, i64, operand);
    numbers.push_back(operand);
  }
  return numbers;
}

static void convertAssert(cf::AssertOp op, StatusChecker &checker,
                          RuntimeABI &abi) {
  Location loc = op.getLoc();
  checker.returnUnless(op, op.getArg(), [&](OpBuilder &builder) -> Value {
    Value message = abi.getString(builder, loc, op.getMsg());
    Value place = abi.getLocation(builder, loc);
    Value status = createI32(builder, loc, FUSED_INVALID_ARGUMENT);
    SmallVector<Value> operands = {status, message, place};
    SmallVector<Value> numbers = getCompared(builder, op.getArg());
    llvm::append_range(operands, numbers);
    LLVM::LLVMFuncOp fail =
        numbers.empty() ? abi.getFail() : abi.getFailComparison();
    return LLVM::CallOp::create(builder, loc, fail, operands).getResult();
  });
  op.erase();
}

/// Passes the frame on, and checks the status that comes back.
static void convertCall(func::CallOp op, func::FuncOp callee,
                        StatusChecker &checker) {
  OpBuilder builder(op);
  SmallVector<Value> operands = {checker.getFrame()};
  llvm::append_range(operands, op.getOperands());
  auto call = func::CallOp::create(builder, op.getLoc(), callee, operands);
  op.replaceAllUsesWith(call.getResults().drop_front());
  checker.returnUnlessOk(op, call.getResult(0));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Adds the frame and the status to the type of a function, and FUSED_OK to
/// what it returns.
static void convertSignature(func::FuncOp function, RuntimeABI &abi) {
  MLIRContext *context = function.getContext();
  SmallVector<Type> inputs = {abi.getPointer()};
  llvm::append_range(inputs, function.getArgumentTypes());
  SmallVector<Type> results = {abi.getI32()};
  llvm::append_range(results, function.getResultTypes());
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  function.setType(FunctionType::get(context, inputs, results));
  function.getBody().front().insertArgument(0u, abi.getPointer(),
                                            function.getLoc());
  for (Block &block : function.getBody()) {
    auto op = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!op)
      continue;
    OpBuilder builder(op);
    Value ok = arith::ConstantIntOp::create(builder, op.getLoc(), FUSED_OK, 32);
    op->insertOperands(0, ok);
  }
}

/// Collects what can fail in a function, in order.
static FailureOr<SmallVector<Operation *>>
collectFallible(func::FuncOp function, SymbolTable &symbols) {
  SmallVector<Operation *> ops;
  WalkResult result = function.walk([&](Operation *op) {
    if (isa<func::CallIndirectOp>(op)) {
      op->emitOpError("cannot be compiled: its callee is not known");
      return WalkResult::interrupt();
    }
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal()) {
        op->emitOpError() << "of '" << call.getCallee()
                          << "', which has no body, cannot be compiled";
        return WalkResult::interrupt();
      }
    } else if (!isa<memref::AllocOp, memref::DeallocOp, cf::AssertOp>(op)) {
      return WalkResult::advance();
    }
    if (op->getParentOp() != function) {
      op->emitOpError() << "can fail, and a failure cannot be returned from "
                           "inside '"
                        << op->getParentOp()->getName() << "'";
      return WalkResult::interrupt();
    }
    ops.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return ops;
}

/// The symbols that are used anywhere; nothing if that is not known.
static std::optional<DenseSet<StringAttr>> collectUsedSymbols(ModuleOp module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return std::nullopt;
  DenseSet<StringAttr> used;
  for (SymbolTable::SymbolUse use : *uses)
    used.insert(use.getSymbolRef().getRootReference());
  return used;
}

LogicalResult fused::convertToStatusFunctions(ModuleOp module,
                                              RuntimeABI &abi) {
  MLIRContext *context = module.getContext();
  LLVMTypeConverter converter(context);
  SmallVector<func::FuncOp> functions;
  DenseMap<Operation *, SmallVector<Operation *>> fallible;
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || function->hasAttr(kStatusFunctionAttr))
      continue;
    FailureOr<SmallVector<Operation *>> ops =
        collectFallible(function, symbols);
    if (failed(ops))
      return failure();
    functions.push_back(function);
    fallible[function] = std::move(*ops);
  }
  for (func::FuncOp function : functions)
    convertSignature(function, abi);
  for (func::FuncOp function : functions) {
    StatusChecker checker(function);
    // From the end: splitting a block costs what comes after.
    for (Operation *op : llvm::reverse(fallible[function])) {
      if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
        if (failed(convertAlloc(alloc, checker, abi, converter)))
          return failure();
      } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
        convertDealloc(dealloc, checker, abi, converter);
      } else if (auto check = dyn_cast<cf::AssertOp>(op)) {
        convertAssert(check, checker, abi);
      } else {
        auto call = cast<func::CallOp>(op);
        convertCall(call, symbols.lookup<func::FuncOp>(call.getCallee()),
                    checker);
      }
    }
  }
  std::optional<DenseSet<StringAttr>> used = collectUsedSymbols(module);
  for (func::FuncOp function : functions) {
    StringAttr name = function.getSymNameAttr();
    std::string internal = ("fused." + name.getValue()).str();
    if (used && !used->contains(name))
      abi.renameUnused(function, internal);
    else if (failed(abi.rename(function, internal)))
      return failure();
    function->setAttr(kStatusFunctionAttr, name);
    function->setAttr("llvm.linkage",
                      LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  }
  return success();
}
