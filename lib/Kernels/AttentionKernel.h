//===- AttentionKernel.h - The kernel of attention --------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ATTENTIONKERNEL_H
#define FUSED_LIB_KERNELS_ATTENTIONKERNEL_H

#include "AttentionBlock.h"

namespace fused {

/// What the kernel of attention gets: a tensor map for each matrix, and further
/// operands and statistics as they are.
struct AttentionArguments {
  mlir::Value query, key, value, output;
  llvm::SmallVector<mlir::Value> extras, statistics;
  AttentionLaunches launches;
};

/// Writes the body of the kernel. Each consumer multiplies 64 queries and the
/// keys of a step, computes the scores and what softmax has of them so far, and
/// adds their products with V.
class AttentionKernel : public AttentionBlock {
public:
  AttentionKernel(DeviceBuilder &builder, AttentionOp op,
                  const AttentionSchedule &schedule,
                  const AttentionArguments &arguments);

private:
  /// What softmax has of the keys so far, for the two rows of a thread: the
  /// largest score, and the sum of this thread's powers relative to it.
  struct Softmax {
    std::array<Value, 2> maximum, sum;
  };
  /// What a consumer has of a tile so far: where it is, and the sums of the
  /// output, and of softmax.
  struct State {
    Cursor cursor;
    Value sums;
    Softmax softmax;
  };

  llvm::SmallVector<Matrix> getTileMatrices() override;
  llvm::SmallVector<Matrix> getStreamedMatrices() override;
  Cursor computeTile(Cursor cursor, const Origin &origin) override;

  State computeSteps(State state, const Origin &origin);
  State computeStep(State state, Value step, const Origin &origin);
  Value mayMatter(const State &state, const Origin &origin);
  Softmax computeWeights(Value products, Value step, const Origin &origin,
                         const Softmax &before);
  Value correct(Value sums, const Softmax &before, const Softmax &after);
  Value scale(Value sums, const std::array<Value, 2> &factors);
  std::array<Value, 2> getCorrections(const Softmax &before,
                                      const Softmax &after);
  void storeRows(Value sums, Softmax softmax, const Origin &origin);
  void storeStatistics(const Softmax &softmax, const Origin &origin);
  Value isLowest(Value maximum);
  Value getFinite(Value maximum);

  AttentionOp attention;
  const AttentionSchedule &schedule;
  const AttentionArguments &arguments;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_ATTENTIONKERNEL_H
