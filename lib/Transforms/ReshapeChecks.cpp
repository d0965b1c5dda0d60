//===- ReshapeChecks.cpp - Assertions on reshapes -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshapeChecks.h"

#include "ShapeChecks.h"

using namespace mlir;
using namespace fused;

/// Checks that an array that is reshaped to or from one element has one.
static void checkOneElement(ShapeChecks &checks, Operation *op,
                            ArrayRef<SizeSource> sizes) {
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    checks.setInsertionPoint(op, size);
    checks.require(op, arith::CmpIPredicate::eq, checks.build(op, size),
                   OpBuilder(op).getIndexAttr(1),
                   ("'" + op->getName().getStringRef() +
                    "' has other than one element in dimension " + Twine(dim))
                       .str());
  }
}

void fused::checkExpanded(ShapeChecks &checks, tensor::ExpandShapeOp op) {
  if (op.getSrcType().getRank() == 0)
    return checkOneElement(
        checks, op,
        llvm::map_to_vector(op.getMixedOutputShape(), [](OpFoldResult size) {
          return getSizeSource(size);
        }));
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    SizeSource extent = getSizeSource(op.getSrc(), dim);
    SmallVector<SizeSource> sizes = {extent};
    for (int64_t index : group)
      sizes.push_back(getSizeSource(op.getMixedOutputShape()[index]));
    if (llvm::all_of(sizes,
                     [](const SizeSource &size) { return size.isNumber(); }))
      continue;
    checks.setInsertionPoint(op, sizes);
    OpFoldResult product = OpBuilder(op).getIndexAttr(1);
    for (const SizeSource &size : ArrayRef(sizes).drop_front()) {
      OpFoldResult factor = checks.build(op, size);
      checks.require(op, arith::CmpIPredicate::sge, factor,
                     OpBuilder(op).getIndexAttr(0),
                     "'tensor.expand_shape' has a negative size");
      product = checks.multiplySizes(op, product, factor);
    }
    checks.require(op, arith::CmpIPredicate::eq, product,
                   checks.build(op, extent),
                   ("'tensor.expand_shape' changes the number of elements of "
                    "dimension " +
                    Twine(dim))
                       .str());
  }
}

void fused::checkCollapsed(ShapeChecks &checks, tensor::CollapseShapeOp op) {
  if (op.getResultType().getRank() != 0)
    return;
  SmallVector<SizeSource> sizes;
  for (int64_t dim = 0; dim < op.getSrcType().getRank(); ++dim)
    sizes.push_back(getSizeSource(op.getSrc(), dim));
  checkOneElement(checks, op, sizes);
}

void fused::checkReshaped(ShapeChecks &checks, tensor::ReshapeOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to || (from.hasStaticShape() && to.hasStaticShape()))
    return;
  SmallVector<SizeSource> sizes, places = {{op.getShape(), 0}};
  for (int64_t dim = 0; dim < from.getRank(); ++dim)
    sizes.push_back(getSizeSource(op.getSource(), dim));
  llvm::append_range(places, sizes);
  checks.setInsertionPoint(op, places);
  OpBuilder &builder = checks.getBuilder();
  OpFoldResult before = builder.getIndexAttr(1), after = before;
  for (const SizeSource &size : sizes)
    before = checks.multiplySizes(op, before, checks.build(op, size));
  for (int64_t dim = 0; dim < to.getRank(); ++dim) {
    Value place = arith::ConstantIndexOp::create(builder, op.getLoc(), dim);
    Value element =
        tensor::ExtractOp::create(builder, op.getLoc(), op.getShape(), place);
    if (!element.getType().isIndex())
      element = arith::IndexCastOp::create(builder, op.getLoc(),
                                           builder.getIndexType(), element);
    if (to.isDynamicDim(dim))
      checks.require(op, arith::CmpIPredicate::sge, element,
                     builder.getIndexAttr(0),
                     "'tensor.reshape' has a negative size");
    else
      checks.require(op, arith::CmpIPredicate::eq, element,
                     builder.getIndexAttr(to.getDimSize(dim)),
                     "'tensor.reshape' has another size than its type");
    after = checks.multiplySizes(op, after, element);
  }
  checks.require(op, arith::CmpIPredicate::eq, before, after,
                 "'tensor.reshape' changes the number of elements");
}
