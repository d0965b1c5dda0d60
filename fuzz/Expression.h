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

  Access access;    ///< Of a leaf: loops are those of the expression's space.
  double value = 0; ///< Of a constant.
  std::string name; ///< Of an operation: "arith.addf".
  std::string predicate; ///< Of a comparison: "ogt".
  llvm::SmallVector<const Node *, 3> operands;
};

using Expr = const Node *;

/// Makes expressions, and owns them. What is made twice is one node, so that
/// a backward pass shares what a forward pass has computed.
class Expressions {
public:
  /// A tensor that is read at the given loops.
  Expr leaf(const Access &access);
  /// A tensor of all dimensions of the space.
  Expr leaf(const Tensor &tensor);
  Expr constant(double value, Element element);

  /// An operation on operands of one type that gives the same type.
  Expr apply(llvm::StringRef name, llvm::ArrayRef<Expr> operands);
  Expr add(Expr a, Expr b) { return apply("arith.addf", {a, b}); }
  Expr sub(Expr a, Expr b) { return apply("arith.subf", {a, b}); }
  Expr mul(Expr a, Expr b) { return apply("arith.mulf", {a, b}); }
  Expr div(Expr a, Expr b) { return apply("arith.divf", {a, b}); }
  Expr neg(Expr a) { return apply("arith.negf", {a}); }
  Expr exp(Expr a) { return apply("math.exp", {a}); }
  Expr tanh(Expr a) { return apply("math.tanh", {a}); }
  Expr erf(Expr a) { return apply("math.erf", {a}); }
  /// With a constant of the other operand's type.
  Expr add(Expr a, double b) { return add(a, constant(b, a->element)); }
  Expr mul(double a, Expr b) { return mul(constant(a, b->element), b); }
  Expr sub(double a, Expr b) { return sub(constant(a, b->element), b); }

  Expr compare(llvm::StringRef predicate, Expr a, Expr b);
  Expr select(Expr condition, Expr a, Expr b);
  Expr logicalNot(Expr a);
  /// math.fpowi.
  Expr integerPower(Expr a, int exponent);
  /// Widened or narrowed; itself if it has that type. From i1: 0 or 1.
  Expr convert(Expr a, Element element);

private:
  Expr add(Node node);
  std::deque<Node> nodes;
};

} // namespace fused::fuzz

#endif // FUSED_FUZZ_EXPRESSION_H
