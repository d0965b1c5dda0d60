//===- OperandRoles.cpp - Leaves as operands of a product -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandRoles.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace fused;

/// True if all that reads a leaf rounds it to f32 first.
static bool isRoundedToF32(const Expression &expression, unsigned leaf) {
  auto isLeaf = [&](unsigned operand) {
    const ExpressionNode &node = expression.nodes[operand];
    return node.kind == ExpressionNode::Kind::Leaf && node.leaf == leaf;
  };
  return llvm::all_of(expression.nodes, [&](const ExpressionNode &node) {
    return llvm::none_of(node.operands, isLeaf) ||
           (isa_and_present<arith::TruncFOp>(node.op) && node.type.isF32());
  });
}

bool fused::isScale(const EpilogRegion &region, unsigned leaf) {
  auto type = dyn_cast<RankedTensorType>(
      region.expression.leaves[leaf].source.value.getType());
  if (!type || !type.hasStaticShape() || !getComputeType(region.a).isF32())
    return false;
  auto element = dyn_cast<FloatType>(type.getElementType());
  return element && type.getNumElements() == 1 &&
         (element.getWidth() <= 32 || isRoundedToF32(region.expression, leaf));
}

MatmulOp fused::findTransposableProduct(const EpilogRegion &region,
                                        const ExpressionLeaf &leaf) {
  auto product = leaf.source.value.getDefiningOp<MatmulOp>();
  if (!product || !product->hasOneUse() ||
      !llvm::is_contained(region.ops, *product->user_begin()) ||
      product.getEpilog() != Epilog::DEFAULT || product.getC() ||
      product.isScaled() || isFloat8(getElementTypeOrSelf(product.getA())))
    return {};
  return product;
}

StringRef fused::assignOperands(const EpilogRegion &region, uint64_t leaves,
                                EpilogMatch &match, unsigned &cost) {
  bool hasSeveralMatrices = false;
  for (auto [index, leaf] : llvm::enumerate(region.expression.leaves)) {
    if (index >= 64 || !(leaves >> index & 1))
      continue;
    switch (leaf.getRole(match.orientation).kind) {
    case LeafKind::Vector:
    case LeafKind::BatchVector:
    case LeafKind::RepeatedVector:
      match.bias.push_back({static_cast<unsigned>(index)});
      break;
    case LeafKind::TransposedMatrix:
      cost += !findTransposableProduct(region, leaf);
      [[fallthrough]];
    case LeafKind::Matrix:
    case LeafKind::SharedMatrix:
    case LeafKind::RepeatedMatrix:
    case LeafKind::RepeatedRows:
      hasSeveralMatrices |= match.c.has_value();
      match.c = index;
      break;
    case LeafKind::RowValue:
      return "bias-along-rows";
    case LeafKind::Scalar:
      if (match.addedNumbers >> index & 1) {
        match.bias.push_back({static_cast<unsigned>(index)});
        break;
      }
      // Libraries multiply by two numbers only where operands are of 8 bits.
      if (match.scales.size() == (isFloat8(region.a) ? 2 : 1) ||
          !isScale(region, index))
        return "unknown-scalar";
      match.scales.push_back(index);
      break;
    case LeafKind::Other:
      return "operand-layout";
    }
  }
  return hasSeveralMatrices ? "several-matrices" : "";
}

StringRef fused::assignOperands(const EpilogRegion &region, uint64_t leaves,
                                const RegionExit &exit, EpilogMatch &match) {
  EpilogMatch other = match;
  match.orientation = exit.layout.orientation;
  other.orientation = exit.layout.orientation == Orientation::Straight
                          ? Orientation::Transposed
                          : Orientation::Straight;
  unsigned cost = 0, otherCost = 1;
  StringRef reason = assignOperands(region, leaves, match, cost);
  if (reason.empty() && cost == 0)
    return {};
  // If the expression continues, the transpose would be one more pass.
  if (reason == "bias-along-rows" && exit.node == region.exits.back().node &&
      assignOperands(region, leaves, other, otherCost).empty() &&
      otherCost == 1) {
    match = other;
    return {};
  }
  return reason.empty() ? "operand-layout" : reason;
}

/// True if the elements that `leaf` reads are narrower than `width` bits: a
/// small operand is widened for the product.
static bool isNarrower(const ExpressionLeaf &leaf, unsigned width) {
  auto own = dyn_cast<FloatType>(leaf.source.elementType);
  return own && own.getWidth() < width;
}

/// True if C is a matrix of this type, or one that is read several times.
static bool hasTypeOfC(const ExpressionLeaf &leaf, Orientation orientation,
                       Type type) {
  LeafKind kind = leaf.getRole(orientation).kind;
  bool isSmaller = kind == LeafKind::SharedMatrix ||
                   kind == LeafKind::RepeatedMatrix ||
                   kind == LeafKind::RepeatedRows;
  return leaf.hasType(type) ||
         (isSmaller && isNarrower(leaf, type.getIntOrFloatBitWidth()));
}

/// Checks that the terms of a bias add up to one of elements of `type`. In 16
/// bits, their sum would round what the program adds to the accumulator, one by
/// one; a power of two does not round.
static StringRef checkBias(const EpilogRegion &region, ArrayRef<BiasTerm> terms,
                           Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  unsigned numConstants = 0;
  for (const BiasTerm &term : terms) {
    const ExpressionLeaf &leaf = region.expression.leaves[term.leaf];
    // Adding one and subtracting another may be how a program rounds.
    numConstants += leaf.source.constant.has_value();
    if (numConstants > 1)
      return "no-epilog";
    if (!leaf.hasType(type) && !isNarrower(leaf, width))
      return "bias-type";
    int exponent;
    if (width <= 16 && std::fabs(std::frexp(term.factor, &exponent)) != 0.5)
      return "no-epilog";
  }
  return width <= 16 && terms.size() > 1 ? "several-vectors" : "";
}

StringRef fused::checkTypes(const EpilogRegion &region, Type result,
                            const EpilogMatch &match) {
  auto hasType = [&](unsigned leaf, Type type) {
    return region.expression.leaves[leaf].hasType(type);
  };
  if (failed(verifyElementTypes(match.epilog, region.a, region.b, result,
                                /*emitError=*/nullptr)))
    return "element-type";
  Type extraType = getExtraElementType(region.a, result);
  if (StringRef reason = checkBias(region, match.bias, extraType);
      !reason.empty())
    return reason;
  if (match.c && !hasTypeOfC(region.expression.leaves[*match.c],
                             match.orientation, getCElementType(result)))
    return "c-type";
  if (getEpilogInfo(match.epilog).aux != Aux::LoadPreactivation)
    return {};
  const ExpressionNode &saved = region.getNode(*match.saved);
  bool isRight = saved.kind == ExpressionNode::Kind::Leaf
                     ? hasType(saved.leaf, extraType)
                     : saved.type == extraType;
  return isRight ? "" : "saved-type";
}

SmallVector<Type> fused::getTypes(const Expression &expression) {
  llvm::SmallSetVector<Type, 4> types;
  for (const ExpressionNode &node : expression.nodes)
    if (isa_and_nonnull<FloatType>(node.type))
      types.insert(node.type);
  return types.takeVector();
}

double fused::snapToOne(double coefficient) {
  return std::fabs(coefficient - 1.0) <= geluTolerance ? 1.0 : coefficient;
}
