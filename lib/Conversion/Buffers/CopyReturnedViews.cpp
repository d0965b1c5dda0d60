//===- CopyReturnedViews.cpp - Results with the strides of their types ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/BufferizationPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fused {
#define GEN_PASS_DEF_COPYRETURNEDVIEWS
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct CopyReturnedViews
    : public fused::impl::CopyReturnedViewsBase<CopyReturnedViews> {
  void runOnOperation() override;
};
} // namespace

/// True if the strides of the type mean that the elements lie next to each
/// other in row-major order, for all values of its dynamic sizes.
static bool isDense(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset, expected = 1;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    int64_t size = type.getDimSize(dim);
    if (size == 1)
      continue;
    if (strides[dim] != expected || ShapedType::isDynamic(strides[dim]))
      return false;
    expected = ShapedType::isDynamic(size) ? size : expected * size;
  }
  return true;
}

/// Copies `view` before `op` to a new array of type `type`.
static Value createCopy(Operation *op, Value view, MemRefType type) {
  OpBuilder builder(op);
  Location loc = view.getLoc();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, view, dim));
  constexpr int64_t alignment = 64; // Other arrays have this alignment, too.
  Value copy = memref::AllocOp::create(builder, loc, type, sizes,
                                       builder.getI64IntegerAttr(alignment));
  memref::CopyOp::create(builder, loc, view, copy);
  return copy;
}

void CopyReturnedViews::runOnOperation() {
  getOperation().walk([](func::ReturnOp op) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto cast = operand.get().getDefiningOp<memref::CastOp>();
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (!cast || !type || !type.getLayout().isIdentity())
        continue;
      auto source = dyn_cast<MemRefType>(cast.getSource().getType());
      if (source && !isDense(source))
        operand.set(createCopy(op, cast.getSource(), type));
    }
  });
}
