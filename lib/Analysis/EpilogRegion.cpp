//===- EpilogRegion.cpp - What follows a product, as a scalar expression --===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/EpilogRegion.h"

#include "RegionLeaf.h"
#include "fused/Analysis/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <queue>

using namespace mlir;
using namespace fused;

/// An epilog has fewer nodes and leaves than this in any spelling known; the
/// bounds keep recognition linear in the size of the module.
static constexpr unsigned maxNodes = 256;
static constexpr unsigned maxLeaves = 64;

namespace {
/// The dimension of the product (counted from zero: batch if there is one, M,
/// N) that each dimension of a tensor belongs to.
using DimOwners = SmallVector<int64_t, 4>;

/// A tensor that depends on the product.
struct RegionTensor {
  unsigned node;
  DimOwners owners;
};

class RegionGrower {
public:
  RegionGrower(MatmulOp product, const OperationOrder &order,
               bool clampAtLargest)
      : order(order), clampAtLargest(clampAtLargest) {
    region.product = product;
    numDims = cast<ShapedType>(product.getInit().getType()).getRank();
  }

  EpilogRegion grow() {
    addProduct();
    while (!users.empty()) {
      auto [position, user] = users.top();
      users.pop();
      if (!visited.insert(user).second)
        continue;
      if (!addUser(user)) {
        region.endOp = user;
        break;
      }
      region.ops.push_back(user);
    }
    return std::move(region);
  }

private:
  using Kind = RegionNode::Kind;

  bool end(StringRef reason) {
    region.endReason = reason;
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Nodes
  //===--------------------------------------------------------------------===//

  unsigned addNode(RegionNode node) {
    for (unsigned operand : node.operands) {
      const RegionNode &input = region.nodes[operand];
      node.leaves |= input.leaves;
      node.dependsOnAccumulator |= input.dependsOnAccumulator;
      node.roundings = std::max(node.roundings, input.roundings);
      node.narrowest = std::min(node.narrowest, input.narrowest);
    }
    region.nodes.push_back(std::move(node));
    return region.nodes.size() - 1;
  }

  unsigned addConstant(double value, Type type) {
    RegionNode node(Kind::Constant);
    node.constant = value;
    node.type = type;
    return addNode(node);
  }

  /// The node of the product's own result: alpha * acc + beta * C + bias.
  unsigned addAccumulator() {
    MatmulOp product = region.product;
    MatmulOptions options = product.getOptions();
    RegionNode accumulator(Kind::Accumulator);
    accumulator.dependsOnAccumulator = true;
    unsigned sum = addScaled(addNode(accumulator), options.alpha);
    DimOwners owners = llvm::to_vector<4>(llvm::seq<int64_t>(0, numDims));
    auto type = cast<RankedTensorType>(product.getInit().getType());
    auto addOperand = [&](Value value, double scale) {
      int64_t rank = cast<ShapedType>(value.getType()).getRank();
      AffineMap map =
          AffineMap::getMultiDimIdentityMap(numDims, value.getContext());
      if (rank < numDims)
        map = map.getMinorSubMap(rank);
      else if (value == product.getBias() && rank == numDims - 1)
        map = map.dropResult(rank - 1);
      unsigned leaf = addLeaf(value, map, owners, type);
      RegionNode add(Kind::Add);
      add.operands = {sum, addScaled(leaf, scale)};
      sum = addNode(add);
    };
    if (options.c)
      addOperand(options.c, options.beta);
    if (options.bias)
      addOperand(options.bias, 1.0);
    Type elementType = type.getElementType();
    region.nodes[sum].type = elementType;
    region.nodes[sum].roundings = elementType.getIntOrFloatBitWidth() <= 16;
    return sum;
  }

  unsigned addScaled(unsigned operand, double scale) {
    if (scale == 1.0)
      return operand;
    RegionNode node(Kind::Scale);
    node.operands = {operand};
    node.constant = scale;
    return addNode(node);
  }

  /// The node of a tensor or scalar from outside of the region, read at `map`
  /// from the indices of a tensor of type `type` in it.
  unsigned addLeaf(Value value, AffineMap map, const DimOwners &owners,
                   RankedTensorType type) {
    OperandSource source = traceOperand(value, map);
    if (source.constant)
      return addConstant(toDouble(*source.constant), source.elementType);
    RegionLeaf leaf = classifyLeaf(source, owners, type, numDims);
    auto isSame = [&](const RegionLeaf &other) {
      return other.source.value == source.value &&
             other.source.map == source.map && other.groups == leaf.groups &&
             other.source.elementType == source.elementType;
    };
    auto *known = llvm::find_if(region.leaves, isSame);
    unsigned index = known - region.leaves.begin();
    if (known == region.leaves.end())
      region.leaves.push_back(leaf);
    RegionNode node(Kind::Leaf);
    node.leaf = index;
    node.type = source.elementType;
    node.leaves = uint64_t(1) << std::min(index, maxLeaves - 1);
    return addNode(node);
  }

  static double toDouble(APFloat value) {
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.convertToDouble();
  }

  //===--------------------------------------------------------------------===//
  // Tensors and their users
  //===--------------------------------------------------------------------===//

  void addProduct() {
    Value d = region.product.getD();
    RegionTensor root;
    root.node = addAccumulator();
    root.owners = llvm::to_vector<4>(llvm::seq<int64_t>(0, numDims));
    addTensor(d, root);
    RegionExit exit;
    exit.node = root.node;
    exit.tensor = d;
    exit.groups.assign(numDims, 1);
    region.exits.push_back(exit);
  }

  void addTensor(Value value, RegionTensor tensor) {
    tensors[value] = std::move(tensor);
    for (OpOperand &use : value.getUses()) {
      ++pendingUses;
      Operation *user = use.getOwner();
      auto position = order.find(user);
      users.emplace(position == order.end() ? ~0u : position->second, user);
    }
  }

  bool addUser(Operation *user) {
    if (user->getBlock() != region.product->getBlock())
      return end("used-in-another-block");
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(user))
      return addExpand(expand);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(user))
      return addCollapse(collapse);
    if (auto cast = dyn_cast<tensor::CastOp>(user)) {
      if (!isa<RankedTensorType>(cast.getType()))
        return end("not-elementwise");
      return addView(cast.getSource(), cast.getResult(),
                     tensors[cast.getSource()].owners);
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
    RegionTensor view{tensors[source].node, std::move(owners)};
    --pendingUses;
    addTensor(result, view);
    return true;
  }

  bool addExpand(tensor::ExpandShapeOp op) {
    const DimOwners &owners = tensors[op.getSrc()].owners;
    DimOwners expanded(op.getResultType().getRank());
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices()))
      for (int64_t resultDim : group)
        expanded[resultDim] = owners[dim];
    return addView(op.getSrc(), op.getResult(), expanded);
  }

  bool addCollapse(tensor::CollapseShapeOp op) {
    const DimOwners &owners = tensors[op.getSrc()].owners;
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

  bool addElementwise(linalg::LinalgOp op) {
    AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    for (OpOperand &init : op.getDpsInitsMutable())
      if (op.getMatchingIndexingMap(&init) != resultMap)
        return end("permuted");
    const DimOwners *owners = nullptr;
    for (OpOperand &operand : op->getOpOperands()) {
      auto tensor = tensors.find(operand.get());
      if (tensor == tensors.end())
        continue;
      if (op.getMatchingIndexingMap(&operand) != resultMap)
        return end("permuted");
      if (owners && *owners != tensor->second.owners)
        return end("reshape-mixes-dimensions");
      owners = &tensor->second.owners;
    }
    DimOwners ownersCopy = *owners;
    return addBody(op, ownersCopy, resultMap);
  }

  bool addBody(linalg::LinalgOp op, const DimOwners &owners,
               AffineMap resultMap) {
    if (op.getBlock()->getNumArguments() != op->getNumOperands())
      return end("unsupported-operation");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    AffineMap toLoops = invertPermutation(resultMap);
    DenseMap<Value, unsigned> scalars;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      auto tensor = tensors.find(operand.get());
      if (tensor != tensors.end()) {
        scalars[argument] = tensor->second.node;
        pendingUses += countUses(argument) - 1;
      } else if (!argument.use_empty()) {
        AffineMap map =
            isa<RankedTensorType>(operand.get().getType())
                ? op.getMatchingIndexingMap(&operand).compose(toLoops)
                : AffineMap::get(type.getRank(), 0, op.getContext());
        scalars[argument] = addLeaf(operand.get(), map, owners, type);
      }
      if (region.leaves.size() >= maxLeaves)
        return end("expression-too-large");
    }
    for (Operation &inner : op.getBlock()->without_terminator()) {
      if (isa<arith::ConstantOp>(inner))
        continue;
      if (!isEvaluable(&inner))
        return end("unsupported-operation");
      if (region.nodes.size() >= maxNodes)
        return end("expression-too-large");
      if (!addScalar(op, &inner, scalars, owners, type))
        return false;
    }
    for (OpOperand &yielded : op.getBlock()->getTerminator()->getOpOperands()) {
      auto node = scalars.find(yielded.get());
      if (node == scalars.end() ||
          !region.nodes[node->second].dependsOnAccumulator)
        continue;
      --pendingUses;
      addTensor(op->getResult(yielded.getOperandNumber()),
                RegionTensor{node->second, owners});
    }
    return true;
  }

  static int64_t countUses(Value value) {
    return std::distance(value.use_begin(), value.use_end());
  }

  bool addScalar(linalg::LinalgOp op, Operation *inner,
                 DenseMap<Value, unsigned> &scalars, const DimOwners &owners,
                 RankedTensorType type) {
    RegionNode node(Kind::Operation, inner);
    for (Value operand : inner->getOperands()) {
      auto known = scalars.find(operand);
      if (known == scalars.end()) {
        std::optional<unsigned> outer = addOuter(operand, owners, type);
        if (!outer)
          return end("unsupported-operation");
        if (region.leaves.size() >= maxLeaves)
          return end("expression-too-large");
        known = scalars.try_emplace(operand, *outer).first;
      }
      node.operands.push_back(known->second);
      if (region.nodes[known->second].dependsOnAccumulator)
        --pendingUses;
    }
    if (clampAtLargest)
      widenClamp(node);
    Value result = inner->getResult(0);
    node.type = result.getType();
    if (!node.type.isIntOrFloat())
      return end("unsupported-operation");
    unsigned index = addNode(node);
    RegionNode &added = region.nodes[index];
    scalars[result] = index;
    unsigned width = added.type.getIntOrFloatBitWidth();
    if (!isExact(inner) && width <= 16)
      ++added.roundings;
    if (isa<arith::TruncFOp>(inner) && width != 16)
      added.narrowest = std::min(added.narrowest, width);
    if (!added.dependsOnAccumulator)
      return true;
    if (pendingUses == 0)
      addExit(op, result, index, owners);
    pendingUses += countUses(result);
    return true;
  }

  /// A scalar that the body uses from outside of it, or a constant inside.
  std::optional<unsigned> addOuter(Value value, const DimOwners &owners,
                                   RankedTensorType type) {
    if (Attribute constant = getConstant(value)) {
      if (auto number = dyn_cast<FloatAttr>(constant))
        return addConstant(toDouble(number.getValue()), value.getType());
      if (auto number = dyn_cast<IntegerAttr>(constant))
        return addConstant(value.getType().isInteger(1)
                               ? number.getValue().getBoolValue()
                               : number.getValue().signedRoundToDouble(),
                           value.getType());
      return std::nullopt;
    }
    if (!value.getType().isIntOrFloat())
      return std::nullopt;
    return addLeaf(value, AffineMap::get(type.getRank(), 0, value.getContext()),
                   owners, type);
  }

  /// Takes a clamp at the largest finite number as one at infinity.
  void widenClamp(RegionNode &node) {
    if (!isa<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
             arith::MaxNumFOp, math::ClampFOp>(node.op))
      return;
    for (unsigned &operand : node.operands) {
      const RegionNode &input = region.nodes[operand];
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

  void addExit(linalg::LinalgOp op, Value scalar, unsigned node,
               const DimOwners &owners) {
    RegionExit exit;
    exit.node = node;
    exit.op = op;
    exit.scalar = scalar;
    exit.numOps = region.ops.size();
    Operation *terminator = op.getBlock()->getTerminator();
    if (scalar.hasOneUse() && *scalar.user_begin() == terminator)
      exit.tensor = op->getResult(scalar.use_begin()->getOperandNumber());
    exit.groups.assign(numDims, 0);
    for (int64_t owner : owners)
      ++exit.groups[owner];
    region.exits.push_back(exit);
  }

  const OperationOrder &order;
  bool clampAtLargest;
  EpilogRegion region;
  int64_t numDims;
  DenseMap<Value, RegionTensor> tensors;
  /// Uses of values that depend on the product by operations not yet seen.
  int64_t pendingUses = 0;
  using User = std::pair<unsigned, Operation *>;
  std::priority_queue<User, std::vector<User>, std::greater<User>> users;
  DenseSet<Operation *> visited;
};
} // namespace

EpilogRegion fused::growEpilogRegion(MatmulOp product,
                                     const OperationOrder &order,
                                     bool clampAtLargest) {
  return RegionGrower(product, order, clampAtLargest).grow();
}
