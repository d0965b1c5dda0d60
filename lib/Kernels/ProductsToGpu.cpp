//===- ProductsToGpu.cpp - Kernels of products on memrefs -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionToGpu.h"
#include "PartialSums.h"
#include "ProductKernel.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Kernels/GpuPasses.h"
#include "fused/Transforms/SplitAttention.h"
#include "fused/Transforms/SplitProduct.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

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
  template <typename OpTy> void convertAttention(IRRewriter &rewriter, OpTy op);
  void createLaunch(IRRewriter &rewriter, ProductOp op);
  gpu::GPUFuncOp createKernel(ProductOp op, const ProductSchedule &schedule,
                              ArrayRef<Type> types, unsigned numMaps);
  void addUp(IRRewriter &rewriter, ProductOp op, Value partial, Value output);

  HopperKernels *kernels = nullptr;
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
// Launches
//===----------------------------------------------------------------------===//

gpu::GPUFuncOp ProductsToGpu::createKernel(ProductOp op,
                                           const ProductSchedule &schedule,
                                           ArrayRef<Type> types,
                                           unsigned numMaps) {
  gpu::GPUFuncOp kernel =
      kernels->create(op, "_product", types, schedule.getThreads(), numMaps,
                      schedule.getClusterSize());
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
  DeviceBuilder builder(op.getLoc(), &kernel.getBody().front(),
                        kernel.getBody().front().begin());
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
  ArrayRef<int64_t> shape = cast<MemRefType>(partial.getType()).getShape();
  gpu::GPUFuncOp kernel =
      kernels->create(op, "_sums", {partial.getType(), output.getType()},
                      PartialSums::getThreads(shape[0]));
  DeviceBuilder builder(loc, &kernel.getBody().front(),
                        kernel.getBody().front().begin());
  PartialSums::emit(builder, kernel);
  HopperKernels::launch(rewriter, kernel, PartialSums::getBlocks(shape[1]),
                        /*sharedBytes=*/0, {partial, output});
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
  HopperKernels::launch(rewriter, kernel,
                        schedule.getClusters() * schedule.getClusterSize(),
                        schedule.getSharedBytes(), operands);
  for (auto [partial, output] : sums) {
    addUp(rewriter, op, partial, output);
    memref::DeallocOp::create(rewriter, loc, partial);
  }
}

/// Moves `op` into a branch for devices whose kernels cannot read `matrices`.
/// The insertion point moves into the other branch.
static void branchOnSupport(IRRewriter &rewriter, Operation *op,
                            ArrayRef<Value> matrices) {
  rewriter.setInsertionPoint(op);
  auto branch = scf::IfOp::create(
      rewriter, op->getLoc(),
      HopperKernels::createIsPossible(rewriter, op->getLoc(), matrices),
      /*withElseRegion=*/true);
  rewriter.moveOpBefore(op, branch.elseBlock(), branch.elseBlock()->begin());
  rewriter.setInsertionPointToStart(branch.thenBlock());
}

/// Replaces a product by a launch, and where that is not possible, by a product
/// of a library and an elementwise operation.
void ProductsToGpu::convert(IRRewriter &rewriter, ProductOp op) {
  if (hasProductKernels(chip) && findLackOfKernel(op).empty()) {
    branchOnSupport(rewriter, op, getMatrices(op));
    createLaunch(rewriter, op);
  }
  splitProduct(rewriter, op);
}

/// The same for attention, and two products of a library with rows between
/// them.
template <typename OpTy>
void ProductsToGpu::convertAttention(IRRewriter &rewriter, OpTy op) {
  if (hasProductKernels(chip) && findLackOfKernel(op).empty()) {
    SmallVector<Value> aligned = getMatrices(op);
    for (auto [index, extra] : llvm::enumerate(op.getExtras()))
      if (readsPairs(extra, op.getMapOfExtra(index)))
        aligned.push_back(extra);
    branchOnSupport(rewriter, op, aligned);
    launchAttention(rewriter, op, *kernels, asLarge);
  }
  splitAttention(rewriter, op);
}

void ProductsToGpu::runOnOperation() {
  HopperKernels allKernels(getOperation());
  kernels = &allKernels;
  IRRewriter rewriter(&getContext());
  SmallVector<DestinationStyleOpInterface> ops;
  getOperation().walk([&](Operation *op) {
    if (isa<AttentionGradientOp, AttentionOp, ProductOp>(op))
      ops.push_back(cast<DestinationStyleOpInterface>(op));
  });
  for (DestinationStyleOpInterface op : ops) {
    if (!op.hasPureBufferSemantics()) {
      op.emitOpError("is not on memrefs: bufferize first");
      return signalPassFailure();
    }
    if (auto attention = dyn_cast<AttentionOp>(op.getOperation()))
      convertAttention(rewriter, attention);
    else if (auto gradient = dyn_cast<AttentionGradientOp>(op.getOperation()))
      convertAttention(rewriter, gradient);
    else
      convert(rewriter, cast<ProductOp>(op.getOperation()));
  }
}
