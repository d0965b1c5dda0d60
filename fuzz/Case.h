//===- Case.h - One program while it is made --------------------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_CASE_H
#define FUSED_FUZZ_CASE_H

#include "Activations.h"
#include "Elementwise.h"
#include "Operations.h"
#include "fused/Analysis/Numerics.h"

#include <string>
#include <vector>

namespace fused::fuzz {

/// The dimensions of the products of a program.
struct Layout {
  Dims rows; ///< M, or several dimensions that form M together.
  Dim n, k;
  bool isBatch; ///< The first of two rows is a batch dimension, which B has,
                ///< too.

  /// Returns the dimensions of `rows` and `n`.
  Dims getSpace() const;
  /// Returns the position of the loop over n.
  int getColumnLoop() const { return int(rows.size()); }
};

/// A program under construction.
struct Case {
  Case(std::string name, Dice &dice, Numerics numerics);

  Function function;
  Expressions e;
  Dice &dice;
  Numerics numerics;
  Element element;     ///< Type of arguments and results.
  Element accumulator; ///< Type of the products' results.
  Element compute;     ///< Type of the operations that follow.

  Activation activation = Activation::None;
  /// The epilogs to find if all is recognised, and if all but a sum is.
  std::vector<std::string> expected, partial;
  bool needsExactInputs = false;
  bool hasWideIntegers = false;    ///< True if integers have any value.
  bool hasDropout = false;         ///< True if a gradient has another mask.
  unsigned numScaledFloat8 = 0;    ///< Operands whose infinite scale may give
  bool clampsScaledFloat8 = false; ///< NaN; what follows tells them apart.
  bool hasChain = false; ///< True if a product uses the result of another
                         ///< product.

  Dim makeDim();
  Layout makeLayout();
  /// Makes the operand A, which the program may store transposed, and which
  /// all products of a batch may share.
  Tensor makeA(const Layout &layout);
  Tensor makeB(const Layout &layout);
  Tensor makeProduct(const Layout &layout, const Tensor &a, const Tensor &b,
                     std::optional<Tensor> init = std::nullopt);

  /// Reads a tensor in an expression and converts it to the type of computing.
  Expr read(const Tensor &tensor) { return e.convert(e.leaf(tensor), compute); }
  Expr read(const Access &access) { return e.convert(e.leaf(access), compute); }
  /// Returns a factor other than 1 that is exact in all types.
  double makeFactor() { return dice.pick({0.5, 2.0, -1.0, 0.25, -0.5}); }
  /// Reads a number that is an argument, of type `type` and of any rank.
  Expr readNumber(Element type);
  /// Makes a bias and broadcasts it as a front end does.
  Expr makeBias(const Layout &layout);

  /// Avoids comparisons that rounding decides. Asks for exact inputs, or
  /// chooses types that round little.
  void compareExactly();

  bool isDynamic = false;
  /// Sizes are multiples of 8, as kernels of products want them.
  bool isAligned = false;
  int64_t volume = 1; ///< The product of these sizes, so far.
};

/// Makes a product with the operations of a forward pass.
void makeForward(Case &c);
/// Makes a product and multiplies it by the derivative of an activation.
void makeBackward(Case &c);
/// Makes a product of operands of 8 bits, which may be scaled, and scales,
/// shifts or narrows its result.
void makeQuantized(Case &c);
/// Makes the gradients of weights and of a bias.
void makeWeightGradient(Case &c);
/// Makes scores of attention with masks and relative positions.
void makeAttention(Case &c);
/// Makes a training step of a network with two layers.
void makeTrainingStep(Case &c);

/// Returns the names of epilogs, such as "relu_bias" and "relu_aux_bias".
std::vector<std::string> getForwardEpilogs(Activation activation, bool hasBias);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_CASE_H
