//===- FuseAttentionGradients.cpp - Attention of training steps -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseAttention.h"

#include "ProductFormation.h"
#include "Reshape.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Transforms/SplitAttention.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fused;

namespace {
/// The operations of a backward pass that read the weights P of attention, or
/// compute them again from the scores: with the gradient G of the output, those
/// of the values P^T G, and of the weights G V^T; the gradient of the scores,
/// which rows compute; and with these, those of the queries and keys.
class Gradients {
public:
  explicit Gradients(AttentionMatch &attention) : attention(attention) {}

  /// Whether they are all that reads the scores, the weights and the rows.
  bool match();

  /// Replaces all products. False if there is no kernel for an operation.
  bool replace(RewriterBase &rewriter);

private:
  bool isStatistic(OpResult other);
  bool matchReaders();
  bool matchRows();
  bool matchProducts();
  bool matchSum();
  bool isPower(Value value);
  bool isSame(Value value, Value original);
  bool isBilinear(Value value);
  bool findPoint();

  // What the operations compute.
  Value getYielded();
  bool isKnown(Value value);
  SmallVector<Operation *> collect(ValueRange values, bool knowsInvariants);
  void findInvariants();
  Value emitFactor(OpBuilder &builder, const IRMapping &mapping, Value factor,
                   Value dot);
  void mapStatistics(OpBuilder &builder, IRMapping &mapping, Value maximum,
                     Value total);
  RowsOp createInvariants(RewriterBase &rewriter, AttentionOp op);
  SmallVector<Value> emitWeights(OpBuilder &builder, ValueRange arguments,
                                 bool ofKeys);
  AttentionGradientOp create(RewriterBase &rewriter, AttentionOp op,
                             RowsOp ofInvariants, bool ofKeys);

  AttentionMatch &attention;
  /// The rows that compute the gradients of the scores, maybe those of
  /// attention, and these gradients.
  RowsOp rows;
  OpResult result;
  MatmulOp ofWeights;
  std::optional<WeightedProduct> ofValues, ofQueries, ofKeys;
  /// In their body: the gradient of a weight, the score as the first product
  /// gives it, the weight, and statistics; null for those that are not read.
  BlockArgument gradient, scores, weight;
  SmallVector<BlockArgument> maxima, sums;
  /// The sum of each row, and the first operation that reads a gradient.
  ReduceOp sum;
  Operation *point = nullptr;
  /// Further operands of the rows.
  SmallVector<RegionExtra> extras;
  /// Values of this body and that of attention that are known to be the same.
  llvm::DenseSet<std::pair<Value, Value>> same;
  /// What the body computes once for all keys of a query.
  llvm::SetVector<Value> invariants;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values in bodies
//===----------------------------------------------------------------------===//

/// True if `value` of the body of `rows` is `original` of that of attention.
bool Gradients::isSame(Value value, Value original) {
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

bool Gradients::isPower(Value value) {
  return isSame(skipConversions(value), attention.power);
}

/// True if `value` is a gradient of a weight, times a power or a weight, times
/// what is the same for all keys.
bool Gradients::isBilinear(Value value) {
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

/// What the rows that give `result` yield for it.
static Value getYieldedFor(OpResult result) {
  auto rows = cast<RowsOp>(result.getOwner());
  return rows.getYielded(rows.getDpsInitsMutable()[result.getResultNumber()]);
}

Value Gradients::getYielded() { return getYieldedFor(result); }

/// True if `other` is the largest score of each row, or a sum of powers.
bool Gradients::isStatistic(OpResult other) {
  Value yielded = getYieldedFor(other);
  return other.getOwner() == attention.rows &&
         (yielded == attention.maximum || yielded == attention.sum);
}

/// Finds the rows, and the gradient of the values.
bool Gradients::matchReaders() {
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
    auto found = WeightedProduct::match(product, *reader);
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

bool Gradients::matchRows() {
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
    if (source == attention.weights || product == attention.first) {
      BlockArgument &found = product ? scores : weight;
      if (map != identity || found)
        return false;
      found = argument;
    } else if (source.getDefiningOp() == attention.rows) {
      auto statistic = cast<OpResult>(source);
      if (map != ofRow || !isStatistic(statistic))
        return false;
      bool isMaximum = getYieldedFor(statistic) == attention.maximum;
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

/// The sum of each row, which is known from the output and its gradient.
bool Gradients::matchSum() {
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
bool Gradients::matchProducts() {
  auto isPart = [&](Value matrices, Value of) {
    return skipReshapesOfBatch(matrices) == skipReshapesOfBatch(of);
  };
  if (getElementTypeOrSelf(ofValues->matrix) !=
          getElementTypeOrSelf(attention.second.matrix) ||
      !isPlainProduct(ofWeights) || ofWeights.getTransposeA() ||
      !ofWeights.getTransposeB() ||
      !isPart(ofWeights.getA(), ofValues->matrix) ||
      !isPart(ofWeights.getB(), attention.second.matrix))
    return false;
  for (OpOperand *reader : findReaders(result)) {
    auto op = dyn_cast<MatmulOp>(reader->getOwner());
    auto product = op ? WeightedProduct::match(op, *reader) : std::nullopt;
    if (!product)
      return false;
    std::optional<WeightedProduct> &found =
        product->usesTransposed ? ofKeys : ofQueries;
    if (found || !isPart(product->matrix, product->usesTransposed
                                              ? attention.first.getA()
                                              : attention.first.getB()))
      return false;
    found = product;
  }
  return ofKeys && ofQueries;
}

/// Finds where the new operations can be: behind all that they read, before all
/// that reads them.
bool Gradients::findPoint() {
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
  return point && isBefore(ofValues->matrix) && isBefore(ofWeights.getB()) &&
         attention.second.op->isBeforeInBlock(point) &&
         llvm::all_of(extras, [&](const RegionExtra &extra) {
           return isBefore(extra.operand);
         });
}

bool Gradients::match() {
  return matchReaders() && matchRows() && matchSum() && matchProducts() &&
         findPoint();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

static Value scale(OpBuilder &builder, Location loc, Value value,
                   const APFloat &factor) {
  if (factor.isExactlyValue(1.0))
    return value;
  return arith::MulFOp::create(
      builder, loc, value,
      arith::ConstantOp::create(
          builder, loc, builder.getF32FloatAttr(factor.convertToDouble())));
}

/// True for what is known of a row without its points.
bool Gradients::isKnown(Value value) {
  return value == attention.maximum || value == attention.sum ||
         (sum && value == sum.getResult());
}

/// What the body needs for `values`, in order, without what is known, and
/// without invariants if these are, too.
SmallVector<Operation *> Gradients::collect(ValueRange values,
                                            bool knowsInvariants) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Value> worklist(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *inside = value.getDefiningOp();
    if (inside && inside->getBlock() == rows.getBodyBlock() &&
        !isKnown(value) && !(knowsInvariants && invariants.contains(value)) &&
        needed.insert(inside))
      llvm::append_range(worklist, inside->getOperands());
  }
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

/// Finds what is the same for all keys, and read where they differ.
void Gradients::findInvariants() {
  RowVariance variance(rows);
  Value yielded = getYielded();
  auto add = [&](Value value) {
    Operation *op = value.getDefiningOp();
    // Numbers of loops, and what is computed of them, are in the regions.
    if (op && op->getBlock() == rows.getBodyBlock() &&
        isa<FloatType>(value.getType()) && !variance.varies(value) &&
        !matchPattern(op, m_Constant()) && value != attention.maximum &&
        value != attention.sum)
      invariants.insert(value);
  };
  add(yielded);
  for (Operation *inside : collect(yielded, /*knowsInvariants=*/false))
    if (variance.varies(inside))
      llvm::for_each(inside->getOperands(), add);
}

/// A factor of what is summed, whose sum over the keys this gives: that of the
/// gradients G V^T and weights P is `dot`, and powers are weights times their
/// sum.
Value Gradients::emitFactor(OpBuilder &builder, const IRMapping &mapping,
                            Value factor, Value dot) {
  Location loc = rows.getLoc();
  Type f32 = builder.getF32Type();
  factor = skipConversions(factor);
  if (factor == gradient)
    return scale(builder, loc, dot, ofWeights.getAlpha());
  if (factor == weight)
    return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1));
  if (isPower(factor))
    return convert(builder, loc, mapping.lookup(attention.sum), f32);
  if (!RowVariance(rows).varies(factor))
    return convert(builder, loc, mapping.lookupOrDefault(factor), f32);
  auto emit = [&](unsigned operand) {
    return emitFactor(builder, mapping,
                      factor.getDefiningOp()->getOperand(operand), dot);
  };
  return TypeSwitch<Operation *, Value>(factor.getDefiningOp())
      .Case([&](arith::MulFOp) {
        return arith::MulFOp::create(builder, loc, emit(0), emit(1));
      })
      .Case([&](arith::DivFOp) {
        return arith::DivFOp::create(builder, loc, emit(0), emit(1));
      })
      .Case([&](arith::NegFOp) {
        return arith::NegFOp::create(builder, loc, emit(0));
      });
}

void Gradients::mapStatistics(OpBuilder &builder, IRMapping &mapping,
                              Value maximum, Value total) {
  auto map = [&](Value value, Value number) {
    mapping.map(value,
                convert(builder, rows.getLoc(), number, value.getType()));
  };
  map(attention.maximum, maximum);
  map(attention.sum, total);
  for (BlockArgument argument : maxima)
    map(argument, maximum);
  for (BlockArgument argument : sums)
    map(argument, total);
}

/// Computes the invariants from the output of attention: the sum of a row of
/// P (G V^T) is the sum of a row of O G. The last result is the inverse of the
/// sum of powers, which is at least one, as that of the largest score is.
RowsOp Gradients::createInvariants(RewriterBase &rewriter, AttentionOp op) {
  Location loc = rows.getLoc();
  unsigned numLoops = rows.getNumLoops();
  AffineMap identity = rewriter.getMultiDimIdentityMap(numLoops);
  AffineMap ofRow = identity.dropResult(numLoops - 1);
  SmallVector<Value> inputs = {op->getResult(0),
                               attention.expand(rewriter, ofValues->matrix),
                               op->getResult(1), op->getResult(2)};
  SmallVector<AffineMap> maps = {identity, identity, ofRow, ofRow};
  RowVariance variance(rows);
  SmallVector<BlockArgument> read;
  for (const RegionExtra &extra : extras)
    if (!variance.varies(extra.argument)) {
      inputs.push_back(extra.operand);
      maps.push_back(extra.map);
      read.push_back(extra.argument);
    }
  SmallVector<int64_t> shape(attention.batchShape);
  shape.push_back(rows.getLoopSizes()[numLoops - 2]);
  SmallVector<Value> outputs;
  SmallVector<Type> types = llvm::to_vector(
      llvm::map_range(invariants, [](Value value) { return value.getType(); }));
  types.push_back(rewriter.getF32Type());
  for (Type type : types) {
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, shape, type));
    maps.push_back(ofRow);
  }
  return RowsOp::create(
      rewriter, loc, inputs, outputs, numLoops - 1, maps,
      [&](OpBuilder &inner, ValueRange numbers) {
        Type f32 = inner.getF32Type();
        IRMapping mapping;
        mapStatistics(inner, mapping, numbers[2], numbers[3]);
        mapping.map(read, numbers.drop_front(4));
        // What varies of the sum is known from `dot`.
        for (Operation *inside :
             collect(sum.getValue(), /*knowsInvariants=*/false))
          if (!variance.varies(inside))
            inner.clone(*inside, mapping);
        Value ofOutput = convert(inner, loc, numbers[1], f32);
        Value product = arith::MulFOp::create(
            inner, loc, convert(inner, loc, numbers[0], f32), ofOutput);
        // An infinite gradient gives products with V of both signs, or NaN:
        // zero, or NaN if it is infinite.
        product = arith::AddFOp::create(
            inner, loc, product,
            arith::SubFOp::create(inner, loc, ofOutput, ofOutput));
        Value zero =
            arith::ConstantOp::create(inner, loc, inner.getF32FloatAttr(0));
        Value dot = ReduceOp::create(inner, loc, arith::AtomicRMWKind::addf,
                                     product, zero);
        Value total = emitFactor(inner, mapping, sum.getValue(), dot);
        mapping.map(sum, convert(inner, loc, total, sum.getType()));
        for (Operation *inside : collect(invariants.getArrayRef(),
                                         /*knowsInvariants=*/false))
          if (!mapping.contains(inside->getResult(0)))
            inner.clone(*inside, mapping);
        SmallVector<Value> yielded =
            llvm::map_to_vector(invariants, [&](Value value) {
              return mapping.lookupOrDefault(value);
            });
        Value one =
            arith::ConstantOp::create(inner, loc, inner.getF32FloatAttr(1));
        yielded.push_back(arith::DivFOp::create(inner, loc, one, numbers[3]));
        return yielded;
      });
}

/// Clones `op` with operands of `mapping`. The last two loops are in each
/// other's place if rows are keys.
static void cloneInside(OpBuilder &builder, Operation *op, IRMapping &mapping,
                        unsigned numLoops, bool ofKeys) {
  auto index = dyn_cast<IndexOp>(op);
  if (!index || !ofKeys || index.getLoop() + 2 < numLoops)
    builder.clone(*op, mapping);
  else
    mapping.map(index.getResult(),
                IndexOp::create(builder, op->getLoc(), index.getType(),
                                2 * numLoops - 3 - index.getLoop())
                    .getResult());
}

/// The weights for the outputs, of elements of the products and of further
/// operands: those of attention, statistics, those of the rows, invariants, and
/// the inverse of the sum of powers.
SmallVector<Value> Gradients::emitWeights(OpBuilder &builder,
                                          ValueRange arguments, bool ofKeys) {
  Location loc = rows.getLoc();
  Type f32 = builder.getF32Type();
  ValueRange numbers = arguments.drop_front(2);
  size_t numOfAttention = attention.extras.size();
  Value maximum = numbers[numOfAttention], total = numbers[numOfAttention + 1];
  unsigned numLoops = rows.getNumLoops();

  // The weights of attention.
  IRMapping mapping;
  Value score = attention.emitScores(builder, arguments[0], numbers);
  mapping.map(attention.scores, score);
  for (auto [extra, number] : llvm::zip(attention.extras, numbers))
    if (extra.argument)
      mapping.map(extra.argument, number);
  for (Operation *inside : attention.scoreOps)
    cloneInside(builder, inside, mapping, numLoops, ofKeys);
  Value masked =
      convert(builder, loc, mapping.lookupOrDefault(attention.score), f32);
  Value power = math::ExpOp::create(
      builder, loc, arith::SubFOp::create(builder, loc, masked, maximum));
  Value inverse = numbers.back();
  Value ofValues = arith::MulFOp::create(builder, loc, power, inverse);

  // The gradients of the scores.
  if (scores)
    mapping.map(scores, score);
  if (weight)
    mapping.map(weight, convert(builder, loc, ofValues, weight.getType()));
  mapping.map(gradient,
              convert(builder, loc,
                      scale(builder, loc, arguments[1], ofWeights.getAlpha()),
                      gradient.getType()));
  mapStatistics(builder, mapping, maximum, total);
  numbers = numbers.drop_front(numOfAttention + 2);
  for (auto [extra, number] : llvm::zip(extras, numbers))
    mapping.map(extra.argument, number);
  mapping.map(invariants.getArrayRef(),
              numbers.drop_front(extras.size()).drop_back());
  for (Operation *inside : collect(getYielded(), /*knowsInvariants=*/true)) {
    auto quotient = dyn_cast<arith::DivFOp>(inside);
    if (quotient && quotient.getType().isF32() &&
        mapping.lookupOrDefault(quotient.getRhs()) == total)
      mapping.map(
          quotient.getResult(),
          arith::MulFOp::create(
              builder, loc, mapping.lookupOrDefault(quotient.getLhs()), inverse)
              .getResult());
    else
      cloneInside(builder, inside, mapping, numLoops, ofKeys);
  }
  Value ofScores =
      convert(builder, loc, mapping.lookupOrDefault(getYielded()), f32);
  if (!ofKeys)
    return {scale(builder, loc, ofScores, this->ofQueries->op.getAlpha())};
  return {scale(builder, loc, ofScores, this->ofKeys->op.getAlpha()),
          scale(builder, loc, ofValues, this->ofValues->op.getAlpha())};
}

/// The operation whose output is the gradient of the queries, or whose outputs
/// are those of the keys and values.
AttentionGradientOp Gradients::create(RewriterBase &rewriter, AttentionOp op,
                                      RowsOp ofInvariants, bool ofKeys) {
  Location loc = rows.getLoc();
  unsigned numLoops = rows.getNumLoops();
  AffineMap identity = rewriter.getMultiDimIdentityMap(numLoops);
  AffineMap ofRow = identity.dropResult(numLoops - 1);
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  auto add = [&](Value operand, AffineMap map) {
    operands.push_back(operand);
    if (ofKeys) {
      SmallVector<AffineExpr> dims(identity.getResults());
      std::swap(dims.end()[-1], dims.end()[-2]);
      map = map.replaceDimsAndSymbols(dims, {}, numLoops, 0);
    }
    maps.push_back(map);
  };
  for (const RegionExtra &extra : attention.extras)
    add(extra.operand, extra.map);
  for (Value statistic : op->getResults().drop_front())
    add(statistic, ofRow);
  for (const RegionExtra &extra : extras)
    add(extra.operand, extra.map);
  for (Value vector : ofInvariants->getResults())
    add(vector, ofRow);

  auto ofOutput = attention.expand(rewriter, ofValues->matrix);
  SmallVector<Value> matrices = {op.getQuery(), op.getKey(), ofOutput,
                                 op.getValue()};
  SmallVector<MatmulOp> products = {ofQueries->op};
  if (ofKeys) {
    matrices = {op.getKey(), op.getQuery(), op.getValue(), ofOutput};
    products = {this->ofKeys->op, ofValues->op};
  }
  SmallVector<Value> outputs;
  for (auto [index, product] : llvm::enumerate(products)) {
    // As A, or as C.
    auto type = cast<RankedTensorType>(matrices[2 * index].getType());
    outputs.push_back(tensor::EmptyOp::create(
        rewriter, loc, type.getShape(),
        getElementTypeOrSelf(product.getD().getType())));
  }
  return AttentionGradientOp::create(
      rewriter, loc, matrices, operands, maps, outputs,
      [&](OpBuilder &inner, ValueRange arguments) {
        return emitWeights(inner, arguments, ofKeys);
      });
}

bool Gradients::replace(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(attention.second.op);
  if (!attention.addOperandsOfFirst(rewriter))
    return false;
  AttentionOp op = attention.create(rewriter, /*hasStatistics=*/true);
  Value output = attention.createResult(rewriter, op);
  rewriter.setInsertionPoint(point);
  findInvariants();
  RowsOp ofInvariants = createInvariants(rewriter, op);
  auto queryOp = create(rewriter, op, ofInvariants, /*ofKeys=*/false);
  auto keyOp = create(rewriter, op, ofInvariants, /*ofKeys=*/true);
  if (!findLackOfKernel(op).empty() || !findLackOfKernel(queryOp).empty() ||
      !findLackOfKernel(keyOp).empty())
    return false;
  for (Block *body :
       {op.getBodyBlock(), queryOp.getBodyBlock(), keyOp.getBodyBlock()})
    widenRegion(rewriter, *body);
  allowApproximations(queryOp);
  allowApproximations(keyOp);
  rewriter.setInsertionPoint(point);
  rewriter.replaceAllUsesWith(attention.second.op.getD(), output);
  auto replaceProduct = [&](WeightedProduct product, Value result) {
    result = collapseBatch(rewriter, rows.getLoc(), result);
    if (product.givesTransposed)
      result = transposeMatrix(rewriter, rows.getLoc(), result);
    rewriter.replaceAllUsesWith(product.op.getD(), result);
  };
  replaceProduct(*ofQueries, queryOp->getResult(0));
  replaceProduct(*ofKeys, keyOp->getResult(0));
  replaceProduct(*ofValues, keyOp->getResult(1));
  return true;
}

bool fused::fuseAttentionGradients(RewriterBase &rewriter,
                                   AttentionMatch &attention) {
  Gradients gradients(attention);
  return gradients.match() && gradients.replace(rewriter);
}
