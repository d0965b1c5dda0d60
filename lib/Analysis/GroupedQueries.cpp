//===- GroupedQueries.cpp - Attention with shared keys --------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/GroupedQueries.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fused;

namespace {
/// Dimensions of a tensor, or loops of an operation, which run along groups of
/// queries, and along keys.
struct Marks {
  explicit Marks(unsigned rank = 0) : groups(rank), keys(rank) {}
  bool any() const { return groups.any() || keys.any(); }
  bool contains(const Marks &other) const {
    return !other.groups.test(groups) && !other.keys.test(keys);
  }

  llvm::SmallBitVector groups, keys;
};

/// Follows what is computed from the scores of one attention.
class GroupedAttention {
public:
  explicit GroupedAttention(Numerics numerics) : numerics(numerics) {}

  /// True if `scores` are those of grouped queries, up to all products.
  bool match(linalg::LinalgOp scores);

  llvm::MapVector<Operation *, GroupLoops> loops;

private:
  bool matchScores(linalg::LinalgOp op, Marks &marks);
  bool addProduct(linalg::LinalgOp op, const Contraction &contraction,
                  const Marks &marks);
  bool follow(Value value);
  bool followInto(linalg::LinalgOp op, const Marks &marks);
  bool findOtherProducts();
  void mark(Value value, const Marks &marks);

  Numerics numerics;
  /// What the scores multiply queries by.
  Value keys;
  /// What was found, and what has marks that were not followed yet.
  llvm::MapVector<Value, Marks> marked;
  SmallVector<Value> worklist;
  /// Whether a softmax reads the scores, and something else than the keys is
  /// multiplied by what it gives: a classifier multiplies by its weights again.
  bool hasMaximum = false, hasValues = false;
};
} // namespace

/// The marks of the loops that run along the marked dimensions of an operand.
static Marks getLoops(AffineMap map, const Marks &dims) {
  Marks loops(map.getNumDims());
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      loops.groups[loop.getPosition()] = dims.groups[dim];
      loops.keys[loop.getPosition()] = dims.keys[dim];
    }
  return loops;
}

/// The marks of the dimensions of an operand.
static Marks getDims(AffineMap map, const Marks &loops) {
  Marks dims(map.getNumResults());
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      dims.groups[dim] = loops.groups[loop.getPosition()];
      dims.keys[dim] = loops.keys[loop.getPosition()];
    }
  return dims;
}

/// Scores multiply matrices of which kernels can have rows. Marks all rows but
/// those of the queries, of which there are most.
bool GroupedAttention::matchScores(linalg::LinalgOp op, Marks &marks) {
  // Kernels compute as many rows at once.
  constexpr int64_t minQueries = 64;
  StringRef reason;
  FailureOr<Contraction> contraction = matchContraction(op, numerics, reason);
  if (failed(contraction) || contraction->batch.empty())
    return false;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto isLong = [&](unsigned loop) { return sizes[loop] != 1; };
  if (llvm::count_if(contraction->n, isLong) != 1)
    contraction->swapFactors();
  int64_t depth = 1;
  for (unsigned loop : contraction->k)
    depth *= sizes[loop];
  if (llvm::is_contained(sizes, ShapedType::kDynamic) ||
      llvm::count_if(contraction->n, isLong) != 1 ||
      llvm::count_if(contraction->m, isLong) < 2 ||
      !canHaveAttentionRows(contraction->a.value, depth))
    return false;
  unsigned queries =
      *llvm::max_element(contraction->m, [&](unsigned a, unsigned b) {
        return sizes[a] < sizes[b];
      });
  if (sizes[queries] < minQueries)
    return false;
  for (unsigned loop : contraction->m)
    marks.groups[loop] = loop != queries && isLong(loop);
  for (unsigned loop : contraction->n)
    marks.keys[loop] = isLong(loop);
  keys = contraction->b.value;
  return addProduct(op, *contraction, marks);
}

/// Adds a product with marked loops, if its groups can be part of the batch.
bool GroupedAttention::addProduct(linalg::LinalgOp op,
                                  const Contraction &contraction,
                                  const Marks &marks) {
  if (llvm::all_of(marks.groups.set_bits(), [&](unsigned loop) {
        return llvm::is_contained(contraction.batch, loop);
      }))
    return true;
  if (!contraction.scales.empty() || contraction.widened ||
      contraction.batch.empty() ||
      contraction.getBatch(contraction.a).empty() ||
      contraction.getBatch(contraction.b).empty() ||
      getElementTypeOrSelf(contraction.a.value) != getElementTypeOrSelf(keys) ||
      getElementTypeOrSelf(contraction.b.value) != getElementTypeOrSelf(keys) ||
      !isKnownZero(contraction.init))
    return false;
  auto isKey = [&](unsigned loop) { return marks.keys[loop]; };
  for (const ContractionFactor *factor : {&contraction.a, &contraction.b})
    hasValues |= llvm::any_of(contraction.k, isKey) && factor->value != keys &&
                 !llvm::any_of(factor->loops, [&](unsigned loop) {
                   return marks.groups[loop];
                 });
  loops[op] = {llvm::to_vector_of<unsigned>(marks.groups.set_bits()),
               llvm::to_vector_of<unsigned>(marks.keys.set_bits())};
  return true;
}

/// Adds marks to those of `value`, which is followed again if there are more.
void GroupedAttention::mark(Value value, const Marks &marks) {
  if (!marks.any())
    return;
  auto [found, isNew] = marked.insert({value, marks});
  Marks &known = found->second;
  if (!isNew && known.contains(marks))
    return;
  known.groups |= marks.groups;
  known.keys |= marks.keys;
  worklist.push_back(value);
}

bool GroupedAttention::followInto(linalg::LinalgOp op, const Marks &marks) {
  StringRef reason;
  // Sums of rows may be contractions, too.
  if (auto contraction = matchContraction(op, numerics, reason);
      succeeded(contraction) && !contraction->m.empty() &&
      !contraction->n.empty())
    return addProduct(op, *contraction, marks);
  if (op.getNumReductionLoops() != 0 && marks.keys.any() &&
      llvm::all_of(marks.keys.set_bits(), [&](unsigned loop) {
        return op.getIteratorTypesArray()[loop] ==
               utils::IteratorType::reduction;
      }))
    hasMaximum |= llvm::any_of(*op.getBlock(), [](Operation &inside) {
      return isa<arith::MaximumFOp, arith::MaxNumFOp>(inside);
    });
  for (OpOperand &init : op.getDpsInitsMutable())
    if (OpResult result = op.getTiedOpResult(&init))
      mark(result, getDims(op.getMatchingIndexingMap(&init), marks));
  return true;
}

/// The marks of the dimensions of the result of a reshape, or with `isUp` of
/// its operand, if those that are marked stay dimensions of their own.
static std::optional<Marks> reshape(Operation *op, const Marks &marks,
                                    bool isUp) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  auto groups = collapse
                    ? collapse.getReassociationIndices()
                    : cast<tensor::ExpandShapeOp>(op).getReassociationIndices();
  ArrayRef<int64_t> operand = getShape(op->getOperand(0));
  ArrayRef<int64_t> result = getShape(op->getResult(0));
  ArrayRef<int64_t> expanded = collapse ? operand : result;
  bool isJoined = bool(collapse) != isUp;
  Marks dims(isUp ? operand.size() : result.size());
  for (unsigned outer = 0; outer < groups.size(); ++outer) {
    SmallVector<int64_t> inner;
    for (int64_t dim : groups[outer])
      if (expanded[dim] != 1)
        inner.push_back(dim);
    auto isMarked = [&](const llvm::SmallBitVector &from) {
      return isJoined
                 ? llvm::any_of(inner, [&](int64_t dim) { return from[dim]; })
                 : from[outer];
    };
    bool isGroup = isMarked(marks.groups), isKey = isMarked(marks.keys);
    if (!isGroup && !isKey)
      continue;
    if (inner.size() != 1)
      return std::nullopt;
    unsigned to = isJoined ? outer : static_cast<unsigned>(inner.front());
    dims.groups[to] = isGroup;
    dims.keys[to] = isKey;
  }
  return dims;
}

/// Follows `value` into the operations that read it.
bool GroupedAttention::follow(Value value) {
  Marks marks = marked.find(value)->second;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto op = dyn_cast<linalg::LinalgOp>(user)) {
      if (!followInto(op, getLoops(op.getMatchingIndexingMap(&use), marks)))
        return false;
    } else if (auto softmax = dyn_cast<linalg::SoftmaxOp>(user)) {
      hasMaximum |=
          marks.keys.count() == 1 && marks.keys[softmax.getDimension()];
      mark(softmax->getResult(0), marks);
    } else if (isReshape(user)) {
      std::optional<Marks> dims = reshape(user, marks, /*isUp=*/false);
      if (!dims)
        return false;
      mark(user->getResult(0), *dims);
    }
  }
  return true;
}

/// Adds the products of which what was followed reads results: those of the
/// gradient of the weights.
bool GroupedAttention::findOtherProducts() {
  // Conversions and permutations may stand between.
  constexpr unsigned maxSteps = 8;
  llvm::MapVector<Value, Marks> above;
  auto add = [&](Value value, const Marks &marks) {
    auto found = marked.find(value);
    if (marks.groups.any() && marks.keys.any() &&
        (found == marked.end() || !found->second.contains(marks)))
      above.insert({value, marks});
  };
  auto addOperands = [&](Value value, const Marks &marks) {
    if (Operation *reshaped = value.getDefiningOp();
        reshaped && isReshape(reshaped)) {
      if (auto dims = reshape(reshaped, marks, /*isUp=*/true))
        add(reshaped->getOperand(0), *dims);
      return;
    }
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    if (!op || loops.contains(op))
      return;
    OpOperand *init =
        op.getDpsInitOperand(cast<OpResult>(value).getResultNumber());
    Marks ofLoops = getLoops(op.getMatchingIndexingMap(init), marks);
    for (OpOperand *input : op.getDpsInputOperands())
      add(input->get(), getDims(op.getMatchingIndexingMap(input), ofLoops));
  };
  for (auto &[value, marks] : marked)
    addOperands(value, marks);
  for (unsigned step = 0; step < maxSteps && !above.empty(); ++step)
    for (auto &[value, marks] : above.takeVector()) {
      auto op = value.getDefiningOp<linalg::LinalgOp>();
      StringRef reason;
      FailureOr<Contraction> contraction = failure();
      if (op && op->getNumResults() == 1)
        contraction = matchContraction(op, numerics, reason);
      if (failed(contraction)) {
        addOperands(value, marks);
        continue;
      }
      OpOperand *init = op.getDpsInitOperand(0);
      if (!addProduct(op, *contraction,
                      getLoops(op.getMatchingIndexingMap(init), marks)))
        return false;
    }
  return true;
}

bool GroupedAttention::match(linalg::LinalgOp scores) {
  // More than a softmax and its gradient consist of.
  constexpr size_t maxTensors = 128;
  if (scores->getNumResults() != 1)
    return false;
  Marks marks(scores.getNumLoops());
  if (!matchScores(scores, marks))
    return false;
  mark(scores->getResult(0),
       getDims(scores.getMatchingIndexingMap(scores.getDpsInitOperand(0)),
               marks));
  while (!worklist.empty())
    if (marked.size() > maxTensors || !follow(worklist.pop_back_val()))
      return false;
  return hasMaximum && hasValues && findOtherProducts();
}

llvm::DenseMap<Operation *, GroupLoops>
fused::findGroupedQueries(Operation *root, Numerics numerics) {
  llvm::DenseMap<Operation *, GroupLoops> found;
  root->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics() || !sumsProducts(op))
      return;
    GroupedAttention attention(numerics);
    if (!attention.match(op))
      return;
    for (auto &[product, loops] : attention.loops)
      found[product] = loops;
  });
  return found;
}
