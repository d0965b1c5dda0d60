//===- MatrixCases.h - The cases of the correctness matrix ------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_UNITTESTS_CUDA_MATRIXCASES_H
#define FUSED_UNITTESTS_CUDA_MATRIXCASES_H

#include "ProductCase.h"

#include <string>
#include <vector>

namespace fused::test {

/// Types of a product, by a name such as "bf16->f32".
struct MatrixTypes {
  const char *name;
  fused_type_t input, d, extra;
  bool allowTf32;
  ErrorModel errors;
  fused_type_t b = FUSED_TYPE_NONE; ///< Of B, if not that of A.
  uint32_t scalars = 0;             ///< FUSED_SCALE_A and so on.

  bool isFloat() const { return fused_type_size(input) > 1; }
};
extern const std::vector<MatrixTypes> matrixTypes;

/// One product of the matrix and where it stands in it.
struct MatrixCase {
  const MatrixTypes *types;
  std::string variation;
  ProductCase product;
  int64_t offset = 0; ///< Elements behind an aligned address.

  /// Sets the flags that allow more, and expects what cuBLASLt's epilogs do:
  /// one rounding more for accumulators, bias and gradient, GELU in less than
  /// f64.
  void relax();
};

/// 16 epilogs x types x transposes x variations.
std::vector<MatrixCase> makeMatrix();

} // namespace fused::test

#endif // FUSED_UNITTESTS_CUDA_MATRIXCASES_H
