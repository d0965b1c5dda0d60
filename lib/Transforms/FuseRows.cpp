//===- FuseRows.cpp - Whole rows in one operation -------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Transforms/DevicePasses.h"
#include "fused/Transforms/RowBodies.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace fused {
#define GEN_PASS_DEF_FUSEROWS
#include "fused/Transforms/DevicePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// Writes a group as one operation.
class RowFuser {
public:
  RowFuser(const RowGroup &group, IRRewriter &rewriter)
      : group(group), rewriter(rewriter), members(group.getMembers()) {}

  /// False, and nothing is changed, if the operands do not tell the sizes of
  /// all dimensions, or nothing is read from outside of the group.
  bool fuse();

private:
  void collectInputs();
  void addInput(OpOperand &operand);
  bool findsSizes() const;
  void createInits();
  SmallVector<Value> emitBody(OpBuilder &builder, ValueRange arguments);
  void emitMember(OpBuilder &builder, linalg::GenericOp member,
                  ValueRange arguments);
  Value getElement(OpOperand &operand, ValueRange arguments) const;

  const RowGroup &group;
  IRRewriter &rewriter;
  SmallVector<linalg::GenericOp> members;
  SmallVector<std::pair<Value, AffineMap>> inputs;
  /// What is read from outside of the group.
  SmallVector<OpResult> results;
  SmallVector<Value> inits;
  /// What members compute for one point.
  IRMapping elements;
};

struct FuseRows : public fused::impl::FuseRowsBase<FuseRows> {
  void runOnOperation() override;
  /// Fuses each group that there is now; false if there is none.
  bool fuseGroups(IRRewriter &rewriter);
};
} // namespace

void RowFuser::addInput(OpOperand &operand) {
  if (group.contains(operand.get()) || getFilledWith(operand.get()))
    return;
  std::pair<Value, AffineMap> input(operand.get(), group.getMap(operand));
  if (!llvm::is_contained(inputs, input))
    inputs.push_back(input);
}

void RowFuser::collectInputs() {
  for (linalg::GenericOp member : members) {
    for (OpOperand &operand : member->getOpOperands())
      if (!member.getMatchingBlockArgument(&operand).use_empty())
        addInput(operand);
    for (OpResult result : member->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !llvm::is_contained(members, user);
          }))
        results.push_back(result);
  }
}

bool RowFuser::findsSizes() const {
  llvm::SmallBitVector found(group.getRank());
  auto look = [&](AffineMap map) {
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        found.set(dim.getPosition());
  };
  for (auto &[value, map] : inputs)
    look(map);
  for (OpResult result : results) {
    auto member = cast<linalg::GenericOp>(result.getOwner());
    look(group.getMap(*member.getDpsInitOperand(result.getResultNumber())));
  }
  return found.all();
}

/// Gives each result an array that nothing is read from.
void RowFuser::createInits() {
  for (OpResult result : results) {
    auto member = cast<linalg::GenericOp>(result.getOwner());
    Value init = member.getDpsInits()[result.getResultNumber()];
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      init = fill.getOutputs().front();
    if (!init.getDefiningOp<tensor::EmptyOp>())
      init = tensor::EmptyOp::create(
          rewriter, result.getLoc(),
          tensor::getMixedSizes(rewriter, result.getLoc(), init),
          getElementTypeOrSelf(result.getType()));
    inits.push_back(init);
  }
}

/// The element of an operand at the point that the body runs for.
Value RowFuser::getElement(OpOperand &operand, ValueRange arguments) const {
  if (Value element = elements.lookupOrNull(operand.get()))
    return element;
  if (Value element = getFilledWith(operand.get()))
    return element;
  std::pair<Value, AffineMap> input(operand.get(), group.getMap(operand));
  const auto *place = llvm::find(inputs, input);
  assert(place != inputs.end() && "every operand was collected");
  return arguments[place - inputs.begin()];
}

void RowFuser::emitMember(OpBuilder &builder, linalg::GenericOp member,
                          ValueRange arguments) {
  IRMapping mapping;
  for (OpOperand &operand : member->getOpOperands()) {
    BlockArgument argument = member.getMatchingBlockArgument(&operand);
    if (!argument.use_empty())
      mapping.map(argument, getElement(operand, arguments));
  }
  for (auto [result, value] : llvm::zip_equal(
           member->getResults(),
           cloneIntoRows(builder, member, group.getDims(member), mapping)))
    elements.map(result, value);
}

SmallVector<Value> RowFuser::emitBody(OpBuilder &builder,
                                      ValueRange arguments) {
  for (linalg::GenericOp member : members)
    emitMember(builder, member, arguments);
  SmallVector<Value> yielded;
  for (OpResult result : results)
    yielded.push_back(elements.lookup(result));
  return yielded;
}

bool RowFuser::fuse() {
  collectInputs();
  if (results.empty() || !findsSizes())
    return false;
  SmallVector<Operation *> followers = *group.findFollowers();
  rewriter.setInsertionPoint(members.back());
  createInits();
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (auto &[value, map] : inputs) {
    values.push_back(value);
    maps.push_back(map);
  }
  for (OpResult result : results) {
    auto member = cast<linalg::GenericOp>(result.getOwner());
    maps.push_back(
        group.getMap(*member.getDpsInitOperand(result.getResultNumber())));
  }
  SmallVector<int64_t> rowLoops;
  for (unsigned dim = 0; dim < group.getRank(); ++dim)
    if (group.isReduced(dim))
      rowLoops.push_back(dim);
  auto fused =
      RowsOp::create(rewriter, members.back().getLoc(), values, inits, rowLoops,
                     maps, [&](OpBuilder &builder, ValueRange arguments) {
                       return emitBody(builder, arguments);
                     });
  for (Operation *follower : llvm::reverse(followers))
    rewriter.moveOpAfter(follower, fused);
  for (auto [result, value] : llvm::zip_equal(results, fused.getResults()))
    rewriter.replaceAllUsesWith(result, value);
  for (linalg::GenericOp member : llvm::reverse(members))
    rewriter.eraseOp(member);
  return true;
}

/// Accepts an operation that is no `linalg.generic` and may be part of a row.
static bool shouldGeneralize(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() &&
         !isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp,
              linalg::TransposeOp>(op.getOperation()) &&
         (op.getNumParallelLoops() == op.getNumLoops() ||
          isa<linalg::ReduceOp>(op.getOperation()));
}

void FuseRows::runOnOperation() {
  IRRewriter rewriter(&getContext());
  SmallVector<linalg::LinalgOp> named;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (shouldGeneralize(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
  // A group may become possible by another one.
  while (fuseGroups(rewriter)) {
  }
}

bool FuseRows::fuseGroups(IRRewriter &rewriter) {
  SmallVector<linalg::GenericOp> seeds;
  getOperation().walk([&](linalg::GenericOp op) { seeds.push_back(op); });
  DenseSet<Operation *> erased;
  for (linalg::GenericOp seed : seeds) {
    if (erased.contains(seed))
      continue;
    std::optional<RowGroup> group = RowGroup::create(seed);
    if (!group)
      continue;
    group->grow();
    SmallVector<linalg::GenericOp> members = group->getMembers();
    if (group->isWorthwhile() && RowFuser(*group, rewriter).fuse())
      erased.insert_range(llvm::map_range(
          members, [](linalg::GenericOp op) { return op.getOperation(); }));
  }
  return !erased.empty();
}
