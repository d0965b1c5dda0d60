//===- ProductRule.h - What should be the fastest for a product -*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_PRODUCTRULE_H
#define FUSED_ANALYSIS_PRODUCTRULE_H

#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/ProductTiling.h"

namespace fused {

/// What decides how long a product takes. The rule is fitted to measurements on
/// an H200 (docs/Products.md).
struct ProductWork {
  MatmulSizes sizes;
  bool transposedA, transposedB;
  /// The parts of the rows of A, B and the results that do not begin at
  /// multiples of 128 bytes.
  double shiftedA, shiftedB, shiftedResults;
  /// The elements that are stored, and those that are read beside A and B, for
  /// each element of the product, counted in 16 bits.
  double outputs, operands;
  /// Sums are results, too.
  bool hasSums;
  /// Bytes of workgroup memory for a square of all these matrices.
  int64_t bufferBytes;

  /// As if only the result had a place in workgroup memory.
  static ProductWork of(MatmulOp op);
  /// `op` and what follows it, as a kernel that reads `operands` beside those
  /// of `op`, and stores `outputs` instead of its result.
  static ProductWork of(MatmulOp op, llvm::ArrayRef<mlir::Value> operands,
                        llvm::ArrayRef<mlir::Value> outputs);
  static ProductWork of(ProductOp op);
};

/// The tiling of the kernel that should be the fastest.
ProductTiling chooseTiling(const ProductWork &work);

/// True if a kernel that does `work` should be faster than the library with the
/// epilog of `op`, or other kernels after it, which take `microseconds` beside
/// the plain product.
bool isKernelFaster(MatmulOp op, const ProductWork &work, double microseconds);

} // namespace fused

#endif // FUSED_ANALYSIS_PRODUCTRULE_H
