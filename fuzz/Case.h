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
  Dims rows; ///< M, or several dimensions that are M together.
  Dim n, k;
  bool isBatch; ///< The first of two rows is that of a batch, in B as well.

  /// Rows and n.
  Dims getSpace() const;
  /// Loop of the expressions' space that is n.
  int getColumnLoop() const { return int(rows.size()); }
};

/// One program while it is made.
struct Case {
  Case(std::string name, Dice &dice, Numerics numerics);

  Function function;
  Expressions e;
  Dice &dice;
  Numerics numerics;
  Element element;     ///< Of arguments and results.
  Element accumulator; ///< Of the products' results.
  Element compute;     ///< Of what follows them.

  Activation activation = Activation::None;
  /// The epilogs if all is found, and if all but a sum is.
  std::vector<std::string> expected, partial;
  bool needsExactInputs = false;
  bool hasChain = false; ///< A product of what another product has given.

  Dim makeDim();
  Layout makeLayout();
  /// The operand A, which may be stored transposed.
  Tensor makeA(const Layout &layout);
  Tensor makeB(const Layout &layout);
  Tensor makeProduct(const Layout &layout, const Tensor &a, const Tensor &b,
                     std::optional<Tensor> init = std::nullopt);

  /// A tensor as part of an expression, in the type in which it is computed.
  Expr read(const Tensor &tensor) { return e.convert(e.leaf(tensor), compute); }
  Expr read(const Access &access) { return e.convert(e.leaf(access), compute); }
  /// A factor other than one, exact in all types.
  double makeFactor() { return dice.pick({0.5, 2.0, -1.0, 0.25, -0.5}); }
  /// A bias as a front end broadcasts it.
  Expr makeBias(const Layout &layout);

  /// Chooses exact inputs where a comparison of what is computed decides, or
  /// types in which it is next to exact.
  void compareExactly();

  bool isDynamic = false;
};

/// A product and what a forward pass does to it.
void makeForward(Case &c);
/// A product and its multiplication by the derivative of an activation.
void makeBackward(Case &c);
/// The gradient of weights and of a bias.
void makeWeightGradient(Case &c);
/// A step of training of two layers.
void makeTrainingStep(Case &c);

/// "relu_bias" and "relu_aux_bias".
std::vector<std::string> getForwardEpilogs(Activation activation, bool hasBias);

} // namespace fused::fuzz

#endif // FUSED_FUZZ_CASE_H
