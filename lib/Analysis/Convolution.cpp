//===- Convolution.cpp - Which operations are sums over windows -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Convolution.h"

#include "fused/Analysis/Contraction.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace fused;

/// A product of copied windows must use each copy at least as often.
static constexpr uint64_t fewestUses = 4;

/// The same if the loops over the windows are fast as they are: adjacent
/// results read adjacent elements, at least as many.
static constexpr uint64_t fewestUsesOfRows = 16;
static constexpr int64_t shortestRow = 8;

/// Copied windows of one factor take at most 1 GiB.
static constexpr uint64_t mostBytes = uint64_t(1) << 30;

std::optional<LinearIndex> fused::getLinearIndex(AffineExpr expression,
                                                 ArrayRef<int64_t> extents) {
  SmallVector<int64_t> flattened;
  if (failed(getFlattenedAffineExpr(expression, extents.size(),
                                    /*numSymbols=*/0, &flattened)) ||
      flattened.size() != extents.size() + 1)
    return std::nullopt;
  LinearIndex index;
  index.offset = flattened.back();
  if (index.offset < 0)
    return std::nullopt;
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    int64_t coefficient = flattened[loop];
    if (coefficient == 0 || extent == 1)
      continue;
    if (coefficient < 0)
      return std::nullopt;
    index.terms.push_back({static_cast<unsigned>(loop), coefficient});
  }
  llvm::sort(index.terms, [](auto &a, auto &b) {
    return std::pair(-a.coefficient, a.loop) <
           std::pair(-b.coefficient, b.loop);
  });
  return index;
}

/// True if the index stays below `size`, as far as sizes are known.
static bool staysWithin(const LinearIndex &index, ArrayRef<int64_t> extents,
                        int64_t size) {
  int64_t last = index.offset;
  for (LinearIndex::Term term : index.terms) {
    if (ShapedType::isDynamic(extents[term.loop]))
      return true;
    last += term.coefficient * (extents[term.loop] - 1);
  }
  return ShapedType::isDynamic(size) || last < size;
}

/// The number of elements between the windows along the inner loop of term `i`
/// and the next ones; negative if they may overlap.
static int64_t getSpacing(const LinearIndex &index, size_t i,
                          ArrayRef<int64_t> extents) {
  LinearIndex::Term outer = index.terms[i - 1], inner = index.terms[i];
  if (ShapedType::isDynamic(extents[inner.loop]))
    return -1;
  return outer.coefficient - inner.coefficient * extents[inner.loop];
}

static WindowRead classifyRead(const LinearIndex &index,
                               ArrayRef<int64_t> extents) {
  if (index.terms.size() < 2)
    return WindowRead::Slice;
  for (size_t i = 1; i < index.terms.size(); ++i)
    if (getSpacing(index, i, extents) != 0)
      return WindowRead::Gather;
  return WindowRead::Reshape;
}

/// True if an element may belong to several windows.
static bool haveOverlap(const LinearIndex &index, ArrayRef<int64_t> extents) {
  for (size_t i = 1; i < index.terms.size(); ++i)
    if (getSpacing(index, i, extents) < 0)
      return true;
  return false;
}

SmallVector<unsigned> ConvolutionFactor::getLoops() const {
  SmallVector<unsigned> loops;
  for (const LinearIndex &index : indices)
    for (LinearIndex::Term term : index.terms)
      loops.push_back(term.loop);
  return loops;
}

namespace {
/// Matches one operation.
class ConvolutionMatcher {
public:
  ConvolutionMatcher(linalg::LinalgOp op)
      : op(op), extents(op.getStaticLoopRanges()) {}

  FailureOr<Convolution> run(StringRef &reason);

private:
  bool readFactor(OpOperand *operand, ConvolutionFactor &factor);
  bool readResult();
  void findDropped();
  bool classifyLoops();
  bool readsRows(const ConvolutionFactor &factor);
  bool paysToCopy(const ConvolutionFactor &factor, StringRef &reason);

  /// The product of the extents of loops, where unknown ones are 1.
  uint64_t count(function_ref<bool(unsigned loop)> condition) {
    uint64_t product = 1;
    for (auto [loop, extent] : llvm::enumerate(extents))
      if (!ShapedType::isDynamic(extent) && condition(loop))
        product = llvm::SaturatingMultiply<uint64_t>(product, extent);
    return product;
  }

  linalg::LinalgOp op;
  SmallVector<int64_t> extents;
  Convolution convolution;
  llvm::SmallDenseSet<unsigned> inA, inB, inResult;
};
} // namespace

bool ConvolutionMatcher::readFactor(OpOperand *operand,
                                    ConvolutionFactor &factor) {
  factor.value = operand->get();
  AffineMap map = op.getMatchingIndexingMap(operand);
  llvm::SmallDenseSet<unsigned> seen;
  for (auto [expression, size] :
       llvm::zip_equal(map.getResults(), op.getShape(operand))) {
    // A plain loop stays one, even if it has only one iteration.
    auto dim = dyn_cast<AffineDimExpr>(expression);
    bool isWhole = dim && !convolution.dropped.contains(dim.getPosition());
    std::optional<LinearIndex> index =
        isWhole ? LinearIndex{0, {{dim.getPosition(), 1}}}
                : getLinearIndex(expression, extents);
    if (!index || !staysWithin(*index, extents, size) ||
        (isWhole &&
         failed(verifyCompatibleDims({size, extents[dim.getPosition()]}))))
      return false;
    for (LinearIndex::Term term : index->terms)
      if (!seen.insert(term.loop).second)
        return false;
    factor.reads.push_back(isWhole ? WindowRead::Whole
                                   : classifyRead(*index, extents));
    factor.indices.push_back(std::move(*index));
  }
  return true;
}

bool ConvolutionMatcher::readResult() {
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(init);
  if (!map.isProjectedPermutation())
    return false;
  for (auto [expression, size] :
       llvm::zip_equal(map.getResults(), op.getShape(init))) {
    unsigned loop = cast<AffineDimExpr>(expression).getPosition();
    if (failed(verifyCompatibleDims({size, extents[loop]})))
      return false;
    if (!convolution.dropped.contains(loop))
      inResult.insert(loop);
  }
  return true;
}

/// True if `loop` is an index of an operand on its own.
static bool isIndex(AffineMap map, unsigned loop) {
  return llvm::is_contained(map.getResults(),
                            getAffineDimExpr(loop, map.getContext()));
}

/// Loops of one iteration drop out of sums. Elsewhere, they would run along one
/// tensor alone.
void ConvolutionMatcher::findDropped() {
  auto maps = op.getIndexingMapsArray();
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    bool isInSum = llvm::any_of(maps, [&, loop = loop](AffineMap map) {
      return map.isFunctionOfDim(loop) && !isIndex(map, loop);
    });
    auto numTensors = llvm::count_if(
        maps, [&, loop = loop](AffineMap map) { return isIndex(map, loop); });
    if (extent == 1 && (isInSum || numTensors == 1))
      convolution.dropped.insert(loop);
  }
}

/// True if each loop runs along two tensors or all.
bool ConvolutionMatcher::classifyLoops() {
  inA.insert_range(convolution.a.getLoops());
  inB.insert_range(convolution.b.getLoops());
  for (unsigned loop = 0, e = extents.size(); loop < e; ++loop)
    if (!convolution.dropped.contains(loop) &&
        inA.contains(loop) + inB.contains(loop) + inResult.contains(loop) < 2)
      return false;
  return true;
}

/// True if the last loop of the result reads adjacent elements.
bool ConvolutionMatcher::readsRows(const ConvolutionFactor &factor) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.getNumResults() == 0 || factor.indices.empty())
    return false;
  unsigned last = map.getDimPosition(map.getNumResults() - 1);
  return (ShapedType::isDynamic(extents[last]) ||
          extents[last] >= shortestRow) &&
         llvm::any_of(factor.indices.back().terms, [&](LinearIndex::Term term) {
           return term.loop == last && term.coefficient == 1;
         });
}

bool ConvolutionMatcher::paysToCopy(const ConvolutionFactor &factor,
                                    StringRef &reason) {
  if (!llvm::is_contained(factor.reads, WindowRead::Gather))
    return true;
  SmallVector<unsigned> loops = factor.getLoops();
  auto isRead = [&](unsigned loop) { return llvm::is_contained(loops, loop); };
  bool overlaps = llvm::any_of(factor.indices, [&](const LinearIndex &index) {
    return haveOverlap(index, extents);
  });
  uint64_t numUses = count(
      [&](unsigned loop) { return inResult.contains(loop) && !isRead(loop); });
  if (overlaps &&
      numUses < (readsRows(factor) ? fewestUsesOfRows : fewestUses)) {
    reason = "few-channels";
    return false;
  }
  unsigned numBits =
      getElementTypeOrSelf(factor.value.getType()).getIntOrFloatBitWidth();
  if (count(isRead) > mostBytes * 8 / numBits) {
    reason = "large-windows";
    return false;
  }
  return true;
}

FailureOr<Convolution> ConvolutionMatcher::run(StringRef &reason) {
  findDropped();
  if (convolution.dropped.empty() &&
      llvm::all_of(op.getIndexingMapsArray(),
                   [](AffineMap map) { return map.isProjectedPermutation(); }))
    return failure();
  reason = "indexing-maps";
  if (llvm::is_contained(extents, 0) ||
      !readFactor(op.getDpsInputOperand(0), convolution.a) ||
      !readFactor(op.getDpsInputOperand(1), convolution.b) || !readResult())
    return failure();
  reason = "reduced-operand";
  if (!classifyLoops())
    return failure();
  reason = "element-type";
  if (!isProductOfTypes(getElementTypeOrSelf(convolution.a.value.getType()),
                        getElementTypeOrSelf(convolution.b.value.getType()),
                        getElementTypeOrSelf(op.getDpsInits()[0].getType())))
    return failure();
  // Each channel on its own: a product of vectors for each.
  reason = "few-channels";
  auto isBatch = [&](unsigned loop) {
    return inA.contains(loop) && inB.contains(loop) && inResult.contains(loop);
  };
  auto isOnlyIn = [&](const llvm::SmallDenseSet<unsigned> &loops) {
    return count([&](unsigned loop) {
      return inResult.contains(loop) && loops.contains(loop) && !isBatch(loop);
    });
  };
  bool hasSum = llvm::any_of(
      inA, [&](unsigned loop) { return !inResult.contains(loop); });
  if (!hasSum ||
      (count(isBatch) != 1 && std::min(isOnlyIn(inA), isOnlyIn(inB)) == 1))
    return failure();
  if (!paysToCopy(convolution.a, reason) || !paysToCopy(convolution.b, reason))
    return failure();
  reason = {};
  return std::move(convolution);
}

FailureOr<Convolution> fused::matchConvolution(linalg::LinalgOp op,
                                               StringRef &reason) {
  reason = {};
  if (!sumsProducts(op))
    return failure();
  return ConvolutionMatcher(op).run(reason);
}
