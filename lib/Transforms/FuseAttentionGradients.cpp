//===- FuseAttentionGradients.cpp - Attention of training steps -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionGradients.h"

#include "ProductFormation.h"
#include "Reshape.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Transforms/SplitAttention.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
  return convertScalarToDtype(builder, loc, value, type,
                              /*isUnsignedCast=*/false);
}

/// What the body needs for `values`, in order, without what is known, and
/// without invariants if these are, too.
SmallVector<Operation *> AttentionGradients::collect(ValueRange values,
                                                     bool knowsInvariants) {
  return findOpsInside(rows, values, [&](Value value) {
    return isKnown(value) || (knowsInvariants && invariants.contains(value));
  });
}

/// Finds what is the same for all keys, and read where they differ.
void AttentionGradients::findInvariants() {
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
Value AttentionGradients::emitFactor(OpBuilder &builder,
                                     const IRMapping &mapping, Value factor,
                                     Value dot) {
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

void AttentionGradients::mapStatistics(OpBuilder &builder, IRMapping &mapping,
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
RowsOp AttentionGradients::createInvariants(RewriterBase &rewriter,
                                            AttentionOp op) {
  Location loc = rows.getLoc();
  unsigned numLoops = rows.getNumLoops();
  AffineMap identity = rewriter.getMultiDimIdentityMap(numLoops);
  AffineMap ofRow = identity.dropResult(numLoops - 1);
  SmallVector<Value> inputs = {
      op->getResult(0), attention.expandHeads(rewriter, ofWeights.getA()),
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
  // Rounded, they would not cancel what the kernels do not round.
  SmallVector<Type> types =
      llvm::map_to_vector(invariants, [&](Value value) -> Type {
        return is16BitFloat(value.getType()) ? rewriter.getF32Type()
                                             : value.getType();
      });
  types.push_back(rewriter.getF32Type());
  for (Type type : types) {
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, shape, type));
    maps.push_back(ofRow);
  }
  auto result = RowsOp::create(
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
        SmallVector<Value> yielded;
        for (auto [value, type] : llvm::zip(invariants, types))
          yielded.push_back(
              convert(inner, loc, mapping.lookupOrDefault(value), type));
        Value one =
            arith::ConstantOp::create(inner, loc, inner.getF32FloatAttr(1));
        yielded.push_back(arith::DivFOp::create(inner, loc, one, numbers[3]));
        return yielded;
      });
  widenRegion(rewriter, *result.getBodyBlock());
  return result;
}

/// Clones `op` with operands of `mapping`.
static void cloneInside(OpBuilder &builder, Operation *op, IRMapping &mapping,
                        unsigned numLoops, bool ofKeys) {
  if (auto index = dyn_cast<IndexOp>(op))
    mapping.map(
        index.getResult(),
        createIndex(builder, op->getLoc(), index.getLoop(), numLoops, ofKeys));
  else
    builder.clone(*op, mapping);
}

/// The weights for the outputs, of elements of the products and of further
/// operands: those of attention, statistics, those of the rows, invariants, and
/// the inverse of the sum of powers.
SmallVector<Value> AttentionGradients::emitWeights(OpBuilder &builder,
                                                   ValueRange arguments,
                                                   bool ofKeys) {
  Location loc = rows.getLoc();
  Type f32 = builder.getF32Type();
  ValueRange numbers = arguments.drop_front(2);
  size_t numOfAttention = attention.extras.size();
  Value maximum = numbers[numOfAttention], total = numbers[numOfAttention + 1];
  unsigned numLoops = rows.getNumLoops();

  // The weights of attention.
  IRMapping mapping;
  Value score = attention.emitScores(builder, arguments[0], numbers, ofKeys);
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
  for (auto [value, number] :
       llvm::zip(invariants, numbers.drop_front(extras.size())))
    mapping.map(value, convert(builder, loc, number, value.getType()));
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
AttentionGradientOp AttentionGradients::create(RewriterBase &rewriter,
                                               AttentionOp op,
                                               RowsOp ofInvariants,
                                               bool ofKeys) {
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

  auto ofOutput = attention.expandHeads(rewriter, ofWeights.getA());
  SmallVector<Value> matrices = {op.getQuery(), op.getKey(), ofOutput,
                                 op.getValue()};
  SmallVector<WeightedProduct> products = {*ofQueries};
  if (ofKeys) {
    matrices = {op.getKey(), op.getQuery(), op.getValue(), ofOutput};
    products = {*this->ofKeys, *ofValues};
  }
  SmallVector<Value> outputs;
  for (auto [index, product] : llvm::enumerate(products)) {
    // As A, or as C. What is summed afterwards is not rounded.
    auto type = cast<RankedTensorType>(matrices[2 * index].getType());
    SmallVector<int64_t> shape(attention.batchShape);
    llvm::append_range(shape, type.getShape().take_back(2));
    Type element = product.heads == 1 ? product.getElementType(APFloat(1.0))
                                      : rewriter.getF32Type();
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, shape, element));
  }
  return AttentionGradientOp::create(
      rewriter, loc, matrices, operands, maps, outputs,
      [&](OpBuilder &inner, ValueRange arguments) {
        return emitWeights(inner, arguments, ofKeys);
      });
}

/// The sum over the heads of each group, of matrices in one batch of all heads.
static Value sumHeads(RewriterBase &rewriter, Location loc, Value matrices,
                      int64_t heads) {
  auto type = cast<RankedTensorType>(matrices.getType());
  ArrayRef<int64_t> shape = type.getShape();
  SmallVector<int64_t> split = {shape[0] / heads, heads, shape[1], shape[2]};
  Value groups =
      expandGroups(rewriter, loc, matrices, {2, 1, 1}, type.clone(split),
                   getAsIndexOpFoldResult(rewriter.getContext(), split));
  return sumOver(rewriter, loc, groups, {1});
}

bool AttentionGradients::replace(RewriterBase &rewriter) {
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
  std::array<Block *, 3> bodies = {op.getBodyBlock(), queryOp.getBodyBlock(),
                                   keyOp.getBodyBlock()};
  for (Block *body : bodies)
    widenRegion(rewriter, *body);
  allowApproximations(queryOp);
  allowApproximations(keyOp);
  for (Block *body : bodies)
    roundScores(*body);
  rewriter.replaceAllUsesWith(attention.second.op.getD(), output);
  // Factors are in the regions.
  const APFloat one(1.0);
  auto replaceProduct = [&](WeightedProduct product, Value result) {
    // Where C is known.
    bool isLater = point->isBeforeInBlock(product.op);
    rewriter.setInsertionPoint(isLater ? product.op : point);
    Location loc = rows.getLoc();
    auto type = cast<RankedTensorType>(product.op.getD().getType());
    result = collapseBatch(rewriter, loc, result);
    if (product.heads > 1) {
      result = convertElements(rewriter, loc,
                               sumHeads(rewriter, loc, result, product.heads),
                               product.getElementType(one));
      if (type.getRank() == 2)
        result = collapseGroups(rewriter, loc, result, {2, 1});
    }
    rewriter.replaceAllUsesWith(product.op.getD(),
                                product.finish(rewriter, result, one));
  };
  replaceProduct(*ofQueries, queryOp->getResult(0));
  replaceProduct(*ofKeys, keyOp->getResult(0));
  replaceProduct(*ofValues, keyOp->getResult(1));
  return true;
}

bool fused::fuseAttentionGradients(RewriterBase &rewriter,
                                   AttentionMatch &attention) {
  AttentionGradients gradients(attention);
  return gradients.match() && gradients.replace(rewriter);
}
