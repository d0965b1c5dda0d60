//===- Elementwise.cpp - Expressions as operations on tensors ---*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <utility>

using namespace llvm;
using namespace fused::fuzz;

Access fused::fuzz::readAll(const Tensor &tensor) {
  return {tensor, getIdentity(tensor.dims.size()), {}};
}

ElementwiseWriter::ElementwiseWriter(Function &function, Dice &dice,
                                     ArrayRef<Dim> space)
    : function(function), dice(dice.fork()), space(space.begin(), space.end()) {
  percentSeparate = this->dice.pick({0u, 0u, 20u, 50u, 100u});
  percentWhole = this->dice.pick({0u, 0u, 30u, 80u});
  ordersLoops = this->dice.chance(20);
  readsInits = this->dice.chance(20);
}

Tensor ElementwiseWriter::write(Expr root) {
  if (auto it = written.find(root); it != written.end())
    return it->second;
  bool isTensor = root->kind == Node::Leaf &&
                  root->access.tensor.dims.size() == space.size() &&
                  root->access.loops == getIdentity(space.size()) &&
                  root->access.offsets.empty();
  Tensor tensor = isTensor ? root->access.tensor
                  : isWhole(root) && dice.chance(percentWhole)
                      ? writeWhole(root)
                      : writeGeneric(root);
  written.emplace(root, tensor);
  return tensor;
}

/// True if `node`, an operand of another node, becomes an operation of its own.
bool ElementwiseWriter::isSeparate(Expr node) {
  if (node->kind != Node::Operation)
    return false;
  auto it = separate.find(node);
  if (it == separate.end())
    it = separate.emplace(node, dice.chance(percentSeparate)).first;
  return it->second;
}

/// Returns the operands, in either order if the operation is commutative.
SmallVector<Expr, 3> ElementwiseWriter::orderOperands(Expr node) {
  SmallVector<Expr, 3> operands = node->operands;
  bool commutes = StringSwitch<bool>(node->name)
                      .Cases({"arith.addf", "arith.mulf", "arith.maximumf",
                              "arith.minimumf", "arith.maxnumf",
                              "arith.minnumf", "arith.xori", "arith.andi"},
                             true)
                      .Default(false);
  if (commutes && dice.chance(50))
    std::swap(operands[0], operands[1]);
  return operands;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Formats "arith.addf %a, %b : f32". On tensors, the types are tensor types.
std::string ElementwiseWriter::formatOperation(Expr node,
                                               ArrayRef<std::string> operands,
                                               bool onTensors) const {
  auto getTypeOf = [&](Element element) {
    return onTensors ? function.getType(space, element)
                     : std::string(getName(element));
  };
  std::string text = node->name + " " + node->predicate +
                     (node->predicate.empty() ? "" : ", ") +
                     join(operands, ", ") + " : ";
  Element first = node->operands.front()->element;
  if (node->name == "arith.select")
    return text + (onTensors ? getTypeOf(Element::I1) + ", " : "") +
           getTypeOf(node->element);
  if (node->name == "math.fpowi")
    return text + getTypeOf(first) + ", " + getTypeOf(Element::I32);
  if (node->operands.size() == 1 && first != node->element)
    return text + getTypeOf(first) + " to " + getTypeOf(node->element);
  return text + getTypeOf(first);
}

std::string ElementwiseWriter::addInput(const Access &access, Body &body) {
  for (auto [i, input] : enumerate(body.inputs))
    if (input.tensor.name == access.tensor.name &&
        input.loops == access.loops && input.offsets == access.offsets)
      return "%x" + std::to_string(i);
  body.inputs.push_back(access);
  return "%x" + std::to_string(body.inputs.size() - 1);
}

/// Writes the constant in the body, before the operation, or as a tensor of
/// rank 0.
std::string ElementwiseWriter::writeConstant(Expr node, Body &body) {
  unsigned form = dice.below(5);
  if (form < 2)
    return function.makeConstant(node->value, node->element);
  if (form == 2 && node->element != Element::I1)
    return addInput(readAll(function.define(
                        {}, node->element,
                        "arith.constant dense<" +
                            formatConstant(node->value, node->element) +
                            "> : " + function.getType({}, node->element))),
                    body);
  std::string name = "%s" + std::to_string(body.nextName++);
  body.text += "    " + name + " = " +
               formatConstantOperation(node->value, node->element) + "\n";
  return name;
}

std::string ElementwiseWriter::writeScalar(Expr node, Body &body, bool isRoot) {
  if (node->kind == Node::Leaf)
    return addInput(node->access, body);
  if (!isRoot && (written.count(node) || isSeparate(node)))
    return addInput(readAll(write(node)), body);
  if (auto it = body.names.find(node); it != body.names.end())
    return it->second;
  std::string name;
  if (node->kind == Node::Constant) {
    name = writeConstant(node, body);
  } else {
    std::vector<std::string> operands;
    for (Expr operand : orderOperands(node))
      operands.push_back(writeScalar(operand, body, /*isRoot=*/false));
    name = "%s" + std::to_string(body.nextName++);
    body.text += "    " + name + " = " +
                 formatOperation(node, operands, /*onTensors=*/false) + "\n";
  }
  body.names.emplace(node, name);
  return name;
}

/// Uses an input that has the type of the result as the init, which the body
/// then reads. Renames the arguments in the text.
std::optional<Access> ElementwiseWriter::takeInit(Body &body, Element element,
                                                  std::string &yielded) {
  if (body.inputs.empty())
    return std::nullopt;
  Access last = body.inputs.back();
  if (last.tensor.element != element || last.tensor.dims.size() != space.size())
    return std::nullopt;
  if (last.loops != getIdentity(space.size()) || !last.offsets.empty() ||
      function.getType(last.tensor) != function.getType(space, element))
    return std::nullopt;
  std::string oldName = "%x" + std::to_string(body.inputs.size() - 1);
  body.inputs.pop_back();
  auto rename = [&](std::string &text) {
    for (size_t at = text.find(oldName); at != std::string::npos;
         at = text.find(oldName, at)) {
      size_t end = at + oldName.size();
      if (end == text.size() || !isDigit(text[end]))
        text.replace(at, oldName.size(), "%o");
      else
        at = end;
    }
  };
  rename(body.text);
  rename(yielded);
  return last;
}

Tensor ElementwiseWriter::writeGeneric(Expr node) {
  Body body;
  std::string yielded = writeScalar(node, body, /*isRoot=*/true);
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < space.size(); ++i)
    order.insert(order.begin() + (ordersLoops ? dice.below(i + 1) : i), i);
  std::optional<Access> init;
  if (readsInits)
    init = takeInit(body, node->element, yielded);
  if (!init)
    init = readAll(function.makeEmpty(space, node->element));
  return function.makeGeneric(body.inputs, *init,
                              std::string(space.size(), 'p'), order, body.text,
                              yielded);
}

//===----------------------------------------------------------------------===//
// Whole tensors
//===----------------------------------------------------------------------===//

/// True if operations on whole tensors can compute the node.
bool ElementwiseWriter::isWhole(Expr node) const {
  if (node->kind != Node::Operation || node->name == "math.fpowi")
    return false;
  return all_of(node->operands, [](Expr operand) {
    return operand->kind != Node::Leaf || operand->access.offsets.empty();
  });
}

/// Broadcasts a tensor. It must use some of the loops, in their order.
Tensor ElementwiseWriter::writeBroadcast(const Access &access) {
  Tensor empty = function.makeEmpty(space, access.tensor.element);
  std::vector<std::string> added;
  for (int i = 0; i < int(space.size()); ++i)
    if (!is_contained(access.loops, i))
      added.push_back(std::to_string(i));
  return function.define(space, access.tensor.element,
                         "linalg.broadcast ins(" +
                             function.getTyped(access.tensor) + ") outs(" +
                             function.getTyped(empty) + ") dimensions = [" +
                             join(added, ", ") + "]");
}

Tensor ElementwiseWriter::writeSplat(Expr node) {
  if (node->element != Element::I1 && function.isStatic(space) &&
      dice.chance(50))
    return function.define(space, node->element,
                           "arith.constant dense<" +
                               formatConstant(node->value, node->element) +
                               "> : " + function.getType(space, node->element));
  return function.makeFilled(space, node->value, node->element);
}

Tensor ElementwiseWriter::writeWhole(Expr node) {
  SmallVector<Tensor> operands;
  for (Expr operand : orderOperands(node)) {
    bool broadcasts = operand->kind == Node::Leaf &&
                      operand->access.tensor.dims.size() < space.size() &&
                      is_sorted(operand->access.loops) &&
                      !is_contained(operand->access.loops, -1);
    if (operand->kind == Node::Constant)
      operands.push_back(writeSplat(operand));
    else if (broadcasts)
      operands.push_back(writeBroadcast(operand->access));
    else
      operands.push_back(write(operand));
  }
  return writeNamed(node, operands);
}

/// Returns the name of the linalg operation on tensors of one type, or "".
static StringRef getLinalgName(StringRef name) {
  return StringSwitch<StringRef>(name)
      .Case("arith.addf", "add")
      .Case("arith.subf", "sub")
      .Case("arith.mulf", "mul")
      .Case("arith.divf", "div")
      .Case("arith.maximumf", "max")
      .Case("arith.minimumf", "min")
      .Case("arith.negf", "negf")
      .Case("math.exp", "exp")
      .Case("math.tanh", "tanh")
      .Case("math.erf", "erf")
      .Case("math.absf", "abs")
      .Case("math.sqrt", "sqrt")
      .Case("math.powf", "powf")
      .Default("");
}

Tensor ElementwiseWriter::writeNamed(Expr node, ArrayRef<Tensor> operands) {
  unsigned form = dice.below(4);
  std::string linalgName = getLinalgName(node->name).str();
  if (form == 0 || linalgName.empty()) {
    std::vector<std::string> names;
    for (const Tensor &operand : operands)
      names.push_back(operand.name);
    return function.define(space, node->element,
                           formatOperation(node, names, /*onTensors=*/true));
  }
  Tensor empty = function.makeEmpty(space, node->element);
  std::string ends = " ins(" + function.getTyped(operands) + ") outs(" +
                     function.getTyped(empty) + ")";
  std::string arrow = " -> " + function.getType(empty);
  if (form == 1)
    return function.define(space, node->element,
                           "linalg.map { " + node->name + " }" + ends);
  std::string kind = linalgName == "max"   ? "max_signed"
                     : linalgName == "min" ? "min_signed"
                                           : linalgName;
  if (form == 2)
    return function.define(space, node->element,
                           "linalg.elementwise kind=#linalg.elementwise_kind<" +
                               kind + ">" + ends + arrow);
  return function.define(space, node->element,
                         "linalg." + linalgName + ends + arrow);
}
