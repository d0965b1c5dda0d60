//===- EliminateEmptyTensors.cpp - Compute where values are inserted ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/OperandSource.h"
#include "fused/Conversion/BufferizationPasses.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace fused {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

using tensor::CollapseShapeOp;
using tensor::EmptyOp;
using tensor::ExpandShapeOp;
using tensor::ExtractSliceOp;
using tensor::InsertSliceOp;

/// The operand with the `tensor.empty` in which the tensor of known size
/// `value` is computed; null if there is none.
static OpOperand *findInit(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto op = value.getDefiningOp<DestinationStyleOpInterface>();
  if (!op || !cast<RankedTensorType>(value.getType()).hasStaticShape())
    return nullptr;
  OpOperand *init = op.getTiedOpOperand(result);
  return init->get().getDefiningOp<EmptyOp>() ? init : findInit(init->get());
}

/// Lets what `insert` stores behind reshapes be computed in the destination,
/// reshaped. Upstream does not look through reshapes.
static void computeInPlace(InsertSliceOp insert, const DominanceInfo &dominance,
                           IRRewriter &rewriter) {
  SmallVector<Operation *> reshapes;
  Value source = insert.getSource();
  for (Operation *op = source.getDefiningOp(); op && isReshape(op);
       op = source.getDefiningOp()) {
    reshapes.push_back(op);
    source = op->getOperand(0);
  }
  OpOperand *init = reshapes.empty() ? nullptr : findInit(source);
  if (!init || !insert.getSourceType().hasStaticShape() ||
      init->getOwner()->getBlock() != insert->getBlock() ||
      !llvm::all_of(insert->getOperands().drop_front(), [&](Value operand) {
        return dominance.properlyDominates(operand, init->getOwner());
      }))
    return;
  rewriter.setInsertionPoint(init->getOwner());
  Location loc = insert.getLoc();
  Value part =
      ExtractSliceOp::create(rewriter, loc, insert.getSourceType(),
                             insert.getDest(), insert.getMixedOffsets(),
                             insert.getMixedSizes(), insert.getMixedStrides());
  for (Operation *reshape : reshapes) {
    auto type = cast<RankedTensorType>(reshape->getOperand(0).getType());
    if (auto expand = dyn_cast<ExpandShapeOp>(reshape))
      part = CollapseShapeOp::create(rewriter, loc, type, part,
                                     expand.getReassociationIndices());
    else
      part = ExpandShapeOp::create(
          rewriter, loc, type, part,
          cast<CollapseShapeOp>(reshape).getReassociationIndices());
  }
  rewriter.modifyOpInPlace(init->getOwner(), [&] { init->set(part); });
}

namespace {
struct EliminateEmptyTensors
    : public fused::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OwningOpRef<ModuleOp> changed = module.clone();
    ScopedDiagnosticHandler ignored(&getContext(),
                                    [](Diagnostic &) { return success(); });
    IRRewriter rewriter(&getContext());
    SmallVector<InsertSliceOp> inserts;
    changed->walk([&](InsertSliceOp insert) { inserts.push_back(insert); });
    DominanceInfo dominance(*changed);
    for (InsertSliceOp insert : inserts)
      computeInPlace(insert, dominance, rewriter);
    if (succeeded(bufferization::eliminateEmptyTensors(rewriter, *changed)) &&
        succeeded(verify(*changed)))
      module.getBodyRegion().takeBody(changed->getBodyRegion());
  }
};
} // namespace
