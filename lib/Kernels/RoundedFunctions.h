//===- RoundedFunctions.h - Parts of functions of 16 bits -------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_KERNELS_ROUNDEDFUNCTIONS_H
#define FUSED_LIB_KERNELS_ROUNDEDFUNCTIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {

/// 2^x of f32, which takes subnormal numbers for zero.
inline constexpr llvm::StringLiteral approximatePower =
    "llvm.nvvm.ex2.approx.ftz.f";

/// True if the result of a function need not be more exact than 16 bits want
/// it.
bool isApproximate(mlir::arith::ArithFastMathInterface op);

/// What `value` is a multiple of, and the constant factor.
std::pair<mlir::Value, double> splitScale(mlir::Value value);

bool isFiniteInF32(double value);

/// Replaces `op` by `result` of f32, rounded to its type.
void replaceByRounded(mlir::RewriterBase &rewriter, mlir::Operation *op,
                      mlir::Value result);

/// Builds functions of f32 that are rounded to 16 bits.
struct RoundedFunctions {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  mlir::Value constant(double value);

  /// A number in f32. A change of its sign comes last, which costs nothing
  /// there.
  mlir::Value widen(mlir::Value value);

  /// A number times `scale`; if it is a multiple of another one, times both
  /// factors at once.
  mlir::Value createScaled(mlir::Value x, double scale);

  /// The result of an intrinsic function of LLVM.
  mlir::Value call(llvm::StringRef name, mlir::ValueRange operands);

  /// `factor` times the polynomial in `x` with these coefficients, that of the
  /// least power first.
  mlir::Value createPolynomial(llvm::ArrayRef<double> coefficients,
                               mlir::Value x, mlir::Value factor);

  /// 1 / (factor (1 + power)).
  mlir::Value invertOnePlus(mlir::Value power, double factor);

  /// 1 + tanh(u) = 2 / (1 + exp(-2 u)), which keeps its digits where tanh is
  /// near -1.
  mlir::Value createOnePlusTanh(mlir::Value u);
};

/// Patterns for erfc that is approximate, alone and in GELU.
void populateRoundedErfcPatterns(mlir::RewritePatternSet &patterns);

} // namespace fused

#endif // FUSED_LIB_KERNELS_ROUNDEDFUNCTIONS_H
