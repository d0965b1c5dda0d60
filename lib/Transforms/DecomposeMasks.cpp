//===- DecomposeMasks.cpp - Conversions of masks to linalg ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskBits.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

namespace {
/// Booleans that an operation computes of one matrix and constants, element by
/// element, for a mask alone: they need not be stored.
class ComputedBits {
public:
  static std::optional<ComputedBits> match(Value bits) {
    auto op = bits.getDefiningOp<linalg::GenericOp>();
    if (!op || !bits.hasOneUse() || op->getNumResults() != 1 ||
        !isElementwise(op) ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
        !op.getRegionOutputArgs().front().use_empty())
      return std::nullopt;
    for (Operation &inside : op.getBody()->without_terminator())
      if (!isa<arith::ArithDialect>(inside.getDialect()))
        return std::nullopt;
    ComputedBits computed(op);
    for (OpOperand *input : op.getDpsInputOperands())
      if (!computed.addInput(*input))
        return std::nullopt;
    return computed.matrix ? std::optional(computed) : std::nullopt;
  }

  Value getMatrix() const { return matrix->get(); }

  /// The boolean of an element of the matrix.
  Value build(OpBuilder &builder, Value element) const {
    Block *body = op.getBody();
    IRMapping mapping;
    mapping.map(op.getMatchingBlockArgument(matrix), element);
    for (auto [argument, value] : constants)
      mapping.map(argument,
                  arith::ConstantOp::create(builder, op.getLoc(), value));
    for (Operation &inside : body->without_terminator())
      builder.clone(inside, mapping);
    return mapping.lookupOrDefault(body->getTerminator()->getOperand(0));
  }

private:
  explicit ComputedBits(linalg::GenericOp op) : op(op) {}

  bool addInput(OpOperand &input) {
    BlockArgument argument = op.getMatchingBlockArgument(&input);
    if (argument.use_empty())
      return true;
    AffineMap map = op.getMatchingIndexingMap(&input);
    auto type = dyn_cast<FloatType>(argument.getType());
    std::optional<double> constant = getKnownNumber(input.get());
    if (constant && type) {
      constants.push_back({argument, FloatAttr::get(type, *constant)});
      return true;
    }
    if (matrix || !map.isIdentity())
      return false;
    matrix = &input;
    return true;
  }

  mutable linalg::GenericOp op;
  OpOperand *matrix = nullptr;
  SmallVector<std::pair<BlockArgument, FloatAttr>, 2> constants;
};

struct DecomposePackMask : OpRewritePattern<PackMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PackMaskOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ComputedBits> computed;
    if (op.hasPureTensorSemantics())
      computed = ComputedBits::match(op.getBits());
    linalg::GenericOp generic = createMask(
        rewriter, op.getLoc(), computed ? computed->getMatrix() : op.getBits(),
        op.getInit(), [&](OpBuilder &inner, Value element) {
          return computed ? computed->build(inner, element) : element;
        });
    rewriter.replaceOp(op, generic);
    return success();
  }
};

struct DecomposeUnpackMask : OpRewritePattern<UnpackMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnpackMaskOp op,
                                PatternRewriter &rewriter) const override {
    int64_t rank = cast<ShapedType>(op.getInit().getType()).getRank();
    AffineMap maps[] = {getMaskByteMap(getContext(), rank),
                        rewriter.getMultiDimIdentityMap(rank)};
    auto generic = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResultTypes(), op.getMask(), op.getInit(),
        maps,
        SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
        [&](OpBuilder &inner, Location loc, ValueRange arguments) {
          linalg::YieldOp::create(
              inner, loc, createMaskBit(inner, loc, arguments[0], rank));
        });
    rewriter.replaceOp(op, generic);
    return success();
  }
};
} // namespace

void fused::populateDecomposeMaskPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposePackMask, DecomposeUnpackMask>(patterns.getContext());
}
