//===- FoldUniform.cpp - Tensors whose elements are one number ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldUniform.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fused;

/// The number that each element of an operand is, as an attribute of its
/// element type; null if they are not known to be one number.
static TypedAttr getUniform(const OpOperand &operand) {
  if (!isa<RankedTensorType>(operand.get().getType()))
    return {};
  std::optional<double> number = getKnownNumber(operand.get());
  if (!number)
    return {};
  Type elementType = getElementTypeOrSelf(operand.get());
  if (auto type = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(type, *number);
  auto type = dyn_cast<IntegerType>(elementType);
  // A double is that of one integer only below this number.
  constexpr double limit = 1ll << 53;
  if (!type || type.getWidth() > 64 || std::abs(*number) >= limit)
    return {};
  if (type.isInteger(1))
    return BoolAttr::get(type.getContext(), *number != 0.0);
  return IntegerAttr::get(type, static_cast<int64_t>(*number));
}

namespace {
/// Computes what has operands of one number each where it is compiled.
struct FoldUniformGeneric : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    Block &body = *op.getBlock();
    auto yield = cast<linalg::YieldOp>(body.getTerminator());
    // What repeats an operand stays.
    if (!isElementwise(op) || op->getNumResults() != 1 ||
        isa<BlockArgument>(yield.getOperand(0)) ||
        !llvm::all_of(body.without_terminator(), [](Operation &inside) {
          return isa<arith::ArithDialect>(inside.getDialect());
        }))
      return rewriter.notifyMatchFailure(op, "not arithmetic on elements");
    DenseMap<Value, Attribute> numbers;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      if (argument.use_empty())
        continue;
      numbers[argument] = getUniform(operand);
      if (!numbers[argument])
        return rewriter.notifyMatchFailure(op, "an operand is not one number");
    }
    for (Operation &inside : body.without_terminator()) {
      SmallVector<Attribute> operands = llvm::map_to_vector(
          inside.getOperands(), [&](Value value) -> Attribute {
            auto number = numbers.find(value);
            return number == numbers.end() ? getConstant(value)
                                           : number->second;
          });
      // Folding may change the operation, and have no result.
      OwningOpRef<Operation *> copy(inside.clone());
      SmallVector<OpFoldResult> folded;
      if (failed(copy->fold(operands, folded)) || folded.size() != 1)
        return rewriter.notifyMatchFailure(op, "is not known");
      Attribute result = dyn_cast<Attribute>(folded.front());
      if (auto value = dyn_cast<Value>(folded.front()))
        result = numbers.lookup(value);
      if (!result)
        return rewriter.notifyMatchFailure(op, "is not known");
      numbers[inside.getResult(0)] = result;
    }
    Attribute known = numbers.lookup(yield.getOperand(0));
    auto number = dyn_cast_or_null<TypedAttr>(
        known ? known : getConstant(yield.getOperand(0)));
    if (!number)
      return rewriter.notifyMatchFailure(op, "is not known");
    Value constant = arith::ConstantOp::create(rewriter, op.getLoc(), number);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, constant,
                                                op.getDpsInits()[0]);
    return success();
  }
};

/// Drops factors of one, and the operand if it was nothing else.
struct DropFactorOfOne : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not on tensors");
    for (OpOperand *operand : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(operand);
      llvm::SetVector<Operation *> products;
      for (Operation *user : argument.getUsers())
        if (isa<arith::MulFOp>(user))
          products.insert(user);
      if (products.empty())
        continue;
      auto number = dyn_cast_or_null<FloatAttr>(getUniform(*operand));
      if (!number || !number.getValue().isExactlyValue(1.0))
        continue;
      for (Operation *product : products)
        rewriter.replaceOp(
            product,
            product->getOperand(product->getOperand(0) == argument ? 1 : 0));
      if (argument.use_empty())
        eraseInput(op, operand->getOperandNumber(), rewriter);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "has no factor of one");
  }

private:
  /// Erases an input, unless it alone tells the size of a loop.
  static void eraseInput(linalg::GenericOp op, unsigned number,
                         PatternRewriter &rewriter) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps.erase(maps.begin() + number);
    if (!inversePermutation(concatAffineMaps(maps, op.getContext())))
      return;
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputsMutable().erase(number);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
      op.getBlock()->eraseArgument(number);
    });
  }
};

/// Drops the zero to which an element is added, as contractions do that sum
/// over nothing: `einsum("bhqk,h->hbqk")`.
struct DropSumOfOne : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwise(op) || op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "not of elements");
    Operation *yield = op.getBlock()->getTerminator();
    auto sum = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
    BlockArgument out = op.getRegionOutputArgs().front();
    if (!sum || !out.hasOneUse() ||
        !llvm::is_contained(sum->getOperands(), out))
      return rewriter.notifyMatchFailure(op, "adds to no output");
    if (!isKnownZero(op.getDpsInits()[0]))
      return rewriter.notifyMatchFailure(op, "does not add to zero");
    rewriter.modifyOpInPlace(op, [&] {
      yield->setOperand(0, sum.getLhs() == out ? sum.getRhs() : sum.getLhs());
    });
    return success();
  }
};
} // namespace

void fused::populateFoldUniformPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldUniformGeneric, DropFactorOfOne, DropSumOfOne>(
      patterns.getContext());
}
