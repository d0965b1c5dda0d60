//===- Expression.h - Scalar expressions over tensors -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_FUZZ_EXPRESSION_H
#define FUSED_FUZZ_EXPRESSION_H

#include "Function.h"

#include <deque>

namespace fused::fuzz {

/// A node of a directed graph of scalar operations.
struct Node {
  enum Kind { Leaf, Constant, Operation } kind;
  Element element;

  Node(Kind kind, Element element) : kind(kind), element(element) {}

  Access access;         ///< For leaves. Its loops are loops of the space.
  double value = 0;      ///< For constants.
  std::string name;      ///< For operations: "arith.addf".
  std::string predicate; ///< For comparisons: "ogt".
  llvm::SmallVector<const Node *, 3> operands;
};

using Expr = const Node *;

/// Makes and owns expressions. Equal expressions are one node, so that a
/// backward pass shares what a forward pass has computed.
class Expressions {
public:
  /// Reads a tensor along the given loops.
  Expr leaf(const Access &access);
  /// Reads a tensor that has all dimensions of the space.
  Expr leaf(const Tensor &tensor);
  Expr constant(double value, Element element);

  /// Applies an operation whose operands and result have the same type.
  Expr apply(llvm::StringRef name, llvm::ArrayRef<Expr> operands);
  Expr add(Expr a, Expr b) { return apply("arith.addf", {a, b}); }
  Expr sub(Expr a, Expr b) { return apply("arith.subf", {a, b}); }
  Expr mul(Expr a, Expr b) { return apply("arith.mulf", {a, b}); }
  Expr div(Expr a, Expr b) { return apply("arith.divf", {a, b}); }
  Expr neg(Expr a) { return apply("arith.negf", {a}); }
  Expr exp(Expr a) { return apply("math.exp", {a}); }
  Expr tanh(Expr a) { return apply("math.tanh", {a}); }
  Expr erf(Expr a) { return apply("math.erf", {a}); }
  /// The constant gets the type of the other operand.
  Expr add(Expr a, double b) { return add(a, constant(b, a->element)); }
  Expr mul(double a, Expr b) { return mul(constant(a, b->element), b); }
  Expr sub(double a, Expr b) { return sub(constant(a, b->element), b); }

  Expr compare(llvm::StringRef predicate, Expr a, Expr b);
  Expr select(Expr condition, Expr a, Expr b);
  Expr logicalNot(Expr a);
  /// Applies math.fpowi.
  Expr integerPower(Expr a, int exponent);
  /// Widens or narrows `a`, or returns it if it has the type. From i1: 0 or 1;
  /// from other integers, which have a sign, their values.
  Expr convert(Expr a, Element element);

private:
  Expr add(Node node);
  std::deque<Node> nodes;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_EXPRESSION_H
