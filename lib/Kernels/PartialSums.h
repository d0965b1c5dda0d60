//===- PartialSums.h - The kernel that adds up partial sums -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_PARTIALSUMS_H
#define FUSED_LIB_KERNELS_PARTIALSUMS_H

#include "DeviceBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace fused {

/// Adds up the columns of partial sums, of P x N elements of f32, always in the
/// same order, and rounds each total to the type of the result, of N elements.
struct PartialSums {
  /// The columns of a block, and the rows that a warp loads at a time, before
  /// it adds up any: each load takes long.
  static constexpr int64_t kColumns = 32, kRows = 8;

  /// The warps of a block, which share the rows.
  static int64_t getWarps(int64_t rows) {
    constexpr int64_t mostWarps = 32;
    return std::min<int64_t>(llvm::divideCeil(rows, kRows), mostWarps);
  }
  static int64_t getThreads(int64_t rows) { return getWarps(rows) * kColumns; }
  static int64_t getBlocks(int64_t columns) {
    return (columns + kColumns - 1) / kColumns;
  }

  /// Writes the body of `kernel`, which has an array of partial sums and one
  /// for the result, up to the terminator.
  static void emit(DeviceBuilder &builder, mlir::gpu::GPUFuncOp kernel);
};

} // namespace fused

#endif // FUSED_LIB_KERNELS_PARTIALSUMS_H
