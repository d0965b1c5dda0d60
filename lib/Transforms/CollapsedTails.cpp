//===- CollapsedTails.cpp - What follows a reshaped product ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapsedTails.h"

#include "fused/Dialect/MatmulOp.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace fused;

using tensor::CollapseShapeOp;
using tensor::ExpandShapeOp;
using tensor::ExtractSliceOp;

/// True if the elements of `tensor` are neighbours in memory. Parts of arrays
/// are, if they are whole along all dimensions behind the first one along which
/// they have several elements.
static bool isContiguous(Value tensor) {
  auto part = tensor.getDefiningOp<ExtractSliceOp>();
  if (!part)
    return true;
  auto isOne = [](int64_t size) { return size == 1; };
  ArrayRef<int64_t> sizes = part.getStaticSizes();
  size_t first = llvm::find_if_not(sizes, isOne) - sizes.begin() + 1;
  return part.hasUnitStride() &&
         (first > sizes.size() ||
          sizes.drop_front(first) ==
              part.getSourceType().getShape().drop_front(first)) &&
         isContiguous(part.getSource());
}

/// True if `tail` computes each element from those of `expand` and of others in
/// the same place, or along some of the dimensions.
static bool canCollapse(linalg::GenericOp tail, ExpandShapeOp expand,
                        ArrayRef<ReassociationIndices> groups) {
  if (!tail.hasPureTensorSemantics() || tail.getNumReductionLoops() != 0 ||
      tail.hasIndexSemantics() ||
      !linalg::areDimSequencesPreserved(tail.getIndexingMapsArray(), groups))
    return false;
  return llvm::all_of(tail->getOpOperands(), [&](OpOperand &operand) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      return true;
    AffineMap map = tail.getMatchingIndexingMap(&operand);
    bool isExpanded = operand.get() == expand.getResult();
    return type.hasStaticShape() && isContiguous(operand.get()) &&
           (!isExpanded || map.isIdentity());
  });
}

static void collapse(RewriterBase &rewriter, linalg::GenericOp tail,
                     ExpandShapeOp expand) {
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  llvm::erase_if(groups, [](const auto &group) { return group.size() < 2; });
  if (groups.empty() || !canCollapse(tail, expand, groups))
    return;
  rewriter.setInsertionPoint(tail);
  FailureOr<linalg::CollapseResult> collapsed =
      linalg::collapseOpIterationDims(tail, groups, rewriter);
  if (failed(collapsed))
    return;
  rewriter.replaceOp(tail, collapsed->results);
  rewriter.setInsertionPoint(collapsed->collapsedOp);
  // Nothing else than the tails shall seem to read the product.
  for (OpOperand &operand : collapsed->collapsedOp->getOpOperands()) {
    auto reshape = operand.get().getDefiningOp<CollapseShapeOp>();
    if (!reshape)
      continue;
    Operation *before = reshape.getSrc().getDefiningOp();
    RankedTensorType type = reshape.getResultType();
    Value whole;
    if (isa_and_present<ExpandShapeOp>(before) &&
        before->getOperand(0).getType() == type)
      whole = before->getOperand(0);
    else if (isa_and_present<tensor::EmptyOp>(before))
      whole = tensor::EmptyOp::create(rewriter, reshape.getLoc(),
                                      type.getShape(), type.getElementType());
    if (!whole)
      continue;
    rewriter.modifyOpInPlace(collapsed->collapsedOp,
                             [&] { operand.set(whole); });
    if (reshape->use_empty())
      rewriter.eraseOp(reshape);
  }
  if (expand->use_empty())
    rewriter.eraseOp(expand);
}

void fused::collapseTails(RewriterBase &rewriter, Operation *root) {
  SmallVector<std::pair<linalg::GenericOp, ExpandShapeOp>> tails;
  root->walk([&](MatmulOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    for (Operation *reader : op.getD().getUsers()) {
      auto expand = dyn_cast<ExpandShapeOp>(reader);
      if (!expand || !expand.getSrcType().hasStaticShape())
        continue;
      for (Operation *user : expand->getUsers())
        if (auto tail = dyn_cast<linalg::GenericOp>(user))
          tails.emplace_back(tail, expand);
    }
  });
  // One may read several products.
  DenseSet<Operation *> seen;
  for (auto [tail, expand] : tails)
    if (seen.insert(tail).second)
      collapse(rewriter, tail, expand);
}
