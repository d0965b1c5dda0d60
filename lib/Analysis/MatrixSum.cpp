//===- MatrixSum.cpp - Sums over the rows of a matrix ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/MatrixSum.h"

#include "fused/Analysis/Expression.h"
#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

/// At most this many tensors with the elements of one matrix are examined.
static constexpr size_t maxViews = 64;

namespace {
/// A tensor with the elements of a matrix, and the dimension of the matrix that
/// each of its dimensions belongs to.
struct View {
  Value value;
  DimOwners owners;
};
} // namespace

/// The owners of what is collapsed from a tensor of `type`, if no dimension
/// would belong to several.
static std::optional<DimOwners>
collapseOwners(RankedTensorType type, ArrayRef<int64_t> owners,
               ArrayRef<ReassociationIndices> groups) {
  DimOwners result;
  for (const ReassociationIndices &group : groups) {
    std::optional<int64_t> only;
    for (int64_t dim : group) {
      if (type.getDimSize(dim) == 1)
        continue;
      if (only && *only != owners[dim])
        return std::nullopt;
      only = owners[dim];
    }
    result.push_back(only.value_or(owners[group.front()]));
  }
  return result;
}

static DimOwners expandOwners(int64_t rank, ArrayRef<int64_t> owners,
                              ArrayRef<ReassociationIndices> groups) {
  DimOwners result(rank);
  for (auto [dim, group] : llvm::enumerate(groups))
    for (int64_t expanded : group)
      result[expanded] = owners[dim];
  return result;
}

/// The body of `op` yields its only input, perhaps widened.
static bool isWidenedCopy(linalg::LinalgOp op) {
  if (!isElementwise(op) || op.getNumDpsInputs() != 1 ||
      op->getNumResults() != 1)
    return false;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  while (auto widen = yielded.getDefiningOp<arith::ExtFOp>())
    yielded = widen.getIn();
  return yielded == op.getBlock()->getArgument(0) &&
         op.getIndexingMapsArray().front().isPermutation();
}

namespace {
/// Collects the views of a matrix. First finds the array of which the matrix
/// itself is a view.
class ViewCollector {
public:
  SmallVector<View> run(Value matrix) {
    int64_t rank = cast<RankedTensorType>(matrix.getType()).getRank();
    add(matrix, llvm::to_vector<4>(llvm::seq<int64_t>(0, rank)));
    for (size_t i = 0; i < views.size() && views.size() < maxViews; ++i) {
      View view = views[i];
      addSource(view);
      for (Operation *user : view.value.getUsers())
        addUser(view, user);
    }
    return std::move(views);
  }

private:
  void add(Value value, DimOwners owners) {
    if (seen.insert(value).second)
      views.push_back({value, std::move(owners)});
  }

  void addSource(const View &view) {
    Operation *definition = view.value.getDefiningOp();
    if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(definition))
      add(collapse.getSrc(),
          expandOwners(collapse.getSrcType().getRank(), view.owners,
                       collapse.getReassociationIndices()));
    else if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(definition))
      addCollapsed(expand.getSrc(), expand.getResultType(), view.owners,
                   expand.getReassociationIndices());
    else if (auto cast = dyn_cast_or_null<tensor::CastOp>(definition))
      addCast(cast.getSource(), view.owners);
    else if (auto op = dyn_cast_or_null<linalg::LinalgOp>(definition);
             op && isWidenedCopy(op))
      addCopy(view, op.getIndexingMapsArray().back(),
              op.getIndexingMapsArray().front(), op.getDpsInputs().front());
  }

  void addUser(const View &view, Operation *user) {
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(user)) {
      add(expand.getResult(),
          expandOwners(expand.getResultType().getRank(), view.owners,
                       expand.getReassociationIndices()));
    } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(user)) {
      addCollapsed(collapse.getResult(), collapse.getSrcType(), view.owners,
                   collapse.getReassociationIndices());
    } else if (auto cast = dyn_cast<tensor::CastOp>(user)) {
      addCast(cast.getResult(), view.owners);
    } else if (auto op = dyn_cast<linalg::LinalgOp>(user)) {
      if (isWidenedCopy(op) && op.getDpsInputs().front() == view.value)
        addCopy(view, op.getIndexingMapsArray().front(),
                op.getIndexingMapsArray().back(), op->getResult(0));
    }
  }

  /// Adds `other`, which has the elements of `view` in another order: where
  /// the one has an element at `from`, the other has it at `to`.
  void addCopy(const View &view, AffineMap from, AffineMap to, Value other) {
    if (!keepsOrder(view.owners, view.value.getType(), from, to))
      return;
    DimOwners loops(view.owners.size()), owners;
    for (auto [dim, owner] : llvm::enumerate(view.owners))
      loops[from.getDimPosition(dim)] = owner;
    for (unsigned i = 0; i < to.getNumResults(); ++i)
      owners.push_back(loops[to.getDimPosition(i)]);
    add(other, owners);
  }

  void addCollapsed(Value value, RankedTensorType from,
                    ArrayRef<int64_t> owners,
                    ArrayRef<ReassociationIndices> groups) {
    if (auto collapsed = collapseOwners(from, owners, groups))
      add(value, *collapsed);
  }

  void addCast(Value value, const DimOwners &owners) {
    if (isa<RankedTensorType>(value.getType()))
      add(value, owners);
  }

  SmallVector<View> views;
  DenseSet<Value> seen;
};
} // namespace

/// True if `map` gives plain loops, each once, and zero where a tensor of
/// `type` has one element.
static bool isWrittenOnce(AffineMap map, ShapedType type) {
  SmallVector<AffineExpr> loops;
  for (auto [result, size] : llvm::zip_equal(map.getResults(), type.getShape()))
    if (isa<AffineDimExpr>(result))
      loops.push_back(result);
    else if (size != 1 || result != getAffineConstantExpr(0, map.getContext()))
      return false;
  return AffineMap::get(map.getNumDims(), 0, loops, map.getContext())
      .isProjectedPermutation();
}

/// True if `op` adds up its only input, over its reduction loops, from zero.
static bool isSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      op.getNumReductionLoops() + op.getNumParallelLoops() !=
          op.getNumLoops() ||
      op.getBlock()->getNumArguments() != 2)
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!maps[0].isPermutation() ||
      !isWrittenOnce(maps[1],
                     cast<ShapedType>(op.getDpsInits().front().getType())))
    return false;
  Value in = op.getBlock()->getArgument(0), out = op.getBlock()->getArgument(1);
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value added = sum.getLhs() == out   ? sum.getRhs()
                : sum.getRhs() == out ? sum.getLhs()
                                      : Value();
  while (auto widen =
             added ? added.getDefiningOp<arith::ExtFOp>() : arith::ExtFOp())
    added = widen.getIn();
  return added == in && isKnownZero(op.getDpsInitOperand(0)->get());
}

/// True if `added` is `value` plus zero.
static bool addsZero(Value added, Value value) {
  auto add = added.getDefiningOp<arith::AddFOp>();
  return add &&
         ((add.getLhs() == value && getConstantNumber(add.getRhs()) == 0.0) ||
          (add.getRhs() == value && getConstantNumber(add.getLhs()) == 0.0));
}

/// The result of an operation that applies a function to each element of
/// `value`, if `isWanted` holds for what it yields for an element; else null.
static Value skipElementwise(Value value,
                             function_ref<bool(Value, Value)> isWanted) {
  for (Operation *user : value.getUsers()) {
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (op && isElementwise(op) && op.getNumDpsInputs() == 1 &&
        op->getNumResults() == 1 &&
        llvm::all_of(op.getIndexingMapsArray(),
                     [](AffineMap map) { return map.isIdentity(); }) &&
        isWanted(op.getBlock()->getTerminator()->getOperand(0),
                 op.getBlock()->getArgument(0)))
      return op->getResult(0);
  }
  return {};
}

/// True if `op` copies its input, `value`, and adds dimensions of size one.
static bool addsUnitDims(linalg::LinalgOp op, Value value) {
  if (!op || op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      !isElementwise(op) ||
      op.getBlock()->getTerminator()->getOperand(0) !=
          op.getBlock()->getArgument(0))
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto from = cast<RankedTensorType>(value.getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  // All others have one element, so that the order does not change.
  return maps[0].isProjectedPermutation() && maps[1].isIdentity() &&
         from.getRank() == 1 && from.hasStaticShape() && to.hasStaticShape() &&
         from.getNumElements() == to.getNumElements();
}

/// A reshape of `value`; null if it is not reshaped.
static Value skipReshape(Value value) {
  for (Operation *user : value.getUsers())
    if (isReshape(user) ||
        addsUnitDims(dyn_cast<linalg::LinalgOp>(user), value))
      return user->getResult(0);
  return {};
}

/// What `value` is converted to by `Conversion`, element by element; null if it
/// is not.
template <typename Conversion> static Value skipConversion(Value value) {
  return skipElementwise(value, [](Value yielded, Value element) {
    auto converted = yielded.getDefiningOp<Conversion>();
    return converted && converted.getIn() == element;
  });
}

/// Sets the result of a sum to the last one that has elements of type `type`
/// and differs from that of `sum.op` only by rounding, by zeros that are added
/// (as `fused-merge-sums` writes sums over one element) and, if it is no batch,
/// by a reshape. False if there is none. A rounding that the program undoes by
/// widening is dropped if it may be, or if there is no other result.
static bool followSum(MatrixSum &sum, Type type, bool mayDropRounding) {
  SmallVector<int64_t, 2> groups = sum.groups;
  bool dropsRounding = sum.dropsRounding;
  for (Value value = sum.op->getResult(0); value;) {
    if (getElementTypeOrSelf(value.getType()) == type) {
      sum.result = value;
      sum.groups = groups;
      sum.dropsRounding = dropsRounding;
    }
    if (!value.hasOneUse())
      break;
    Value next = skipElementwise(value, addsZero);
    if (!next)
      next = skipConversion<arith::TruncFOp>(value);
    if (!next && (mayDropRounding || !sum.result) &&
        (next = skipConversion<arith::ExtFOp>(value)))
      dropsRounding = true;
    if (!next && groups.size() == 1 && (next = skipReshape(value)))
      groups = {cast<RankedTensorType>(next.getType()).getRank()};
    value = next;
  }
  return sum.result != nullptr;
}

/// Fills `sum` if `op` sums a view of a matrix of `rank` over one of its
/// dimensions, all of it, and keeps the others in order.
static bool classifySum(linalg::LinalgOp op, const View &view, int64_t rank,
                        MatrixSum &sum) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto type = cast<RankedTensorType>(view.value.getType());
  SmallVector<int64_t> dimOfLoop(op.getNumLoops());
  for (unsigned dim = 0; dim < maps[0].getNumResults(); ++dim)
    dimOfLoop[maps[0].getDimPosition(dim)] = dim;
  // The dimensions of the view that those of the result are, or -1.
  SmallVector<int64_t> kept;
  for (AffineExpr result : maps[1].getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(result);
    kept.push_back(loop ? dimOfLoop[loop.getPosition()] : -1);
  }

  std::optional<int64_t> summed;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (llvm::is_contained(kept, dim) || type.getDimSize(dim) == 1)
      continue;
    if (summed && *summed != view.owners[dim])
      return false;
    summed = view.owners[dim];
  }
  if (!summed || *summed < rank - 2)
    return false;
  // Batch if there is one, and the dimension that remains.
  SmallVector<int64_t> remaining;
  for (int64_t owner = 0; owner < rank; ++owner)
    if (owner != *summed)
      remaining.push_back(owner);
  sum.dim = *summed;
  sum.groups.assign(remaining.size(), 0);
  size_t group = 0;
  int64_t last = -1;
  for (int64_t dim : kept) {
    if (dim == -1) {
      ++sum.groups[group];
      continue;
    }
    if (dim < last)
      return false;
    last = dim;
    int64_t owner = view.owners[dim];
    if (owner == *summed) {
      if (type.getDimSize(dim) != 1)
        return false;
    } else {
      size_t next = llvm::find(remaining, owner) - remaining.begin();
      if (next < group)
        return false;
      group = next;
    }
    ++sum.groups[group];
  }
  return true;
}

SmallVector<MatrixSum> fused::findMatrixSums(Value matrix, Type type,
                                             bool mayDropRounding,
                                             unsigned &numOtherTypes) {
  int64_t rank = cast<RankedTensorType>(matrix.getType()).getRank();
  SmallVector<MatrixSum> sums;
  for (const View &view : ViewCollector().run(matrix))
    for (Operation *user : view.value.getUsers()) {
      auto op = dyn_cast<linalg::LinalgOp>(user);
      MatrixSum sum;
      if (!op || !isSum(op) || !classifySum(op, view, rank, sum))
        continue;
      sum.op = op;
      sum.dropsRounding = getElementTypeOrSelf(op->getResult(0).getType())
                              .getIntOrFloatBitWidth() <= 16;
      if (followSum(sum, type, mayDropRounding))
        sums.push_back(sum);
      else
        ++numOtherTypes;
    }
  return sums;
}
