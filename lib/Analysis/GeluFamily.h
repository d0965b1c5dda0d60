//===- GeluFamily.h - What counts as GELU -----------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_GELUFAMILY_H
#define FUSED_LIB_ANALYSIS_GELUFAMILY_H

#include "fused-runtime/EpilogSemantics.h"
#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"

namespace fused {

/// The same function with its constants rounded in one way or another:
/// 0.5 x (1 + tanh(u)), u = scale (x + cubic x^3), and its derivative
/// 0.5 (1 + t) + 0.5 x (1 - t^2) scale (1 + slope x^2), t = tanh(u).
struct TanhGelu {
  double scale, cubic, slope;

  double evaluate(double x) const;
  double differentiate(double x) const;
};

/// x cdf(x), cdf(x) = 0.5 erfc(-scale x), and its derivative
/// cdf(x) + x density exp(-exponent x^2).
struct ExactGelu {
  double scale, density, exponent;

  double evaluate(double x) const;
  double differentiate(double x) const;
};

/// The tanh form with exact constants.
TanhGelu getTanhGelu();

/// All tanh forms of GELU: the constants exact or as published, each rounded to
/// double or to one of `types`, or products of them rounded where the
/// expression is sqrt(2/pi) x + (sqrt(2/pi) 0.044715) x^3. `slope` is three
/// times `cubic`.
llvm::SmallVector<TanhGelu> getTanhGelus(llvm::ArrayRef<mlir::Type> types);

/// The same, with further values of `slope`, which is a constant of its own in
/// some derivatives.
llvm::SmallVector<TanhGelu>
getTanhGelusWithSlopes(llvm::ArrayRef<mlir::Type> types);

/// All exact forms of GELU, with constants rounded to `types`: the density at
/// zero as such or as 1/2 * 2/sqrt(pi) * scale, and the exponent 1/2 as such or
/// as the square of the scale.
llvm::SmallVector<ExactGelu> getExactGelus(llvm::ArrayRef<mlir::Type> types);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_GELUFAMILY_H
