//===- SinkSlices.cpp - Slices are taken after elementwise operations -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/LayoutPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_SINKSLICES
#include "fused/Transforms/LayoutPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

using tensor::ExtractSliceOp;

namespace {
/// A slice of a product, and the one operation that reads it.
struct Part {
  ExtractSliceOp slice;
  linalg::LinalgOp user;
  /// Of the slice in `user`.
  unsigned operand;
};
} // namespace

/// True if `slice` has known bounds, takes every element within them, and keeps
/// the rank.
static bool isBlock(ExtractSliceOp slice) {
  auto areStatic = [](ArrayRef<int64_t> numbers) {
    return !ShapedType::isDynamicShape(numbers);
  };
  return areStatic(slice.getStaticOffsets()) &&
         areStatic(slice.getStaticSizes()) &&
         llvm::all_of(slice.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; }) &&
         slice.getType().getRank() == slice.getSourceType().getRank();
}

static bool haveSameBounds(ExtractSliceOp a, ExtractSliceOp b) {
  return a.getStaticOffsets() == b.getStaticOffsets() &&
         a.getStaticSizes() == b.getStaticSizes();
}

/// True if `op` computes each element from those at the same place, and does
/// not read its output.
static bool isPointwise(linalg::LinalgOp op) {
  return isElementwise(op) && op->getNumResults() == 1 &&
         op.getBlock()->getNumArguments() == op->getNumOperands() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// The slices of the result of `product`, if nothing else reads it.
static SmallVector<Part> collectParts(MatmulOp product) {
  SmallVector<Part> parts;
  for (Operation *user : product.getD().getUsers()) {
    auto slice = dyn_cast<ExtractSliceOp>(user);
    if (!slice || !isBlock(slice) || !slice->hasOneUse())
      return {};
    OpOperand &use = *slice->use_begin();
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !isPointwise(op) || op->getBlock() != product->getBlock())
      return {};
    parts.push_back({slice, op, use.getOperandNumber()});
  }
  return parts;
}

/// True if the slices cut the tensor along one dimension, so that each element
/// is in one of them. Sorts them.
static bool formWhole(SmallVectorImpl<Part> &parts) {
  ArrayRef<int64_t> shape = parts.front().slice.getSourceType().getShape();
  std::optional<int64_t> cut;
  for (auto [dim, size] : llvm::enumerate(parts.front().slice.getStaticSizes()))
    if (size != shape[dim]) {
      if (cut)
        return false;
      cut = dim;
    }
  if (!cut)
    return false;
  llvm::sort(parts, [&](Part a, Part b) {
    return a.slice.getStaticOffsets()[*cut] < b.slice.getStaticOffsets()[*cut];
  });
  int64_t end = 0;
  for (Part part : parts) {
    for (auto [dim, size] : llvm::enumerate(part.slice.getStaticSizes()))
      if (static_cast<int64_t>(dim) != *cut && size != shape[dim])
        return false;
    if (part.slice.getStaticOffsets()[*cut] != end)
      return false;
    end += part.slice.getStaticSizes()[*cut];
  }
  return end == shape[*cut];
}

/// What the operations of all parts read whole: for each input the tensor of
/// which each reads its slice. Nothing if they are not one operation.
static std::optional<SmallVector<Value>> findWholeInputs(ArrayRef<Part> parts) {
  Part example = parts.front();
  linalg::LinalgOp first = example.user;
  ArrayRef<int64_t> shape = example.slice.getSourceType().getShape();
  SmallVector<Value> whole(first.getNumDpsInputs());
  for (Part part : parts) {
    linalg::LinalgOp op = part.user;
    if (part.operand != example.operand || op->getName() != first->getName() ||
        op.getNumDpsInputs() != first.getNumDpsInputs() ||
        getElementTypeOrSelf(op->getResult(0)) !=
            getElementTypeOrSelf(first->getResult(0)) ||
        !OperationEquivalence::isRegionEquivalentTo(
            &op->getRegion(0), &first->getRegion(0),
            OperationEquivalence::IgnoreLocations))
      return std::nullopt;
    for (auto [input, source] : llvm::zip_equal(op.getDpsInputs(), whole)) {
      auto slice = input.getDefiningOp<ExtractSliceOp>();
      if (!slice || !isBlock(slice) || !haveSameBounds(slice, part.slice) ||
          slice.getSourceType().getShape() != shape ||
          (source && source != slice.getSource()))
        return std::nullopt;
      source = slice.getSource();
    }
  }
  return whole;
}

/// Computes the whole before it is cut.
static void sinkSlices(RewriterBase &rewriter, MatmulOp product) {
  SmallVector<Part> parts = collectParts(product);
  llvm::SmallDenseSet<Operation *, 8> users;
  for (Part part : parts)
    users.insert(part.user);
  if (parts.size() < 2 || users.size() != parts.size() || !formWhole(parts))
    return;
  std::optional<SmallVector<Value>> inputs = findWholeInputs(parts);
  if (!inputs)
    return;
  Operation *first = parts.front().user;
  for (Part part : parts)
    if (part.user->isBeforeInBlock(first))
      first = part.user;
  rewriter.setInsertionPoint(first);
  Location loc = first->getLoc();
  auto type = cast<RankedTensorType>(product.getD().getType())
                  .clone(getElementTypeOrSelf(first->getResult(0)));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<Value> operands = std::move(*inputs);
  operands.push_back(empty);
  Value result =
      mlir::clone(rewriter, first, TypeRange(type), operands)->getResult(0);
  for (Part part : parts) {
    rewriter.setInsertionPoint(part.user);
    ExtractSliceOp slice = part.slice;
    SmallVector<Operation *> read;
    for (Value input : part.user.getDpsInputs())
      read.push_back(input.getDefiningOp());
    rewriter.replaceOpWithNewOp<ExtractSliceOp>(
        part.user, result, slice.getMixedOffsets(), slice.getMixedSizes(),
        slice.getMixedStrides());
    for (Operation *op : read)
      if (op->use_empty())
        rewriter.eraseOp(op);
  }
}

namespace {
struct SinkSlicesPass : fused::impl::SinkSlicesBase<SinkSlicesPass> {
  void runOnOperation() override {
    ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp product) {
      if (product.hasPureTensorSemantics() &&
          cast<ShapedType>(product.getD().getType()).hasStaticShape())
        products.push_back(product);
    });
    for (MatmulOp product : products)
      sinkSlices(rewriter, product);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
