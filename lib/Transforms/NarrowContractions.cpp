//===- NarrowContractions.cpp - Contractions of what is read --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Reshape.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Transforms/RaisePasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_NARROWCONTRACTIONS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

using tensor::ExtractSliceOp;

/// True if `slice` takes a known part of a tensor, neighbours that are not
/// none and not all.
static bool isPart(ExtractSliceOp slice) {
  auto areStatic = [](ArrayRef<int64_t> numbers) {
    return !ShapedType::isDynamicShape(numbers);
  };
  return areStatic(slice.getStaticOffsets()) &&
         areStatic(slice.getStaticSizes()) &&
         slice.getSourceType().hasStaticShape() &&
         !llvm::is_contained(slice.getStaticSizes(), 0) &&
         llvm::all_of(slice.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; }) &&
         slice.getStaticSizes() != slice.getSourceType().getShape();
}

/// True if `index` is a sum of loops, each times a positive number.
static bool isSumOfLoops(AffineExpr index) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (index.getKind() == AffineExprKind::Add)
    return isSumOfLoops(binary.getLHS()) && isSumOfLoops(binary.getRHS());
  if (index.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return isa<AffineDimExpr>(binary.getLHS()) && factor &&
           factor.getValue() > 0;
  }
  return isa<AffineDimExpr>(index);
}

static bool hasNoElements(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

/// True if a part of the only result of `op` needs a part of each operand.
/// Upstream has no slices of tensors without elements.
static bool canComputePart(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         llvm::none_of(op->getOperands(), hasNoElements) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0))
             .isProjectedPermutation() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return llvm::all_of(map.getResults(), [](AffineExpr index) {
             return isa<AffineConstantExpr>(index) || isSumOfLoops(index);
           });
         });
}

/// True if `slice` takes the first elements in each dimension.
static bool takesFirst(ExtractSliceOp slice) {
  return llvm::all_of(slice.getStaticOffsets(),
                      [](int64_t offset) { return offset == 0; });
}

/// The dimensions of the operand of `reshape` that are those of its result that
/// are `cut`; none if one of these is split or joined.
static std::optional<llvm::SmallBitVector>
findCutDims(Operation *reshape, const llvm::SmallBitVector &cut) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape);
  auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape);
  if (!collapse && !expand)
    return std::nullopt;
  auto type = cast<RankedTensorType>(reshape->getOperand(0).getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  llvm::SmallBitVector dims(type.getRank());
  for (auto [joined, group] :
       llvm::enumerate(collapse ? collapse.getReassociationIndices()
                                : expand.getReassociationIndices()))
    for (int64_t part : group) {
      if (!cut[collapse ? joined : part])
        continue;
      if (group.size() != 1)
        return std::nullopt;
      dims.set(collapse ? part : joined);
    }
  return dims;
}

/// The dimensions of which `slice` does not take all.
static llvm::SmallBitVector getCutDims(ExtractSliceOp slice) {
  llvm::SmallBitVector cut(slice.getSourceType().getRank());
  for (auto [dim, size] : llvm::enumerate(slice.getStaticSizes()))
    cut[dim] = size != slice.getSourceType().getDimSize(dim);
  return cut;
}

/// What computes the elements that `slice` takes, also if they are reshaped in
/// other dimensions than it cuts, and nothing else reads them.
static linalg::LinalgOp findProducer(ExtractSliceOp slice) {
  llvm::SmallBitVector cut = getCutDims(slice);
  Operation *op = slice.getSource().getDefiningOp();
  while (op && !isa<linalg::LinalgOp>(op)) {
    std::optional<llvm::SmallBitVector> dims;
    if (op->hasOneUse())
      dims = findCutDims(op, cut);
    if (!dims)
      return nullptr;
    cut = *dims;
    op = op->getOperand(0).getDefiningOp();
  }
  return cast_or_null<linalg::LinalgOp>(op);
}

namespace {
/// Moves slices before the operations whose results they cut.
class SliceMover {
public:
  explicit SliceMover(RewriterBase &rewriter) : rewriter(rewriter) {}

  void run(ExtractSliceOp slice) {
    if (!isPart(slice))
      return;
    linalg::LinalgOp op = findProducer(slice);
    if (!op || !canComputePart(op) || !savesWork(op, slice))
      return;
    worklist.push_back(slice);
    while (!worklist.empty()) {
      ExtractSliceOp next = worklist.pop_back_val();
      if (next.use_empty())
        rewriter.eraseOp(next);
      else
        move(next);
    }
  }

private:
  static bool isReadOnce(linalg::LinalgOp op) {
    return canComputePart(op) && op->getResult(0).hasOneUse();
  }

  /// True if `op` is a contraction, or computes its elements from the result of
  /// one that nothing else reads.
  bool leadsToContraction(linalg::LinalgOp op) {
    if (sumsProducts(op))
      return true;
    if (!fused::isElementwise(op))
      return false;
    auto [known, isNew] = found.try_emplace(op, false);
    if (!isNew)
      return known->second;
    bool leads = llvm::any_of(op.getDpsInputs(), [&](Value input) {
      auto producer = input.getDefiningOp<linalg::LinalgOp>();
      return producer && isReadOnce(producer) && leadsToContraction(producer);
    });
    return found[op] = leads;
  }

  /// True if `op` computes its elements from numbers of loops and from tensors
  /// with the same number everywhere, as those of a mask. All that reads them
  /// can compute them again.
  bool isGenerated(linalg::LinalgOp op) {
    if (!fused::isElementwise(op) || !canComputePart(op))
      return false;
    auto [known, isNew] = generated.try_emplace(op, false);
    if (!isNew)
      return known->second;
    bool all = llvm::all_of(op.getDpsInputs(), [&](Value input) {
      auto producer = input.getDefiningOp<linalg::LinalgOp>();
      return getFilledWith(input) || (producer && isGenerated(producer));
    });
    return generated[op] = all;
  }

  /// True if it is enough to compute `slice` of the result of `op`.
  bool savesWork(linalg::LinalgOp op, ExtractSliceOp slice) {
    return (isReadOnce(op) && leadsToContraction(op)) ||
           (takesFirst(slice) && isGenerated(op));
  }

  /// Moves `slice` if something is gained: what it does not take is no longer
  /// computed, or a product can read through a copy.
  void move(ExtractSliceOp slice) {
    if (!isPart(slice))
      return;
    linalg::LinalgOp op = findProducer(slice);
    if (!op || op->getBlock() != slice->getBlock() || !canComputePart(op) ||
        !(isCopy(op) || savesWork(op, slice)))
      return;
    rewriter.setInsertionPoint(slice);
    Operation *source = slice.getSource().getDefiningOp();
    Value result =
        source == op ? computeSlice(op, slice) : reshapeSlice(source, slice);
    replace(slice, result);
    if (isOpTriviallyDead(source)) {
      found.erase(source);
      generated.erase(source);
      rewriter.eraseOp(source);
    }
  }

  /// Replaces `slice` by its elements, without the dimensions that it drops.
  void replace(ExtractSliceOp slice, Value result) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    if (dropped.any()) {
      SmallVector<int64_t> groups(slice.getType().getRank(), 0);
      int64_t group = -1;
      for (unsigned dim = 0; dim < dropped.size(); ++dim) {
        group += !dropped[dim];
        if (!groups.empty())
          ++groups[std::max<int64_t>(group, 0)];
      }
      result = collapseGroups(rewriter, slice.getLoc(), result, groups);
    }
    rewriter.replaceOp(slice, result);
  }

  /// The elements of `slice`, a part of the result of `reshape`, from a part of
  /// its operand.
  Value reshapeSlice(Operation *reshape, ExtractSliceOp slice) {
    Location loc = reshape->getLoc();
    Value operand = reshape->getOperand(0);
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape);
    SmallVector<ReassociationIndices> groups =
        collapse
            ? collapse.getReassociationIndices()
            : cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, operand);
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> steps(sizes.size(), rewriter.getIndexAttr(1));
    for (auto [joined, group] : llvm::enumerate(groups)) {
      if (group.size() != 1)
        continue;
      int64_t from = collapse ? group[0] : joined;
      int64_t to = collapse ? joined : group[0];
      sizes[from] = slice.getMixedSizes()[to];
      offsets[from] = slice.getMixedOffsets()[to];
    }
    auto part =
        ExtractSliceOp::create(rewriter, loc, operand, offsets, sizes, steps);
    worklist.push_back(part);
    if (collapse)
      return tensor::CollapseShapeOp::create(rewriter, loc, part, groups);
    auto type = RankedTensorType::get(slice.getStaticSizes(),
                                      slice.getType().getElementType());
    return tensor::ExpandShapeOp::create(rewriter, loc, type, part, groups);
  }

  /// Computes the elements of `slice`, a part of the result of `op`.
  Value computeSlice(linalg::LinalgOp op, ExtractSliceOp slice) {
    Location loc = op.getLoc();
    OpFoldResult zero = rewriter.getIndexAttr(0);
    SmallVector<OpFoldResult> starts, sizes(op.getNumLoops(), zero),
        offsets(op.getNumLoops(), zero), bounds;
    for (int64_t size : op.getStaticLoopRanges())
      bounds.push_back(rewriter.getIndexAttr(size));
    AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    ArrayRef<int64_t> shape = slice.getSourceType().getShape();
    for (unsigned dim = 0; dim < written.getNumResults(); ++dim)
      if (slice.getStaticSizes()[dim] != shape[dim]) {
        unsigned loop = written.getDimPosition(dim);
        sizes[loop] = slice.getMixedSizes()[dim];
        offsets[loop] = slice.getMixedOffsets()[dim];
      }
    for (auto [size, offset] : llvm::zip_equal(sizes, offsets))
      if (size != zero)
        starts.push_back(offset);
    SmallVector<Value> operands = linalg::makeTiledShapes(
        rewriter, loc, op, op->getOperands(), starts, sizes, bounds,
        /*omitPartialTileCheck=*/true);
    for (Value &operand : operands)
      if (auto part = operand.getDefiningOp<ExtractSliceOp>();
          part && !llvm::is_contained(op->getOperands(), operand))
        operand = simplify(part);
    auto type = cast<RankedTensorType>(operands.back().getType());
    auto computed = cast<linalg::LinalgOp>(clone(rewriter, op, type, operands));
    linalg::offsetIndices(rewriter, computed, offsets);
    return computed->getResult(0);
  }

  /// A part of an array without elements, or with the same number everywhere,
  /// is another such array. Other parts are moved on.
  Value simplify(ExtractSliceOp part) {
    Location loc = part.getLoc();
    Value filled = getFilledWith(part.getSource());
    if (filled || part.getSource().getDefiningOp<tensor::EmptyOp>()) {
      Value array =
          tensor::EmptyOp::create(rewriter, loc, part.getType().getShape(),
                                  part.getType().getElementType());
      rewriter.eraseOp(part);
      return filled ? linalg::FillOp::create(rewriter, loc, filled, array)
                          ->getResult(0)
                    : array;
    }
    worklist.push_back(part);
    return part;
  }

  RewriterBase &rewriter;
  SmallVector<ExtractSliceOp> worklist;
  /// What `leadsToContraction` and `isGenerated` have found out.
  DenseMap<Operation *, bool> found, generated;
};

struct NarrowContractionsPass
    : fused::impl::NarrowContractionsBase<NarrowContractionsPass> {
  void runOnOperation() override {
    ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    SmallVector<ExtractSliceOp> slices;
    getOperation()->walk(
        [&](ExtractSliceOp slice) { slices.push_back(slice); });
    for (ExtractSliceOp slice : slices)
      SliceMover(rewriter).run(slice);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
