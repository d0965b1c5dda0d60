//===- GradientFunctions.h - Gradients as functions -------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_ANALYSIS_GRADIENTFUNCTIONS_H
#define FUSED_LIB_ANALYSIS_GRADIENTFUNCTIONS_H

#include "fused/Analysis/EpilogRegion.h"
#include "fused/Analysis/Numerics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <vector>

namespace fused {

/// An expression as a function of the accumulator, of numbers that scale it, of
/// a matrix C that is added to that, and of one saved value, or of several
/// booleans.
struct GradientFunction {
  const Expression &expression;
  unsigned root;
  /// The node of C, if there is one.
  std::optional<unsigned> c;
  /// The nodes of the numbers.
  llvm::ArrayRef<unsigned> scales;
  llvm::ArrayRef<unsigned> saved;

  mlir::Type getSavedType() const {
    return expression.nodes[saved.front()].type;
  }
};

/// Arguments and values of a gradient: sample s is
/// (accumulator[s], c[s], saved[s]) -> value[s]. The bits of saved[s] are those
/// of booleans.
struct GradientSamples {
  std::vector<double> accumulator, c, saved, value;
  /// The accumulator times all scales.
  std::vector<double> scaled;
  std::vector<bool> undefined;

  size_t size() const { return accumulator.size(); }
  void add(double acc, double matrix, double at) {
    accumulator.push_back(acc);
    c.push_back(matrix);
    saved.push_back(at);
  }
  /// Sets the values. Fails if the function depends on anything else.
  mlir::LogicalResult evaluate(const GradientFunction &function);
};

/// What a gradient is found to be: with coefficients of its linear part.
struct GradientAnswer {
  std::optional<Activation> activation;
  llvm::StringRef reason;
  double alpha = 1.0, beta = 0.0;
  std::optional<mlir::arith::CmpFPredicate> predicate;
  /// The bits of booleans where the mask lets something through.
  unsigned bits = 0;
  bool multiplyMask = false;
};

/// Compares with selections by a boolean, by several of which each has one
/// value, or by a number's sign.
GradientAnswer matchMask(const GradientFunction &function, Numerics numerics);

/// Compares with the derivative of GELU.
GradientAnswer matchGeluGradient(const GradientFunction &function,
                                 Numerics numerics);

} // namespace fused

#endif // FUSED_LIB_ANALYSIS_GRADIENTFUNCTIONS_H
