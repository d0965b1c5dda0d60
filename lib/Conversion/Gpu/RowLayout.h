//===- RowLayout.h - How threads share rows ---------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_CONVERSION_GPU_ROWLAYOUT_H
#define FUSED_LIB_CONVERSION_GPU_ROWLAYOUT_H

#include "mlir/IR/Builders.h"

namespace fused {

/// How threads share a row: each has `chunks` groups of neighbouring elements,
/// `threads` groups apart.
struct RowLayout {
  /// A power of two up to the size of a block, and its logarithm.
  mlir::Value threads, shift;
  int64_t chunks = 1;
  /// A row may be longer than that, and is gone through as often as it takes.
  bool loops = false;
};

/// A layout, and when it is taken; null if always.
struct RowVariant {
  RowLayout layout;
  mlir::Value condition;
};

/// Rows of at most so many elements always fit into registers.
inline constexpr int64_t kShortRow = 1024;

/// The layouts for rows of `length` elements, with groups of `width`: one, or
/// two, of which the first is to be taken where its condition holds.
/// `areShort`: rows have from 1 to `kShortRow` elements.
llvm::SmallVector<RowVariant> chooseRowVariants(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                mlir::Value length,
                                                int64_t width, bool areShort);

/// How many rows a block computes.
mlir::Value createRowsPerBlock(mlir::OpBuilder &builder, mlir::Location loc,
                               const RowLayout &layout);

/// `value` modulo `power`, a power of two.
mlir::Value createModulo(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, mlir::Value power);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_GPU_ROWLAYOUT_H
