//===- PrepareBufferization.cpp - What one-shot bufferization needs first ===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/BufferizationPasses.h"
#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
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
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_PREPAREBUFFERIZATION
#include "fused/Conversion/BufferizationPasses.h.inc"
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

/// The type with a size of 1 for each that is not known.
static RankedTensorType getOnes(RankedTensorType type) {
  SmallVector<int64_t> shape(type.getShape());
  llvm::replace(shape, ShapedType::kDynamic, int64_t(1));
  return RankedTensorType::get(shape, type.getElementType());
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

/// Makes an element of an array whose sizes are not known to be 1. Upstream has
/// a view of it only where they are.
struct CollapseOnes : public OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getSrcType();
    if (op.getResultType().getRank() != 0 || type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "its sizes are known");
    Value cast = tensor::CastOp::create(rewriter, op.getLoc(), getOnes(type),
                                        op.getSrc());
    rewriter.modifyOpInPlace(op, [&] { op.getSrcMutable().assign(cast); });
    return success();
  }
};

/// Makes a reshape of no elements a new array. In a group of 0 and a size that
/// is not known, upstream knows the size on memrefs, but not on tensors.
struct ReplaceEmptyCollapse : public OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    if (!llvm::is_contained(op.getSrcType().getShape(), 0))
      return rewriter.notifyMatchFailure(op, "it may have elements");
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (auto [result, group] :
         llvm::zip_equal(type.getShape(), op.getReassociationIndices())) {
      if (!ShapedType::isDynamic(result))
        continue;
      Value size;
      for (int64_t dim : group) {
        Value factor = tensor::DimOp::create(rewriter, loc, op.getSrc(), dim);
        size =
            size ? arith::MulIOp::create(rewriter, loc, size, factor) : factor;
      }
      sizes.push_back(size);
    }
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, sizes);
    return success();
  }
};

/// Makes an array of an element, whose sizes are not known to be 1.
struct ExpandOnes : public OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    if (op.getSrcType().getRank() != 0 || type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "its sizes are known");
    Value ones = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), getOnes(type), op.getSrc(),
        ArrayRef<ReassociationIndices>());
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, ones);
    return success();
  }
};

/// Makes a transpose a reshape, which copies nothing, if it moves dimensions of
/// size 1 alone.
struct ReshapeOnes : public OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput().getType());
    auto to = dyn_cast<RankedTensorType>(op.getInit().getType());
    if (!from || !to || !from.hasStaticShape() || from.getNumElements() == 0)
      return rewriter.notifyMatchFailure(op, "it may have any sizes");
    SmallVector<int64_t> moved, sizes;
    for (int64_t dim : op.getPermutation())
      if (from.getDimSize(dim) != 1) {
        moved.push_back(dim);
        sizes.push_back(from.getDimSize(dim));
      }
    if (!llvm::is_sorted(moved))
      return rewriter.notifyMatchFailure(op, "it moves larger dimensions");
    RankedTensorType between = from.clone(sizes);
    Value value = op.getInput();
    if (from != between)
      value = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), between, value,
          *getReassociationIndicesForReshape(from, between));
    if (to != between)
      value = tensor::ExpandShapeOp::create(
          rewriter, op.getLoc(), to, value,
          *getReassociationIndicesForReshape(between, to));
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Gives a reshape the sizes that its type tells. Upstream accepts values in
/// their place on tensors alone.
struct UseKnownSizes : public OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    bool isNew = false;
    for (auto [size, known] :
         llvm::zip_equal(sizes, op.getResultType().getShape()))
      if (isa<Value>(size) && !ShapedType::isDynamic(known)) {
        size = rewriter.getIndexAttr(known);
        isNew = true;
      }
    if (!isNew)
      return rewriter.notifyMatchFailure(op, "it has the sizes of its type");
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        op, op.getResultType(), op.getSrc(), op.getReassociationIndices(),
        sizes);
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

/// Refuses operations that write the memory of an argument: callers pass arrays
/// that are only read.
static LogicalResult checkArguments(func::FuncOp function) {
  if (!function.isPublic() || function.isExternal())
    return success();
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<BaseMemRefType>(argument.getType()))
      continue;
    llvm::SetVector<Value> names;
    names.insert(argument);
    for (size_t i = 0; i < names.size(); ++i)
      for (Operation *user : names[i].getUsers()) {
        if (hasEffect<MemoryEffects::Write>(user, names[i]))
          return user->emitOpError()
                 << "writes argument " << argument.getArgNumber() << " of '"
                 << function.getName()
                 << "', and callers pass arrays that are only read: "
                    "return an array instead";
        if (isa<ViewLikeOpInterface>(user))
          names.insert_range(user->getResults());
      }
  }
  return success();
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

/// Refuses operations on tensors that bufferization does not know.
static LogicalResult checkBufferizable(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (isa<bufferization::BufferizableOpInterface>(op) ||
      OpTrait::hasElementwiseMappableTraits(op) ||
      (llvm::none_of(op->getOperandTypes(), isTensor) &&
       llvm::none_of(op->getResultTypes(), isTensor)))
    return success();
  return op->emitOpError("cannot be compiled: it computes on tensors and "
                         "cannot be bufferized; lower it to linalg first");
}

/// True if an array at `use` is read and then overwritten, or changes from
/// iteration to iteration.
static bool isUpdated(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.isDpsInit(&use) &&
           structured.payloadUsesValueFromOperand(&use);
  if (auto scatter = dyn_cast<fused::ScatterOp>(op))
    return scatter.isDpsInit(&use);
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return &use == &insert.getDestMutable();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return &use == &insert.getDestMutable();
  return isa<LoopLikeOpInterface>(op) && isa<RegionBranchOpInterface>(op);
}

/// Fills an array with a number where it is updated. Of a constant, there would
/// be a copy in the program, and one for each update.
static void fillUpdated(arith::ConstantOp op, IRRewriter &rewriter) {
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!splat || !type || !isa<FloatType, IntegerType>(type.getElementType()))
    return;
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    if (!isUpdated(use))
      continue;
    rewriter.setInsertionPoint(use.getOwner());
    Value number = arith::ConstantOp::create(rewriter, op.getLoc(),
                                             splat.getSplatValue<TypedAttr>());
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), type.getShape(), type.getElementType());
    use.set(linalg::FillOp::create(rewriter, op.getLoc(), number, empty)
                .getResult(0));
  }
}

void PrepareBufferization::runOnOperation() {
  WalkResult checked =
      getOperation().walk([](linalg::AggregatedOpInterface op) {
        return WalkResult(checkAggregate(op));
      });
  if (checked.wasInterrupted())
    return signalPassFailure();
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (failed(checkArguments(function)))
      return signalPassFailure();
    protectInputs(function);
  }
  IRRewriter rewriter(&getContext());
  getOperation().walk([&](arith::ConstantOp op) { fillUpdated(op, rewriter); });
  RewritePatternSet patterns(&getContext());
  patterns.add<DecomposeAggregate, KeepReadDims, CollapseOnes, ExpandOnes,
               ReplaceEmptyCollapse, ReshapeOnes, UseKnownSizes,
               KeepInsertedDims<tensor::InsertSliceOp>,
               KeepInsertedDims<tensor::ParallelInsertSliceOp>>(&getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  checked = getOperation().walk(
      [](Operation *op) { return WalkResult(checkBufferizable(op)); });
  if (checked.wasInterrupted())
    signalPassFailure();
}
