//===- ExpandDynamicShapes.cpp - Reshapes to several dynamic sizes --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/MemRefPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_EXPANDDYNAMICSHAPES
#include "fused/Conversion/MemRefPasses.h.inc"
} // namespace fused

using namespace mlir;

/// True if a dimension becomes several of which more than one is dynamic.
/// True if a size cannot be derived from the others of its group, as upstream
/// does: there are several such, or one of the others is zero.
static bool hasUnderivableSizes(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return llvm::any_of(
      op.getReassociationIndices(), [&](const ReassociationIndices &group) {
        int64_t numDynamic = llvm::count_if(
            group, [&](int64_t dim) { return type.isDynamicDim(dim); });
        bool isEmpty = llvm::any_of(
            group, [&](int64_t dim) { return type.getDimSize(dim) == 0; });
        return numDynamic > 1 || (numDynamic == 1 && isEmpty);
      });
}

static OpFoldResult preferStatic(OpBuilder &builder, int64_t known,
                                 Value value) {
  if (ShapedType::isDynamic(known))
    return value;
  return builder.getIndexAttr(known);
}

/// The strides of the result: each is that of the dimension it comes from,
/// times the sizes of the dimensions of its group that come after it.
static SmallVector<OpFoldResult> getStrides(OpBuilder &builder,
                                            memref::ExpandShapeOp op,
                                            ArrayRef<OpFoldResult> sizes,
                                            ValueRange sourceStrides) {
  Location loc = op.getLoc();
  auto [known, offset] = op.getResultType().getStridesAndOffset();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [group, stride] :
       llvm::zip_equal(op.getReassociationIndices(), sourceStrides)) {
    Value product = stride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = preferStatic(builder, known[dim], product);
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
      product = arith::MulIOp::create(builder, loc, product, size);
    }
  }
  return strides;
}

namespace {
struct ExpandDynamicShapes
    : public fused::impl::ExpandDynamicShapesBase<ExpandDynamicShapes> {
  void runOnOperation() override;
};
} // namespace

void ExpandDynamicShapes::runOnOperation() {
  IRRewriter rewriter(&getContext());
  SmallVector<memref::ExpandShapeOp> reshapes;
  getOperation()->walk([&](memref::ExpandShapeOp op) {
    if (hasUnderivableSizes(op))
      reshapes.push_back(op);
  });
  for (memref::ExpandShapeOp op : reshapes) {
    rewriter.setInsertionPoint(op);
    auto metadata = memref::ExtractStridedMetadataOp::create(
        rewriter, op.getLoc(), op.getSrc());
    MemRefType type = op.getResultType();
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    auto [strides, offset] = type.getStridesAndOffset();
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, metadata.getBaseBuffer(),
        preferStatic(rewriter, offset, metadata.getOffset()), sizes,
        getStrides(rewriter, op, sizes, metadata.getStrides()));
  }
}
