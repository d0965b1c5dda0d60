//===- WidenOperands.cpp - Products of 8 bits in wider types --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenOperands.h"

#include "Reshape.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Type fused::getWiderOperands(MatmulOp op) {
  Type a = getElementTypeOrSelf(op.getA().getType());
  Type d = getElementTypeOrSelf(op.getInit().getType());
  if (!op.hasPureTensorSemantics() || !isFloat8(a) || isFloat8(d))
    return {};
  // Both hold every number of 8 bits.
  return d.isF16() ? d : Type(BFloat16Type::get(op.getContext()));
}

void fused::widenOperands(RewriterBase &rewriter, MatmulOp op, Type type) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  MatmulOptions options = op.getOptions();
  Type d = getElementTypeOrSelf(op.getInit().getType());
  if (options.bias)
    options.bias = convertElements(rewriter, loc, options.bias,
                                   getExtraElementType(type, d));
  SmallVector<Value> outs = {op.getInit()};
  for (Value extra : {op.getAuxInit(), op.getBgradInit()})
    if (extra)
      outs.push_back(extra);
  auto product = MatmulOp::create(
      rewriter, loc, op.getEpilog(),
      convertElements(rewriter, loc, op.getA(), type),
      convertElements(rewriter, loc, op.getB(), type), outs, options);
  rewriter.replaceOp(op, product.getResults());
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// So many products of two integers of 8 bits add up to one that f32 holds, in
/// any order: the largest magnitude is 2^14.
static constexpr int64_t maxTerms = 1 << 10;

static constexpr int64_t maxProducts = 16;

bool fused::canMultiplyIntegersAsFloats(MatmulOp op) {
  Type a = getElementTypeOrSelf(op.getA().getType());
  Type d = getElementTypeOrSelf(op.getInit().getType());
  int64_t k = op.getSizes().k;
  return op.hasPureTensorSemantics() && a.isInteger(8) && d.isInteger(32) &&
         !op.getC() && !ShapedType::isDynamic(k) && k <= maxTerms * maxProducts;
}

/// Applies `compute` to each element of `inputs`, of the same sizes, into a new
/// tensor of elements of `type`.
static Value
mapElements(OpBuilder &builder, Location loc, ValueRange inputs, Type type,
            llvm::function_ref<Value(OpBuilder &, ValueRange)> compute) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, inputs.front()), type);
  int64_t rank = cast<RankedTensorType>(empty.getType()).getRank();
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, loops,
             [&](OpBuilder &b, Location l, ValueRange arguments) {
               linalg::YieldOp::create(
                   b, l, compute(b, arguments.take_front(inputs.size())));
             })
      .getResult(0);
}

/// The elements of `factor` from `offset` on in dimension `dim`.
static Value sliceFactor(OpBuilder &builder, Location loc, Value factor,
                         int64_t dim, int64_t offset, int64_t size) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, factor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  offsets[dim] = builder.getIndexAttr(offset);
  sizes[dim] = builder.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(builder, loc, factor, offsets, sizes,
                                        strides);
}

void fused::multiplyIntegersAsFloats(RewriterBase &rewriter, MatmulOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Type f32 = rewriter.getF32Type(), i32 = rewriter.getI32Type();
  auto widen = [&](Value factor) {
    return mapElements(rewriter, loc, factor, rewriter.getBF16Type(),
                       [&](OpBuilder &b, ValueRange x) -> Value {
                         return arith::SIToFPOp::create(b, loc, b.getBF16Type(),
                                                        x.front());
                       });
  };
  Value a = widen(op.getA()), b = widen(op.getB());
  int64_t rankA = cast<RankedTensorType>(a.getType()).getRank();
  int64_t rankB = cast<RankedTensorType>(b.getType()).getRank();
  // The last two dimensions are M and K, or K and N.
  int64_t dimA = 2 * rankA - 3 - op.getMDimOfA();
  int64_t dimB = 2 * rankB - 3 - op.getNDimOfB();
  MatmulOptions options = op.getOptions();
  int64_t k = op.getSizes().k;
  Value sum;
  for (int64_t offset = 0; offset < std::max<int64_t>(k, 1);
       offset += maxTerms) {
    int64_t terms = std::min(maxTerms, k - offset);
    bool isAll = terms == k;
    Value init = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getInit()), f32);
    auto product = MatmulOp::create(
        rewriter, loc, Epilog::DEFAULT,
        isAll ? a : sliceFactor(rewriter, loc, a, dimA, offset, terms),
        isAll ? b : sliceFactor(rewriter, loc, b, dimB, offset, terms), init,
        options);
    SmallVector<Value> inputs = {product.getD()};
    if (sum)
      inputs.push_back(sum);
    sum = mapElements(
        rewriter, loc, inputs, i32, [&](OpBuilder &b, ValueRange x) -> Value {
          Value part = arith::FPToSIOp::create(b, loc, i32, x.front());
          return x.size() == 1
                     ? part
                     : arith::AddIOp::create(b, loc, x[1], part).getResult();
        });
  }
  if (sum.getType() != op.getD().getType())
    sum = tensor::CastOp::create(rewriter, loc, op.getD().getType(), sum);
  rewriter.replaceOp(op, sum);
}
