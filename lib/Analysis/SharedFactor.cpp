//===- SharedFactor.cpp - Batches that share a factor ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedFactor.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace fused;

using Loops = SmallVector<unsigned>;

/// At most this many operations after a contraction are looked at.
static constexpr size_t maxReaders = 16;

/// A product of fewer rows or columns uses only a part of a tile.
static constexpr int64_t minMemberSize = 16;

static Loops getOthers(ArrayRef<unsigned> loops, ArrayRef<unsigned> removed) {
  Loops others;
  for (unsigned loop : loops)
    if (!llvm::is_contained(removed, loop))
      others.push_back(loop);
  return others;
}

bool fused::isStoredAsMatrix(const ContractionFactor &factor,
                             ArrayRef<unsigned> batch,
                             ArrayRef<unsigned> rows) {
  auto isOrdered = [&](bool rowsFirst) {
    SmallVector<unsigned> order(batch), columns;
    for (unsigned loop : factor.loops)
      if (!llvm::is_contained(batch, loop) && !llvm::is_contained(rows, loop))
        columns.push_back(loop);
    llvm::append_range(order, rowsFirst ? ArrayRef(rows) : ArrayRef(columns));
    llvm::append_range(order, rowsFirst ? ArrayRef(columns) : ArrayRef(rows));
    return factor.loops == order;
  };
  return isOrdered(true) || isOrdered(false);
}

bool fused::shareFactor(Contraction &contraction, ArrayRef<unsigned> members) {
  if (!contraction.batch.empty() || members.empty())
    return false;
  for (auto [factor, own] : {std::pair(&contraction.a, &contraction.m),
                             std::pair(&contraction.b, &contraction.n)}) {
    Loops rest = getOthers(*own, members);
    if (rest.size() + members.size() != own->size() ||
        !isStoredAsMatrix(*factor, members, rest))
      continue;
    contraction.batch.assign(members.begin(), members.end());
    *own = rest;
    return true;
  }
  return false;
}

namespace {
/// What reads the result of a contraction, elementwise.
class Readers {
public:
  /// The loops of a member, and those that all members share.
  Readers(linalg::LinalgOp op, ArrayRef<unsigned> members,
          ArrayRef<unsigned> rest, ArrayRef<unsigned> shared)
      : members(members), rest(rest), shared(shared), block(op->getBlock()) {}

  /// True if the result is permuted so that the shared loops come between those
  /// of a member, and a matrix or a vector of this order is added, before
  /// anything is read that has one value for each of the shared loops: an
  /// epilog with that needs one product. `loops` are those of the result.
  bool addInOrder(Value result, ArrayRef<unsigned> loops) {
    values.insert({result, Loops(loops)});
    for (size_t i = 0; i < values.size(); ++i) {
      // A copy, because the map grows.
      auto [value, valueLoops] = values.getArrayRef()[i];
      for (OpOperand &use : value.getUses())
        addUser(use, valueLoops);
    }
    for (auto &[user, userLoops] : users)
      for (OpOperand *input : user.getDpsInputOperands())
        if (!values.contains(input->get()))
          if (std::optional<bool> answer = examine(user, *input, userLoops))
            return *answer;
    return false;
  }

private:
  /// Adds the user of a value with these loops, if it is elementwise.
  void addUser(OpOperand &use, ArrayRef<unsigned> loops) {
    auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (users.size() == maxReaders || !user || user->getBlock() != block ||
        !isElementwise(user) || user->getNumResults() != 1 ||
        !user.getMatchingIndexingMap(&use).isPermutation() ||
        values.contains(user->getResult(0)))
      return;
    AffineMap read = user.getMatchingIndexingMap(&use);
    Loops own(loops.size()), written;
    for (auto [dim, loop] : llvm::enumerate(loops))
      own[read.getDimPosition(dim)] = loop;
    AffineMap map = user.getMatchingIndexingMap(user.getDpsInitOperand(0));
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      written.push_back(own[map.getDimPosition(dim)]);
    users.push_back({user, own});
    values.insert({user->getResult(0), written});
  }

  /// An answer, if what `user`, with these loops, reads as `input` decides.
  std::optional<bool> examine(linalg::LinalgOp user, OpOperand &input,
                              ArrayRef<unsigned> own) const {
    if (!isa<RankedTensorType>(input.get().getType()))
      return std::nullopt;
    OperandSource source =
        traceOperand(input.get(), user.getMatchingIndexingMap(&input));
    Loops loops;
    for (AffineExpr index : source.map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        loops.push_back(own[dim.getPosition()]);
    if (source.constant || loops.empty())
      return std::nullopt;
    if (loops == Loops(shared))
      return false;
    bool isAdded =
        llvm::all_of(user.getMatchingBlockArgument(&input).getUsers(),
                     llvm::IsaPred<arith::AddFOp, arith::SubFOp>);
    Loops vector(members), matrix(members);
    llvm::append_range(vector, rest);
    llvm::append_range(matrix, shared);
    llvm::append_range(matrix, rest);
    if (isAdded && values.lookup(user->getResult(0)) == matrix &&
        (loops == vector || loops == matrix))
      return true;
    return std::nullopt;
  }

  ArrayRef<unsigned> members, rest, shared;
  Block *block;
  /// Values that depend on the result, and the loop along each dimension.
  llvm::MapVector<Value, Loops> values;
  /// The operations that compute these, and which of those loops each of their
  /// own runs along.
  SmallVector<std::pair<linalg::LinalgOp, Loops>> users;
};
} // namespace

void fused::shareFactorOfMembers(linalg::LinalgOp op,
                                 Contraction &contraction) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto isLarge = [&](ArrayRef<unsigned> loops) {
    int64_t size = 1;
    for (unsigned loop : loops) {
      if (ShapedType::isDynamic(sizes[loop]))
        return true;
      size *= sizes[loop];
    }
    return size >= minMemberSize;
  };
  for (const ContractionFactor *factor : {&contraction.a, &contraction.b}) {
    bool isA = factor == &contraction.a;
    ArrayRef<unsigned> own = isA ? contraction.m : contraction.n;
    ArrayRef<unsigned> shared = isA ? contraction.n : contraction.m;
    // Batches of products of 8 bits are slow, or do not exist.
    if (getElementTypeOrSelf(factor->value).getIntOrFloatBitWidth() <= 8 ||
        isStoredAsMatrix(*factor, {}, own))
      continue;
    Loops members(llvm::to_vector(llvm::make_range(
        factor->loops.begin(), llvm::find_if(factor->loops, [&](unsigned loop) {
          return !llvm::is_contained(own, loop);
        }))));
    Loops rest = getOthers(own, members);
    if (isLarge(rest) && isLarge(shared) &&
        Readers(op, members, rest, shared)
            .addInOrder(op->getResult(0), contraction.resultLoops) &&
        shareFactor(contraction, members))
      return;
  }
}
