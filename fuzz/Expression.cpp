//===- Expression.cpp - Scalar expressions over tensors ---------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace fused::fuzz;

static bool isSame(const Access &a, const Access &b) {
  return a.tensor.name == b.tensor.name && a.loops == b.loops &&
         a.offsets == b.offsets;
}

static bool isSame(const Node &a, const Node &b) {
  return a.kind == b.kind && a.element == b.element &&
         isSame(a.access, b.access) && a.value == b.value && a.name == b.name &&
         a.predicate == b.predicate && a.operands == b.operands;
}

Expr Expressions::add(Node node) {
  auto same = [&](const Node &other) { return isSame(node, other); };
  if (auto it = find_if(nodes, same); it != nodes.end())
    return &*it;
  nodes.push_back(std::move(node));
  return &nodes.back();
}

Expr Expressions::leaf(const Access &access) {
  Node node(Node::Leaf, access.tensor.element);
  node.access = access;
  return add(std::move(node));
}

Expr Expressions::leaf(const Tensor &tensor) {
  return leaf(Access{tensor, getIdentity(tensor.dims.size()), {}});
}

Expr Expressions::constant(double value, Element element) {
  Node node(Node::Constant, element);
  node.value = value;
  return add(std::move(node));
}

Expr Expressions::apply(StringRef name, ArrayRef<Expr> operands) {
  Node node(Node::Operation, operands.front()->element);
  node.name = name.str();
  node.operands.assign(operands.begin(), operands.end());
  return add(std::move(node));
}

Expr Expressions::compare(StringRef predicate, Expr a, Expr b) {
  Node node(Node::Operation, Element::I1);
  node.name = "arith.cmpf";
  node.predicate = predicate.str();
  node.operands = {a, b};
  return add(std::move(node));
}

Expr Expressions::select(Expr condition, Expr a, Expr b) {
  Node node(Node::Operation, a->element);
  node.name = "arith.select";
  node.operands = {condition, a, b};
  return add(std::move(node));
}

Expr Expressions::logicalNot(Expr a) {
  return apply("arith.xori", {a, constant(1, Element::I1)});
}

Expr Expressions::integerPower(Expr a, int exponent) {
  Node node(Node::Operation, a->element);
  node.name = "math.fpowi";
  node.operands = {a, constant(exponent, Element::I32)};
  return add(std::move(node));
}

Expr Expressions::convert(Expr a, Element element) {
  if (a->element == element)
    return a;
  bool isFromFloat = isFloat(a->element);
  if (isFromFloat && getWidth(a->element) == getWidth(element))
    return convert(convert(a, Element::F32), element);
  Node node(Node::Operation, element);
  node.name = a->element == Element::I1                  ? "arith.uitofp"
              : !isFromFloat                             ? "arith.sitofp"
              : getWidth(a->element) < getWidth(element) ? "arith.extf"
                                                         : "arith.truncf";
  node.operands = {a};
  return add(std::move(node));
}
