//===- GroupedReads.h - Reads of a body that are one access -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_GROUPEDREADS_H
#define FUSED_LIB_KERNELS_GROUPEDREADS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fused {

/// Loads of so many neighbours in an array that they are 16 bytes, from an
/// index on that is a multiple of their number; as those of the numbers that
/// make a byte of a mask.
class GroupedReads {
public:
  /// Finds them in the blocks below `root`, of arrays that come from outside.
  explicit GroupedReads(mlir::Operation *root);

  bool empty() const { return groups.empty(); }

  /// True where all arrays begin at a multiple of 16 bytes. The arrays have to
  /// be visible at the insertion point.
  mlir::Value createIsAligned(mlir::OpBuilder &builder,
                              mlir::Location loc) const;

  /// Makes one load of each group; the arrays have to be aligned.
  void merge(mlir::OpBuilder &builder);

private:
  using Group = llvm::SmallVector<mlir::memref::LoadOp>;

  void findInBlock(mlir::Operation *root, mlir::Block &block);

  llvm::SmallVector<Group> groups;
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_GROUPEDREADS_H
