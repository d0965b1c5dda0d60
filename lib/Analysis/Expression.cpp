//===- Expression.cpp - Scalar expressions over tensors -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Expression.h"

#include "FloatValues.h"
#include "LeafRole.h"
#include "fused/Analysis/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

DimOwners fused::getOwnDims(int64_t numDims) {
  return llvm::to_vector<4>(llvm::seq<int64_t>(0, numDims));
}

DimOwners fused::transposeOwners(ArrayRef<int64_t> owners, int64_t numDims) {
  int64_t m = numDims - 2, n = numDims - 1;
  return llvm::map_to_vector<4>(owners, [=](int64_t owner) {
    return owner == m ? n : owner == n ? m : owner;
  });
}

bool fused::keepsOrder(ArrayRef<int64_t> owners, Type type, AffineMap read,
                       AffineMap written) {
  llvm::SmallDenseMap<int64_t, unsigned> last;
  for (auto [dim, owner] : llvm::enumerate(owners)) {
    if (cast<ShapedType>(type).getDimSize(dim) == 1)
      continue;
    unsigned position = *written.getResultPosition(read.getResult(dim));
    auto [entry, isFirst] = last.try_emplace(owner, position);
    if (!isFirst && position < entry->second)
      return false;
    entry->second = position;
  }
  return true;
}

std::optional<Layout> fused::getLayout(ArrayRef<int64_t> owners,
                                       int64_t numDims) {
  Layout layout;
  DimOwners ordered(owners);
  if (!llvm::is_sorted(ordered)) {
    layout.orientation = Orientation::Transposed;
    ordered = transposeOwners(ordered, numDims);
    if (!llvm::is_sorted(ordered))
      return std::nullopt;
  }
  layout.groups.assign(numDims, 0);
  for (int64_t owner : ordered)
    ++layout.groups[owner];
  return layout;
}

/// The result does not depend on the order of operands.
static bool isCommutative(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

static llvm::hash_code hashNode(const ExpressionNode &node) {
  llvm::hash_code result = llvm::hash_combine(
      node.kind, node.leaf, llvm::bit_cast<uint64_t>(node.constant), node.type,
      llvm::hash_combine_range(node.operands));
  if (node.op)
    result = llvm::hash_combine(result, node.op->getName(),
                                node.op->getAttrDictionary());
  return result;
}

static bool isSameNode(const ExpressionNode &a, const ExpressionNode &b) {
  if (a.kind != b.kind || a.leaf != b.leaf || a.type != b.type ||
      a.operands != b.operands ||
      llvm::bit_cast<uint64_t>(a.constant) !=
          llvm::bit_cast<uint64_t>(b.constant))
    return false;
  return a.op == b.op ||
         (a.op && b.op && a.op->getName() == b.op->getName() &&
          a.op->getAttrDictionary() == b.op->getAttrDictionary());
}

unsigned Expression::addNode(ExpressionNode node) {
  for (unsigned operand : node.operands) {
    const ExpressionNode &input = nodes[operand];
    node.leaves |= input.leaves;
    node.dependsOnAccumulator |= input.dependsOnAccumulator;
    node.roundings = std::max(node.roundings, input.roundings);
    node.narrowest = std::min(node.narrowest, input.narrowest);
  }
  node.roundings += node.ownRoundings;
  node.narrowest = std::min(node.narrowest, node.ownNarrowest);
  if (!node.dependsOnAccumulator) {
    SmallVector<unsigned, 1> &candidates = known[hashNode(node)];
    for (unsigned candidate : candidates)
      if (isSameNode(nodes[candidate], node))
        return candidate;
    candidates.push_back(nodes.size());
  }
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

unsigned Expression::addConstant(double value, Type type) {
  ExpressionNode node(Kind::Constant);
  node.constant = value;
  node.type = type;
  return addNode(node);
}

/// The role of `value`, read at `map` from `space`, or rather of its source. If
/// that is not stored as a matrix of the product is, but `value` is, the
/// program has made a copy for it.
static LeafRole classifyOperand(const OperandSource &source, Value value,
                                AffineMap map, const IndexSpace &space,
                                int64_t numDims) {
  LeafRole role = classifyLeaf(source, space, numDims);
  if (role.kind != LeafKind::Other && role.kind != LeafKind::RepeatedRows &&
      role.kind != LeafKind::TransposedMatrix)
    return role;
  OperandSource copy;
  copy.value = value;
  copy.map = map;
  LeafRole roleOfCopy = classifyLeaf(copy, space, numDims);
  if (!roleOfCopy.isMatrix() || roleOfCopy.kind == LeafKind::RepeatedRows ||
      roleOfCopy.kind == LeafKind::TransposedMatrix)
    return role;
  roleOfCopy.isCopy = true;
  return roleOfCopy;
}

unsigned Expression::addLeafNode(unsigned leaf) {
  ExpressionNode node(Kind::Leaf);
  node.leaf = leaf;
  node.type = leaves[leaf].source.elementType;
  node.leaves = uint64_t(1) << std::min(leaf, maxLeaves - 1);
  return addNode(node);
}

unsigned Expression::addLeaf(Value value, AffineMap map,
                             const IndexSpace &space) {
  OperandSource source = traceOperand(value, map);
  if (source.constant)
    return addConstant(*source.constant, source.elementType);
  // Where a number is read both as it is and widened, it is the same.
  auto isSame = [&](const ExpressionLeaf &other) {
    return other.source.value == source.value &&
           other.source.map == source.map &&
           other.space.owners == space.owners &&
           other.space.type.getShape() == space.type.getShape();
  };
  auto *found = llvm::find_if(leaves, isSame);
  unsigned index = found - leaves.begin();
  if (found == leaves.end()) {
    IndexSpace exchanged = {transposeOwners(space.owners, numDims), space.type};
    auto classify = [&](const IndexSpace &from) {
      return classifyOperand(source, value, map, from, numDims);
    };
    leaves.push_back(
        {source, value, space, classify(space), classify(exchanged)});
  }
  return addLeafNode(index);
}

/// True if a bias could be a vector of `constant`.
static bool isBiasConstant(double constant) {
  return std::isfinite(constant) && constant != 0.0;
}

unsigned Expression::addBias(Value value, AffineMap map,
                             const IndexSpace &space) {
  OperandSource source = traceOperand(value, map);
  return source.constant && isBiasConstant(*source.constant)
             ? addConstantVector(*source.constant, value, space)
             : addLeaf(value, map, space);
}

/// The node of a vector of `constant`, which has the type of `value`.
unsigned Expression::addConstantVector(double constant, Value value,
                                       const IndexSpace &space) {
  OperandSource source;
  source.value = value;
  source.map = AffineMap::get(space.type.getRank(), 0, value.getContext());
  source.elementType = getElementTypeOrSelf(value.getType());
  source.constant = constant;
  auto *found = llvm::find_if(leaves, [&](const ExpressionLeaf &other) {
    return other.source.constant == constant &&
           other.source.elementType == source.elementType;
  });
  unsigned index = found - leaves.begin();
  LeafRole role{LeafKind::Vector, {1}};
  if (found == leaves.end())
    leaves.push_back({source, value, space, role, role});
  return addLeafNode(index);
}

unsigned Expression::addOperand(linalg::LinalgOp op, OpOperand &operand,
                                AffineMap resultMap, AffineMap map,
                                const IndexSpace &space) {
  AffineMap read = isa<RankedTensorType>(operand.get().getType())
                       ? op.getMatchingIndexingMap(&operand)
                             .compose(inversePermutation(resultMap))
                             .compose(map)
                       : AffineMap::get(map.getNumDims(), 0, op.getContext());
  return addLeaf(operand.get(), read, space);
}

std::optional<unsigned> Expression::addScalar(Operation *inner,
                                              Scalars &scalars,
                                              const IndexSpace &space) {
  if (!isEvaluable(inner))
    return std::nullopt;
  ExpressionNode node(Kind::Operation, inner);
  for (Value operand : inner->getOperands()) {
    auto scalar = scalars.find(operand);
    if (scalar == scalars.end()) {
      std::optional<unsigned> outer = addOuter(operand, space);
      if (!outer)
        return std::nullopt;
      scalar = scalars.try_emplace(operand, *outer).first;
    }
    node.operands.push_back(scalar->second);
  }
  if (clampAtLargest)
    widenClamp(node);
  node.isLinear = isLinear(node);
  if (node.isLinear)
    readAddedConstants(node, space);
  if (isCommutative(inner))
    llvm::sort(node.operands);
  node.type = inner->getResult(0).getType();
  if (!node.type.isIntOrFloat())
    return std::nullopt;
  unsigned width = node.type.getIntOrFloatBitWidth();
  node.ownRoundings = !isExact(inner) && width <= 16;
  if (isa<arith::TruncFOp>(inner) && width != 16)
    node.ownNarrowest = width;
  unsigned index = addNode(node);
  scalars[inner->getResult(0)] = index;
  return index;
}

bool Expression::isLinear(const ExpressionNode &node) const {
  auto depends = [&](unsigned i) {
    return nodes[node.operands[i]].dependsOnAccumulator;
  };
  auto isTerm = [&](unsigned i) {
    return nodes[node.operands[i]].isLinear || !depends(i);
  };
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp>(node.op))
    return nodes[node.operands[0]].isLinear;
  bool isSum = isa<arith::AddFOp, arith::SubFOp>(node.op);
  bool isProduct = isa<arith::MulFOp, math::FmaOp>(node.op);
  bool isQuotient = isa<arith::DivFOp>(node.op);
  if (!isSum && !isProduct && !isQuotient)
    return false;
  if ((isProduct && depends(0) && depends(1)) || (isQuotient && depends(1)))
    return false;
  auto operands = llvm::seq<unsigned>(0, node.operands.size());
  return llvm::all_of(operands, isTerm) && llvm::any_of(operands, depends);
}

/// Replaces constants that a linear node adds.
void Expression::readAddedConstants(ExpressionNode &node,
                                    const IndexSpace &space) {
  unsigned first = isa<math::FmaOp>(node.op) ? 2 : 0;
  if (first == 0 && !isa<arith::AddFOp, arith::SubFOp>(node.op))
    return;
  for (unsigned i = first; i < node.operands.size(); ++i) {
    const ExpressionNode &operand = nodes[node.operands[i]];
    if (operand.kind != Kind::Constant || !isBiasConstant(operand.constant))
      continue;
    constantVectors = true;
    if (vectorsForConstants)
      node.operands[i] =
          addConstantVector(operand.constant, node.op->getOperand(i), space);
  }
}

/// A scalar that a body uses from outside of it, or a constant inside.
std::optional<unsigned> Expression::addOuter(Value value,
                                             const IndexSpace &space) {
  if (std::optional<double> constant = getConstantNumber(value))
    return addConstant(*constant, value.getType());
  if (!value.getType().isIntOrFloat())
    return std::nullopt;
  return addLeaf(value,
                 AffineMap::get(space.type.getRank(), 0, value.getContext()),
                 space);
}

void Expression::widenClamp(ExpressionNode &node) {
  if (!isa<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
           arith::MaxNumFOp, math::ClampFOp>(node.op))
    return;
  for (unsigned &operand : node.operands) {
    const ExpressionNode &input = nodes[operand];
    auto type = dyn_cast_or_null<FloatType>(input.type);
    if (input.kind != Kind::Constant || !type)
      continue;
    double largest = toDouble(APFloat::getLargest(type.getFloatSemantics()));
    if (std::fabs(input.constant) == largest)
      operand =
          addConstant(std::copysign(std::numeric_limits<double>::infinity(),
                                    input.constant),
                      type);
  }
}

SmallVector<unsigned> Expression::getLeaves(unsigned root) const {
  llvm::SmallSetVector<unsigned, 4> result;
  SmallVector<unsigned> stack = {root};
  DenseSet<unsigned> visited;
  while (!stack.empty()) {
    unsigned index = stack.pop_back_val();
    if (!visited.insert(index).second)
      continue;
    const ExpressionNode &node = nodes[index];
    if (node.kind == Kind::Leaf)
      result.insert(node.leaf);
    llvm::append_range(stack, node.operands);
  }
  return result.takeVector();
}

std::optional<unsigned> Expression::expandLeaf(unsigned node) {
  auto [entry, isNew] = expanded.try_emplace(node);
  if (!isNew || nodes.size() >= maxExpandedNodes)
    return entry->second;
  // These are copies, because the lists grow.
  const ExpressionLeaf leaf = leaves[nodes[node].leaf];
  auto op = leaf.source.value.getDefiningOp<linalg::LinalgOp>();
  if (!op || !isElementwise(op) ||
      op.getBlock()->getNumArguments() != op->getNumOperands())
    return std::nullopt;
  unsigned index = cast<OpResult>(leaf.source.value).getResultNumber();
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(index));
  Scalars scalars;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (!argument.use_empty())
      scalars[argument] =
          addOperand(op, operand, resultMap, leaf.source.map, leaf.space);
  }
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (isa<arith::ConstantOp>(inner))
      continue;
    if (nodes.size() >= maxExpandedNodes ||
        !addScalar(&inner, scalars, leaf.space))
      return std::nullopt;
  }
  auto yielded =
      scalars.find(op.getBlock()->getTerminator()->getOperand(index));
  // The leaf may widen what is yielded, which changes no value.
  if (yielded != scalars.end())
    expanded[node] = yielded->second;
  return expanded[node];
}
