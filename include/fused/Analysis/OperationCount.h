//===- OperationCount.h - How much a program computes -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one definition of the number of floating-point operations of an
// operation. The numbers are for one execution. There is none if it depends on
// an unknown size.
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_OPERATIONCOUNT_H
#define FUSED_ANALYSIS_OPERATIONCOUNT_H

#include "fused/Dialect/MatmulSizes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace fused {

/// A multiplication and an addition for each element of D and each of K:
/// 2 * batch * M * N * K. What the epilog computes is not counted.
std::optional<double> countFlops(const MatmulSizes &sizes);

/// For each iteration, one for each operation of the body that is of `arith` or
/// `math`, reads or gives a floating-point number, and is neither a constant
/// nor a conversion.
std::optional<double> countFlops(mlir::linalg::LinalgOp op);

/// The same for an operation of `arith` or `math` on whole tensors: one for
/// each element.
std::optional<double> countTensorFlops(mlir::Operation *op);

} // namespace fused

#endif // FUSED_ANALYSIS_OPERATIONCOUNT_H
