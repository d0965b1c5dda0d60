//===- SharedMatrix.cpp - One C for several products ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"

#include "ComputeBuilder.h"
#include "Reshape.h"

using namespace mlir;
using namespace fused;

bool fused::sharesC(MatmulOp op) {
  return op.getC() && op.getSizes().isBatched &&
         cast<ShapedType>(op.getC().getType()).getRank() == 2;
}

namespace {
/// Builds operations in which the batch has a dimension along which C varies,
/// and others along which it does not.
class SharedMatrixBuilder : ComputeBuilder {
public:
  SharedMatrixBuilder(OpBuilder &builder, MatmulOp op)
      : ComputeBuilder(builder, op.getLoc(), op.getComputeType()), op(op) {
    readBatch();
  }

  /// C for each product, from `c`; `sizes` are those of D.
  Value repeat(Value c, ArrayRef<OpFoldResult> sizes) {
    Value empty = createEmpty(getShape(sizes), getElementTypeOrSelf(c));
    Value copy =
        createGeneric(c, empty, {mapOfC, getIdentity()}, getIterators(),
                      [](OpBuilder &, ValueRange arguments) {
                        return SmallVector<Value>{arguments.front()};
                      })
            .getResult(0);
    return collapseGroups(builder, loc, copy, getGroups());
  }

  /// beta * C + `product`, in elements of D.
  Value add(Value product, ArrayRef<OpFoldResult> sizes) {
    auto type = cast<RankedTensorType>(op.getInit().getType());
    SmallVector<OpFoldResult> shape = getShape(sizes);
    Value empty = createEmpty(shape, type.getElementType());
    auto expandedType = cast<RankedTensorType>(empty.getType());
    Value expanded =
        expandGroups(builder, loc, product, getGroups(),
                     expandedType.clone(getElementTypeOrSelf(product)), shape);
    double beta = op.getBeta().convertToDouble();
    Value sum =
        createGeneric({expanded, op.getC()}, empty,
                      {getIdentity(), mapOfC, getIdentity()}, getIterators(),
                      [&](OpBuilder &inner, ValueRange arguments) {
                        IRArithmetic arithmetic{inner, loc, computeType};
                        Value x = widen(inner, arguments[0]);
                        Value y = widen(inner, arguments[1]);
                        if (beta != 1.0)
                          y = arithmetic.mul(arithmetic.constant(beta), y);
                        return SmallVector<Value>{
                            narrow(inner, ComputeBuilder::add(inner, x, y),
                                   type.getElementType())};
                      })
            .getResult(0);
    Value result = collapseGroups(builder, loc, sum, getGroups());
    if (result.getType() != type)
      result = tensor::CastOp::create(builder, loc, type, result);
    return result;
  }

private:
  /// Divides the batch into what C varies along and what it does not, less
  /// dimensions of size one.
  void readBatch() {
    if (sharesC(op)) {
      mapOfC = builder.getMultiDimIdentityMap(3).getMinorSubMap(2);
      return;
    }
    int64_t matrices = cast<ShapedType>(op.getC().getType()).getDimSize(0);
    int64_t repeat = op.getCRepeat();
    int64_t rounds = op.getSizes().batch / matrices / repeat;
    std::optional<int64_t> position;
    for (int64_t size : {rounds, matrices, repeat}) {
      if (size == 1)
        continue;
      if (size == matrices && !position && batch.size() == (rounds != 1))
        position = batch.size();
      batch.push_back(size);
    }
    int64_t rank = batch.size() + 2;
    SmallVector<AffineExpr> results = {
        position ? dim(*position) : builder.getAffineConstantExpr(0),
        dim(rank - 2), dim(rank - 1)};
    mapOfC = getMap(rank, results);
  }

  SmallVector<OpFoldResult> getShape(ArrayRef<OpFoldResult> sizes) const {
    if (batch.empty())
      return llvm::to_vector(sizes);
    SmallVector<OpFoldResult> shape =
        getAsIndexOpFoldResult(builder.getContext(), batch);
    llvm::append_range(shape, sizes.take_back(2));
    return shape;
  }

  /// The dimensions of the operation that form the batch, M and N.
  SmallVector<int64_t> getGroups() const {
    return {batch.empty() ? 1 : static_cast<int64_t>(batch.size()), 1, 1};
  }

  AffineMap getIdentity() const {
    return builder.getMultiDimIdentityMap(mapOfC.getNumDims());
  }

  SmallVector<utils::IteratorType> getIterators() const {
    return SmallVector<utils::IteratorType>(mapOfC.getNumDims(),
                                            utils::IteratorType::parallel);
  }

  MatmulOp op;
  /// Empty if the batch is one dimension.
  SmallVector<int64_t> batch;
  AffineMap mapOfC;
};
} // namespace

Value fused::repeatC(OpBuilder &builder, MatmulOp op, Value c,
                     ArrayRef<OpFoldResult> sizes) {
  return SharedMatrixBuilder(builder, op).repeat(c, sizes);
}

Value fused::addC(OpBuilder &builder, MatmulOp op, Value product) {
  return SharedMatrixBuilder(builder, op)
      .add(product, tensor::getMixedSizes(builder, op.getLoc(), op.getInit()));
}

MatmulOp fused::separateC(RewriterBase &rewriter, MatmulOp op) {
  rewriter.setInsertionPoint(op);
  const EpilogInfo &info = op.getInfo();
  bool isSum = info.activation == Activation::None && !info.hasBiasGradient() &&
               !op.isScaled();
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getInit());
  if (!isSum) {
    Value repeated = repeatC(rewriter, op, op.getC(), sizes);
    rewriter.modifyOpInPlace(op, [&] {
      op.getCMutable().assign(repeated);
      op.setCRepeat(1);
    });
    return op;
  }
  MatmulOptions options = op.getOptions();
  options.c = Value();
  options.beta = 1.0;
  options.allowRoundedSteps &= info.hasRoundableSteps();
  // The sum is rounded once, unless the product may be rounded before.
  Type computeType = op.getComputeType();
  Value init = op.getInit();
  if (!op.getAllowRoundedSteps() && getElementTypeOrSelf(init) != computeType) {
    init = tensor::EmptyOp::create(rewriter, loc, sizes, computeType);
    if (options.bias)
      options.bias = convertElements(rewriter, loc, options.bias, computeType);
  }
  auto product = MatmulOp::create(rewriter, loc, op.getEpilog(), op.getA(),
                                  op.getB(), init, options);
  rewriter.replaceOp(op, addC(rewriter, op, product.getD()));
  return product;
}
