//===- EpilogRegion.cpp - What follows a product --------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogRegion.h"

#include "fused/Analysis/ScalarOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <queue>

using namespace mlir;
using namespace fused;

namespace {
class RegionGrower {
public:
  RegionGrower(MatmulOp product, const OperationOrder &order,
               RegionOptions options)
      : product(product), order(order), options(options),
        numDims(cast<ShapedType>(product.getInit().getType()).getRank()) {
    region.product = product;
    region.a = getElementTypeOrSelf(product.getA().getType());
    region.b = getElementTypeOrSelf(product.getB().getType());
    region.addsUnrounded = (product.getBias() || product.getC()) &&
                           !product.getAllowRoundedSteps();
    region.numDims = numDims;
    region.expression = Expression(numDims);
    region.expression.setClampAtLargest(options.clampAtLargest);
    region.expression.setVectorsForConstants(options.vectorsForConstants);
  }

  EpilogRegion grow() {
    addProduct();
    while (!users.empty()) {
      Operation *user = users.top().second;
      users.pop();
      if (!visited.insert(user).second)
        continue;
      if (addUser(user)) {
        region.ops.push_back(user);
        continue;
      }
      if (!region.endOp)
        region.endOp = user;
      if (!options.fromPreactivation || region.expression.isTooLarge())
        break;
    }
    return std::move(region);
  }

private:
  using Kind = ExpressionNode::Kind;

  bool end(StringRef reason) {
    if (region.endReason.empty())
      region.endReason = reason;
    return false;
  }

  const ExpressionNode &getNode(unsigned index) {
    return region.expression.nodes[index];
  }

  //===--------------------------------------------------------------------===//
  // The product
  //===--------------------------------------------------------------------===//

  unsigned addScaled(unsigned operand, double scale) {
    if (scale == 1.0)
      return operand;
    ExpressionNode node(Kind::Scale);
    node.operands = {operand};
    node.constant = scale;
    node.isLinear = getNode(operand).isLinear;
    return region.expression.addNode(node);
  }

  unsigned addLeaf(Value value, double scale) {
    int64_t rank = cast<ShapedType>(value.getType()).getRank();
    AffineMap map =
        AffineMap::getMultiDimIdentityMap(numDims, value.getContext());
    if (rank < numDims)
      map = value == product.getBias() && rank == numDims - 1
                ? map.dropResult(rank - 1)
                : map.getMinorSubMap(rank);
    IndexSpace space = {getOwnDims(numDims),
                        cast<RankedTensorType>(product.getInit().getType())};
    return addScaled(value == product.getBias()
                         ? region.expression.addBias(value, map, space)
                         : region.expression.addLeaf(value, map, space),
                     scale);
  }

  /// The node of the product's own result: alpha * acc + beta * C + bias.
  unsigned addAccumulator() {
    MatmulOptions parameters = product.getOptions();
    Type type = getElementTypeOrSelf(product.getInit().getType());
    ExpressionNode accumulator(Kind::Accumulator);
    accumulator.dependsOnAccumulator = accumulator.isLinear = true;
    if (options.fromPreactivation) {
      accumulator.type = type;
      return region.expression.addNode(accumulator);
    }
    unsigned sum =
        addScaled(region.expression.addNode(accumulator), parameters.alpha);
    auto addOperand = [&](Value value, double scale) {
      ExpressionNode add(Kind::Add);
      add.operands = {sum, addLeaf(value, scale)};
      add.isLinear = true;
      sum = region.expression.addNode(add);
    };
    if (parameters.c)
      addOperand(parameters.c, parameters.beta);
    if (parameters.bias)
      addOperand(parameters.bias, 1.0);
    ExpressionNode &result = region.expression.nodes[sum];
    result.type = type;
    result.ownRoundings = result.roundings = type.getIntOrFloatBitWidth() <= 16;
    return sum;
  }

  void addProduct() {
    RegionTensor root{product.getD(), addAccumulator(), getOwnDims(numDims)};
    addTensor(root);
    RegionExit exit;
    exit.node = root.node;
    exit.tensor = root.value;
    exit.layout.groups.assign(numDims, 1);
    region.exits.push_back(exit);
  }

  //===--------------------------------------------------------------------===//
  // Tensors and their users
  //===--------------------------------------------------------------------===//

  const RegionTensor &getTensor(Value value) {
    return region.tensors[tensors.lookup(value)];
  }

  void addTensor(RegionTensor tensor) {
    tensors[tensor.value] = region.tensors.size();
    if (!options.endAtLeaves || getNode(tensor.node).leaves == 0)
      for (OpOperand &use : tensor.value.getUses()) {
        ++pendingUses;
        users.emplace(order.getPosition(use.getOwner()), use.getOwner());
      }
    region.tensors.push_back(std::move(tensor));
  }

  bool addUser(Operation *user) {
    Operation *outer = product->getBlock()->findAncestorOpInBlock(*user);
    if (outer != user) {
      // Joins of tensors and gathers read elements in the body of linalg.
      return end(isa_and_nonnull<linalg::LinalgOp>(outer)
                     ? "not-elementwise"
                     : "used-in-another-block");
    }
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(user))
      return addExpand(expand);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(user))
      return addCollapse(collapse);
    if (auto cast = dyn_cast<tensor::CastOp>(user)) {
      if (!isa<RankedTensorType>(cast.getType()))
        return end("not-elementwise");
      return addView(cast.getSource(), cast.getResult(),
                     getTensor(cast.getSource()).owners);
    }
    if (isa<tensor::DimOp>(user)) {
      // The shape is known without the product.
      --pendingUses;
      return true;
    }
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (!op || !isElementwise(op))
      return end(user == user->getBlock()->getTerminator() ? "returned"
                                                           : "not-elementwise");
    return addElementwise(op);
  }

  bool addView(Value source, Value result, DimOwners owners) {
    --pendingUses;
    addTensor({result, getTensor(source).node, std::move(owners)});
    return true;
  }

  bool addExpand(tensor::ExpandShapeOp op) {
    const DimOwners &owners = getTensor(op.getSrc()).owners;
    DimOwners expanded(op.getResultType().getRank());
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices()))
      for (int64_t resultDim : group)
        expanded[resultDim] = owners[dim];
    return addView(op.getSrc(), op.getResult(), expanded);
  }

  bool addCollapse(tensor::CollapseShapeOp op) {
    const DimOwners &owners = getTensor(op.getSrc()).owners;
    // What is in no group is known to be of one element.
    bool hasGroups = !op.getReassociationIndices().empty();
    auto isOne = [](int64_t size) { return size == 1; };
    if (!hasGroups && !llvm::all_of(op.getSrcType().getShape(), isOne))
      return end("reshape-mixes-dimensions");
    DimOwners collapsed;
    for (const auto &group : op.getReassociationIndices()) {
      int64_t owner = owners[group.front()];
      bool hasOwner = false;
      for (int64_t dim : group) {
        if (op.getSrcType().getDimSize(dim) == 1)
          continue;
        if (hasOwner && owners[dim] != owner)
          return end("reshape-mixes-dimensions");
        owner = owners[dim];
        hasOwner = true;
      }
      collapsed.push_back(owner);
    }
    return addView(op.getSrc(), op.getResult(), collapsed);
  }

  //===--------------------------------------------------------------------===//
  // Elementwise operations
  //===--------------------------------------------------------------------===//

  /// The owners of the loops of `op`, which reads `tensor` through `map`.
  static DimOwners getLoopOwners(const RegionTensor &tensor, AffineMap map) {
    DimOwners owners(map.getNumDims());
    for (auto [dim, owner] : llvm::enumerate(tensor.owners))
      owners[map.getDimPosition(dim)] = owner;
    return owners;
  }

  /// Dimensions of size one may belong to a neighbour, where rows and columns
  /// would be mixed otherwise: those of weights of 1 x 1, which are permuted.
  void settleUnits(IndexSpace &space) const {
    if (getLayout(space.owners, region.numDims))
      return;
    ArrayRef<int64_t> shape = space.type.getShape();
    std::optional<int64_t> neighbour;
    auto settle = [&](int64_t dim) {
      if (shape[dim] != 1)
        neighbour = space.owners[dim];
      else if (neighbour)
        space.owners[dim] = *neighbour;
    };
    auto dims = llvm::seq<int64_t>(0, shape.size());
    // The second time for those in front of all others.
    llvm::for_each(dims, settle);
    llvm::for_each(llvm::reverse(dims), settle);
  }

  bool addElementwise(linalg::LinalgOp op) {
    AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    for (OpOperand &init : op.getDpsInitsMutable())
      if (op.getMatchingIndexingMap(&init) != resultMap)
        return end("permuted");
    std::optional<DimOwners> loops;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!tensors.contains(operand.get()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      const RegionTensor &tensor = getTensor(operand.get());
      if (!map.isPermutation() ||
          !keepsOrder(tensor.owners, tensor.value.getType(), map, resultMap))
        return end("permuted");
      DimOwners owners = getLoopOwners(tensor, map);
      if (loops && *loops != owners)
        return end("permuted");
      loops = owners;
    }
    IndexSpace space;
    space.type = cast<RankedTensorType>(op->getResult(0).getType());
    for (unsigned i = 0, e = resultMap.getNumResults(); i != e; ++i)
      space.owners.push_back((*loops)[resultMap.getDimPosition(i)]);
    settleUnits(space);
    return addBody(op, space, resultMap);
  }

  bool addBody(linalg::LinalgOp op, const IndexSpace &space,
               AffineMap resultMap) {
    if (op.getBlock()->getNumArguments() != op->getNumOperands())
      return end("unsupported-operation");
    AffineMap identity = AffineMap::getMultiDimIdentityMap(space.type.getRank(),
                                                           op.getContext());
    Expression::Scalars scalars;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      if (tensors.contains(operand.get())) {
        scalars[argument] = getTensor(operand.get()).node;
        pendingUses += countUses(argument) - 1;
      } else if (!argument.use_empty()) {
        unsigned node = region.expression.addOperand(op, operand, resultMap,
                                                     identity, space);
        scalars[argument] = isAdded(argument) ? readScaled(node) : node;
      }
    }
    for (Operation &inner : op.getBlock()->without_terminator()) {
      if (isa<arith::ConstantOp>(inner))
        continue;
      if (region.expression.isTooLarge())
        return end("expression-too-large");
      if (!addScalar(op, &inner, scalars, space))
        return end("unsupported-operation");
    }
    for (OpOperand &yielded : op.getBlock()->getTerminator()->getOpOperands()) {
      auto scalar = scalars.find(yielded.get());
      if (scalar == scalars.end() ||
          !getNode(scalar->second).dependsOnAccumulator)
        continue;
      --pendingUses;
      if (pendingUses == 0 && isa<BlockArgument>(yielded.get()))
        addExit(op, yielded.get(), scalar->second, space);
      addTensor({op->getResult(yielded.getOperandNumber()), scalar->second,
                 space.owners});
    }
    return true;
  }

  /// True if nothing but sums use a scalar.
  static bool isAdded(BlockArgument scalar) {
    return llvm::all_of(scalar.getUsers(),
                        llvm::IsaPred<arith::AddFOp, arith::SubFOp>);
  }

  /// The node of a leaf, as a scaled one if an operation multiplies its source,
  /// a matrix, by a number for this use alone: the product can scale C itself.
  /// It cannot scale a bias, and one of 16 bits is rounded when it is scaled.
  unsigned readScaled(unsigned node) {
    if (getNode(node).kind != Kind::Leaf)
      return node;
    // A copy, because the list grows.
    const ExpressionLeaf leaf = region.expression.leaves[getNode(node).leaf];
    auto op = leaf.source.value.getDefiningOp<linalg::LinalgOp>();
    if (!leaf.straight.isMatrix() && !leaf.transposed.isMatrix())
      return node;
    if (!op || !isElementwise(op) || op->getNumResults() != 1 ||
        !op->hasOneUse() ||
        op.getBlock()->getNumArguments() != op->getNumOperands())
      return node;
    auto product = op.getBlock()
                       ->getTerminator()
                       ->getOperand(0)
                       .getDefiningOp<arith::MulFOp>();
    if (!product || product.getType() != getNode(node).type)
      return node;
    std::optional<double> scale;
    std::optional<unsigned> scaled;
    for (Value factor : product->getOperands()) {
      APFloat number(0.0);
      if (matchPattern(factor, m_ConstantFloat(&number))) {
        scale = number.convertToDouble();
        continue;
      }
      auto argument = dyn_cast<BlockArgument>(factor);
      if (!argument || argument.getOwner() != op.getBlock())
        return node;
      OpOperand &operand = op->getOpOperand(argument.getArgNumber());
      unsigned input = region.expression.addOperand(
          op, operand, op.getMatchingIndexingMap(op.getDpsInitOperand(0)),
          leaf.source.map, leaf.space);
      if (getNode(input).kind == Kind::Constant)
        scale = getNode(input).constant;
      else if (getNode(input).kind == Kind::Leaf)
        scaled = input;
    }
    // Without C, a product with beta 0 would not have its infinities.
    if (!scaled || !scale || !std::isnormal(*scale) || *scale == 1.0)
      return node;
    unsigned result = addScaled(*scaled, *scale);
    ExpressionNode &added = region.expression.nodes[result];
    added.type = product.getType();
    added.ownRoundings = added.roundings =
        product.getType().getIntOrFloatBitWidth() <= 16;
    return result;
  }

  static int64_t countUses(Value value) {
    return std::distance(value.use_begin(), value.use_end());
  }

  bool addScalar(linalg::LinalgOp op, Operation *inner,
                 Expression::Scalars &scalars, const IndexSpace &space) {
    std::optional<unsigned> node =
        region.expression.addScalar(inner, scalars, space);
    if (!node)
      return false;
    for (Value operand : inner->getOperands())
      pendingUses -= getNode(scalars.lookup(operand)).dependsOnAccumulator;
    if (!getNode(*node).dependsOnAccumulator)
      return true;
    Value result = inner->getResult(0);
    if (pendingUses == 0)
      addExit(op, result, *node, space);
    pendingUses += countUses(result);
    return true;
  }

  void addExit(linalg::LinalgOp op, Value scalar, unsigned node,
               const IndexSpace &space) {
    RegionExit exit;
    exit.node = node;
    exit.op = op;
    exit.scalar = scalar;
    exit.numOps = region.ops.size();
    Operation *terminator = op.getBlock()->getTerminator();
    for (OpOperand &use : scalar.getUses())
      if (use.getOwner() == terminator &&
          (scalar.hasOneUse() || isa<BlockArgument>(scalar)))
        exit.tensor = op->getResult(use.getOperandNumber());
    std::optional<Layout> layout = getLayout(space.owners, numDims);
    region.isPermutedAfterExits = !layout;
    if (!layout)
      return;
    exit.layout = *layout;
    region.exits.push_back(exit);
  }

  MatmulOp product;
  const OperationOrder &order;
  RegionOptions options;
  int64_t numDims;
  EpilogRegion region;
  /// Indices of `region.tensors`.
  DenseMap<Value, unsigned> tensors;
  /// Uses of values that depend on the product by operations not yet seen.
  int64_t pendingUses = 0;
  using User = std::pair<uint64_t, Operation *>;
  std::priority_queue<User, std::vector<User>, std::greater<User>> users;
  DenseSet<Operation *> visited;
};
} // namespace

EpilogRegion fused::growEpilogRegion(MatmulOp product,
                                     const OperationOrder &order,
                                     RegionOptions options) {
  return RegionGrower(product, order, options).grow();
}
