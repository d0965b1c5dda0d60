//===- AttentionToGpu.cpp - Launches of the kernel of attention -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionToGpu.h"

#include "AttentionGradientKernel.h"
#include "AttentionKernel.h"

#include "fused/Analysis/ProductSchedule.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Transforms/SplitAttention.h"

using namespace mlir;
using namespace fused;

SmallVector<Value> fused::getMatrices(AttentionOp op) {
  return {op.getQuery(), op.getKey(), op.getValue(), op.getOutput()};
}

SmallVector<Value> fused::getMatrices(AttentionGradientOp op) {
  SmallVector<Value> matrices = {op.getA(), op.getB(), op.getC(), op.getD()};
  llvm::append_range(matrices, op.getOutputs());
  return matrices;
}

/// Launches a kernel for `op`, whose body `emit` writes for its parameters:
/// tensor maps, of so many rows in a copy of each matrix, and `others`. If it
/// leaves out masked columns, launches it again.
template <typename OpTy>
static void launch(
    IRRewriter &rewriter, OpTy op, HopperKernels &kernels, StringRef suffix,
    const AttentionTiles &tiles, ArrayRef<int64_t> rows, ValueRange others,
    function_ref<void(DeviceBuilder &, ValueRange, const AttentionLaunches &)>
        emit) {
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (auto [matrix, numRows] : llvm::zip_equal(getMatrices(op), rows))
    operands.push_back(TensorMapOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(rewriter.getContext()),
        tiles.collapsesBatch() ? collapseBatch(rewriter, loc, matrix) : matrix,
        rewriter.getDenseI64ArrayAttr(
            {numRows, ProductSchedule::getPanelColumns(matrix)})));
  unsigned numMaps = operands.size();
  llvm::append_range(operands, others);
  size_t numParameters = operands.size();
  Value doubts;
  if (tiles.masked) {
    doubts = memref::AllocOp::create(
        rewriter, loc,
        MemRefType::get(tiles.getParts(), rewriter.getI32Type()));
    operands.push_back(doubts);
    operands.push_back(arith::ConstantIntOp::create(rewriter, loc, 0, 32));
  }
  gpu::GPUFuncOp kernel = kernels.create(
      op, suffix, ValueRange(operands).getTypes(), tiles.getThreads(), numMaps,
      /*cluster=*/1, tiles.blocksAtATime);
  DeviceBuilder builder(loc, &kernel.getBody().front(),
                        kernel.getBody().front().begin());
  auto parameters = kernel.getArguments();
  AttentionLaunches launches;
  if (tiles.masked)
    launches = {parameters[numParameters + 1], parameters[numParameters]};
  emit(builder, parameters.take_front(numParameters), launches);
  auto launchKernel = [&] {
    HopperKernels::launch(rewriter, kernel, tiles.getBlocks(),
                          tiles.getSharedBytes(), operands);
  };
  launchKernel();
  if (!tiles.masked)
    return;
  operands.back() = arith::ConstantIntOp::create(rewriter, loc, 1, 32);
  launchKernel();
  memref::DeallocOp::create(rewriter, loc, doubts);
}

void fused::launchAttention(IRRewriter &rewriter, AttentionOp op,
                            HopperKernels &kernels, bool asLarge) {
  AttentionSchedule schedule(op, asLarge);
  SmallVector<Value> others(op.getExtras());
  llvm::append_range(others, op.getStatistics());
  launch(rewriter, op, kernels, "_attention", schedule,
         {schedule.getTileRows(), schedule.stepColumns, schedule.stepColumns,
          AttentionTiles::kRows},
         others,
         [&](DeviceBuilder &builder, ValueRange parameters,
             const AttentionLaunches &launches) {
           ValueRange rest = parameters.drop_front(4);
           size_t numExtras = op.getExtras().size();
           AttentionArguments arguments = {
               parameters[0],
               parameters[1],
               parameters[2],
               parameters[3],
               llvm::to_vector(rest.take_front(numExtras)),
               llvm::to_vector(rest.drop_front(numExtras)),
               launches};
           AttentionKernel(builder, op, schedule, arguments).emit();
         });
}

void fused::launchAttention(IRRewriter &rewriter, AttentionGradientOp op,
                            HopperKernels &kernels, bool asLarge) {
  AttentionGradientSchedule schedule(op, asLarge);
  SmallVector<int64_t> rows = {schedule.getTileRows(), schedule.stepColumns,
                               schedule.getTileRows(), schedule.stepColumns};
  size_t numOutputs = op.getOutputs().size();
  rows.append(numOutputs, AttentionTiles::kRows);
  launch(rewriter, op, kernels, "_attention_gradient", schedule, rows,
         op.getExtras(),
         [&](DeviceBuilder &builder, ValueRange parameters,
             const AttentionLaunches &launches) {
           ValueRange rest = parameters.drop_front(4);
           AttentionGradientArguments arguments = {
               parameters[0],
               parameters[1],
               parameters[2],
               parameters[3],
               llvm::to_vector(rest.take_front(numOutputs)),
               llvm::to_vector(rest.drop_front(numOutputs)),
               launches};
           AttentionGradientKernel(builder, op, schedule, arguments).emit();
         });
}
