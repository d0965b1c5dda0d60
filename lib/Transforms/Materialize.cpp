//===- Materialize.cpp - Expressions as tensors ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Materialize.h"

#include "Reshape.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

using Kind = ExpressionNode::Kind;

/// A copy of a vector, of some rows or of a number for all columns, rows and
/// batches that share it.
static Value repeatLeaf(OpBuilder &builder, Location loc,
                        const ExpressionLeaf &leaf, Orientation orientation,
                        int64_t numDims) {
  DimOwners owners = leaf.space.owners;
  if (orientation == Orientation::Transposed)
    owners = transposeOwners(owners, numDims);
  // The dimensions of the batch, if there is one, then those of rows, which a
  // vector does not have, and those of columns.
  bool isVector = leaf.getRole(orientation).kind != LeafKind::RepeatedRows;
  int64_t m = numDims - 2;
  SmallVector<int64_t> dims, groups;
  for (int64_t owner : llvm::seq(numDims)) {
    if (owner == m && isVector)
      continue;
    int64_t &size = groups.emplace_back(0);
    for (auto [dim, other] : llvm::enumerate(owners))
      if (other == owner) {
        dims.push_back(dim);
        ++size;
      }
  }
  SmallVector<AffineExpr> loops(owners.size(),
                                builder.getAffineConstantExpr(0));
  for (auto [loop, dim] : llvm::enumerate(dims))
    loops[dim] = builder.getAffineDimExpr(loop);
  assert(llvm::all_of(leaf.source.map.getResults(),
                      [&](AffineExpr result) {
                        auto dim = dyn_cast<AffineDimExpr>(result);
                        return !isVector || !dim ||
                               owners[dim.getPosition()] != m ||
                               leaf.space.type.getDimSize(dim.getPosition()) ==
                                   1;
                      }) &&
         "a vector has at most one row");
  SmallVector<AffineMap> maps = {
      leaf.source.map.replaceDimsAndSymbols(loops, {}, dims.size(), 0),
      builder.getMultiDimIdentityMap(dims.size())};
  Value source = leaf.source.value;
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim : dims) {
    int64_t size = leaf.space.type.getDimSize(dim);
    // It varies along the dimensions whose sizes are not known.
    std::optional<unsigned> position =
        leaf.source.map.getResultPosition(builder.getAffineDimExpr(dim));
    sizes.push_back(ShapedType::isDynamic(size)
                        ? tensor::getMixedSize(builder, loc, source, *position)
                        : builder.getIndexAttr(size));
  }
  Value empty = tensor::EmptyOp::create(builder, loc, sizes,
                                        getElementTypeOrSelf(source.getType()));
  SmallVector<utils::IteratorType> iterators(dims.size(),
                                             utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      builder, loc, empty.getType(), source, empty, maps, iterators,
      [](OpBuilder &b, Location l, ValueRange arguments) {
        linalg::YieldOp::create(b, l, arguments.front());
      });
  return collapseGroups(builder, loc, copy.getResult(0), groups);
}

Value fused::createLeaf(OpBuilder &builder, Location loc,
                        const EpilogRegion &region, unsigned index,
                        Orientation orientation, Type type) {
  const ExpressionLeaf &leaf = region.expression.leaves[index];
  const LeafRole &role = leaf.getRole(orientation);
  if (role.kind == LeafKind::RepeatedVector ||
      role.kind == LeafKind::RepeatedRows)
    return convertElements(
        builder, loc,
        repeatLeaf(builder, loc, leaf, orientation, region.numDims), type);
  Value value = leaf.getValue(orientation);
  if (role.kind != LeafKind::Scalar)
    value = collapseGroups(builder, loc, value, role.groups);
  return convertElements(builder, loc, value, type);
}

/// A vector of `constant` for each column of the product of a region.
static Value createConstantVector(OpBuilder &builder, Location loc,
                                  const EpilogRegion &region,
                                  FloatAttr constant, Orientation orientation) {
  Value init = cast<MatmulOp>(region.product).getInit();
  int64_t columns =
      region.numDims - (orientation == Orientation::Straight ? 1 : 2);
  OpFoldResult size = tensor::getMixedSize(builder, loc, init, columns);
  if (std::optional<int64_t> known = getConstantIntValue(size)) {
    auto type = RankedTensorType::get(*known, constant.getType());
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, constant));
  }
  Value empty = tensor::EmptyOp::create(builder, loc, size, constant.getType());
  Value number = arith::ConstantOp::create(builder, loc, constant);
  return linalg::FillOp::create(builder, loc, number, empty).getResult(0);
}

/// factor * x for each of `vectors`, and `constant`, added up.
static Value addVectors(OpBuilder &builder, Location loc, ValueRange vectors,
                        ArrayRef<BiasTerm> terms, FloatAttr constant) {
  Type type = constant.getType();
  auto getRank = [](Value vector) {
    return cast<RankedTensorType>(vector.getType()).getRank();
  };
  Value largest = vectors.front();
  for (Value vector : vectors)
    if (getRank(vector) > getRank(largest))
      largest = vector;
  int64_t rank = getRank(largest);
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> maps;
  for (Value vector : vectors)
    maps.push_back(identity.getMinorSubMap(getRank(vector)));
  maps.push_back(identity);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, largest), type);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), vectors, empty, maps, iterators,
             [&](OpBuilder &b, Location l, ValueRange arguments) {
               Value sum;
               for (auto [x, term] : llvm::zip(arguments, terms)) {
                 Value scaled = x;
                 if (term.factor == -1.0)
                   scaled = arith::NegFOp::create(b, l, x);
                 else if (term.factor != 1.0)
                   scaled = arith::MulFOp::create(
                       b, l, x,
                       arith::ConstantOp::create(
                           b, l, b.getFloatAttr(type, term.factor)));
                 sum = sum ? arith::AddFOp::create(b, l, sum, scaled) : scaled;
               }
               if (!constant.getValue().isZero())
                 sum = arith::AddFOp::create(
                     b, l, sum, arith::ConstantOp::create(b, l, constant));
               linalg::YieldOp::create(b, l, sum);
             })
      .getResult(0);
}

Value fused::createScale(OpBuilder &builder, Location loc,
                         const EpilogRegion &region, unsigned leaf) {
  Value value = region.expression.leaves[leaf].source.value;
  if (cast<RankedTensorType>(value.getType()).getRank() != 0)
    value = tensor::CollapseShapeOp::create(builder, loc, value,
                                            ArrayRef<ReassociationIndices>());
  return convertElements(builder, loc, value, builder.getF32Type());
}

Value fused::createBias(OpBuilder &builder, Location loc,
                        const EpilogRegion &region, ArrayRef<BiasTerm> terms,
                        Orientation orientation, Type type) {
  SmallVector<Value> vectors;
  SmallVector<BiasTerm> scaled;
  double constant = 0.0;
  for (const BiasTerm &term : terms) {
    const ExpressionLeaf &leaf = region.expression.leaves[term.leaf];
    if (leaf.source.constant) {
      constant += term.factor * *leaf.source.constant;
      continue;
    }
    scaled.push_back(term);
    LeafKind kind = leaf.getRole(orientation).kind;
    vectors.push_back(
        kind == LeafKind::Scalar
            ? convertElements(
                  builder, loc,
                  repeatLeaf(builder, loc, leaf, orientation, region.numDims),
                  type)
            : createLeaf(builder, loc, region, term.leaf, orientation, type));
  }
  FloatAttr sum = builder.getFloatAttr(type, constant);
  if (vectors.empty())
    return createConstantVector(builder, loc, region, sum, orientation);
  if (terms.size() == 1 && terms.front().factor == 1.0)
    return vectors.front();
  return addVectors(builder, loc, vectors, scaled, sum);
}

namespace {
/// Builds one elementwise operation that computes a node from its leaves.
class Materializer {
public:
  Materializer(OpBuilder &builder, Location loc, const EpilogRegion &region,
               Orientation orientation)
      : builder(builder), loc(loc), region(region), orientation(orientation),
        numDims(region.numDims) {}

  Value run(unsigned node, std::optional<arith::CmpFPredicate> predicate,
            Value init) {
    leaves = region.expression.getLeaves(node);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (unsigned leaf : leaves) {
      inputs.push_back(
          createLeaf(builder, loc, region, leaf, orientation,
                     region.expression.leaves[leaf].source.elementType));
      maps.push_back(getMap(leaf));
    }
    maps.push_back(builder.getMultiDimIdentityMap(numDims));
    Type elementType =
        predicate ? builder.getI1Type() : region.getNode(node).type;
    Value empty = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, init), elementType);
    SmallVector<utils::IteratorType> iterators(numDims,
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               builder, loc, empty.getType(), inputs, empty, maps, iterators,
               [&](OpBuilder &b, Location l, ValueRange arguments) {
                 Value value = build(b, node, arguments);
                 if (predicate)
                   value = compare(b, *predicate, value);
                 linalg::YieldOp::create(b, l, value);
               })
        .getResult(0);
  }

private:
  /// How a leaf is read at batch, row and column.
  AffineMap getMap(unsigned leaf) {
    AffineMap identity = builder.getMultiDimIdentityMap(numDims);
    int64_t m = numDims - 2, n = numDims - 1;
    switch (region.expression.leaves[leaf].getRole(orientation).kind) {
    case LeafKind::Matrix:
      return identity;
    case LeafKind::SharedMatrix:
      return identity.getMinorSubMap(2);
    case LeafKind::TransposedMatrix: {
      auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, numDims));
      std::swap(permutation[m], permutation[n]);
      return AffineMap::getPermutationMap(permutation, builder.getContext());
    }
    case LeafKind::Vector:
      return identity.getSubMap(n);
    case LeafKind::BatchVector:
      return identity.dropResult(m);
    case LeafKind::RowValue:
      return identity.getSubMap(m);
    case LeafKind::Scalar:
    case LeafKind::RepeatedVector:
    case LeafKind::RepeatedMatrix:
    case LeafKind::RepeatedRows:
    case LeafKind::Other:
      return getScalarMap(leaf);
    }
    llvm_unreachable("not a kind of leaf");
  }

  /// A scalar, or a tensor of one element, is read at zero.
  AffineMap getScalarMap(unsigned leaf) {
    Value value = region.expression.leaves[leaf].source.value;
    auto type = dyn_cast<RankedTensorType>(value.getType());
    SmallVector<AffineExpr> zeros(type ? type.getRank() : 0,
                                  builder.getAffineConstantExpr(0));
    return AffineMap::get(numDims, 0, zeros, builder.getContext());
  }

  Value build(OpBuilder &b, unsigned index, ValueRange arguments) {
    if (auto known = values.find(index); known != values.end())
      return known->second;
    const ExpressionNode &node = region.getNode(index);
    Value result;
    switch (node.kind) {
    case Kind::Leaf:
      result = arguments[llvm::find(leaves, node.leaf) - leaves.begin()];
      break;
    case Kind::Constant:
      result = arith::ConstantOp::create(b, loc, getNumber(b, node));
      break;
    case Kind::Not: {
      Value boolean = build(b, node.operands[0], arguments);
      Value one = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
      result = arith::XOrIOp::create(b, loc, boolean, one);
      break;
    }
    case Kind::And: {
      Value x = build(b, node.operands[0], arguments);
      Value y = build(b, node.operands[1], arguments);
      result = arith::AndIOp::create(b, loc, x, y);
      break;
    }
    case Kind::Operation: {
      SmallVector<Value> operands;
      for (unsigned operand : node.operands)
        operands.push_back(build(b, operand, arguments));
      Operation *clone = b.clone(*node.op);
      clone->setOperands(operands);
      result = clone->getResult(0);
      break;
    }
    case Kind::Accumulator:
    case Kind::Scale:
    case Kind::Add:
      llvm_unreachable("part of a product");
    }
    values[index] = result;
    return result;
  }

  static TypedAttr getNumber(OpBuilder &b, const ExpressionNode &node) {
    if (isa<FloatType>(node.type))
      return b.getFloatAttr(node.type, node.constant);
    if (node.type.isInteger(1))
      return b.getBoolAttr(node.constant != 0.0);
    return b.getIntegerAttr(node.type, static_cast<int64_t>(node.constant));
  }

  Value compare(OpBuilder &b, arith::CmpFPredicate predicate, Value value) {
    Value zero =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(value.getType()));
    return arith::CmpFOp::create(b, loc, predicate, value, zero);
  }

  OpBuilder &builder;
  Location loc;
  const EpilogRegion &region;
  Orientation orientation;
  int64_t numDims;
  SmallVector<unsigned> leaves;
  DenseMap<unsigned, Value> values;
};
} // namespace

Value fused::materialize(OpBuilder &builder, Location loc,
                         const EpilogRegion &region, unsigned node,
                         std::optional<arith::CmpFPredicate> predicate,
                         Orientation orientation, Value init, Type type) {
  const ExpressionNode &root = region.getNode(node);
  if (root.kind == Kind::Leaf && !predicate) {
    LeafKind kind =
        region.expression.leaves[root.leaf].getRole(orientation).kind;
    if (kind == LeafKind::Matrix || kind == LeafKind::TransposedMatrix) {
      Value leaf =
          createLeaf(builder, loc, region, root.leaf, orientation, type);
      return kind == LeafKind::Matrix ? leaf
                                      : transposeMatrix(builder, loc, leaf);
    }
  }
  return Materializer(builder, loc, region, orientation)
      .run(node, predicate, init);
}
