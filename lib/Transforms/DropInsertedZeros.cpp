//===- DropInsertedZeros.cpp - No products with inserted zeros ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "Remarks.h"
#include "Reshape.h"

#include "fused/Analysis/InsertedZeros.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_DROPINSERTEDZEROS
#include "fused/Transforms/RaisePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// A tensor of zeros.
static Value createZeros(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes, Type elementType) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(elementType));
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType);
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// The first elements of `tensor` along each dimension, as many as `sizes`
/// says.
static Value takeFirst(OpBuilder &builder, Location loc, Value tensor,
                       ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  auto type = tensor::ExtractSliceOp::inferResultType(
      cast<RankedTensorType>(tensor.getType()), sizes);
  if (type == tensor.getType())
    return tensor;
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

/// If `tensor` is a copy of a tensor, read at `map`: that tensor and the map.
static std::pair<Value, AffineMap> readThroughCopy(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(rank, tensor.getContext());
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 0)
    return {tensor, identity};
  auto maps = op.getIndexingMapsArray();
  if (op.getBlock()->getTerminator()->getOperand(0) !=
          op.getBlock()->getArgument(0) ||
      !maps[1].isPermutation())
    return {tensor, identity};
  return {op.getDpsInputs()[0], maps[0].compose(inversePermutation(maps[1]))};
}

/// `tensor` with the elements along each of `dims`, of known sizes, in reverse.
static Value reverse(OpBuilder &builder, Location loc, Value tensor,
                     ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto [source, map] = readThroughCopy(tensor);
  SmallVector<AffineExpr> reversed;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    AffineExpr index = builder.getAffineDimExpr(dim);
    reversed.push_back(llvm::is_contained(dims, dim)
                           ? type.getDimSize(dim) - 1 - index
                           : index);
  }
  map = simplifyAffineMap(map.compose(
      AffineMap::get(type.getRank(), 0, reversed, builder.getContext())));
  if (map.isIdentity() && source.getType() == type)
    return source;
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, tensor),
      type.getElementType());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto copy = linalg::GenericOp::create(
      builder, loc, type, source, empty,
      ArrayRef<AffineMap>{map, builder.getMultiDimIdentityMap(type.getRank())},
      iterators, [](OpBuilder &inner, Location at, ValueRange arguments) {
        linalg::YieldOp::create(inner, at, arguments[0]);
      });
  return copy.getResult(0);
}

namespace {
/// Rewrites one contraction.
class Compaction {
public:
  Compaction(RewriterBase &rewriter, linalg::LinalgOp op,
             const DilatedContraction &dilated)
      : rewriter(rewriter), op(op), loc(op.getLoc()), dilated(dilated),
        init(op.getDpsInits()[0]),
        resultMap(op.getMatchingIndexingMap(op.getDpsInitOperand(0))) {
    for (const InsertedZerosDim &dim : dilated.dims)
      if (dim.hasZeros) {
        dimOfLoop[*dim.loop] = &dim;
        if (dim.window)
          extentOfWindow[*dim.window] = op.getStaticLoopRanges()[*dim.window];
        if (dim.shift)
          shifts.push_back(*dim.shift);
      }
  }

  /// Returns the contraction of the elements alone.
  linalg::GenericOp run();

private:
  /// How results along a loop of the result are restricted; null if they are
  /// not.
  const InsertedZerosDim *getDim(unsigned resultDim) {
    return dimOfLoop.lookup(resultMap.getDimPosition(resultDim));
  }

  AffineMap restrict(AffineMap map);
  AffineMap getElementsMap();
  AffineMap getPhasesMap();
  Value getElements();
  Value getOtherFactor();
  linalg::GenericOp contract();
  /// True if some results are zero because no element contributes to them.
  bool leavesResults() {
    return llvm::any_of(llvm::seq<unsigned>(0, resultMap.getNumResults()),
                        [&](unsigned i) { return getDim(i); });
  }
  /// True if results have to be computed apart from what the program adds them
  /// to.
  bool startsFromZero() { return leavesResults() || !shifts.empty(); }
  Value joinPhases(Value phases);
  Value placeResults(Value joined);
  Value reverseShifts(Value results);
  Value addInit(Value results);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  const DilatedContraction &dilated;
  Value init;
  AffineMap resultMap;
  llvm::SmallDenseMap<unsigned, const InsertedZerosDim *> dimOfLoop;
  llvm::SmallDenseMap<unsigned, int64_t> extentOfWindow;
  SmallVector<unsigned> shifts;
};
} // namespace

/// `map` with each loop along zeros as one along elements. With the last
/// iteration of a shift, the other factor is read first: it runs backwards.
AffineMap Compaction::restrict(AffineMap map) {
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    AffineExpr index = rewriter.getAffineDimExpr(loop);
    const InsertedZerosDim *dim = dimOfLoop.lookup(loop);
    if (dim)
      index = index * dim->stride + dim->offset;
    if (dim && dim->shift)
      index = index + rewriter.getAffineDimExpr(*dim->shift) -
              (op.getStaticLoopRanges()[*dim->shift] - 1);
    loops.push_back(index);
  }
  return map.replaceDimsAndSymbols(loops, {}, op.getNumLoops(), 0);
}

/// A dimension with zeros has one loop: a window has one element, and other
/// loops have one iteration.
AffineMap Compaction::getElementsMap() {
  SmallVector<AffineExpr> results;
  for (auto [index, dim] :
       llvm::zip_equal(dilated.map.getResults(), dilated.dims))
    results.push_back(dim.hasZeros ? rewriter.getAffineDimExpr(*dim.loop)
                                   : index);
  return AffineMap::get(op.getNumLoops(), 0, results, rewriter.getContext());
}

/// The elements that are read, in the type that they are read in.
Value Compaction::getElements() {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, dilated.elements);
  for (auto [size, dim] : llvm::zip_equal(sizes, dilated.dims))
    if (dim.hasZeros)
      size = rewriter.getIndexAttr(dim.size);
  return convertElements(
      rewriter, loc, takeFirst(rewriter, loc, dilated.elements, sizes),
      getElementTypeOrSelf(op.getDpsInputs()[dilated.operand].getType()));
}

/// The map of a result in which the loop of each window follows its own.
AffineMap Compaction::getPhasesMap() {
  SmallVector<AffineExpr> results;
  for (unsigned i = 0, e = resultMap.getNumResults(); i < e; ++i) {
    results.push_back(resultMap.getResult(i));
    const InsertedZerosDim *dim = getDim(i);
    if (dim && dim->window)
      results.push_back(rewriter.getAffineDimExpr(*dim->window));
  }
  return AffineMap::get(op.getNumLoops(), 0, results, rewriter.getContext());
}

/// The other factor; the first result of an element is that of its last window.
Value Compaction::getOtherFactor() {
  OpOperand *operand = op.getDpsInputOperand(1 - dilated.operand);
  SmallVector<int64_t> dims;
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, operand->get());
  for (auto [i, index] :
       llvm::enumerate(op.getMatchingIndexingMap(operand).getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop)
      continue;
    if (extentOfWindow.contains(loop.getPosition()))
      dims.push_back(i);
    // What is not read with steps must be as long as the loop.
    const InsertedZerosDim *dim = dimOfLoop.lookup(loop.getPosition());
    if (dim && dim->offset == 0 && dim->stride == 1)
      sizes[i] = rewriter.getIndexAttr(dim->size);
  }
  Value factor = takeFirst(rewriter, loc, operand->get(), sizes);
  return dims.empty() ? factor : reverse(rewriter, loc, factor, dims);
}

linalg::GenericOp Compaction::contract() {
  SmallVector<Value> factors(2);
  SmallVector<AffineMap> maps(2);
  unsigned other = 1 - dilated.operand;
  factors[dilated.operand] = getElements();
  maps[dilated.operand] = getElementsMap();
  factors[other] = getOtherFactor();
  maps[other] =
      restrict(op.getMatchingIndexingMap(op.getDpsInputOperand(other)));
  maps.push_back(getPhasesMap());

  SmallVector<OpFoldResult> sizes;
  for (auto [i, size] :
       llvm::enumerate(tensor::getMixedSizes(rewriter, loc, init))) {
    const InsertedZerosDim *dim = getDim(i);
    sizes.push_back(dim ? rewriter.getIndexAttr(dim->size) : size);
    if (dim && dim->window)
      sizes.push_back(
          rewriter.getIndexAttr(extentOfWindow.lookup(*dim->window)));
  }
  Value output = startsFromZero() ? createZeros(rewriter, loc, sizes,
                                                getElementTypeOrSelf(init))
                                  : init;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (auto [window, extent] : extentOfWindow)
    iterators[window] = utils::IteratorType::parallel;
  auto contraction = linalg::GenericOp::create(
      rewriter, loc, output.getType(), factors, output, maps, iterators);
  Region &body = contraction.getRegion();
  rewriter.cloneRegionBefore(op->getRegion(0), body, body.begin());
  return contraction;
}

/// Makes the dimensions of an element and of its window one. Windows that are
/// narrower than the distance of elements leave zeros.
Value Compaction::joinPhases(Value phases) {
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> groups;
  SmallVector<OpFoldResult> own = tensor::getMixedSizes(rewriter, loc, phases);
  for (unsigned i = 0, e = resultMap.getNumResults(); i < e; ++i) {
    const InsertedZerosDim *dim = getDim(i);
    groups.push_back(dim && dim->window ? 2 : 1);
    sizes.push_back(own[sizes.size()]);
    if (groups.back() == 2)
      sizes.push_back(rewriter.getIndexAttr(dim->stride));
  }
  if (sizes != own) {
    Value zeros =
        createZeros(rewriter, loc, sizes, getElementTypeOrSelf(phases));
    SmallVector<OpFoldResult> offsets(own.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(own.size(), rewriter.getIndexAttr(1));
    phases = tensor::InsertSliceOp::create(rewriter, loc, phases, zeros,
                                           offsets, own, strides);
  }
  return collapseGroups(rewriter, loc, phases, groups);
}

/// The results in the order of the program.
Value Compaction::reverseShifts(Value results) {
  SmallVector<int64_t> dims;
  for (unsigned i = 0, e = resultMap.getNumResults(); i < e; ++i)
    if (llvm::is_contained(shifts, resultMap.getDimPosition(i)))
      dims.push_back(i);
  return dims.empty() ? results : reverse(rewriter, loc, results, dims);
}

/// Adds what the program adds its results to.
Value Compaction::addInit(Value results) {
  if (isKnownZero(init))
    return results;
  int64_t rank = resultMap.getNumResults();
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, init),
      getElementTypeOrSelf(init));
  return linalg::GenericOp::create(
             rewriter, loc, empty.getType(), ValueRange{results, init}, empty,
             ArrayRef<AffineMap>{identity, identity, identity}, iterators,
             [](OpBuilder &builder, Location at, ValueRange arguments) {
               Value x = arguments[0], y = arguments[1];
               Value sum =
                   isa<FloatType>(x.getType())
                       ? arith::AddFOp::create(builder, at, x, y).getResult()
                       : arith::AddIOp::create(builder, at, x, y).getResult();
               linalg::YieldOp::create(builder, at, sum);
             })
      .getResult(0);
}

/// Inserts the results that are not known to be zero into the others.
Value Compaction::placeResults(Value joined) {
  SmallVector<OpFoldResult> own = tensor::getMixedSizes(rewriter, loc, joined);
  SmallVector<OpFoldResult> sizes = own;
  SmallVector<OpFoldResult> from(own.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> to = from;
  SmallVector<OpFoldResult> ones(own.size(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> strides = ones;
  for (unsigned i = 0; i < own.size(); ++i) {
    const InsertedZerosDim *dim = getDim(i);
    if (!dim)
      continue;
    if (!dim->window) {
      to[i] = rewriter.getIndexAttr(dim->offset);
      strides[i] = rewriter.getIndexAttr(dim->stride);
      continue;
    }
    // Result number `first` of the joined ones is the first of the program.
    int64_t first = extentOfWindow.lookup(*dim->window) - 1 - dim->offset;
    int64_t extent = cast<ShapedType>(init.getType()).getDimSize(i);
    int64_t begin = std::max<int64_t>(first, 0);
    int64_t end = std::min(first + extent, dim->size * dim->stride);
    from[i] = rewriter.getIndexAttr(begin);
    to[i] = rewriter.getIndexAttr(begin - first);
    sizes[i] = rewriter.getIndexAttr(end - begin);
  }
  if (sizes != own)
    joined = tensor::ExtractSliceOp::create(rewriter, loc, joined, from, sizes,
                                            ones);
  if (joined.getType() == init.getType())
    return joined;
  Value zeros =
      createZeros(rewriter, loc, tensor::getMixedSizes(rewriter, loc, init),
                  getElementTypeOrSelf(init));
  return tensor::InsertSliceOp::create(rewriter, loc, joined, zeros, to, sizes,
                                       strides);
}

linalg::GenericOp Compaction::run() {
  linalg::GenericOp contraction = contract();
  Value result = contraction.getResult(0);
  if (leavesResults())
    result = placeResults(joinPhases(result));
  if (startsFromZero())
    result = addInit(reverseShifts(result));
  Type wanted = op->getResult(0).getType();
  if (result.getType() != wanted)
    result = tensor::CastOp::create(rewriter, loc, wanted, result);
  rewriter.replaceOp(op, result);
  return contraction;
}

namespace {
struct DropInsertedZerosPattern : OpInterfaceRewritePattern<linalg::LinalgOp> {
  DropInsertedZerosPattern(MLIRContext *context, Numerics numerics)
      : OpInterfaceRewritePattern(context), numerics(numerics) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<DilatedContraction> dilated = matchDilatedContraction(op);
    if (failed(dilated))
      return rewriter.notifyMatchFailure(op, "no factor has inserted zeros");
    if (!isPermitted(numerics, Concession::InsertedZeros)) {
      StringRef reason = getConcessionInfo(Concession::InsertedZeros).reason;
      emitNotRaised(op.getLoc(), reason,
                    "keeps the multiplications by inserted zeros");
      return rewriter.notifyMatchFailure(op, reason);
    }
    // The other factor may have such zeros, too.
    while (succeeded(dilated)) {
      op = Compaction(rewriter, op, *dilated).run();
      rewriter.setInsertionPoint(op);
      dilated = matchDilatedContraction(op);
    }
    return success();
  }

  Numerics numerics;
};

struct DropInsertedZeros
    : fused::impl::DropInsertedZerosBase<DropInsertedZeros> {
  using DropInsertedZerosBase::DropInsertedZerosBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropInsertedZerosPattern>(&getContext(), numerics);
    ChangeListener listener;
    walkAndApplyPatterns(getOperation(), std::move(patterns), &listener);
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
