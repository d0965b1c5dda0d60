//===- ProductsToGpu.cpp - Kernels of products on memrefs -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "PartialSums.h"
#include "ProductKernel.h"

#include "fused/Analysis/Hopper.h"
#include "fused/Analysis/KernelArguments.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Kernels/GpuPasses.h"
#include "fused/Transforms/SplitProduct.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

namespace fused {
#define GEN_PASS_DEF_PRODUCTSTOGPU
#include "fused/Kernels/GpuPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
struct ProductsToGpu : public fused::impl::ProductsToGpuBase<ProductsToGpu> {
  using Base::Base;
  void runOnOperation() override;

private:
  void convert(IRRewriter &rewriter, ProductOp op);
  void createLaunch(IRRewriter &rewriter, ProductOp op);
  gpu::GPUFuncOp createKernel(ProductOp op, const ProductSchedule &schedule,
                              ArrayRef<Type> types, unsigned numMaps);
  void addUp(IRRewriter &rewriter, ProductOp op, Value partial, Value output);
  gpu::GPUModuleOp getKernels();

  gpu::GPUModuleOp kernels;
};
} // namespace

/// The matrices of a product in the order of their maps: A, B, the outputs and
/// those among the further operands.
static SmallVector<Value> getMatrices(ProductOp op) {
  SmallVector<Value> matrices = {op.getA(), op.getB()};
  llvm::append_range(matrices, op.getMatrixOutputs());
  llvm::append_range(matrices, op.getMatrixExtras());
  return matrices;
}

//===----------------------------------------------------------------------===//
// What the host asks
//===----------------------------------------------------------------------===//

/// Asks whether the device has the instructions of the kernel, and all matrices
/// begin at multiples of 16 bytes. Those of the caller, also for results, may
/// not.
static Value createIsPossible(OpBuilder &builder, ProductOp op) {
  Location loc = op.getLoc();
  Value capability = ComputeCapabilityOp::create(builder, loc);
  Value isChip =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, capability,
                            arith::ConstantIntOp::create(
                                builder, loc, hopper::kComputeCapability, 32));
  Value bits = createIndex(builder, loc, 0);
  for (Value matrix : getMatrices(op)) {
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

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

gpu::GPUModuleOp ProductsToGpu::getKernels() {
  if (kernels)
    return kernels;
  ModuleOp module = getOperation();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  kernels = gpu::GPUModuleOp::create(builder, module.getLoc(),
                                     "fused_product_kernels");
  // Code for this one chip: its products are in no other one.
  kernels.setTargetsAttr(builder.getArrayAttr(
      NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3,
                                "nvptx64-nvidia-cuda", "sm_90a", "+ptx80")));
  SymbolTable(module).insert(kernels);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return kernels;
}

gpu::GPUFuncOp ProductsToGpu::createKernel(ProductOp op,
                                           const ProductSchedule &schedule,
                                           ArrayRef<Type> types,
                                           unsigned numMaps) {
  gpu::GPUModuleOp module = getKernels();
  DeviceBuilder builder(op.getLoc(), module.getBody(), module.getBody()->end());
  auto function = op->getParentOfType<func::FuncOp>();
  auto kernel =
      gpu::GPUFuncOp::create(builder, (function.getName() + "_product").str(),
                             builder.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSize(
      ArrayRef<int32_t>{int32_t(schedule.getThreads()), 1, 1});
  int64_t clusterSize = schedule.getClusterSize();
  if (clusterSize != 1)
    kernel.setKnownClusterSize(ArrayRef<int32_t>{int32_t(clusterSize), 1, 1});
  // So that a thread may have a third of what it could have otherwise, and
  // warps can pass on what they do not need.
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  builder.getI32IntegerAttr(1));
  kernel->setAttr(kTensorMapsAttr, builder.getI32IntegerAttr(numMaps));
  SymbolTable(module).insert(kernel);

  ProductArguments arguments;
  auto maps = kernel.getArguments().take_front(numMaps).begin();
  auto others = kernel.getArguments().drop_front(numMaps).begin();
  arguments.a = *maps++;
  arguments.b = *maps++;
  for (unsigned i = 0; i < op.getOutputs().size(); ++i)
    arguments.outputs.push_back(op.isSum(i) ? *others++ : *maps++);
  for (unsigned i = 0; i < op.getExtras().size(); ++i)
    arguments.extras.push_back(op.readsMatrix(i) ? *maps++ : *others++);
  auto takeMapOfLast = [&](ProductSchedule::Lines lines) {
    return lines.areEqual() ? Value() : Value(*maps++);
  };
  arguments.lastA = takeMapOfLast(schedule.getCopiedRows(op.getTransposeA()));
  arguments.lastB =
      takeMapOfLast(schedule.getCopiedColumns(op.getTransposeB()));
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(builder);
  builder.setInsertionPointToStart(&kernel.getBody().front());
  ProductKernel(builder, op, schedule, arguments).emit();
  return kernel;
}

/// Launches the kernel that adds up partial sums.
void ProductsToGpu::addUp(IRRewriter &rewriter, ProductOp op, Value partial,
                          Value output) {
  Location loc = op.getLoc();
  if (cast<MemRefType>(output.getType()).getRank() == 2)
    output = memref::CollapseShapeOp::create(
        rewriter, loc, output, ArrayRef<ReassociationIndices>{{0, 1}});
  gpu::GPUModuleOp module = getKernels();
  DeviceBuilder builder(loc, module.getBody(), module.getBody()->end());
  auto function = op->getParentOfType<func::FuncOp>();
  auto kernel = gpu::GPUFuncOp::create(
      builder, (function.getName() + "_sums").str(),
      builder.getFunctionType({partial.getType(), output.getType()}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  ArrayRef<int64_t> shape = cast<MemRefType>(partial.getType()).getShape();
  int64_t threads = PartialSums::getThreads(shape[0]);
  kernel.setKnownBlockSize(ArrayRef<int32_t>{int32_t(threads), 1, 1});
  SymbolTable(module).insert(kernel);
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(builder);
  builder.setInsertionPointToStart(&kernel.getBody().front());
  PartialSums::emit(builder, kernel);

  Value one = createIndex(rewriter, loc, 1);
  gpu::LaunchFuncOp::create(
      rewriter, loc, kernel,
      gpu::KernelDim3{
          createIndex(rewriter, loc, PartialSums::getBlocks(shape[1])), one,
          one},
      gpu::KernelDim3{createIndex(rewriter, loc, threads), one, one},
      /*dynamicSharedMemorySize=*/Value(), ValueRange{partial, output});
}

/// The rows and columns that a copy of a part of each matrix has, as
/// getMatrices() orders them.
static SmallVector<std::array<int64_t, 2>>
getBoxes(ProductOp op, const ProductSchedule &schedule) {
  SmallVector<std::array<int64_t, 2>> boxes;
  for (Value matrix : getMatrices(op))
    boxes.push_back(
        {ProductSchedule::kRows, ProductSchedule::getPanelColumns(matrix)});
  if (!op.getTransposeA())
    boxes[0].front() = schedule.getCopiedRows(/*transposedA=*/false).ofTile;
  if (op.getTransposeB())
    boxes[1].front() = schedule.getCopiedColumns(/*transposedB=*/true).ofTile /
                       schedule.cluster;
  return boxes;
}

void ProductsToGpu::createLaunch(IRRewriter &rewriter, ProductOp op) {
  Location loc = op.getLoc();
  ProductSchedule schedule = chooseSchedule(op, asLarge);
  SmallVector<Value> operands;
  auto addMap = [&](Value matrix, std::array<int64_t, 2> box) {
    operands.push_back(TensorMapOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(&getContext()), matrix,
        rewriter.getDenseI64ArrayAttr(box)));
  };
  for (auto [matrix, box] :
       llvm::zip_equal(getMatrices(op), getBoxes(op, schedule)))
    addMap(matrix, box);
  auto addMapOfLast = [&](Value matrix, ProductSchedule::Lines lines) {
    if (!lines.areEqual())
      addMap(matrix, {lines.ofLast, ProductSchedule::getPanelColumns(matrix)});
  };
  addMapOfLast(op.getA(), schedule.getCopiedRows(op.getTransposeA()));
  addMapOfLast(op.getB(), schedule.getCopiedColumns(op.getTransposeB()));
  unsigned numMaps = operands.size();
  SmallVector<std::pair<Value, Value>> sums;
  for (auto [index, output] : llvm::enumerate(op.getOutputs()))
    if (op.isSum(index)) {
      auto partialType =
          MemRefType::get(schedule.getShapeOfParts(op.isSumOfColumns(index)),
                          op.getComputeType());
      Value partial = memref::AllocOp::create(rewriter, loc, partialType);
      operands.push_back(partial);
      sums.push_back({partial, output});
    }
  for (auto [index, extra] : llvm::enumerate(op.getExtras()))
    if (!op.readsMatrix(index))
      operands.push_back(extra);
  gpu::GPUFuncOp kernel = createKernel(
      op, schedule, llvm::to_vector_of<Type>(ValueRange(operands).getTypes()),
      numMaps);
  auto index = [&](int64_t value) { return createIndex(rewriter, loc, value); };
  Value one = index(1);
  std::optional<gpu::KernelDim3> cluster;
  int64_t clusterSize = schedule.getClusterSize();
  if (clusterSize != 1)
    cluster = gpu::KernelDim3{index(clusterSize), one, one};
  Value shared = arith::ConstantIntOp::create(rewriter, loc,
                                              schedule.getSharedBytes(), 32);
  gpu::LaunchFuncOp::create(
      rewriter, loc, kernel,
      gpu::KernelDim3{index(schedule.getClusters() * clusterSize), one, one},
      gpu::KernelDim3{index(schedule.getThreads()), one, one}, shared, operands,
      /*asyncTokenType=*/nullptr, /*asyncDependencies=*/ValueRange(), cluster);
  for (auto [partial, output] : sums) {
    addUp(rewriter, op, partial, output);
    memref::DeallocOp::create(rewriter, loc, partial);
  }
}

/// Replaces a product by a launch, and where that is not possible, by a product
/// of a library and an elementwise operation.
void ProductsToGpu::convert(IRRewriter &rewriter, ProductOp op) {
  rewriter.setInsertionPoint(op);
  if (!hasProductKernels(chip) || !findLackOfKernel(op).empty()) {
    splitProduct(rewriter, op);
    return;
  }
  auto branch =
      scf::IfOp::create(rewriter, op.getLoc(), createIsPossible(rewriter, op),
                        /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  createLaunch(rewriter, op);
  rewriter.moveOpBefore(op, branch.elseBlock(), branch.elseBlock()->begin());
  splitProduct(rewriter, op);
}

void ProductsToGpu::runOnOperation() {
  kernels = {};
  IRRewriter rewriter(&getContext());
  SmallVector<ProductOp> ops;
  getOperation().walk([&](ProductOp op) { ops.push_back(op); });
  for (ProductOp op : ops) {
    if (!op.hasPureBufferSemantics()) {
      op.emitOpError("is not on memrefs: bufferize first");
      return signalPassFailure();
    }
    convert(rewriter, op);
  }
}
