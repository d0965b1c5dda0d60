//===- SavedStacks.cpp - Tensors that loops save for others ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedStacks.h"

#include "fused/Analysis/LoopStack.h"
#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace fused;

using tensor::ExtractSliceOp;
using tensor::InsertSliceOp;

/// The tensor to which `value` adds no more than dimensions of size one.
static Value dropUnitDims(Value value) {
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    auto isLong = [&](int64_t dim) {
      return expand.getResultType().getDimSize(dim) != 1;
    };
    bool onlyAdds = llvm::all_of(expand.getReassociationIndices(),
                                 [&](const ReassociationIndices &group) {
                                   return llvm::count_if(group, isLong) <= 1;
                                 });
    return onlyAdds ? dropUnitDims(expand.getSrc()) : value;
  }
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || !isCopy(op) || !llvm::hasSingleElement(*op.getBody()))
    return value;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  AffineMap map = op.getIndexingMapsArray().front();
  if (!type || !op.getIndexingMapsArray().back().isIdentity() ||
      !map.isProjectedPermutation())
    return value;
  int64_t last = -1;
  for (AffineExpr result : map.getResults()) {
    int64_t dim = cast<AffineDimExpr>(result).getPosition();
    if (dim < last)
      return value;
    last = dim;
  }
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    if (!map.isFunctionOfDim(dim) && type.getDimSize(dim) != 1)
      return value;
  return dropUnitDims(op.getDpsInputs().front());
}

/// The result of `loop` with this number as a stack that other loops read part
/// by part; none if it is something else.
static std::optional<SavedStack> findStack(scf::ForOp loop, unsigned index,
                                           int64_t count) {
  std::optional<LoopStack> found = findLoopStack(loop, index, count);
  if (!found || !found->isForward)
    return std::nullopt;
  InsertSliceOp insert = found->insert;
  RankedTensorType type = insert.getDestType();
  Value part = insert.getSource(), saved = dropUnitDims(part);
  SavedStack stack{index, insert, saved, {}, {}};
  if (saved.getType() != part.getType()) {
    auto groups = getReassociationIndicesForReshape(
        cast<ShapedType>(saved.getType()), insert.getSourceType());
    if (!groups)
      return std::nullopt;
    stack.groups = *groups;
  }
  for (Operation *user : loop.getResult(index).getUsers()) {
    auto read = dyn_cast<ExtractSliceOp>(user);
    Value position = read ? getStackPosition(read, type) : Value();
    if (!position || read.getType() != insert.getSourceType() ||
        !isa<scf::ForOp>(read->getParentOp()) ||
        position.getParentBlock() != read->getBlock())
      return std::nullopt;
    stack.reads.push_back(read);
  }
  return stack;
}

SmallVector<Value> fused::findOrigins(Value value) {
  SmallVector<Value> origins = {value};
  while (Operation *op = value.getDefiningOp()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!(linalgOp && isCopy(linalgOp)) && !isReshape(op))
      break;
    value = op->getOperand(0);
    origins.push_back(value);
  }
  return origins;
}

SmallVector<SavedStack> fused::findStacks(scf::ForOp loop, int64_t count) {
  SmallVector<SavedStack> stacks;
  for (unsigned index = 0; index < loop.getNumResults(); ++index)
    if (std::optional<SavedStack> stack = findStack(loop, index, count))
      stacks.push_back(*stack);
  DenseMap<Operation *, unsigned> order;
  for (Operation &op : *loop.getBody())
    order[&op] = order.size() + 1;
  llvm::sort(stacks, [&](const SavedStack &a, const SavedStack &b) {
    return std::pair(order.lookup(a.saved.getDefiningOp()), a.index) <
           std::pair(order.lookup(b.saved.getDefiningOp()), b.index);
  });
  return stacks;
}

/// The tensor of known size that `saved` permutes or broadcasts; null if it
/// does not.
static Value findPermuted(Value saved) {
  Value origin;
  for (Value value : findOrigins(saved)) {
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    if (!op)
      continue;
    if (!isCopy(op) || !llvm::hasSingleElement(*op.getBlock()))
      break;
    Value input = op.getDpsInputs().front();
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (type && type.hasStaticShape() && input.getDefiningOp())
      origin = dropUnitDims(input);
  }
  return origin;
}

bool fused::saveOrigins(RewriterBase &rewriter, scf::ForOp &loop, int64_t count,
                        ArrayRef<SavedStack> stacks) {
  // With the positions at which they are stored.
  llvm::MapVector<Value, Value> origins;
  for (const SavedStack &stack : stacks) {
    Value origin = findPermuted(stack.saved);
    if (origin && !stack.reads.empty() && isa<OpResult>(origin) &&
        !loop.isDefinedOutsideOfLoop(origin) &&
        llvm::none_of(stacks, [&](const SavedStack &other) {
          return other.saved == origin;
        }))
      origins.insert({origin, InsertSliceOp(stack.insert).getDynamicOffset(0)});
  }
  if (origins.empty())
    return false;
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits;
  for (auto [origin, position] : origins) {
    auto type = cast<RankedTensorType>(origin.getType());
    SmallVector<int64_t> shape = {count};
    llvm::append_range(shape, type.getShape());
    inits.push_back(tensor::EmptyOp::create(rewriter, loop.getLoc(), shape,
                                            type.getElementType()));
  }
  auto yield = [&](OpBuilder &builder, Location loc,
                   ArrayRef<BlockArgument> arguments) {
    SmallVector<Value> yielded;
    for (auto [argument, pair] : llvm::zip_equal(arguments, origins)) {
      auto [origin, position] = pair;
      auto type = cast<RankedTensorType>(argument.getType());
      SmallVector<OpFoldResult> offsets(type.getRank(),
                                        builder.getIndexAttr(0));
      SmallVector<OpFoldResult> strides(type.getRank(),
                                        builder.getIndexAttr(1));
      SmallVector<OpFoldResult> sizes =
          getAsIndexOpFoldResult(builder.getContext(), type.getShape());
      offsets.front() = isa<BlockArgument>(position)
                            ? argument.getOwner()->getArgument(0)
                            : position;
      sizes.front() = builder.getIndexAttr(1);
      yielded.push_back(InsertSliceOp::create(builder, loc, origin, argument,
                                              offsets, sizes, strides));
    }
    return yielded;
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, yield);
  loop = cast<scf::ForOp>(*replaced);
  return true;
}
