//===- MatmulCanonicalization.cpp - Simplifications of fused.matmul -------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/MatmulOp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

/// The output beside D and the largest magnitude: aux or bias gradient.
static Value getExtraInit(MatmulOp op) {
  return op.getAuxInit() ? op.getAuxInit() : op.getBgradInit();
}

/// Builds `op` again with another epilog and other options, and replaces the
/// results that remain.
static void rebuild(PatternRewriter &rewriter, MatmulOp op, Epilog epilog,
                    Value a, Value b, const MatmulOptions &options) {
  const EpilogInfo &info = getEpilogInfo(epilog);
  SmallVector<Value> outs = {op.getInit()};
  if (info.storesAux() || info.hasBiasGradient())
    outs.push_back(getExtraInit(op));
  auto replacement =
      MatmulOp::create(rewriter, op.getLoc(), epilog, a, b, outs, options);
  SmallVector<Value> results = {replacement.getD()};
  if (getExtraInit(op))
    results.push_back(outs.size() > 1 && replacement.getNumResults() > 1
                          ? replacement.getResults()[1]
                          : Value());
  results.push_back(replacement.getAmax());
  results.resize(op.getNumResults());
  rewriter.replaceOp(op, results);
}

/// True if every element of `value` is zero of either sign.
static bool isZero(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  Attribute number = constant.getValue();
  if (auto splat = dyn_cast<SplatElementsAttr>(number))
    number = splat.getSplatValue<Attribute>();
  auto zero = dyn_cast<FloatAttr>(number);
  return zero && zero.getValue().isZero();
}

namespace {
/// Drops a C that adds nothing: `beta` is zero, or C is.
struct DropC : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getC() || !(op.getBeta().isZero() || isZero(op.getC())))
      return rewriter.notifyMatchFailure(op, "C adds something");
    MatmulOptions options = op.getOptions();
    options.c = Value();
    options.beta = 1.0;
    options.allowRoundedSteps &= op.getInfo().hasRoundableSteps();
    rebuild(rewriter, op, op.getEpilog(), op.getA(), op.getB(), options);
    return success();
  }
};

/// Drops a largest magnitude that nothing uses.
struct DropUnusedAmax : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAmax() || !op.getAmax().use_empty())
      return rewriter.notifyMatchFailure(op, "the largest magnitude is used");
    MatmulOptions options = op.getOptions();
    options.amaxInit = Value();
    rebuild(rewriter, op, op.getEpilog(), op.getA(), op.getB(), options);
    return success();
  }
};

/// Drops the second result where nothing uses it: `relu_aux` to `relu`.
struct DropUnusedResult : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (!getExtraInit(op) || op.getNumResults() < 2 ||
        !op.getResults()[1].use_empty())
      return rewriter.notifyMatchFailure(op, "every result is used");
    const EpilogInfo &info = op.getInfo();
    Aux aux = info.loadsAux() ? info.aux : Aux::None;
    std::optional<Epilog> epilog =
        findEpilog(info.activation, info.hasBias, aux);
    if (!epilog)
      return rewriter.notifyMatchFailure(op, "no epilog has one result less");
    MatmulOptions options = op.getOptions();
    options.allowRoundedSteps &=
        getEpilogInfo(*epilog).hasRoundableSteps() || options.c;
    options.allowAnyNanBit = false;
    rebuild(rewriter, op, *epilog, op.getA(), op.getB(), options);
    return success();
  }
};

/// Reads through `linalg.transpose` of the last two dimensions of A or B. Of
/// operands of 8 bits, libraries take an untransposed A and a transposed B
/// alone: such a transpose may be there for them.
struct FoldTranspose : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    Value a = op.getA(), b = op.getB();
    MatmulOptions options = op.getOptions();
    bool isOf8Bits =
        cast<ShapedType>(a.getType()).getElementTypeBitWidth() == 8;
    bool changed = (!isOf8Bits || options.transposeA) &&
                   readThrough(a, options.transposeA);
    changed |= (!isOf8Bits || !options.transposeB) &&
               readThrough(b, options.transposeB);
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no operand is a transpose");
    rebuild(rewriter, op, op.getEpilog(), a, b, options);
    return success();
  }

private:
  static bool readThrough(Value &operand, bool &transposed) {
    auto transpose = operand.getDefiningOp<linalg::TransposeOp>();
    if (!transpose || !transpose.hasPureTensorSemantics())
      return false;
    SmallVector<int64_t> swapped = {0, 1, 2};
    swapped.resize(transpose.getPermutation().size());
    std::swap(swapped[swapped.size() - 2], swapped[swapped.size() - 1]);
    if (transpose.getPermutation() != ArrayRef<int64_t>(swapped))
      return false;
    operand = transpose.getInput();
    transposed = !transposed;
    return true;
  }
};
} // namespace

void MatmulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<DropC, DropUnusedAmax, DropUnusedResult, FoldTranspose>(context);
}
