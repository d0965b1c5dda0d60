//===- FusedToRuntime.cpp - Products to calls of the runtime ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatusFunctions.h"
#include "fused/Analysis/FailureFlag.h"

#include "HostAccess.h"
#include "LaunchToRuntime.h"
#include "fused-runtime/fused_runtime.h"
#include "fused/Conversion/RuntimePasses.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ProductOp.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace fused {
#define GEN_PASS_DEF_CONVERTFUSEDTORUNTIME
#include "fused/Conversion/RuntimePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Memory that the runtime can address
//===----------------------------------------------------------------------===//

static LogicalResult verifyProduct(MatmulOp op) {
  if (!op.hasPureBufferSemantics())
    return op.emitOpError("is on tensors: bufferize first");
  auto function = dyn_cast<func::FuncOp>(op->getParentOp());
  if (!function)
    return op.emitOpError() << "can fail, and a failure cannot be returned "
                               "from inside '"
                            << op->getParentOp()->getName() << "'";
  if (op.repeatsC())
    return op.emitOpError("has fewer matrices of C than products, which no "
                          "library takes: legalize first");
  // The operation itself requires contiguous rows.
  for (Value operand : op->getOperands())
    if (cast<MemRefType>(operand.getType()).getMemorySpace())
      return op.emitOpError() << "operand of type " << operand.getType()
                              << " is not in ordinary memory";
  return success();
}

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

/// The runtime's type of the elements of an operand that may be absent.
static int32_t getElementType(Value operand) {
  if (!operand)
    return FUSED_TYPE_NONE;
  return getRuntimeType(getElementTypeOrSelf(operand.getType()));
}

static int64_t getKnownSize(int64_t size) {
  return ShapedType::isDynamic(size) ? FUSED_DYNAMIC : size;
}

/// C where it is read.
static Value getReadC(MatmulOp op) {
  return op.getBeta().isZero() ? Value() : op.getC();
}

/// The aux matrix that the epilog reads or writes.
static Value getAuxBuffer(MatmulOp op) {
  return op.getAux() ? op.getAux() : op.getAuxInit();
}

/// Creates the constant that describes the product.
static LLVM::GlobalOp createProblem(MatmulOp op, RuntimeABI &abi) {
  Location loc = op.getLoc();
  MatmulSizes sizes = op.getSizes();
  int64_t flags = (op.getTransposeA() ? FUSED_TRANSPOSE_A : 0) |
                  (op.getTransposeB() ? FUSED_TRANSPOSE_B : 0) |
                  (op.getMultiplyMask() ? FUSED_MULTIPLY_MASK : 0) |
                  (op.getAllowRoundedSteps() ? FUSED_ALLOW_ROUNDED_STEPS : 0) |
                  (op.getAllowAnyNanBit() ? FUSED_ALLOW_ANY_NAN_BIT : 0) |
                  (op.getAScale() ? FUSED_SCALE_A : 0) |
                  (op.getBScale() ? FUSED_SCALE_B : 0) |
                  (op.getDScale() ? FUSED_SCALE_D : 0) |
                  (op.getAmaxInit() ? FUSED_AMAX_D : 0);
  return abi.createGlobal(
      loc, "fused.problem", abi.getMatmulProblem(), /*isConstant=*/true,
      [&](OpBuilder &builder) {
        SmallVector<Value> fields;
        for (int64_t value :
             {int64_t(FUSED_ABI_VERSION), int64_t(op.getEpilog()), flags,
              int64_t(getElementType(op.getA())),
              int64_t(getElementType(op.getB())),
              int64_t(getElementType(getReadC(op))),
              int64_t(getElementType(op.getInit())),
              int64_t(getElementType(op.getBias())),
              int64_t(getElementType(getAuxBuffer(op))),
              int64_t(getElementType(op.getBgradInit()))})
          fields.push_back(createI32(builder, loc, value));
        for (const APFloat &value : {op.getAlpha(), op.getBeta()})
          fields.push_back(LLVM::ConstantOp::create(
              builder, loc, builder.getF64FloatAttr(value.convertToDouble())));
        for (int64_t size : {sizes.batch, sizes.m, sizes.n, sizes.k})
          fields.push_back(createI64(builder, loc, getKnownSize(size)));
        fields.push_back(abi.getLocation(builder, loc));
        return createStruct(builder, loc, abi.getMatmulProblem(), fields);
      });
}

/// Creates the plan slot of one call site.
static LLVM::GlobalOp createSlot(Location loc, RuntimeABI &abi) {
  return abi.createGlobal(
      loc, "fused.plan", abi.getPlanSlot(), /*isConstant=*/false,
      [&](OpBuilder &builder) -> Value {
        return LLVM::ZeroOp::create(builder, loc, abi.getPlanSlot());
      });
}

//===----------------------------------------------------------------------===//
// The operands
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites the products of one function.
class ProductConverter {
public:
  ProductConverter(func::FuncOp function, RuntimeABI &abi,
                   const LLVMTypeConverter &converter)
      : checker(function), function(function), abi(abi), converter(converter) {}

  void convert(MatmulOp op);
  StatusChecker &getChecker() { return checker; }

private:
  Value createBuffer(OpBuilder &builder, Location loc, Value operand,
                     unsigned matrixRank);
  Value createAddress(OpBuilder &builder, Location loc, Value operand);
  Value createSize(OpBuilder &builder, Location loc, int64_t size,
                   Value operand, int64_t dim);
  Value createOperands(OpBuilder &builder, MatmulOp op);
  Value getStorage();
  Value getStream(OpBuilder &builder, Location loc);

  StatusChecker checker;
  func::FuncOp function;
  RuntimeABI &abi;
  const LLVMTypeConverter &converter;
  Value storage;
};
} // namespace

/// One structure of operands on the stack serves all calls of the function.
Value ProductConverter::getStorage() {
  if (storage)
    return storage;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  storage = LLVM::AllocaOp::create(builder, loc, abi.getPointer(),
                                   abi.getMatmulOperands(),
                                   createI64(builder, loc, 1));
  return storage;
}

/// The stream that the product runs in.
Value ProductConverter::getStream(OpBuilder &builder, Location loc) {
  if (abi.getTarget() == Target::Cpu)
    return createNull(builder, loc);
  return LLVM::CallOp::create(builder, loc, abi.getCudaGetStream(),
                              ValueRange())
      .getResult();
}

/// Builds a `fused_buffer_t` of a matrix (`matrixRank` 2) or vector (1) with or
/// without a batch; all zero without an operand.
Value ProductConverter::createBuffer(OpBuilder &builder, Location loc,
                                     Value operand, unsigned matrixRank) {
  if (!operand)
    return LLVM::ZeroOp::create(builder, loc, abi.getBuffer());
  auto type = cast<MemRefType>(operand.getType());
  Value cast = UnrealizedConversionCastOp::create(
                   builder, loc, converter.convertType(type), operand)
                   .getResult(0);
  MemRefDescriptor descriptor(cast);
  bool isBatched = type.getRank() > matrixRank;
  auto getStride = [&](bool isPresent, unsigned dim) -> Value {
    return isPresent ? descriptor.stride(builder, loc, dim)
                     : createI64(builder, loc, 0);
  };
  return createStruct(builder, loc, abi.getBuffer(),
                      {descriptor.bufferPtr(builder, loc, converter, type),
                       getStride(matrixRank == 2, isBatched ? 1 : 0),
                       getStride(isBatched, 0)});
}

/// The address of a scalar in memory; null without one.
Value ProductConverter::createAddress(OpBuilder &builder, Location loc,
                                      Value operand) {
  if (!operand)
    return createNull(builder, loc);
  auto type = cast<MemRefType>(operand.getType());
  Value cast = UnrealizedConversionCastOp::create(
                   builder, loc, converter.convertType(type), operand)
                   .getResult(0);
  return MemRefDescriptor(cast).bufferPtr(builder, loc, converter, type);
}

/// A size of the product: a constant, or read from dimension `dim` of
/// `operand`, counted from the end.
Value ProductConverter::createSize(OpBuilder &builder, Location loc,
                                   int64_t size, Value operand, int64_t dim) {
  if (!ShapedType::isDynamic(size))
    return createI64(builder, loc, size);
  auto type = cast<MemRefType>(operand.getType());
  Value cast = UnrealizedConversionCastOp::create(
                   builder, loc, converter.convertType(type), operand)
                   .getResult(0);
  return MemRefDescriptor(cast).size(builder, loc, type.getRank() - dim);
}

Value ProductConverter::createOperands(OpBuilder &builder, MatmulOp op) {
  Location loc = op.getLoc();
  MatmulSizes sizes = op.getSizes();
  Value d = op.getInit();
  Value fields[] = {
      createSize(builder, loc, sizes.batch, d, 3),
      createSize(builder, loc, sizes.m, d, 2),
      createSize(builder, loc, sizes.n, d, 1),
      createSize(builder, loc, sizes.k, op.getA(), op.getTransposeA() ? 2 : 1),
      createBuffer(builder, loc, op.getA(), 2),
      createBuffer(builder, loc, op.getB(), 2),
      createBuffer(builder, loc, getReadC(op), 2),
      createBuffer(builder, loc, d, 2),
      createBuffer(builder, loc, op.getBias(), 1),
      createBuffer(builder, loc, getAuxBuffer(op), 2),
      createBuffer(builder, loc, op.getBgradInit(), 1),
      createAddress(builder, loc, op.getAScale()),
      createAddress(builder, loc, op.getBScale()),
      createAddress(builder, loc, op.getDScale()),
      createAddress(builder, loc, op.getAmaxInit()),
      getStream(builder, loc)};
  return createStruct(builder, loc, abi.getMatmulOperands(), fields);
}

void ProductConverter::convert(MatmulOp op) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  LLVM::StoreOp::create(builder, loc, createOperands(builder, op),
                        getStorage());
  Value problem =
      LLVM::AddressOfOp::create(builder, loc, createProblem(op, abi));
  Value slot = LLVM::AddressOfOp::create(builder, loc, createSlot(loc, abi));
  auto call = LLVM::CallOp::create(builder, loc, abi.getMatmul(),
                                   ValueRange{problem, slot, getStorage()});
  checker.returnUnlessOk(call, call.getResult());
  op.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertFusedToRuntime
    : public fused::impl::ConvertFusedToRuntimeBase<ConvertFusedToRuntime> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

void ConvertFusedToRuntime::runOnOperation() {
  ModuleOp module = getOperation();
  WalkResult result = module.walk([](MatmulOp op) {
    return failed(verifyProduct(op)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  RuntimeABI abi(module, target);
  DeviceImages images(module, abi);
  if (result.wasInterrupted() || failed(images.verify()) ||
      failed(convertToStatusFunctions(module, abi)))
    return signalPassFailure();
  LLVMTypeConverter converter(&getContext());
  for (auto function : module.getOps<func::FuncOp>()) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      bool isAccess =
          target == Target::Cuda && HostAccessConverter::isHostAccess(op);
      if (isAccess ||
          isa<ComputeCapabilityOp, MatmulOp, TensorMapOp, gpu::LaunchFuncOp>(
              op))
        ops.push_back(op);
    });
    ProductConverter productConverter(function, abi, converter);
    StatusChecker &checker = productConverter.getChecker();
    HostAccessConverter accessConverter(checker, abi, converter);
    // From the end: splitting a block costs what comes after.
    for (Operation *op : llvm::reverse(ops)) {
      if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
        convertLaunch(launch, checker, abi, images, converter);
      else if (auto map = dyn_cast<TensorMapOp>(op))
        convertTensorMap(map, checker, abi, converter);
      else if (auto question = dyn_cast<ComputeCapabilityOp>(op))
        convertComputeCapability(question, abi);
      else if (auto product = dyn_cast<MatmulOp>(op))
        productConverter.convert(product);
      else if (failed(accessConverter.convert(op)))
        return signalPassFailure();
    }
  }
  images.eraseBinaries();
  // The runtime has it.
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    if (target == Target::Cuda && isFailureFlag(global))
      global.erase();
}
