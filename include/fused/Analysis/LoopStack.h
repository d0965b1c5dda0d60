//===- LoopStack.h - Arrays of which loops store parts ----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_LOOPSTACK_H
#define FUSED_ANALYSIS_LOOPSTACK_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>

namespace fused {

/// The number of iterations of a loop that counts from 0 in steps of 1;
/// nothing if it does not, or if the number is not known.
std::optional<int64_t> getNumIterations(mlir::scf::ForOp loop);

/// An array that a loop carries, and of which each iteration stores another
/// part, so that the loop stores all of it.
struct LoopStack {
  mlir::tensor::InsertSliceOp insert;
  /// True if iteration i stores part i; otherwise, it stores part i from the
  /// end.
  bool isForward;
};

/// The array that `loop`, of `count` iterations, carries as number `index`, if
/// it is such a one, and storing parts is all that happens to it.
std::optional<LoopStack> findLoopStack(mlir::scf::ForOp loop, unsigned index,
                                       int64_t count);

/// True if `position` is another number from 0 to `count` - 1 in each of the
/// `count` iterations of `loop`, one after the other.
bool visitsEachPart(mlir::Value position, mlir::scf::ForOp loop, int64_t count);

/// The position of a part with one element along the first dimension of
/// `stack` and all along the others, whose sizes are known; null if it is not
/// one, or has a constant position.
mlir::Value getStackPosition(mlir::OffsetSizeAndStrideOpInterface part,
                             mlir::RankedTensorType stack);

} // namespace fused

#endif // FUSED_ANALYSIS_LOOPSTACK_H
