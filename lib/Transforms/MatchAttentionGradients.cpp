//===- MatchAttentionGradients.cpp - Attention of training steps ----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionGradients.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Values in bodies
//===----------------------------------------------------------------------===//

/// True if `value` of the body of `rows` is `original` of that of attention.
bool AttentionGradients::isSame(Value value, Value original) {
  if (original == attention.scores)
    return value == scores;
  if (original == attention.maximum)
    return llvm::is_contained(maxima, value);
  if (original == attention.sum)
    return llvm::is_contained(sums, value);
  if (auto argument = dyn_cast<BlockArgument>(original);
      argument && argument.getOwner() == attention.rows.getBodyBlock()) {
    auto other = dyn_cast<BlockArgument>(value);
    if (!other || other.getOwner() != rows.getBodyBlock())
      return false;
    OpOperand &read = attention.rows->getOpOperand(argument.getArgNumber());
    OpOperand &otherRead = rows->getOpOperand(other.getArgNumber());
    return read.get() == otherRead.get() &&
           attention.rows.getMap(read) == rows.getMap(otherRead);
  }
  Operation *op = original.getDefiningOp(), *other = value.getDefiningOp();
  if (value == original)
    return rows == attention.rows || !op ||
           op->getBlock() != attention.rows.getBodyBlock();
  if (!op || !other || op->getName() != other->getName() ||
      op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      value.getType() != original.getType() ||
      op->getAttrDictionary() != other->getAttrDictionary() ||
      op->getNumOperands() != other->getNumOperands())
    return false;
  if (same.contains({value, original}))
    return true;
  if (!isPure(op) ||
      !llvm::all_of(llvm::zip_equal(other->getOperands(), op->getOperands()),
                    [&](auto pair) {
                      return isSame(std::get<0>(pair), std::get<1>(pair));
                    }))
    return false;
  same.insert({value, original});
  return true;
}

bool AttentionGradients::isPower(Value value) {
  return isSame(skipConversions(value), attention.power);
}

/// True if `value` is a gradient of a weight, times a power or a weight, times
/// what is the same for all keys.
bool AttentionGradients::isBilinear(Value value) {
  RowVariance variance(rows);
  bool hasGradient = false, hasPower = false;
  SmallVector<Value> factors = {value};
  while (!factors.empty()) {
    Value factor = skipConversions(factors.pop_back_val());
    Operation *op = factor.getDefiningOp();
    if (!variance.varies(factor))
      continue;
    if (factor == gradient) {
      if (std::exchange(hasGradient, true))
        return false;
    } else if ((weight && factor == weight) || isPower(factor)) {
      if (std::exchange(hasPower, true))
        return false;
    } else if (isa_and_nonnull<arith::MulFOp, arith::NegFOp>(op)) {
      llvm::append_range(factors, op->getOperands());
    } else if (isa_and_nonnull<arith::DivFOp>(op) &&
               !variance.varies(op->getOperand(1))) {
      factors.push_back(op->getOperand(0));
    } else {
      return false;
    }
  }
  return hasGradient && hasPower;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The product by `weights` that a reader of them or of a reshape is.
static std::optional<WeightedProduct> matchProductBy(Value weights,
                                                     OpOperand &reader) {
  auto op = dyn_cast<MatmulOp>(reader.getOwner());
  auto product = op ? WeightedProduct::match(op, reader) : std::nullopt;
  if (!product || skipReshapesOfBatch(reader.get()) == weights)
    return product;
  ArrayRef<int64_t> shape = getShape(weights);
  product->heads = countMerged(reader.get(), shape.end()[-2], shape.back());
  if (!product->usesTransposed || skipReshapes(reader.get()) != weights ||
      product->heads == 0)
    return std::nullopt;
  return product;
}

/// True if `product` multiplies weights by `matrices`, perhaps in another
/// batch: the rows are the same.
static bool multiplies(const WeightedProduct &product, Value matrices) {
  return skipReshapes(product.matrix) == skipReshapes(matrices) &&
         getShape(product.matrix).back() == getShape(matrices).back();
}

/// What the rows that give `result` yield for it.
static Value getYieldedFor(OpResult result) {
  auto rows = cast<RowsOp>(result.getOwner());
  return rows.getYielded(rows.getDpsInitsMutable()[result.getResultNumber()]);
}

Value AttentionGradients::getYielded() { return getYieldedFor(result); }

/// True if `other` is the largest score of each row, or a sum of powers,
/// perhaps rounded.
bool AttentionGradients::isStatistic(OpResult other) {
  Value yielded = skipConversions(getYieldedFor(other));
  return other.getOwner() == attention.rows &&
         (yielded == attention.maximum || yielded == attention.sum);
}

/// Finds the rows, and the gradient of the values.
bool AttentionGradients::matchReaders() {
  auto takeRows = [&](OpOperand *reader) {
    auto op = dyn_cast<RowsOp>(reader->getOwner());
    if (!op || (rows && rows != op))
      return false;
    rows = op;
    return true;
  };
  for (OpOperand *reader : findReaders(attention.first->getResult(0)))
    if (reader->getOwner() != attention.rows && !takeRows(reader))
      return false;
  for (OpResult other : attention.rows->getResults())
    if (isStatistic(other))
      for (OpOperand &reader : other.getUses())
        if (!takeRows(&reader))
          return false;
  for (OpOperand *reader : findReaders(attention.weights)) {
    auto product = dyn_cast<MatmulOp>(reader->getOwner());
    if (product == attention.second.op)
      continue;
    if (!product) {
      if (!takeRows(reader))
        return false;
      continue;
    }
    auto found = matchProductBy(attention.weights, *reader);
    if (ofValues || !found || !found->usesTransposed)
      return false;
    ofValues = found;
  }
  // What else the rows of attention compute may be the gradients.
  if (!rows)
    rows = attention.rows;
  for (RowsOp op : {attention.rows, rows})
    for (OpResult other : op->getResults()) {
      if (other == attention.weights || other == result || isStatistic(other))
        continue;
      if (result)
        return false;
      result = other;
    }
  return result && result.getOwner() == rows && ofValues &&
         rows.getNumLoops() == attention.rows.getNumLoops() &&
         rows.getRowLoops() == attention.rows.getRowLoops() &&
         rows.getLoopSizes() == attention.rows.getLoopSizes();
}

/// The product that `matrices` are a reshape of, if it has as many heads in one
/// matrix as the last product of attention.
MatmulOp AttentionGradients::findProductOfHeads(Value matrices) {
  auto product = skipReshapes(matrices).getDefiningOp<MatmulOp>();
  ArrayRef<int64_t> shape = getShape(attention.weights);
  if (!product || getShape(matrices) != shape ||
      countMerged(product.getD(), shape.end()[-2], shape.back()) !=
          attention.second.heads)
    return {};
  return product;
}

bool AttentionGradients::matchRows() {
  AffineMap identity = attention.rows.getMap(
      attention.rows.getDpsInitsMutable()[attention.weights.getResultNumber()]);
  AffineMap ofRow = identity.dropResult(identity.getNumResults() - 1);
  if (rows.getMap(rows.getDpsInitsMutable()[result.getResultNumber()]) !=
      identity)
    return false;
  for (OpOperand &operand : rows->getOpOperands()) {
    BlockArgument argument = rows.getArgument(operand);
    if (!argument)
      continue;
    AffineMap map = rows.getMap(operand);
    Value source = skipReshapesOfBatch(operand.get());
    auto product = source.getDefiningOp<MatmulOp>();
    if (!product)
      product = findProductOfHeads(operand.get());
    if (source == attention.weights || product == attention.first) {
      BlockArgument &found = product ? scores : weight;
      if (map != identity || found)
        return false;
      found = argument;
    } else if (source.getDefiningOp() == attention.rows) {
      auto statistic = cast<OpResult>(source);
      if (map != ofRow || !isStatistic(statistic))
        return false;
      bool isMaximum =
          skipConversions(getYieldedFor(statistic)) == attention.maximum;
      (isMaximum ? maxima : sums).push_back(argument);
    } else if (product && map == identity && !gradient &&
               findReaders(product->getResult(0)).size() == 1) {
      ofWeights = product;
      gradient = argument;
    } else if (map.isProjectedPermutation()) {
      extras.push_back({operand.get(), map, argument});
    } else {
      return false;
    }
  }
  return bool(gradient);
}

/// True for what is known of a row without its points.
bool AttentionGradients::isKnown(Value value) {
  return value == attention.maximum || value == attention.sum ||
         (sum && value == sum.getResult());
}

/// The sum of each row, which is known from the output and its gradient.
bool AttentionGradients::matchSum() {
  for (auto reduction : rows.getBodyBlock()->getOps<ReduceOp>()) {
    if (isKnown(reduction))
      continue;
    if (sum || reduction.getKind() != arith::AtomicRMWKind::addf ||
        !matchPattern(reduction.getInit(), m_AnyZeroFloat()) ||
        !isBilinear(reduction.getValue()))
      return false;
    sum = reduction;
  }
  return bool(sum);
}

/// The products with the gradients of the scores, and of the weights.
bool AttentionGradients::matchProducts() {
  if (getElementTypeOrSelf(ofValues->matrix) !=
          getElementTypeOrSelf(attention.second.matrix) ||
      !isPlainProduct(ofWeights) || ofWeights.getTransposeA() ||
      !ofWeights.getTransposeB() || !multiplies(*ofValues, ofWeights.getA()) ||
      skipReshapesOfBatch(ofWeights.getB()) !=
          skipReshapesOfBatch(attention.second.matrix))
    return false;
  for (OpOperand *reader : findReaders(result)) {
    auto product = matchProductBy(result, *reader);
    if (!product)
      return false;
    std::optional<WeightedProduct> &found =
        product->usesTransposed ? ofKeys : ofQueries;
    if (found ||
        !multiplies(*product, product->usesTransposed ? attention.first.getA()
                                                      : attention.first.getB()))
      return false;
    found = product;
  }
  return ofKeys && ofQueries;
}

/// Finds where the new operations can be: behind all that they read, before all
/// that reads them.
bool AttentionGradients::findPoint() {
  Block *block = attention.second.op->getBlock();
  for (const WeightedProduct &product : {*ofValues, *ofKeys, *ofQueries})
    for (Operation *user : product.op->getUsers()) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      if (!inBlock)
        return false;
      if (!point || inBlock->isBeforeInBlock(point))
        point = inBlock;
    }
  auto isBefore = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || op->getBlock() != block || op->isBeforeInBlock(point);
  };
  return point && isBefore(ofWeights.getA()) && isBefore(ofWeights.getB()) &&
         attention.second.op->isBeforeInBlock(point) &&
         llvm::all_of(extras, [&](const RegionExtra &extra) {
           return isBefore(extra.operand);
         });
}

bool AttentionGradients::match() {
  return matchReaders() && matchRows() && matchSum() && matchProducts() &&
         findPoint();
}
