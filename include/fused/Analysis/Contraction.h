//===- Contraction.h - Which operations are matrix products -----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_CONTRACTION_H
#define FUSED_ANALYSIS_CONTRACTION_H

#include "fused/Analysis/Numerics.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fused {

/// A factor of a contraction: a tensor, and for each of its dimensions the loop
/// that runs along it.
struct ContractionFactor {
  mlir::Value value;
  llvm::SmallVector<unsigned> loops;
};

/// Numbers that multiply the elements of a factor, and do not vary along k, so
/// that they may as well multiply the result: a tensor, and for each of its
/// dimensions the loop that runs along it, or nothing where it is read at 0.
struct ContractionScale {
  mlir::Value value;
  llvm::SmallVector<std::optional<unsigned>> loops;
};

/// result[batch, m, n] = init + sum over k of a[batch, m, k] * b[batch, k, n],
/// where each of batch, m, n and k stands for any number of loops, and the
/// dimensions of each tensor come in any order. A batch may share one factor,
/// along which none of its loops runs.
struct Contraction {
  ContractionFactor a, b;
  llvm::SmallVector<unsigned> resultLoops;
  mlir::Value init;
  /// What multiplies the product, which is then one into f32 with an init of
  /// zeros. The result is rounded to its type afterwards.
  llvm::SmallVector<ContractionScale, 2> scales;
  /// The type to which factors have to be widened before they are multiplied;
  /// null if there is a product of them as they are.
  mlir::Type widened;
  /// The loops of each kind: batch, m and n in the order of the result, k in
  /// that of `a`.
  llvm::SmallVector<unsigned> batch, m, n, k;

  /// Exchanges the factors, which transposes the product.
  void swapFactors();

  /// The loops of the batch that run along `factor`.
  llvm::SmallVector<unsigned> getBatch(const ContractionFactor &factor) const;
};

/// True if `op`, on tensors, sums products of two inputs: its body is
/// `out + in0 * in1`, with the operands of both in any order and the inputs
/// perhaps widened. The inputs may be read at any indices.
bool sumsProducts(mlir::linalg::LinalgOp op);

/// True if every contract permits a product of factors of types `a` and `b`
/// with a result of type `d`, perhaps of the factors widened.
bool isProductOfTypes(mlir::Type a, mlir::Type b, mlir::Type d);

/// Answers whether `op`, on tensors, is a contraction. Looks through
/// permutations of the factors, through their widening to the type of the
/// result and, where `numerics` permits it, through scales of factors of 8
/// bits. Fails with a reason if `op` multiplies and adds, but is not a
/// product that `fused.matmul` can express, and with an empty one if it is
/// something else.
mlir::FailureOr<Contraction> matchContraction(mlir::linalg::LinalgOp op,
                                              Numerics numerics,
                                              llvm::StringRef &reason);

} // namespace fused

#endif // FUSED_ANALYSIS_CONTRACTION_H
