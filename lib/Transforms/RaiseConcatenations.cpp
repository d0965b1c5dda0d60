//===- RaiseConcatenations.cpp - Slices in place of elements --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace fused {
#define GEN_PASS_DEF_RAISECONCATENATIONS
#include "fused/Transforms/Passes.h.inc"
} // namespace fused

using namespace mlir;

namespace {
/// A loop's index and what is added to it.
struct ShiftedIndex {
  unsigned dim;
  int64_t shift;
};

/// `size` indices from `start` on, along the dimension of a concatenation, and
/// where a source has what belongs there.
struct Segment {
  int64_t start, size;
  Value source;
  SmallVector<int64_t> offsets;
};

/// The segments that an operation's elements are taken from.
class ConcatenationMatcher {
public:
  explicit ConcatenationMatcher(linalg::GenericOp op)
      : op(op), sizes(op.getStaticLoopRanges()) {}

  /// False if the operation is anything but a concatenation.
  bool match();

  ArrayRef<Segment> getSegments() const { return segments; }
  unsigned getDim() const { return *dim; }

private:
  bool collect(Value value, int64_t start, int64_t end);
  bool addSegment(tensor::ExtractOp element, int64_t start, int64_t end);
  std::optional<ShiftedIndex> findBound(scf::IfOp branch, int64_t start);

  linalg::GenericOp op;
  SmallVector<int64_t> sizes;
  std::optional<unsigned> dim;
  SmallVector<Segment> segments;
};

struct RaiseConcatenations
    : public fused::impl::RaiseConcatenationsBase<RaiseConcatenations> {
  using RaiseConcatenationsBase::RaiseConcatenationsBase;
  void runOnOperation() override;
};
} // namespace

/// Accepts `linalg.index`, and sums and differences of one with constants.
static std::optional<ShiftedIndex> findIndex(Value value) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return ShiftedIndex{unsigned(index.getDim()), 0};
  Operation *source = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(source))
    return std::nullopt;
  std::optional<int64_t> constant = getConstantIntValue(source->getOperand(1));
  std::optional<ShiftedIndex> index = findIndex(source->getOperand(0));
  if (!constant || !index)
    return std::nullopt;
  index->shift += isa<arith::AddIOp>(source) ? *constant : -*constant;
  return index;
}

/// The dimension and the index in it before which the first branch is taken,
/// for indices from `start` on.
std::optional<ShiftedIndex> ConcatenationMatcher::findBound(scf::IfOp branch,
                                                            int64_t start) {
  auto compare = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || !compare.getLhs().getType().isIndex())
    return std::nullopt;
  std::optional<ShiftedIndex> index = findIndex(compare.getLhs());
  std::optional<int64_t> limit = getConstantIntValue(compare.getRhs());
  bool isUnsigned = compare.getPredicate() == arith::CmpIPredicate::ult;
  if (!index || !limit ||
      (!isUnsigned && compare.getPredicate() != arith::CmpIPredicate::slt) ||
      (isUnsigned && (start + index->shift < 0 || *limit < 0)))
    return std::nullopt;
  return ShiftedIndex{index->dim, *limit - index->shift};
}

/// Adds a segment whose elements are those of a slice.
bool ConcatenationMatcher::addSegment(tensor::ExtractOp element, int64_t start,
                                      int64_t end) {
  auto type = element.getTensor().getType();
  if (element.getTensor().getParentRegion() == &op.getRegion() ||
      !type.hasStaticShape() || type.getRank() != int64_t(sizes.size()) || !dim)
    return false;
  Segment segment{start, end - start, element.getTensor(), {}};
  for (auto [position, value] : llvm::enumerate(element.getIndices())) {
    std::optional<ShiftedIndex> index = findIndex(value);
    if (!index || index->dim != position)
      return false;
    bool isDim = position == *dim;
    int64_t offset = index->shift + (isDim ? start : 0);
    int64_t size = isDim ? segment.size : sizes[position];
    if (offset < 0 || offset + size > type.getDimSize(position))
      return false;
    segment.offsets.push_back(offset);
  }
  segments.push_back(segment);
  return true;
}

/// Adds the segments that `value` consists of from `start` to `end`.
bool ConcatenationMatcher::collect(Value value, int64_t start, int64_t end) {
  if (start >= end)
    return true;
  if (auto element = value.getDefiningOp<tensor::ExtractOp>())
    return addSegment(element, start, end);
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!branch || branch.getElseRegion().empty())
    return false;
  std::optional<ShiftedIndex> bound = findBound(branch, start);
  if (!bound || (dim && *dim != bound->dim))
    return false;
  if (!dim) {
    dim = bound->dim;
    end = sizes[*dim];
  }
  unsigned number = cast<OpResult>(value).getResultNumber();
  int64_t middle = std::clamp(bound->shift, start, end);
  return collect(branch.thenYield().getOperand(number), start, middle) &&
         collect(branch.elseYield().getOperand(number), middle, end);
}

bool ConcatenationMatcher::match() {
  if (!op.hasPureTensorSemantics() || op.getNumResults() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      llvm::any_of(sizes, ShapedType::isDynamic) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return false;
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  if (!yield.getOperand(0).getDefiningOp<scf::IfOp>())
    return false;
  return collect(yield.getOperand(0), 0, std::numeric_limits<int64_t>::max()) &&
         segments.size() > 1;
}

static void raise(linalg::GenericOp op, const ConcatenationMatcher &matcher,
                  IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto get = [&](ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(rewriter.getContext(), values);
  };
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<int64_t> strides(sizes.size(), 1), offsets(sizes.size(), 0);
  Value array = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getElementTypeOrSelf(op.getResult(0)));
  for (const Segment &segment : matcher.getSegments()) {
    sizes[matcher.getDim()] = segment.size;
    offsets[matcher.getDim()] = segment.start;
    Value slice = segment.source;
    if (cast<RankedTensorType>(slice.getType()).getShape() != ArrayRef(sizes))
      slice = tensor::ExtractSliceOp::create(
          rewriter, loc, slice, get(segment.offsets), get(sizes), get(strides));
    array = tensor::InsertSliceOp::create(
        rewriter, loc, slice, array, get(offsets), get(sizes), get(strides));
  }
  rewriter.replaceOp(op, array);
}

void RaiseConcatenations::runOnOperation() {
  IRRewriter rewriter(&getContext());
  SmallVector<linalg::GenericOp> ops;
  getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops) {
    ConcatenationMatcher matcher(op);
    if (!matcher.match())
      continue;
    auto shape = cast<RankedTensorType>(op.getResult(0).getType());
    if (shape.getNumElements() >= minElements)
      raise(op, matcher, rewriter);
  }
}
