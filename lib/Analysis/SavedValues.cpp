//===- SavedValues.cpp - What a gradient is computed from -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedValues.h"

#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

/// True if the value of a node is known to the compiler.
static bool isConstant(const ExpressionNode &node) {
  return node.leaves == 0 && !node.dependsOnAccumulator;
}

/// What a node is computed from: its operands, or what it is expanded to.
static SmallVector<unsigned, 3> getInputs(const Expression &expression,
                                          unsigned index) {
  if (std::optional<unsigned> expansion = expression.getExpansion(index))
    return {*expansion};
  return expression.nodes[index].operands;
}

llvm::SmallSetVector<unsigned, 8>
fused::getSideInputs(const Expression &expression, unsigned root) {
  llvm::SmallSetVector<unsigned, 8> result;
  SmallVector<unsigned> stack = {root};
  DenseSet<unsigned> visited;
  while (!stack.empty()) {
    unsigned index = stack.pop_back_val();
    if (!visited.insert(index).second)
      continue;
    for (unsigned operand : expression.nodes[index].operands) {
      const ExpressionNode &input = expression.nodes[operand];
      if (input.dependsOnAccumulator)
        stack.push_back(operand);
      else if (input.kind == Kind::Scale)
        result.insert(input.operands[0]);
      else if (!isConstant(input))
        result.insert(operand);
    }
  }
  return result;
}

void fused::expandLeaves(Expression &expression, ArrayRef<unsigned> nodes,
                         const OperationOrder &order) {
  std::priority_queue<std::pair<uint64_t, unsigned>> leaves;
  DenseSet<unsigned> visited;
  auto collect = [&](ArrayRef<unsigned> roots) {
    SmallVector<unsigned> stack(roots);
    while (!stack.empty()) {
      unsigned index = stack.pop_back_val();
      if (!visited.insert(index).second)
        continue;
      const ExpressionNode &node = expression.nodes[index];
      if (node.kind == Kind::Leaf) {
        Value value = expression.leaves[node.leaf].source.value;
        if (Operation *definition = value.getDefiningOp())
          leaves.emplace(order.getPosition(definition), index);
      }
      llvm::append_range(stack, getInputs(expression, index));
    }
  };
  collect(nodes);
  while (!leaves.empty()) {
    unsigned leaf = leaves.top().second;
    leaves.pop();
    if (std::optional<unsigned> expansion = expression.expandLeaf(leaf))
      collect(*expansion);
  }
}

unsigned fused::addMask(Expression &expression, ArrayRef<unsigned> booleans,
                        unsigned bits) {
  auto add = [&](Kind kind, ArrayRef<unsigned> operands) {
    ExpressionNode node(kind);
    node.operands.assign(operands.begin(), operands.end());
    node.type = expression.nodes[operands.front()].type;
    return expression.addNode(node);
  };
  std::optional<unsigned> mask;
  for (auto [number, boolean] : llvm::enumerate(booleans)) {
    unsigned term = bits >> number & 1 ? boolean : add(Kind::Not, boolean);
    mask = mask ? add(Kind::And, {*mask, term}) : term;
  }
  return *mask;
}

/// All nodes that `roots` are computed from, each before its inputs.
static SmallVector<unsigned> sortUsersFirst(const Expression &expression,
                                            ArrayRef<unsigned> roots) {
  SmallVector<unsigned> postOrder;
  DenseSet<unsigned> visited;
  // A node, and whether its inputs are done.
  SmallVector<std::pair<unsigned, bool>> stack;
  for (unsigned root : roots)
    stack.emplace_back(root, false);
  while (!stack.empty()) {
    auto [index, isDone] = stack.pop_back_val();
    if (isDone) {
      postOrder.push_back(index);
      continue;
    }
    if (!visited.insert(index).second)
      continue;
    stack.emplace_back(index, true);
    for (unsigned input : getInputs(expression, index))
      if (!isConstant(expression.nodes[input]))
        stack.emplace_back(input, false);
  }
  return SmallVector<unsigned>(llvm::reverse(postOrder));
}

SmallVector<unsigned> fused::findCuts(const Expression &expression,
                                      ArrayRef<unsigned> nodes) {
  SmallVector<unsigned> cuts;
  DenseSet<unsigned> frontier(nodes.begin(), nodes.end());
  for (unsigned index : sortUsersFirst(expression, nodes)) {
    if (frontier.size() == 1)
      cuts.push_back(index);
    SmallVector<unsigned, 3> inputs = getInputs(expression, index);
    if (inputs.empty())
      break;
    frontier.erase(index);
    for (unsigned input : inputs)
      if (!isConstant(expression.nodes[input]))
        frontier.insert(input);
  }
  return cuts;
}
