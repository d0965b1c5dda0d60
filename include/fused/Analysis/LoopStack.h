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

/// In which order the iterations of a loop meet the positions of an array, each
/// of them once.
enum class StackOrder { Forward, Backward };

/// How `position` runs through [0, `count`), where `count` is the number of
/// iterations of `loop`; nothing if it may not meet each number once.
std::optional<StackOrder> getStackOrder(mlir::Value position,
                                        mlir::scf::ForOp loop, int64_t count);

/// The position of a part with one element along the first dimension of
/// `stack` and all along the others, whose sizes are known; null if it is not
/// one, or has a constant position.
mlir::Value getStackPosition(mlir::OffsetSizeAndStrideOpInterface part,
                             mlir::RankedTensorType stack);

/// The operation that stores a part of the array which `loop` carries as number
/// `index`, if each iteration stores one and that is all that happens to it;
/// null otherwise.
mlir::tensor::InsertSliceOp findStackInsertion(mlir::scf::ForOp loop,
                                               unsigned index);

} // namespace fused

#endif // FUSED_ANALYSIS_LOOPSTACK_H
