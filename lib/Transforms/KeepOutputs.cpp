//===- KeepOutputs.cpp - Keep what operations do not write ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/ElementwisePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace fused {
#define GEN_PASS_DEF_KEEPOUTPUTS
#include "fused/Transforms/ElementwisePasses.h.inc"
} // namespace fused

using namespace mlir;

/// Replaces an operation with a single point by operations on single elements.
static void replaceByElements(linalg::GenericOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<int64_t> point(op.getNumLoops(), 0);
  auto makeIndices = [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return llvm::map_to_vector(map.compose(point), [&](int64_t index) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, index);
    });
  };
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (isa<RankedTensorType>(value.getType()))
      value =
          tensor::ExtractOp::create(builder, loc, value, makeIndices(operand));
    mapping.map(op.getMatchingBlockArgument(&operand), value);
  }
  for (Operation &inner : op.getBody()->without_terminator())
    if (isa<linalg::IndexOp>(inner))
      mapping.map(inner.getResult(0),
                  arith::ConstantIndexOp::create(builder, loc, 0));
    else
      builder.clone(inner, mapping);
  Operation *yield = op.getBody()->getTerminator();
  for (auto [output, value, result] : llvm::zip_equal(
           op.getDpsInitsMutable(), yield->getOperands(), op->getResults()))
    result.replaceAllUsesWith(
        tensor::InsertOp::create(builder, loc, mapping.lookupOrDefault(value),
                                 output.get(), makeIndices(output)));
  op.erase();
}

/// Keeps the elements of outputs that the operation does not write. Upstream
/// treats an output as uninitialized if the body does not read it. In
/// operations without a reduction, it does so even if the body reads it.
static void keepOutputs(linalg::LinalgOp op) {
  bool keeps = llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &output) {
    return fused::keepsElements(op, output);
  });
  if (!keeps)
    return;
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  bool isSinglePoint = llvm::all_of(op.getStaticLoopRanges(),
                                    [](int64_t extent) { return extent == 1; });
  if (isSinglePoint && generic)
    return replaceByElements(generic);
  IRRewriter rewriter(op.getContext());
  (void)fused::readKeptOutputs(rewriter, op);
  if (!generic || op.getNumReductionLoops() != 0)
    return;
  // Lowering to loops finds out later that this loop is no reduction.
  SmallVector<Attribute> kinds(generic.getIteratorTypes().getValue());
  kinds.front() = linalg::IteratorTypeAttr::get(op.getContext(),
                                                utils::IteratorType::reduction);
  generic.setIteratorTypesAttr(ArrayAttr::get(op.getContext(), kinds));
}

namespace {
struct KeepOutputs : public fused::impl::KeepOutputsBase<KeepOutputs> {
  void runOnOperation() override { getOperation()->walk(keepOutputs); }
};
} // namespace
