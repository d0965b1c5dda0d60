//===- MatmulOp.h - Products of matrices ------------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_DIALECT_MATMULOP_H
#define FUSED_DIALECT_MATMULOP_H

#include "fused/Dialect/FusedDialect.h"
#include "fused/Dialect/MatmulSizes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {

/// Everything of a `fused.matmul` beside its epilog, A, B and outputs.
struct MatmulOptions {
  bool transposeA = false;
  bool transposeB = false;
  bool multiplyMask = false;
  bool allowRoundedSteps = false;
  bool allowAnyNanBit = false;
  double alpha = 1.0;
  double beta = 1.0;
  int64_t cRepeat = 1;
  mlir::Value c;
  mlir::Value bias;
  mlir::Value aux;
  mlir::Value aScale;
  mlir::Value bScale;
  mlir::Value dScale;
  mlir::Value amaxInit;

  /// Turns the factors of A B into those of its transpose, B^T A^T. The caller
  /// transposes operands with the shape of the result.
  void transposeFactors(mlir::Value &a, mlir::Value &b) {
    std::swap(a, b);
    std::swap(aScale, bScale);
    std::swap(transposeA, transposeB);
    transposeA = !transposeA;
    transposeB = !transposeB;
  }
};

} // namespace fused

#define GET_OP_CLASSES
#include "fused/Dialect/MatmulOp.h.inc"

#endif // FUSED_DIALECT_MATMULOP_H
