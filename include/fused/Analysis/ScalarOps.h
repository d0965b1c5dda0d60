//===- ScalarOps.h - Scalar operations that can be evaluated ----*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_ANALYSIS_SCALAROPS_H
#define FUSED_ANALYSIS_SCALAROPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"

namespace fused {

/// Evaluates `op`, one of a list of pure scalar operations of `arith` and
/// `math`, in double precision over many samples at once: `operands[i][s]` is
/// operand i at sample s, and `results[s]` is set. Booleans are 0 and 1, other
/// integers are signed, and conversions between floating-point types change
/// nothing, but the bits of an f32 are those of the nearest one. Returns false,
/// whatever the number of samples, if `op` is not in the list.
bool evaluateScalarOp(mlir::Operation *op,
                      llvm::ArrayRef<llvm::ArrayRef<double>> operands,
                      llvm::MutableArrayRef<double> results);

/// True if `op` is in the list of `evaluateScalarOp`.
bool isEvaluable(mlir::Operation *op);

/// True if `op`, one of the list, never rounds: comparison, selection,
/// maximum, negation, widening.
bool isExact(mlir::Operation *op);

/// True if `op`, one of the list, is a function that takes a device longer than
/// an approximation that is as exact as types of 16 bits.
bool isApproximable(mlir::Operation *op);

} // namespace fused

#endif // FUSED_ANALYSIS_SCALAROPS_H
