//===- PrepareBufferization.cpp - What one-shot bufferization needs first ===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalizeIterators.h"
#include "fused/Analysis/Writes.h"
#include "fused/Conversion/BufferPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_PREPAREBUFFERIZATION
#include "fused/Conversion/BufferPasses.h.inc"
} // namespace fused

using namespace mlir;

/// True if a view of type `type` could have dropped other dimensions of size 1
/// than the operation does. Where all steps are 1, its strides tell them.
static bool isAmbiguous(OffsetSizeAndStrideOpInterface op,
                        RankedTensorType type) {
  size_t rank = op.getMixedSizes().size();
  size_t dropped = rank - type.getRank();
  size_t units = llvm::count_if(
      op.getMixedSizes(), [](OpFoldResult size) { return isOneInteger(size); });
  return dropped != 0 && units != dropped &&
         !llvm::all_of(op.getMixedStrides(), isOneInteger);
}

/// The groups of dimensions that become one each where the others are dropped,
/// none if all are.
static SmallVector<ReassociationIndices>
getReshape(const llvm::SmallBitVector &dropped) {
  if (dropped.all())
    return {};
  SmallVector<ReassociationIndices> groups(1);
  bool hasKept = false;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    if (!dropped.test(dim) && std::exchange(hasKept, true))
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

namespace {
/// Accepts an operation that stands for several linalg operations, such as
/// `linalg.softmax`.
struct DecomposeAggregate
    : public OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "cannot be decomposed");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// Reads a slice of ambiguous shape with all of its dimensions.
struct KeepReadDims : public OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isAmbiguous(op, op.getType()))
      return rewriter.notifyMatchFailure(op, "its type tells what it drops");
    auto groups = getReshape(op.getDroppedDims());
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
        op.getMixedSizes(), op.getMixedStrides());
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(op, op.getType(),
                                                         slice, groups);
    return success();
  }
};

/// Inserts a slice of ambiguous shape with all of its dimensions.
template <typename InsertOp>
struct KeepInsertedDims : public OpRewritePattern<InsertOp> {
  using OpRewritePattern<InsertOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(InsertOp op,
                                PatternRewriter &rewriter) const override {
    if (!isAmbiguous(op, op.getSourceType()))
      return rewriter.notifyMatchFailure(op, "its type tells what it drops");
    RankedTensorType type = tensor::ExtractSliceOp::inferResultType(
        op.getDestType(), op.getMixedSizes());
    auto groups = getReshape(op.getDroppedDims());
    OpBuilder::InsertionGuard guard(rewriter);
    if (isa<tensor::ParallelInsertSliceOp>(op.getOperation()))
      rewriter.setInsertionPoint(op->getParentOp());
    Value slice = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type,
                                                op.getSource(), groups,
                                                op.getMixedSizes());
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(slice); });
    return success();
  }
};

struct PrepareBufferization
    : public fused::impl::PrepareBufferizationBase<PrepareBufferization> {
  void runOnOperation() override;
};
} // namespace

/// Marks the tensors that a caller passes as read-only.
static void protectInputs(func::FuncOp function) {
  if (!function.isPublic() || function.isExternal())
    return;
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()))
      function.setArgAttr(
          argument.getArgNumber(),
          bufferization::BufferizationDialect::kWritableAttrName,
          builder.getBoolAttr(false));
}

/// Refuses what upstream decomposes into operations on floats without asking
/// whether there are any.
static LogicalResult checkAggregate(linalg::AggregatedOpInterface op) {
  for (Type type : op->getOperandTypes())
    if (!isa<FloatType>(getElementTypeOrSelf(type)))
      return op->emitOpError("on ")
             << type << " cannot be compiled: its elements are not floats";
  return success();
}

/// Lets the body read the output whose number is `index`, without effect. No
/// pass knows that indices of loops are not negative.
static void readOutput(linalg::LinalgOp op, unsigned index) {
  Block *body = op.getBlock();
  Operation *yield = body->getTerminator();
  OpBuilder builder(yield);
  Location loc = op.getLoc();
  Value loop = linalg::IndexOp::create(builder, loc, 0);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value never = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                      loop, zero);
  Value old = body->getArgument(op.getNumDpsInputs() + index);
  Value value = arith::SelectOp::create(builder, loc, never, old,
                                        yield->getOperand(index));
  yield->setOperand(index, value);
}

/// Writes an operation without loops as what it does with single elements.
static void replaceByElements(linalg::GenericOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto makeIndices = [&](OpOperand &operand) {
    SmallVector<Value> indices;
    for (int64_t index :
         op.getMatchingIndexingMap(&operand).getConstantResults())
      indices.push_back(arith::ConstantIndexOp::create(builder, loc, index));
    return indices;
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
    builder.clone(inner, mapping);
  Operation *yield = op.getBody()->getTerminator();
  for (auto [output, value, result] : llvm::zip_equal(
           op.getDpsInitsMutable(), yield->getOperands(), op->getResults()))
    result.replaceAllUsesWith(
        tensor::InsertOp::create(builder, loc, mapping.lookupOrDefault(value),
                                 output.get(), makeIndices(output)));
  op.erase();
}

/// Keeps the elements of outputs that are not written. Upstream takes an output
/// for uninitialized if the body does not read it, and in operations without a
/// reduction, even if it does.
static void keepOutputs(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || fused::isOnRows(op))
    return;
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  bool hasLoops = op.getNumLoops() != 0, keeps = false;
  for (auto [index, output] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (output.get().getDefiningOp<tensor::EmptyOp>() ||
        fused::writesAllElements(op, output))
      continue;
    keeps = true;
    if (hasLoops && !op.payloadUsesValueFromOperand(&output))
      readOutput(op, index);
  }
  if (!keeps || !generic || op.getNumReductionLoops() != 0)
    return;
  if (!hasLoops)
    return replaceByElements(generic);
  // That the loop is no reduction is found again when loops are made.
  SmallVector<Attribute> kinds(generic.getIteratorTypes().getValue());
  kinds.front() = linalg::IteratorTypeAttr::get(op.getContext(),
                                                utils::IteratorType::reduction);
  generic.setIteratorTypesAttr(ArrayAttr::get(op.getContext(), kinds));
}

void PrepareBufferization::runOnOperation() {
  WalkResult checked =
      getOperation().walk([](linalg::AggregatedOpInterface op) {
        return WalkResult(checkAggregate(op));
      });
  if (checked.wasInterrupted())
    return signalPassFailure();
  for (auto function : getOperation().getOps<func::FuncOp>())
    protectInputs(function);
  RewritePatternSet patterns(&getContext());
  patterns.add<DecomposeAggregate, KeepReadDims,
               KeepInsertedDims<tensor::InsertSliceOp>,
               KeepInsertedDims<tensor::ParallelInsertSliceOp>>(&getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  getOperation().walk(keepOutputs);
}
