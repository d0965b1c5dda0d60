//===- RowGroup.cpp - Operations that run over the same rows --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"

#include "fused/Analysis/Combiner.h"
#include "fused/Analysis/OperandSource.h"

#include <queue>

using namespace mlir;
using namespace fused;

/// Several blocks share longer rows if there are fewer than `kEnoughRows`.
static constexpr int64_t kLongRow = 8192;
static constexpr int64_t kEnoughRows = 64;
/// A group reads and writes at most this many arrays.
static constexpr size_t kMaxOperands = 24;

//===----------------------------------------------------------------------===//
// Single operations
//===----------------------------------------------------------------------===//

/// True if each point of `op` can be computed in a larger body: tensors with
/// permutations of loops as indices, and operations without regions. A row
/// without points has a result, but upstream erases operations without points.
static bool isSimple(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() ||
      llvm::is_contained(op.getStaticLoopRanges(), 0))
    return false;
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return false;
  return llvm::all_of(op.getBody()->getOperations(), [](Operation &inside) {
    return inside.getNumRegions() == 0;
  });
}

static bool isReductionKind(utils::IteratorType kind) {
  return kind == utils::IteratorType::reduction;
}

static bool isParallel(linalg::GenericOp op) {
  return op.getNumParallelLoops() == op.getNumLoops();
}

/// True if an output has one element for each point of the loops that are not
/// reduced, and its combiner is known if some are.
static bool hasSimpleOutputs(linalg::GenericOp op) {
  auto kinds = op.getIteratorTypesArray();
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isProjectedPermutation() ||
        map.getNumResults() != op.getNumParallelLoops())
      return false;
    for (AffineExpr expr : map.getResults())
      if (isReductionKind(kinds[cast<AffineDimExpr>(expr).getPosition()]))
        return false;
    unsigned output = init.getOperandNumber() - op.getNumDpsInputs();
    if (!isParallel(op) && !findCombiner(op, output))
      return false;
  }
  return true;
}

/// The reduced loop along which an input that has all loops lies in memory,
/// with the other reduced ones just outside of it.
static std::optional<unsigned> findRowLoop(linalg::GenericOp op) {
  auto kinds = op.getIteratorTypesArray();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isPermutation())
      continue;
    auto isRow = [&](AffineExpr expr) {
      return isReductionKind(kinds[cast<AffineDimExpr>(expr).getPosition()]);
    };
    auto last = map.getResults().take_back(op.getNumReductionLoops());
    if (llvm::all_of(last, isRow))
      return cast<AffineDimExpr>(last.back()).getPosition();
  }
  return std::nullopt;
}

std::optional<RowGroup> RowGroup::create(linalg::GenericOp op) {
  if (isParallel(op) || !isSimple(op) || !hasSimpleOutputs(op))
    return std::nullopt;
  std::optional<unsigned> row = findRowLoop(op);
  if (!row)
    return std::nullopt;
  RowGroup group;
  group.sizes = op.getStaticLoopRanges();
  group.inner = *row;
  group.reduced.resize(op.getNumLoops());
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    group.reduced[dim] = isReductionKind(kind);
  group.members[op] = llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops()));
  if (!group.fits(op, group.members[op]))
    return std::nullopt;
  return group;
}

//===----------------------------------------------------------------------===//
// Correspondence of loops
//===----------------------------------------------------------------------===//

/// `mine` and `theirs` index one array. Gives the loops of `mine` the
/// dimensions of those of `theirs`. Returns false if this contradicts earlier
/// results.
static bool bindLoops(MutableArrayRef<std::optional<unsigned>> dims,
                      AffineMap mine, AffineMap theirs) {
  for (auto [a, b] : llvm::zip_equal(mine.getResults(), theirs.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(a), dim = dyn_cast<AffineDimExpr>(b);
    if (!loop || !dim)
      return false;
    std::optional<unsigned> &known = dims[loop.getPosition()];
    if (known && *known != dim.getPosition())
      return false;
    known = dim.getPosition();
  }
  return true;
}

AffineMap RowGroup::getMap(OpOperand &operand) const {
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  SmallVector<AffineExpr> dims;
  for (unsigned dim : getDims(op))
    dims.push_back(getAffineDimExpr(dim, op.getContext()));
  return op.getMatchingIndexingMap(&operand).replaceDimsAndSymbols(
      dims, {}, getRank(), 0);
}

/// The operand that says how a member writes one of its results.
static OpOperand &getInit(OpResult result) {
  auto op = cast<linalg::GenericOp>(result.getOwner());
  return *op.getDpsInitOperand(result.getResultNumber());
}

/// Uses the values that members and `op` give each other, whose elements must
/// be at the same point. Returns false if they are not.
bool RowGroup::bindMembers(linalg::GenericOp op, PartialDims &dims) const {
  for (OpOperand &operand : op->getOpOperands())
    if (contains(operand.get()) &&
        (op.isDpsInit(&operand) ||
         !bindLoops(dims, op.getMatchingIndexingMap(&operand),
                    getMap(getInit(cast<OpResult>(operand.get()))))))
      return false;
  for (OpResult result : op->getResults()) {
    AffineMap map = op.getMatchingIndexingMap(&getInit(result));
    for (OpOperand &use : result.getUses()) {
      if (!members.contains(use.getOwner()))
        continue;
      auto user = cast<linalg::GenericOp>(use.getOwner());
      if (user.isDpsInit(&use) || !bindLoops(dims, map, getMap(use)))
        return false;
    }
  }
  return true;
}

/// Uses arrays that a member reads at the same indices, which have equal sizes.
void RowGroup::bindShared(linalg::GenericOp op, PartialDims &dims) const {
  for (OpOperand *input : op.getDpsInputOperands()) {
    for (OpOperand &use : input->get().getUses()) {
      if (!members.contains(use.getOwner()))
        continue;
      PartialDims bound = dims;
      if (bindLoops(bound, op.getMatchingIndexingMap(input), getMap(use)))
        dims = bound;
    }
  }
}

/// Uses sizes, for the remaining loops.
void RowGroup::bindSizes(linalg::GenericOp op, PartialDims &dims) const {
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (dims[loop] || ShapedType::isDynamic(size))
      continue;
    for (unsigned dim = 0; dim < getRank() && !dims[loop]; ++dim)
      if (sizes[dim] == size && !llvm::is_contained(dims, dim))
        dims[loop] = dim;
  }
}

std::optional<RowGroup::Dims> RowGroup::matchDims(linalg::GenericOp op) const {
  PartialDims partial(op.getNumLoops());
  if (!bindMembers(op, partial))
    return std::nullopt;
  bindShared(op, partial);
  bindSizes(op, partial);
  Dims dims;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    std::optional<unsigned> dim = partial[loop];
    if (!dim || llvm::is_contained(dims, *dim))
      return std::nullopt;
    bool areKnown =
        !ShapedType::isDynamic(size) && !ShapedType::isDynamic(sizes[*dim]);
    if (areKnown && size != sizes[*dim])
      return std::nullopt;
    dims.push_back(*dim);
  }
  return dims;
}

/// Judges an operation whose loops are `dims`: it runs over all points, or over
/// rows; it reduces the dimensions of the group at all points, or none; and
/// what moves along a row lies along it in memory.
bool RowGroup::fits(linalg::GenericOp op, ArrayRef<unsigned> dims) const {
  bool isFull = dims.size() == getRank();
  if (!isFull &&
      (!isParallel(op) || dims.size() != getRank() - reduced.count()))
    return false;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool reduces = isReductionKind(kind);
    if (isParallel(op) ? !isFull && isReduced(dims[loop])
                       : reduces != isReduced(dims[loop]))
      return false;
  }
  auto isStrided = [&](AffineMap map) {
    for (AffineExpr expr : map.getResults().drop_back(map.getNumResults() != 0))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (dims[loop.getPosition()] == inner)
          return true;
    return false;
  };
  return llvm::none_of(op.getIndexingMapsArray(), isStrided);
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

bool RowGroup::contains(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && members.contains(op);
}

SmallVector<linalg::GenericOp> RowGroup::getMembers() const {
  SmallVector<linalg::GenericOp> ops;
  for (auto &[op, dims] : members)
    ops.push_back(cast<linalg::GenericOp>(op));
  llvm::sort(ops, [](linalg::GenericOp a, linalg::GenericOp b) {
    return a->isBeforeInBlock(b.getOperation());
  });
  return ops;
}

/// True if the body of a member reads other elements of what a member computes
/// than its own.
bool RowGroup::capturesMember() const {
  for (auto &[op, dims] : members)
    for (Operation &inside :
         cast<linalg::GenericOp>(op).getBody()->getOperations())
      for (Value operand : inside.getOperands())
        if (contains(operand))
          return true;
  return false;
}

std::optional<SmallVector<Operation *>> RowGroup::findFollowers() const {
  SmallVector<linalg::GenericOp> ops = getMembers();
  Operation *last = ops.back();
  Block *block = last->getBlock();
  auto isBefore = [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  };
  // The last is the next: what leads to a member in a few steps often starts
  // there, while many operations may come before it.
  std::priority_queue<Operation *, std::vector<Operation *>, decltype(isBefore)>
      next(isBefore);
  DenseSet<Operation *> follows;
  // Returns false at a member.
  auto follow = [&](Operation *user) {
    if (members.contains(user))
      return false;
    if (follows.insert(user).second)
      next.push(user);
    return true;
  };
  auto getUsers = [&](Operation *op) {
    SmallVector<Operation *> users;
    for (Operation *user : op->getUsers())
      if (Operation *ancestor = block->findAncestorOpInBlock(*user))
        if (!isBefore(last, ancestor))
          users.push_back(ancestor);
    return users;
  };
  for (linalg::GenericOp op : ops)
    for (Operation *user : getUsers(op))
      follow(user);
  SmallVector<Operation *> followers;
  while (!next.empty()) {
    Operation *op = next.top();
    next.pop();
    if (!isMemoryEffectFree(op) || !llvm::all_of(getUsers(op), follow))
      return std::nullopt;
    followers.push_back(op);
  }
  llvm::sort(followers, isBefore);
  return followers;
}

bool RowGroup::add(linalg::GenericOp op) {
  if (!isSimple(op) || !hasSimpleOutputs(op))
    return false;
  std::optional<Dims> dims = matchDims(op);
  if (!dims || !fits(op, *dims))
    return false;
  members[op] = *dims;
  size_t numOperands = 0;
  for (auto &[member, ignored] : members)
    for (Value operand : member->getOperands())
      numOperands += !contains(operand);
  if (numOperands <= kMaxOperands && !capturesMember() && findFollowers())
    return true;
  members.pop_back();
  return false;
}

/// Operations that use results of members or compute operands of them, and
/// reductions of arrays that members read.
SmallVector<linalg::GenericOp> RowGroup::findCandidates() const {
  llvm::SetVector<Operation *> candidates;
  Block *block = members.front().first->getBlock();
  auto consider = [&](Operation *op, bool reductionsOnly) {
    auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
    if (generic && op->getBlock() == block && !members.contains(op) &&
        !(reductionsOnly && isParallel(generic)))
      candidates.insert(op);
  };
  for (auto &[op, dims] : members) {
    for (Value operand : cast<linalg::GenericOp>(op).getDpsInputs()) {
      // One number is no reason to share a kernel.
      if (getFilledWith(operand))
        continue;
      consider(operand.getDefiningOp(), /*reductionsOnly=*/false);
      for (Operation *user : operand.getUsers())
        consider(user, /*reductionsOnly=*/!contains(operand));
    }
    for (Operation *user : op->getUsers())
      consider(user, /*reductionsOnly=*/false);
  }
  return llvm::map_to_vector(
      candidates, [](Operation *op) { return cast<linalg::GenericOp>(op); });
}

void RowGroup::grow() {
  for (bool grows = true; grows;) {
    grows = false;
    for (linalg::GenericOp op : findCandidates())
      grows |= add(op);
  }
}

bool RowGroup::isWorthwhile() const {
  if (members.size() < 2)
    return false;
  int64_t rows = 1, length = 1;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    int64_t &product = isReduced(dim) ? length : rows;
    product = ShapedType::isDynamic(size) || ShapedType::isDynamic(product)
                  ? ShapedType::kDynamic
                  : product * size;
  }
  bool areFew = !ShapedType::isDynamic(rows) && rows < kEnoughRows;
  bool isLong = ShapedType::isDynamic(length) ? rows == 1 : length > kLongRow;
  return !areFew || !isLong;
}
