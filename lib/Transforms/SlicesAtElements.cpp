//===- SlicesAtElements.cpp - Slices whose place is on the device ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicesAtElements.h"

#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fused;

/// Accepts arithmetic on numbers.
static bool isArithmetic(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         op->getResult(0).getType().isIntOrIndexOrFloat() &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         isMemoryEffectFree(op);
}

/// True if `op` reads an element, unless of a constant, which the host has.
static bool readsElement(Operation *op) {
  auto extract = dyn_cast<tensor::ExtractOp>(op);
  return extract && !extract.getTensor().getDefiningOp<arith::ConstantOp>();
}

/// The elements of tensors that `value` is computed from.
static llvm::SetVector<Value> findElements(Value value) {
  llvm::SetVector<Value> elements, values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (op && readsElement(op))
      elements.insert(values[i]);
    else if (op && isArithmetic(op))
      values.insert(op->operand_begin(), op->operand_end());
  }
  return elements;
}

/// True if `use` gives a slice its offset.
static bool isOffset(OpOperand &use) {
  auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(use.getOwner());
  if (!slice ||
      !isa<tensor::ExtractSliceOp, tensor::InsertSliceOp>(use.getOwner()))
    return false;
  unsigned first = slice.getOffsetSizeAndStrideStartOperandIndex();
  return use.getOperandNumber() >= first &&
         use.getOperandNumber() < first + slice.getOffsets().size();
}

/// True if the host needs a number that is computed from `element`: for
/// anything but offsets of slices and operations that become kernels.
static bool isNeededByHost(Value element) {
  llvm::SetVector<Value> values;
  values.insert(element);
  for (size_t i = 0; i < values.size(); ++i)
    for (OpOperand &use : values[i].getUses()) {
      Operation *user = use.getOwner();
      if (isArithmetic(user)) {
        values.insert(user->getResult(0));
        continue;
      }
      bool isInKernel = isa<linalg::LinalgOp, ScatterOp, tensor::FromElementsOp,
                            tensor::InsertOp, tensor::SplatOp>(user) ||
                        user->getParentOfType<linalg::LinalgOp>() ||
                        user->getParentOfType<ScatterOp>();
      if (!isOffset(use) && !isInKernel)
        return true;
    }
  return false;
}

/// True if an offset is computed from elements that the host does not need.
static bool isAtElements(OffsetSizeAndStrideOpInterface op) {
  bool found = false;
  for (Value offset : op.getOffsets())
    for (Value element : findElements(offset)) {
      found = true;
      if (isNeededByHost(element))
        return false;
    }
  for (Value other : llvm::concat<Value>(op.getSizes(), op.getStrides()))
    if (!findElements(other).empty())
      return false;
  return found;
}

/// Writes a slice as an operation that computes where its elements are.
static void convertRead(tensor::ExtractSliceOp op, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped.test(dim))
      sizes.push_back(size);
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        op.getType().getElementType());
  auto emitBody = [&](OpBuilder &inside, Location, ValueRange) {
    SmallVector<Value> place;
    int64_t kept = 0;
    for (auto [dim, offset] : llvm::enumerate(op.getMixedOffsets())) {
      place.push_back(getValueOrCreateConstantIndexOp(inside, loc, offset));
      if (dropped.test(dim))
        continue;
      Value stride = getValueOrCreateConstantIndexOp(inside, loc,
                                                     op.getMixedStrides()[dim]);
      Value index = linalg::IndexOp::create(inside, loc, kept++);
      index = inside.createOrFold<arith::MulIOp>(loc, index, stride);
      place.back() =
          inside.createOrFold<arith::AddIOp>(loc, place.back(), index);
    }
    Value element =
        tensor::ExtractOp::create(inside, loc, op.getSource(), place);
    linalg::YieldOp::create(inside, loc, element);
  };
  int64_t rank = sizes.size();
  Value read =
      linalg::GenericOp::create(
          rewriter, loc, empty.getType(), ValueRange(), empty,
          rewriter.getMultiDimIdentityMap(rank),
          SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
          emitBody)
          .getResult(0);
  if (read.getType() != op.getType())
    read = tensor::CastOp::create(rewriter, loc, op.getType(), read);
  rewriter.replaceOp(op, read);
}

/// The groups of a reshape of the inserted tensor to one window: of all
/// dimensions of the array, with a dimension of one update in front.
static SmallVector<ReassociationIndices>
getWindowGroups(const llvm::SmallBitVector &dropped) {
  if (dropped.all())
    return {};
  SmallVector<ReassociationIndices> groups = {{0}};
  bool hasKept = false;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    if (!dropped.test(dim) && std::exchange(hasKept, true))
      groups.emplace_back();
    groups.back().push_back(dim + 1);
  }
  return groups;
}

/// Creates the indices of one window, in an operation of their own: a kernel
/// then reads the elements, and the host does not have the numbers.
static Value createIndices(IRRewriter &rewriter, Location loc,
                           ArrayRef<Value> components) {
  Type index = rewriter.getIndexType();
  int64_t count = components.size();
  Value empty = tensor::EmptyOp::create(rewriter, loc,
                                        ArrayRef<int64_t>{1, count}, index);
  return linalg::GenericOp::create(
             rewriter, loc, empty.getType(), ValueRange(), empty,
             rewriter.getMultiDimIdentityMap(2),
             {utils::IteratorType::parallel, utils::IteratorType::parallel},
             [&](OpBuilder &inside, Location, ValueRange) {
               Value number = linalg::IndexOp::create(inside, loc, 1);
               Value component = components.back();
               for (int64_t i = count - 2; i >= 0; --i) {
                 Value isThis = arith::CmpIOp::create(
                     inside, loc, arith::CmpIPredicate::eq, number,
                     arith::ConstantIndexOp::create(inside, loc, i));
                 component = arith::SelectOp::create(inside, loc, isThis,
                                                     components[i], component);
               }
               linalg::YieldOp::create(inside, loc, component);
             })
      .getResult(0);
}

/// Writes an insertion as a scatter of one window.
static void convertInsertion(tensor::InsertSliceOp op, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> components;
  SmallVector<int64_t> dimensions;
  for (auto [dim, offset] : llvm::enumerate(op.getMixedOffsets()))
    if (!isZeroInteger(offset)) {
      dimensions.push_back(dim);
      components.push_back(
          getValueOrCreateConstantIndexOp(rewriter, loc, offset));
    }
  Value indices = createIndices(rewriter, loc, components);
  SmallVector<OpFoldResult> sizes = {rewriter.getIndexAttr(1)};
  llvm::append_range(sizes, op.getMixedSizes());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  Value window = tensor::ExpandShapeOp::create(
      rewriter, loc,
      RankedTensorType::get(shape, op.getSourceType().getElementType()),
      op.getSource(), getWindowGroups(op.getDroppedDims()), sizes);
  auto scatter = ScatterOp::create(
      rewriter, loc, indices, window, op.getDest(), dimensions,
      /*unique=*/true,
      [](OpBuilder &, Location, Value, Value newNumber) { return newNumber; });
  rewriter.replaceOp(op, scatter.getResult());
}

void fused::convertSlicesAtElements(Operation *root, IRRewriter &rewriter) {
  SmallVector<Operation *> ops;
  root->walk([&](OffsetSizeAndStrideOpInterface op) {
    auto insertion = dyn_cast<tensor::InsertSliceOp>(op.getOperation());
    bool isKnown =
        isa<tensor::ExtractSliceOp>(op.getOperation()) ||
        (insertion && llvm::all_of(insertion.getMixedStrides(), isOneInteger));
    if (isKnown && isAtElements(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (auto read = dyn_cast<tensor::ExtractSliceOp>(op))
      convertRead(read, rewriter);
    else
      convertInsertion(cast<tensor::InsertSliceOp>(op), rewriter);
  }
}
