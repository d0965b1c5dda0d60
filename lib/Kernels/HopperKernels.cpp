//===- HopperKernels.cpp - Kernels for one chip ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperKernels.h"

#include "Launch.h"

#include "fused/Analysis/Hopper.h"
#include "fused/Analysis/KernelArguments.h"
#include "fused/Dialect/ProductOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace fused;

gpu::GPUModuleOp HopperKernels::get() {
  if (kernels)
    return kernels;
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  kernels = gpu::GPUModuleOp::create(builder, module.getLoc(),
                                     "fused_product_kernels");
  kernels.setTargetsAttr(builder.getArrayAttr(
      NVVM::NVVMTargetAttr::get(module.getContext(), /*optLevel=*/3,
                                "nvptx64-nvidia-cuda", "sm_90a", "+ptx80")));
  SymbolTable(module).insert(kernels);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return kernels;
}

gpu::GPUFuncOp HopperKernels::create(Operation *op, StringRef suffix,
                                     TypeRange types, int64_t threads,
                                     unsigned numMaps, int64_t cluster,
                                     int64_t blocks) {
  Block *body = get().getBody();
  OpBuilder builder(body, body->end());
  auto function = op->getParentOfType<func::FuncOp>();
  auto kernel = gpu::GPUFuncOp::create(
      builder, op->getLoc(), getKernelName(function.getName(), suffix),
      builder.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSize(ArrayRef<int32_t>{int32_t(threads), 1, 1});
  if (cluster != 1)
    kernel.setKnownClusterSize(ArrayRef<int32_t>{int32_t(cluster), 1, 1});
  if (numMaps != 0) {
    // So that a thread may have a third of what it could have otherwise, and
    // warps can pass on what they do not need.
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    builder.getI32IntegerAttr(blocks));
    kernel->setAttr(kTensorMapsAttr, builder.getI32IntegerAttr(numMaps));
  }
  SymbolTable(get()).insert(kernel);
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(builder, op->getLoc());
  return kernel;
}

void HopperKernels::launch(OpBuilder &builder, gpu::GPUFuncOp kernel,
                           int64_t blocks, int64_t sharedBytes,
                           ValueRange operands) {
  Location loc = kernel.getLoc();
  auto index = [&](int64_t value) { return createIndex(builder, loc, value); };
  auto along = [&](int64_t size) {
    return gpu::KernelDim3{index(size), index(1), index(1)};
  };
  std::optional<gpu::KernelDim3> cluster;
  if (std::optional<ArrayRef<int32_t>> sizes = kernel.getKnownClusterSize())
    cluster = along(sizes->front());
  Value shared;
  if (sharedBytes != 0)
    shared = arith::ConstantIntOp::create(builder, loc, sharedBytes, 32);
  gpu::LaunchFuncOp::create(builder, loc, kernel, along(blocks),
                            along(kernel.getKnownBlockSize()->front()), shared,
                            operands, /*asyncTokenType=*/nullptr,
                            /*asyncDependencies=*/ValueRange(), cluster);
}

Value HopperKernels::createIsPossible(OpBuilder &builder, Location loc,
                                      ArrayRef<Value> matrices) {
  Value capability = ComputeCapabilityOp::create(builder, loc);
  Value isChip =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, capability,
                            arith::ConstantIntOp::create(
                                builder, loc, hopper::kComputeCapability, 32));
  Value bits = createIndex(builder, loc, 0);
  for (Value matrix : matrices) {
    // Offsets of views are such multiples.
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(
        builder, loc, memref::skipViewLikeOps(cast<MemrefValue>(matrix)));
    bits = builder.createOrFold<arith::OrIOp>(loc, bits, address);
  }
  Value rest = createModulo(builder, loc, bits, createIndex(builder, loc, 16));
  Value isAligned =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                            createIndex(builder, loc, 0));
  return arith::AndIOp::create(builder, loc, isChip, isAligned);
}
