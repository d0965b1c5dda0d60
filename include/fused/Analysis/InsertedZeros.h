//===- InsertedZeros.h - Factors that are mostly zero -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_INSERTEDZEROS_H
#define FUSED_ANALYSIS_INSERTEDZEROS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// One dimension of a tensor that is zero except at offset + i * stride, for i
/// below size; further elements are not read. The other numbers have no meaning
/// if there are no zeros.
struct InsertedZerosDim {
  bool hasZeros = false;
  int64_t offset = 0, size = 0, stride = 1;
  /// With zeros: the loop whose iterations are reduced to those at elements.
  std::optional<unsigned> loop;
  /// If there are zeros and the index is the sum of two loops: the summed one,
  /// of which each iteration of `loop` needs only one.
  std::optional<unsigned> window;
  /// Or the other one, of the result, if `loop` is summed: in each of its
  /// iterations, `loop` meets all elements.
  std::optional<unsigned> shift;
};

/// A contraction with a factor into which the program inserts zeros between
/// elements, as gradients of convolutions with strides do.
struct DilatedContraction {
  /// The number of the factor.
  unsigned operand;
  /// The elements between which the zeros are, perhaps in a narrower type.
  mlir::Value elements;
  /// The indexing map of the factor, with its results in the order of the
  /// dimensions of `elements`.
  mlir::AffineMap map;
  /// For each dimension of `elements`.
  llvm::SmallVector<InsertedZerosDim> dims;
};

/// Answers whether the multiplications by inserted zeros in `op` can be left
/// out.
mlir::FailureOr<DilatedContraction>
matchDilatedContraction(mlir::linalg::LinalgOp op);

} // namespace fused

#endif // FUSED_ANALYSIS_INSERTEDZEROS_H
