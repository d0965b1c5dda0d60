//===- AttentionToGpu.cpp - Launches of the kernel of attention -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionToGpu.h"

#include "AttentionKernel.h"

#include "fused/Dialect/ProductOp.h"
#include "fused/Transforms/SplitAttention.h"

using namespace mlir;
using namespace fused;

SmallVector<Value> fused::getMatrices(AttentionOp op) {
  return {op.getQuery(), op.getKey(), op.getValue(), op.getOutput()};
}

void fused::launchAttention(IRRewriter &rewriter, AttentionOp op,
                            HopperKernels &kernels, bool asLarge) {
  Location loc = op.getLoc();
  AttentionSchedule schedule(op, asLarge);
  // The rows of a copy of each matrix, whose columns are those of a panel.
  int64_t rows[] = {schedule.getTileRows(), schedule.stepKeys,
                    schedule.stepKeys, AttentionSchedule::kRows};
  SmallVector<Value> operands;
  for (auto [matrix, numRows] : llvm::zip_equal(getMatrices(op), rows))
    operands.push_back(TensorMapOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(rewriter.getContext()),
        collapseBatch(rewriter, loc, matrix),
        rewriter.getDenseI64ArrayAttr({numRows, AttentionSchedule::kColumns})));
  unsigned numMaps = operands.size();
  llvm::append_range(operands, op.getExtras());
  gpu::GPUFuncOp kernel = kernels.create(
      op, "_attention", ValueRange(operands).getTypes(), schedule.getThreads(),
      numMaps, /*cluster=*/1, schedule.blocksAtATime);
  AttentionArguments arguments = {kernel.getArgument(0),
                                  kernel.getArgument(1),
                                  kernel.getArgument(2),
                                  kernel.getArgument(3),
                                  {}};
  llvm::append_range(arguments.extras,
                     kernel.getArguments().drop_front(numMaps));
  DeviceBuilder builder(loc, &kernel.getBody().front(),
                        kernel.getBody().front().begin());
  AttentionKernel(builder, op, schedule, arguments).emit();
  HopperKernels::launch(rewriter, kernel, schedule.getBlocks(),
                        schedule.getSharedBytes(), operands);
}
