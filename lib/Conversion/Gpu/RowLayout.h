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
  int64_t threads = 1;
  int64_t chunks = 1;
  /// A row may be longer than that, and is gone through as often as it takes.
  bool loops = false;
};

/// A layout, and when it is taken; null if always.
struct RowVariant {
  RowLayout layout;
  mlir::Value condition;
};

/// The layouts for rows of `length` elements, with groups of `width`, of which
/// the first whose condition holds is to be taken; the last has none.
llvm::SmallVector<RowVariant> chooseRowVariants(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                mlir::Value length,
                                                int64_t width);

/// How many blocks compute `numRows` rows.
mlir::Value countRowBlocks(mlir::OpBuilder &builder, mlir::Location loc,
                           llvm::ArrayRef<RowVariant> variants,
                           mlir::Value numRows);

} // namespace fused

#endif // FUSED_LIB_CONVERSION_GPU_ROWLAYOUT_H
