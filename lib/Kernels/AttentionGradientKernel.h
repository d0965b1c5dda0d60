//===- AttentionGradientKernel.h - Gradients of attention -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ATTENTIONGRADIENTKERNEL_H
#define FUSED_LIB_KERNELS_ATTENTIONGRADIENTKERNEL_H

#include "AttentionBlock.h"

namespace fused {

/// What the kernel of gradients of attention gets: a tensor map for each
/// matrix, and further operands as they are.
struct AttentionGradientArguments {
  mlir::Value a, b, c, d;
  llvm::SmallVector<mlir::Value> outputs, extras;
  AttentionLaunches launches;
};

/// Writes the body of the kernel. Each consumer multiplies 64 rows of A and C
/// and the columns of a step, computes the region, and adds the products of the
/// weights with B and D.
class AttentionGradientKernel : public AttentionBlock {
public:
  AttentionGradientKernel(DeviceBuilder &builder, AttentionGradientOp op,
                          const AttentionGradientSchedule &schedule,
                          const AttentionGradientArguments &arguments);

private:
  /// Where a consumer is in a tile, and the sums of the outputs so far.
  struct State {
    Cursor cursor;
    llvm::SmallVector<Value> sums;
  };

  static llvm::SmallVector<Value> pack(const State &state);
  static State unpack(mlir::ValueRange values);
  llvm::SmallVector<Matrix> getTileMatrices() override;
  llvm::SmallVector<Matrix> getStreamedMatrices() override;
  Cursor computeTile(Cursor cursor, const Origin &origin) override;

  State computeSteps(State state, const Origin &origin);
  State computeStep(State state, Value step, const Origin &origin);
  Value mayMatter(const State &state, const Origin &origin);
  Value isAnyWeighted(const Origin &origin);
  Value isWeighted(llvm::ArrayRef<Value> point);
  int64_t getSumColumns(size_t output) const;
  void storeWeights(Value ofA, Value ofC, Value step, const Origin &origin);
  int64_t getWidth(size_t output) const;
  Value getWeightAddress(size_t output);
  Value getResultAddress(size_t output);

  AttentionGradientOp gradient;
  const AttentionGradientSchedule &schedule;
  const AttentionGradientArguments &arguments;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_ATTENTIONGRADIENTKERNEL_H
