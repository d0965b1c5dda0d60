//===- MatrixSum.h - Sums over the rows of a matrix -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_MATRIXSUM_H
#define FUSED_ANALYSIS_MATRIXSUM_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// The sum of a matrix, or batch of matrices, over one of its dimensions.
struct MatrixSum {
  /// The operation that adds up.
  mlir::Operation *op;
  /// The result, after additions to zero, reshapes by unit dimensions and
  /// conversions to the wanted type.
  mlir::Value result;
  /// The dimension of the matrix that is summed over.
  int64_t dim;
  /// How many dimensions of the result form each dimension of the matrix that
  /// remains; see Reshape.h.
  llvm::SmallVector<int64_t, 2> groups;
  /// The program rounds what it accumulates, or the sum, to 16 bits, and the
  /// result is not.
  bool dropsRounding = false;
};

/// All sums over one of the last two dimensions of `matrix`, of two or three
/// dimensions, to elements of type `type`. They may sum the matrix, an array
/// that it is a reshape of, and reshapes, permutations and widened copies of
/// these. Sums of another type are counted in `numOtherTypes`. Unless
/// `mayDropRounding`, sums drop a rounding only if they have no other result.
llvm::SmallVector<MatrixSum> findMatrixSums(mlir::Value matrix, mlir::Type type,
                                            bool mayDropRounding,
                                            unsigned &numOtherTypes);

} // namespace fused

#endif // FUSED_ANALYSIS_MATRIXSUM_H
