//===- ElementSlice.cpp - What computes one element -----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSlice.h"

#include "fused/Analysis/UsedValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fused;

/// Longer computations are not repeated.
static constexpr unsigned kMaxLength = 24;

bool ElementAnalysis::accepts(PointOp op) {
  if (!op.getDps().hasPureTensorSemantics() || op.getNumLoops() == 0 ||
      (!op.isOnRows() && !op.getReducedLoops().empty()))
    return false;
  return llvm::all_of(op.getDps().getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMap(init).isProjectedPermutation();
  });
}

ElementAnalysis::ElementAnalysis(PointOp op)
    : op(op), reduced(op.getReducedLoops()), sizes(op.getLoopSizes()) {
  auto rows = dyn_cast<RowsOp>(op.getOperation());
  if (!rows)
    return;
  RowVariance variance(rows);
  for (BlockArgument argument : op.getBody()->getArguments())
    if (variance.varies(argument))
      varying.insert(argument);
  for (Operation &inside : op.getBody()->without_terminator()) {
    bool isOfRow = isa<ReduceOp>(inside);
    for (Value used : getUsedValues(&inside))
      isOfRow |= ofRows.contains(used);
    for (Value result : inside.getResults()) {
      if (variance.varies(result))
        varying.insert(result);
      if (isOfRow)
        ofRows.insert(result);
    }
  }
}

AffineMap ElementAnalysis::getStoredMap(Value value) {
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (varying.contains(value) || !llvm::is_contained(reduced, dim))
      dims.push_back(getAffineDimExpr(dim, op->getContext()));
  return AffineMap::get(op.getNumLoops(), 0, dims, op->getContext());
}

int64_t ElementAnalysis::countStoredBytes(Value value, int64_t unknownSize) {
  int64_t bytes = llvm::divideCeil(value.getType().getIntOrFloatBitWidth(), 8);
  for (AffineExpr expr : getStoredMap(value).getResults()) {
    int64_t size = sizes[cast<AffineDimExpr>(expr).getPosition()];
    bytes *= ShapedType::isDynamic(size) ? unknownSize : size;
  }
  return bytes;
}

/// True for a division by a number that the points of a row share, which
/// operations on rows compute in a way of their own.
bool ElementAnalysis::divides(Operation *inside) {
  auto division = dyn_cast<arith::DivFOp>(inside);
  return division && !reduced.empty() && varying.contains(division.getLhs()) &&
         !varying.contains(division.getRhs());
}

/// True if the user reads a result that is `value` at the same point.
bool ElementAnalysis::isReadBy(PointOp user, Value value,
                               const ElementSlice &slice) {
  for (OpOperand *input : user.getDps().getDpsInputOperands()) {
    auto result = dyn_cast<OpResult>(input->get());
    if (!result || result.getOwner() != op.getOperation() ||
        user.getArgument(*input).use_empty() ||
        op.getYielded(result.getResultNumber()) != value)
      continue;
    AffineMap map =
        op.getMap(*op.getDps().getDpsInitOperand(result.getResultNumber()));
    if (map == getStoredMap(value) &&
        slice.getUserMap(map) == user.getMap(*input))
      return true;
  }
  return false;
}

/// How long an operation takes, in simple operations.
static unsigned getLength(Operation *inside) {
  if (isa<arith::DivFOp, math::ExpOp, math::Exp2Op, math::SqrtOp,
          math::RsqrtOp>(inside))
    return 4;
  if (isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::CopySignOp>(inside))
    return 1;
  return isa<math::MathDialect>(inside->getDialect()) ? 12 : 1;
}

/// False if the array that `map` belongs to cannot be read by the user.
bool ElementAnalysis::addLeaf(Value value, AffineMap map, ElementSlice &slice) {
  for (auto [dim, expr] : llvm::enumerate(slice.dims))
    if (!expr && map.isFunctionOfDim(dim))
      return false;
  slice.leaves.push_back(value);
  return value.getType().isIntOrFloat();
}

/// False if an operation of the body is not to be repeated by the user.
bool ElementAnalysis::addOp(Operation *inside, PointOp user,
                            ElementSlice &slice) {
  slice.length += getLength(inside);
  if (slice.length > kMaxLength || inside->getNumRegions() != 0 ||
      (divides(inside) && !user.isOnRows()))
    return false;
  if (std::optional<unsigned> loop = getIndexedLoop(inside))
    return isa_and_nonnull<AffineDimExpr>(slice.dims[*loop]);
  return isa<arith::ArithDialect, math::MathDialect>(inside->getDialect());
}

/// Adds what computes `value`; false if it cannot be computed again.
bool ElementAnalysis::collect(Value value, PointOp user, ElementSlice &slice,
                              DenseSet<Operation *> &ops) {
  if (value.getParentBlock() != op.getBody() ||
      llvm::is_contained(slice.leaves, value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber() < op.getDps().getNumDpsInputs() &&
           addLeaf(value, op.getMap(op->getOpOperand(argument.getArgNumber())),
                   slice);
  bool isNumberOfRow = ofRows.contains(value) && !varying.contains(value);
  if (isNumberOfRow || (value != slice.value && isReadBy(user, value, slice)))
    return addLeaf(value, getStoredMap(value), slice);
  Operation *inside = value.getDefiningOp();
  if (!ops.insert(inside).second)
    return true;
  return addOp(inside, user, slice) &&
         llvm::all_of(inside->getOperands(), [&](Value operand) {
           return collect(operand, user, slice, ops);
         });
}

std::optional<ElementSlice> ElementAnalysis::findSlice(OpResult result,
                                                       OpOperand &use) {
  PointOp user(use.getOwner());
  if (!user || user->getBlock() != op->getBlock() ||
      !user.getDps().hasPureTensorSemantics() ||
      user.getDps().isDpsInit(&use) || user.getArgument(use).use_empty())
    return std::nullopt;
  unsigned index = result.getResultNumber();
  AffineMap written = op.getMap(*op.getDps().getDpsInitOperand(index));
  AffineMap read = user.getMap(use);
  ElementSlice slice;
  slice.value = op.getYielded(index);
  slice.numUserLoops = user.getNumLoops();
  slice.dims.assign(op.getNumLoops(), AffineExpr());
  for (auto [dim, expr] :
       llvm::zip_equal(written.getResults(), read.getResults()))
    slice.dims[cast<AffineDimExpr>(dim).getPosition()] = expr;
  bool isNumberOfRow =
      ofRows.contains(slice.value) && !varying.contains(slice.value);
  if (isNumberOfRow &&
      written.getNumResults() == getStoredMap(slice.value).getNumResults())
    return std::nullopt;
  DenseSet<Operation *> ops;
  if (!collect(slice.value, user, slice, ops))
    return std::nullopt;
  slice.ops.assign(ops.begin(), ops.end());
  llvm::sort(slice.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return slice;
}
