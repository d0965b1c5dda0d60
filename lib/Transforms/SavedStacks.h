//===- SavedStacks.h - Tensors that loops save for others -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_TRANSFORMS_SAVEDSTACKS_H
#define FUSED_LIB_TRANSFORMS_SAVEDSTACKS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// A result of a loop of which each iteration computes one part, and the parts
/// that others read.
struct SavedStack {
  unsigned index;
  mlir::tensor::InsertSliceOp insert;
  /// What `insert` stores, without the dimensions of size one that `groups`
  /// add.
  mlir::Value saved;
  llvm::SmallVector<mlir::ReassociationIndices> groups;
  llvm::SmallVector<mlir::tensor::ExtractSliceOp> reads;
};

/// The results of `loop`, of `count` iterations, that are stacks, in the order
/// in which its body computes what they save.
llvm::SmallVector<SavedStack> findStacks(mlir::scf::ForOp loop, int64_t count);

/// Saves what is permuted in front of a permutation, so that the loops which
/// read it permute it, as a product can in place. Replaces `loop` and returns
/// true if there is something.
bool saveOrigins(mlir::RewriterBase &rewriter, mlir::scf::ForOp &loop,
                 int64_t count, llvm::ArrayRef<SavedStack> stacks);

/// `value`, and what it copies, reshapes or converts, the origin last.
llvm::SmallVector<mlir::Value> findOrigins(mlir::Value value);

} // namespace fused

#endif // FUSED_LIB_TRANSFORMS_SAVEDSTACKS_H
