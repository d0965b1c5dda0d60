//===- LaunchToRuntime.cpp - Launches to calls of the runtime -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchToRuntime.h"

#include "fused-runtime/fused_cuda.h"
#include "fused/Analysis/KernelArguments.h"
#include "fused/Dialect/ProductOp.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/EndianStream.h"

using namespace mlir;
using namespace fused;

static_assert(offsetof(fused_cuda_image_t, data) == 0 &&
              offsetof(fused_cuda_image_t, library) == 8 &&
              offsetof(fused_cuda_image_t, waits) == 16 &&
              sizeof(fused_cuda_image_t) == 24);
static_assert(offsetof(fused_cuda_matrix_t, type) == 0 &&
              offsetof(fused_cuda_matrix_t, rows) == 8 &&
              offsetof(fused_cuda_matrix_t, box_columns) == 40 &&
              offsetof(fused_cuda_matrix_t, batch) == 48 &&
              offsetof(fused_cuda_matrix_t, batch_stride) == 72 &&
              sizeof(fused_cuda_matrix_t) == 96 &&
              TensorMapOp::kMaxBatchDims == FUSED_MATRIX_BATCH);
static_assert(offsetof(fused_cuda_kernel_t, image) == 0 &&
              offsetof(fused_cuda_kernel_t, name) == 8 &&
              offsetof(fused_cuda_kernel_t, location) == 16 &&
              offsetof(fused_cuda_kernel_t, handle) == 24 &&
              sizeof(fused_cuda_kernel_t) == 32);

/// A structure of `count` pointers.
static LLVM::LLVMStructType getPointers(RuntimeABI &abi, unsigned count) {
  return LLVM::LLVMStructType::getLiteral(
      abi.getPointer().getContext(),
      SmallVector<Type>(count, abi.getPointer()));
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Whether the values that the kernel takes are among those of the operands.
static bool hasArguments(gpu::LaunchFuncOp op) {
  auto numbers = op->getAttrOfType<DenseI32ArrayAttr>(kKernelArgumentsAttr);
  if (!numbers)
    return true;
  int64_t count = 0;
  for (Type type : op.getKernelOperands().getTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    count += memref ? MemRefDescriptor::getNumUnpackedValues(memref) : 1;
  }
  return llvm::all_of(numbers.asArrayRef(), [&](int32_t number) {
    return number >= 0 && number < count;
  });
}

LogicalResult DeviceImages::verify() {
  WalkResult result = module.walk([&](gpu::LaunchFuncOp op) {
    auto binary = SymbolTable::lookupNearestSymbolFrom<gpu::BinaryOp>(
        op, op.getKernelModuleName());
    bool hasObject = binary && binary.getObjects().size() == 1;
    if (hasObject && hasArguments(op))
      return WalkResult::advance();
    if (hasObject)
      op.emitOpError("has fewer values than '")
          << kKernelArgumentsAttr << "' says its kernel takes";
    else
      op.emitOpError("has no kernel in one object: serialize the gpu.module");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The bytes of an object. Bitcode does not say how long it is; the wrapper
/// that LLVM knows does, in its fourth word.
static std::string getBytes(gpu::ObjectAttr object) {
  StringRef bytes = object.getObject();
  if (object.getFormat() != gpu::CompilationTarget::Offload)
    return bytes.str();
  std::string wrapped;
  llvm::raw_string_ostream os(wrapped);
  constexpr uint32_t headerSize = 5 * sizeof(uint32_t);
  for (uint32_t word : {uint32_t(0x0B17C0DE), uint32_t(0), headerSize,
                        uint32_t(bytes.size()), uint32_t(0)})
    llvm::support::endian::write(os, word, llvm::endianness::little);
  os << bytes;
  return wrapped;
}

LLVM::GlobalOp DeviceImages::getImage(StringAttr name) {
  LLVM::GlobalOp &image = images[name];
  if (image)
    return image;
  auto binary = module.lookupSymbol<gpu::BinaryOp>(name);
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  std::string bytes = getBytes(object);
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  auto data =
      LLVM::GlobalOp::create(builder, binary.getLoc(), type,
                             /*isConstant=*/true, LLVM::Linkage::Internal,
                             "fused.cubin", builder.getStringAttr(bytes));
  data.setAlignment(64);
  abi.insertSymbol(data);
  auto structure = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {abi.getPointer(), abi.getPointer(), abi.getI32()});
  Location loc = binary.getLoc();
  image = abi.createGlobal(
      loc, "fused.image", structure, /*isConstant=*/false,
      [&](OpBuilder &inside) {
        return createStruct(
            inside, loc, structure,
            {LLVM::AddressOfOp::create(inside, loc, data),
             createNull(inside, loc),
             createI32(inside, loc, binary->hasAttr(kWaitingKernelsAttr))});
      });
  markResource(image, FUSED_RESOURCE_IMAGE);
  return image;
}

void DeviceImages::eraseBinaries() {
  for (auto binary : llvm::make_early_inc_range(module.getOps<gpu::BinaryOp>()))
    binary.erase();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The values that a kernel takes for one operand: those of its descriptor, or
/// itself. The address of a tensor map stays as it is.
static void appendArguments(OpBuilder &builder, Location loc, Value operand,
                            const LLVMTypeConverter &converter,
                            SmallVectorImpl<Value> &arguments) {
  if (operand.getDefiningOp<TensorMapOp>())
    return arguments.push_back(operand);
  Value value =
      UnrealizedConversionCastOp::create(
          builder, loc, converter.convertType(operand.getType()), operand)
          .getResult(0);
  if (auto type = dyn_cast<MemRefType>(operand.getType()))
    MemRefDescriptor::unpack(builder, loc, value, type, arguments);
  else
    arguments.push_back(value);
}

/// Memory on the stack for the whole call.
static Value createStorage(OpBuilder &builder, Location loc,
                           StatusChecker &checker, RuntimeABI &abi, Type type,
                           unsigned alignment = 0) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(checker.getFrame());
  return LLVM::AllocaOp::create(builder, loc, abi.getPointer(), type,
                                createI64(builder, loc, 1), alignment);
}

/// Stores the arguments on the stack, and an array of their addresses, to which
/// it returns a pointer. Tensor maps are there already.
static Value storeArguments(OpBuilder &builder, Location loc,
                            StatusChecker &checker, RuntimeABI &abi,
                            ArrayRef<Value> arguments) {
  SmallVector<Type> types;
  for (Value argument : arguments)
    types.push_back(argument.getType());
  auto values = LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  LLVM::LLVMStructType addresses = getPointers(abi, arguments.size());
  Value addressStorage = createStorage(builder, loc, checker, abi, addresses);
  Value valueStorage = createStorage(builder, loc, checker, abi, values);
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    LLVM::GEPArg path[] = {0, int32_t(index)};
    Value place = argument;
    if (!argument.getDefiningOp<TensorMapOp>()) {
      place = LLVM::GEPOp::create(builder, loc, abi.getPointer(), values,
                                  valueStorage, path);
      LLVM::StoreOp::create(builder, loc, argument, place);
    }
    Value slot = LLVM::GEPOp::create(builder, loc, abi.getPointer(), addresses,
                                     addressStorage, path);
    LLVM::StoreOp::create(builder, loc, place, slot);
  }
  return addressStorage;
}

/// Creates the `fused_cuda_kernel_t` of one launch.
static LLVM::GlobalOp createKernel(gpu::LaunchFuncOp op, RuntimeABI &abi,
                                   DeviceImages &images) {
  Location loc = op.getLoc();
  LLVM::GlobalOp image = images.getImage(op.getKernelModuleName());
  LLVM::LLVMStructType pointers = getPointers(abi, 4);
  return abi.createGlobal(
      loc, "fused.kernel", pointers, /*isConstant=*/false,
      [&](OpBuilder &inside) {
        return createStruct(
            inside, loc, pointers,
            {LLVM::AddressOfOp::create(inside, loc, image),
             abi.getString(inside, loc, op.getKernelName().getValue()),
             abi.getLocation(inside, loc), createNull(inside, loc)});
      });
}

void fused::convertLaunch(gpu::LaunchFuncOp op, StatusChecker &checker,
                          RuntimeABI &abi, DeviceImages &images,
                          const LLVMTypeConverter &converter) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  SmallVector<Value> arguments;
  for (Value operand : op.getKernelOperands())
    appendArguments(builder, loc, operand, converter, arguments);
  if (auto numbers =
          op->getAttrOfType<DenseI32ArrayAttr>(kKernelArgumentsAttr)) {
    SmallVector<Value> all = std::exchange(arguments, {});
    for (int32_t number : numbers.asArrayRef())
      arguments.push_back(all[number]);
  }
  Value pointers = storeArguments(builder, loc, checker, abi, arguments);
  Value kernel =
      LLVM::AddressOfOp::create(builder, loc, createKernel(op, abi, images));
  SmallVector<Value> operands = {kernel};
  for (Value size : {op.getGridSizeX(), op.getGridSizeY(), op.getBlockSizeX()})
    operands.push_back(
        arith::IndexCastOp::create(builder, loc, abi.getI64(), size));
  Value shared = op.getDynamicSharedMemorySize();
  operands.push_back(
      shared ? arith::ExtUIOp::create(builder, loc, abi.getI64(), shared)
             : createI64(builder, loc, 0));
  operands.push_back(pointers);
  auto call = LLVM::CallOp::create(builder, loc, abi.getCudaLaunch(), operands);
  checker.returnUnlessOk(call, call.getResult());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Kernels of one chip
//===----------------------------------------------------------------------===//

void fused::convertComputeCapability(ComputeCapabilityOp op, RuntimeABI &abi) {
  OpBuilder builder(op);
  auto call = LLVM::CallOp::create(
      builder, op.getLoc(), abi.getCudaComputeCapability(), ValueRange());
  op.replaceAllUsesWith(call.getResult());
  op.erase();
}

void fused::convertTensorMap(TensorMapOp op, StatusChecker &checker,
                             RuntimeABI &abi,
                             const LLVMTypeConverter &converter) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Value storage = createStorage(
      builder, loc, checker, abi,
      LLVM::LLVMArrayType::get(builder.getI8Type(), kTensorMapBytes),
      kTensorMapHostAlignment);
  auto type = cast<MemRefType>(op.getMatrix().getType());
  Value cast = UnrealizedConversionCastOp::create(
                   builder, loc, converter.convertType(type), op.getMatrix())
                   .getResult(0);
  MemRefDescriptor descriptor(cast);
  Type i32 = abi.getI32(), i64 = abi.getI64();
  constexpr unsigned mostBatch = FUSED_MATRIX_BATCH;
  SmallVector<Type> types(6 + 2 * mostBatch, i64);
  types.front() = i32;
  auto structure =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  unsigned rows = type.getRank() - 2;
  SmallVector<Value> fields = {
      createI32(builder, loc, getRuntimeType(type.getElementType())),
      descriptor.size(builder, loc, rows),
      descriptor.size(builder, loc, rows + 1),
      descriptor.stride(builder, loc, rows),
      createI64(builder, loc, op.getBox()[0]),
      createI64(builder, loc, op.getBox()[1])};
  // Dimensions of the batch, from the innermost one on.
  SmallVector<Value> sizes(mostBatch, createI64(builder, loc, 0));
  SmallVector<Value> strides = sizes;
  for (unsigned i = 0; i < rows; ++i) {
    sizes[i] = descriptor.size(builder, loc, rows - 1 - i);
    strides[i] = descriptor.stride(builder, loc, rows - 1 - i);
  }
  llvm::append_range(fields, sizes);
  llvm::append_range(fields, strides);
  Value matrix = createStruct(builder, loc, structure, fields);
  Value place = createStorage(builder, loc, checker, abi, structure);
  LLVM::StoreOp::create(builder, loc, matrix, place);
  auto call = LLVM::CallOp::create(
      builder, loc, abi.getCudaTensorMap(),
      ValueRange{storage, descriptor.bufferPtr(builder, loc, converter, type),
                 place, abi.getLocation(builder, loc)});
  checker.returnUnlessOk(call, call.getResult());
  op.replaceAllUsesWith(storage);
  op.erase();
}
