//===- MatchAttention.cpp - Two products and the softmax between them -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseAttention.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Bodies of rows
//===----------------------------------------------------------------------===//

Value fused::skipConversions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The reduction that gives `value`, if it combines in one of these ways.
static ReduceOp findReduction(Value value,
                              ArrayRef<arith::AtomicRMWKind> kinds) {
  auto reduction = skipConversions(value).getDefiningOp<ReduceOp>();
  return reduction && llvm::is_contained(kinds, reduction.getKind())
             ? reduction
             : ReduceOp();
}

SmallVector<Operation *>
fused::findOpsInside(RowsOp op, ValueRange values,
                     function_ref<bool(Value)> isKnown) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Value> worklist(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *inside = value.getDefiningOp();
    if (inside && inside->getBlock() == op.getBodyBlock() && !isKnown(value) &&
        needed.insert(inside))
      llvm::append_range(worklist, inside->getOperands());
  }
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// True if reshapes of one tensor have the same last two dimensions. So they
/// have the same matrices, in whatever shape they were in between.
static bool haveSameMatrices(Value a, Value b) {
  return getShape(a).size() >= 2 && getShape(b).size() >= 2 &&
         getShape(a).take_back(2) == getShape(b).take_back(2);
}

Value fused::skipReshapesOfBatch(Value value) {
  Value found = value, source = value;
  while (Operation *op = source.getDefiningOp()) {
    if (!isReshape(op) || ShapedType::isDynamicShape(getShape(source)))
      break;
    source = op->getOperand(0);
    if (haveSameMatrices(source, value))
      found = source;
  }
  return found;
}

Value fused::skipReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op) || ShapedType::isDynamicShape(getShape(value)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

int64_t fused::countMerged(Value rows, int64_t numRows, int64_t numColumns) {
  ArrayRef<int64_t> shape = getShape(rows);
  bool hasRows = shape.size() >= 2 && shape.back() == numColumns &&
                 !ShapedType::isDynamic(shape.end()[-2]) && numRows != 0 &&
                 shape.end()[-2] % numRows == 0;
  return hasRows ? shape.end()[-2] / numRows : 0;
}

SmallVector<OpOperand *> fused::findReaders(Value value) {
  SmallVector<OpOperand *> readers;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      if (isReshape(use.getOwner()))
        worklist.push_back(use.getOwner()->getResult(0));
      else
        readers.push_back(&use);
    }
  return readers;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

bool fused::isPlainProduct(MatmulOp op, bool mayAddC) {
  return op.hasPureTensorSemantics() && op.getEpilog() == Epilog::DEFAULT &&
         (!op.getC() || (mayAddC && op.getSizes().isBatched)) &&
         !op.getAScale() && !op.getBScale() && !op.getDScale();
}

std::optional<WeightedProduct> WeightedProduct::match(MatmulOp op,
                                                      const OpOperand &use) {
  if (!isPlainProduct(op, /*mayAddC=*/true))
    return std::nullopt;
  if (&use == &op.getAMutable() && !op.getTransposeB())
    return WeightedProduct{op, op.getB(), op.getTransposeA(),
                           /*givesTransposed=*/false};
  // The transpose of weights times a matrix is its transpose times theirs.
  if (&use == &op.getBMutable() && op.getTransposeA())
    return WeightedProduct{op, op.getA(), !op.getTransposeB(),
                           /*givesTransposed=*/true};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

bool AttentionMatch::matchSecond(MatmulOp op) {
  for (OpOperand *use : {&op.getAMutable(), &op.getBMutable()}) {
    auto product = WeightedProduct::match(op, *use);
    if (!product || product->usesTransposed)
      continue;
    Value tensor = skipReshapesOfBatch(use->get());
    if (!tensor.getDefiningOp<RowsOp>())
      tensor = skipReshapes(use->get());
    rows = tensor.getDefiningOp<RowsOp>();
    if (!rows)
      continue;
    second = *product;
    weights = cast<OpResult>(tensor);
    ArrayRef<int64_t> shape = getShape(weights);
    return shape.size() >= 2 &&
           matchHeads(countMerged(use->get(), shape.end()[-2], shape.back()));
  }
  return false;
}

/// Finds the last dimensions of the batch that are `heads`.
bool AttentionMatch::matchHeads(int64_t heads) {
  batchShape = getShape(weights).drop_back(2);
  second.heads = heads;
  for (int64_t size : llvm::reverse(batchShape)) {
    if (heads <= 1 || size == 0 || heads % size != 0)
      break;
    heads /= size;
    ++numHeadDims;
  }
  return heads == 1 && (numHeadDims == 0 || int64_t(batchShape.size()) <=
                                                TensorMapOp::kMaxBatchDims);
}

/// Weights are exp(s - max s) / sum exp(s - max s) of the scores s.
bool AttentionMatch::matchSoftmax() {
  OpOperand &output = rows.getDpsInitsMutable()[weights.getResultNumber()];
  auto quotient =
      skipConversions(rows.getYielded(output)).getDefiningOp<arith::DivFOp>();
  if (!rows.getMap(output).isIdentity() || !quotient)
    return false;
  using Kind = arith::AtomicRMWKind;
  auto exp = skipConversions(quotient.getLhs()).getDefiningOp<math::ExpOp>();
  ReduceOp sumOp = findReduction(quotient.getRhs(), Kind::addf);
  if (!exp || !sumOp || skipConversions(sumOp.getValue()) != exp.getResult() ||
      !matchPattern(sumOp.getInit(), m_AnyZeroFloat()))
    return false;
  auto difference =
      skipConversions(exp.getOperand()).getDefiningOp<arith::SubFOp>();
  if (!difference)
    return false;
  score = skipConversions(difference.getLhs());
  ReduceOp maximumOp =
      findReduction(difference.getRhs(), {Kind::maximumf, Kind::maxnumf});
  if (!maximumOp || skipConversions(maximumOp.getValue()) != score)
    return false;
  power = exp;
  maximum = maximumOp;
  sum = sumOp;
  return true;
}

bool AttentionMatch::matchRows() {
  unsigned numLoops = rows.getNumLoops();
  if (numLoops < 2 ||
      rows.getRowLoops() != ArrayRef<int64_t>(int64_t(numLoops) - 1) ||
      llvm::any_of(rows.getLoopSizes(), ShapedType::isDynamic) ||
      !matchSoftmax())
    return false;
  scoreOps = findOpsInside(rows, score, [](Value) { return false; });
  // Nothing of other points takes part.
  if (!llvm::all_of(scoreOps, [](Operation *inside) {
        return isa<IndexOp>(inside) || isComputedByProductKernel(*inside);
      }))
    return false;
  llvm::SetVector<Value> used;
  used.insert(score);
  for (Operation *inside : scoreOps)
    used.insert_range(inside->getOperands());
  for (OpOperand &operand : rows->getOpOperands()) {
    BlockArgument argument = rows.getArgument(operand);
    if (!argument || !used.contains(argument))
      continue;
    AffineMap map = rows.getMap(operand);
    auto product = skipReshapesOfBatch(operand.get()).getDefiningOp<MatmulOp>();
    if (!first && product && map.isIdentity() &&
        product.hasPureTensorSemantics()) {
      first = product;
      scores = argument;
    } else if (map.isProjectedPermutation()) {
      extras.push_back({operand.get(), map, argument});
    } else {
      return false;
    }
  }
  return bool(first);
}

/// Whether the products have the batch of the rows, and elements of one type.
bool AttentionMatch::matchFirst() {
  auto epilog = first.getEpilog();
  if ((epilog != Epilog::DEFAULT && epilog != Epilog::BIAS) ||
      first.getAScale() || first.getBScale() || first.getTransposeA() ||
      !first.getTransposeB())
    return false;
  int64_t rank = batchShape.empty() ? 2 : 3;
  Type element = getElementTypeOrSelf(second.matrix);
  auto isOfBatch = [&](Value matrices) {
    return int64_t(getShape(matrices).size()) == rank &&
           getElementTypeOrSelf(matrices) == element;
  };
  return isOfBatch(first.getA()) && isOfBatch(first.getB()) &&
         (second.heads > 1 || isOfBatch(second.matrix));
}

std::optional<AttentionMatch> AttentionMatch::match(MatmulOp second) {
  AttentionMatch attention;
  if (!attention.matchSecond(second) || !attention.matchRows() ||
      !attention.matchFirst())
    return std::nullopt;
  return attention;
}

bool AttentionMatch::isRead() const {
  return findReaders(weights).size() > 1 ||
         findReaders(first->getResult(0)).size() > 1 ||
         llvm::any_of(rows->getResults(), [&](OpResult result) {
           return result != weights && !result.use_empty();
         });
}
