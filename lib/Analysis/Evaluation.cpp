//===- Evaluation.cpp - The values of an expression -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "fused/Analysis/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

void Evaluation::set(unsigned node, std::vector<double> values) {
  states[node].isKnown = true;
  states[node].values = std::move(values);
  states[node].undefined.clear();
}

LogicalResult Evaluation::evaluate(unsigned root) {
  SmallVector<unsigned> stack = {root};
  while (!stack.empty()) {
    unsigned index = stack.back();
    if (states[index].isKnown) {
      stack.pop_back();
      continue;
    }
    const ExpressionNode &node = expression.nodes[index];
    if (node.kind == Kind::Accumulator)
      return failure();
    SmallVector<unsigned, 3> operands = node.operands;
    if (node.kind == Kind::Leaf) {
      std::optional<unsigned> expansion = expression.getExpansion(index);
      if (!expansion)
        return failure();
      operands = {*expansion};
    }
    size_t size = stack.size();
    for (unsigned operand : operands)
      if (!states[operand].isKnown)
        stack.push_back(operand);
    if (stack.size() != size)
      continue;
    compute(index);
    findUndefined(index);
    states[index].isKnown = true;
    stack.pop_back();
  }
  return success();
}

void Evaluation::compute(unsigned index) {
  const ExpressionNode &node = expression.nodes[index];
  std::vector<double> &result = states[index].values;
  result.resize(numSamples);
  switch (node.kind) {
  case Kind::Accumulator:
    llvm_unreachable("an accumulator has values");
  case Kind::Leaf:
    result = states[*expression.getExpansion(index)].values;
    return;
  case Kind::Constant:
    llvm::fill(result, node.constant);
    return;
  case Kind::Scale:
    for (auto [to, from] : llvm::zip(result, get(node.operands[0])))
      to = node.constant * from;
    return;
  case Kind::Add:
    for (auto [to, x, y] :
         llvm::zip(result, get(node.operands[0]), get(node.operands[1])))
      to = x + y;
    return;
  case Kind::Not:
    for (auto [to, from] : llvm::zip(result, get(node.operands[0])))
      to = from == 0.0;
    return;
  case Kind::And:
    for (auto [to, x, y] :
         llvm::zip(result, get(node.operands[0]), get(node.operands[1])))
      to = x != 0.0 && y != 0.0;
    return;
  case Kind::Operation:
    SmallVector<ArrayRef<double>> operands;
    for (unsigned operand : node.operands)
      operands.push_back(get(operand));
    evaluateScalarOp(node.op, operands, result);
    return;
  }
}

void Evaluation::findUndefined(unsigned index) {
  const ExpressionNode &node = expression.nodes[index];
  std::vector<bool> &result = states[index].undefined;
  for (unsigned operand : node.operands)
    for (size_t s = 0, e = states[operand].undefined.size(); s != e; ++s)
      if (states[operand].undefined[s]) {
        result.resize(numSamples);
        result[s] = true;
      }
  auto fastMath = dyn_cast_or_null<arith::ArithFastMathInterface>(node.op);
  if (!fastMath || !fastMath.getFastMathFlagsAttr())
    return;
  using Flags = arith::FastMathFlags;
  Flags flags = fastMath.getFastMathFlagsAttr().getValue();
  bool noNan = arith::bitEnumContainsAll(flags, Flags::nnan);
  bool noInfinity = arith::bitEnumContainsAll(flags, Flags::ninf);
  if (!noNan && !noInfinity)
    return;
  result.resize(numSamples);
  auto check = [&](ArrayRef<double> numbers) {
    for (auto [s, number] : llvm::enumerate(numbers))
      if ((noNan && std::isnan(number)) || (noInfinity && std::isinf(number)))
        result[s] = true;
  };
  for (unsigned operand : node.operands)
    check(get(operand));
  check(get(index));
}
