//===- SplitSlices.cpp - Arrays made of slices, slice by slice ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/OperandSource.h"
#include "fused/Transforms/ElementwisePasses.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/MapVector.h"

namespace fused {
#define GEN_PASS_DEF_SPLITSLICES
#include "fused/Transforms/DevicePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// An operation becomes no more operations than this.
static constexpr size_t kMaxBoxes = 8;
/// An array is made of no more slices than this.
static constexpr size_t kMaxSlices = 16;
/// Broadcasts with longer bodies are not repeated.
static constexpr size_t kMaxBroadcastOps = 4;

namespace {
/// A part of an iteration space or of an array.
struct Box {
  SmallVector<int64_t> offsets, sizes;

  int64_t getEnd(unsigned dim) const { return offsets[dim] + sizes[dim]; }
};

/// An array into which others were inserted.
struct ComposedArray {
  /// The last one first: what is seen.
  SmallVector<tensor::InsertSliceOp> slices;
  Value base;
};

/// Writes one elementwise operation as one for each part of its iteration space
/// in which every operand is one array or number.
class SliceSplitter {
public:
  SliceSplitter(linalg::GenericOp op, IRRewriter &rewriter)
      : op(op), rewriter(rewriter) {}

  /// Changes nothing if that would be no better.
  void split();

private:
  bool collect();
  bool cut(const Box &box);
  std::optional<std::pair<unsigned, int64_t>> findCut(const Box &box);
  bool isWorthwhile();
  bool isPartOfRows();
  void emit(const Box &box, SmallVectorImpl<Value> &outputs);
  Value readSlice(OpOperand &operand, const Box &box, Value &number);
  void emitBody(OpBuilder &builder, const Box &box, ValueRange arguments,
                ArrayRef<Value> numbers);

  linalg::GenericOp op;
  IRRewriter &rewriter;
  /// By the number of the operand.
  llvm::SmallMapVector<unsigned, ComposedArray, 4> composed;
  SmallVector<Box> boxes;
};

struct SplitSlices : public fused::impl::SplitSlicesBase<SplitSlices> {
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts of arrays
//===----------------------------------------------------------------------===//

/// Accepts an insertion of known place and shape, which keeps the rank.
static bool isKnown(tensor::InsertSliceOp op) {
  return op.getSourceType().hasStaticShape() && op.hasUnitStride() &&
         op.getSourceType().getRank() == op.getDestType().getRank() &&
         llvm::none_of(op.getStaticOffsets(), ShapedType::isDynamic) &&
         llvm::none_of(op.getStaticSizes(), ShapedType::isDynamic);
}

static ComposedArray decompose(Value array) {
  ComposedArray result;
  auto insertion = array.getDefiningOp<tensor::InsertSliceOp>();
  while (insertion && isKnown(insertion) && result.slices.size() < kMaxSlices) {
    result.slices.push_back(insertion);
    array = insertion.getDest();
    insertion = array.getDefiningOp<tensor::InsertSliceOp>();
  }
  result.base = array;
  return result;
}

static Box getBox(tensor::InsertSliceOp op) {
  return {SmallVector<int64_t>(op.getStaticOffsets()),
          SmallVector<int64_t>(op.getStaticSizes())};
}

static bool intersects(const Box &a, const Box &b) {
  for (unsigned dim = 0; dim < a.sizes.size(); ++dim)
    if (a.getEnd(dim) <= b.offsets[dim] || b.getEnd(dim) <= a.offsets[dim])
      return false;
  return true;
}

static bool containsBox(const Box &outer, const Box &inner) {
  for (unsigned dim = 0; dim < outer.sizes.size(); ++dim)
    if (inner.offsets[dim] < outer.offsets[dim] ||
        inner.getEnd(dim) > outer.getEnd(dim))
      return false;
  return true;
}

/// The part of an array that a part of the iteration space indexes by `map`.
static Box project(const Box &box, AffineMap map) {
  Box result;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    result.offsets.push_back(dim ? box.offsets[dim.getPosition()] : 0);
    result.sizes.push_back(dim ? box.sizes[dim.getPosition()] : 1);
  }
  return result;
}

static SmallVector<Range> getRanges(OpBuilder &builder, const Box &box) {
  SmallVector<Range> ranges;
  for (auto [offset, size] : llvm::zip_equal(box.offsets, box.sizes))
    ranges.push_back({builder.getIndexAttr(offset), builder.getIndexAttr(size),
                      builder.getIndexAttr(1)});
  return ranges;
}

static Value createSlice(OpBuilder &builder, Value array, const Box &box) {
  auto type = cast<RankedTensorType>(array.getType());
  if (type.getShape() == ArrayRef(box.sizes))
    return array;
  return tensor::ExtractSliceOp::create(builder, array.getLoc(), array,
                                        getRanges(builder, box));
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Collects the operands that are made of slices; false if there are none.
/// Those of an operation without results stay whole, even if its body does not
/// use them: they tell the sizes of its loops.
bool SliceSplitter::collect() {
  if (!op.hasPureTensorSemantics() || op.getNumResults() == 0 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      llvm::any_of(op.getStaticLoopRanges(), ShapedType::isDynamic))
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isInit = op.isDpsInit(&operand);
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/!isInit) ||
        (isInit && !map.isPermutation()))
      return false;
    ComposedArray array = decompose(operand.get());
    if (!isInit && !array.slices.empty() && map.isProjectedPermutation())
      composed[operand.getOperandNumber()] = array;
  }
  return !composed.empty();
}

/// A loop and a place in it where a slice starts or ends within the box.
std::optional<std::pair<unsigned, int64_t>>
SliceSplitter::findCut(const Box &box) {
  for (auto &[number, array] : composed) {
    AffineMap map = op.getMatchingIndexingMap(&op->getOpOperand(number));
    Box part = project(box, map);
    for (tensor::InsertSliceOp insertion : array.slices) {
      Box slice = getBox(insertion);
      if (!intersects(slice, part))
        continue;
      if (containsBox(slice, part))
        break;
      for (unsigned dim = 0; dim < slice.sizes.size(); ++dim)
        for (int64_t place : {slice.offsets[dim], slice.getEnd(dim)})
          if (place > part.offsets[dim] && place < part.getEnd(dim))
            return std::make_pair(map.getDimPosition(dim), place);
    }
  }
  return std::nullopt;
}

/// Adds the parts of a box; false if there are too many.
bool SliceSplitter::cut(const Box &box) {
  auto place = findCut(box);
  if (!place) {
    boxes.push_back(box);
    return boxes.size() <= kMaxBoxes;
  }
  auto [dim, at] = *place;
  Box low = box, high = box;
  low.sizes[dim] = at - box.offsets[dim];
  high.offsets[dim] = at;
  high.sizes[dim] = box.getEnd(dim) - at;
  return cut(low) && cut(high);
}

/// Accepts a use in a reduction along memory.
static bool reducesRows(OpOperand &use) {
  auto reduction = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!reduction || reduction.isDpsInit(&use))
    return false;
  AffineMap map = reduction.getMatchingIndexingMap(&use);
  if (!map.isPermutation() || map.getNumDims() == 0)
    return false;
  unsigned last = map.getDimPosition(map.getNumDims() - 1);
  return reduction.getIteratorTypesArray()[last] ==
         utils::IteratorType::reduction;
}

/// True if this may become a part of an operation on whole rows: it reads or
/// gives something to a reduction along memory.
bool SliceSplitter::isPartOfRows() {
  for (OpResult result : op->getResults())
    if (llvm::any_of(result.getUses(), reducesRows))
      return true;
  for (Value input : op.getDpsInputs())
    if (auto source = input.getDefiningOp<linalg::LinalgOp>())
      if (llvm::any_of(source->getOpOperands(), reducesRows))
        return true;
  return false;
}

/// True if there will be no more operations than there are now, with those that
/// make arrays for this operation alone.
bool SliceSplitter::isWorthwhile() {
  size_t before = 1;
  for (auto &[number, array] : composed) {
    bool isOnlyForThis =
        llvm::all_of(op->getOperand(number).getUsers(), [&](Operation *user) {
          return user == op.getOperation();
        });
    if (isOnlyForThis)
      before += array.slices.size() + (getFilledWith(array.base) ? 1 : 0);
  }
  return boxes.size() > 1 && boxes.size() <= before && !isPartOfRows();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// What an operand is in the box: an array, or a number.
Value SliceSplitter::readSlice(OpOperand &operand, const Box &box,
                               Value &number) {
  if (!isa<RankedTensorType>(operand.get().getType())) {
    number = operand.get();
    return {};
  }
  Box part = project(box, op.getMatchingIndexingMap(&operand));
  Value array = operand.get();
  auto known = composed.find(operand.getOperandNumber());
  if (known != composed.end()) {
    array = known->second.base;
    for (tensor::InsertSliceOp insertion : known->second.slices) {
      Box slice = getBox(insertion);
      if (!containsBox(slice, part))
        continue;
      for (auto [offset, start] : llvm::zip_equal(part.offsets, slice.offsets))
        offset -= start;
      return createSlice(rewriter, insertion.getSource(), part);
    }
  }
  number = getFilledWith(array);
  return number ? Value() : createSlice(rewriter, array, part);
}

/// Clones the body. `numbers` has what operands are that are no arguments.
void SliceSplitter::emitBody(OpBuilder &builder, const Box &box,
                             ValueRange arguments, ArrayRef<Value> numbers) {
  IRMapping mapping;
  for (auto [argument, number] :
       llvm::zip_equal(op.getBody()->getArguments(), numbers)) {
    mapping.map(argument, number ? number : arguments.front());
    arguments = arguments.drop_front(number ? 0 : 1);
  }
  for (Operation &inside : *op.getBody()) {
    Operation *clone = builder.clone(inside, mapping);
    auto index = dyn_cast<linalg::IndexOp>(inside);
    if (!index)
      continue;
    Value start = arith::ConstantIndexOp::create(builder, index.getLoc(),
                                                 box.offsets[index.getDim()]);
    mapping.map(index.getResult(),
                arith::AddIOp::create(builder, index.getLoc(),
                                      clone->getResult(0), start)
                    .getResult());
  }
}

/// Computes a box and inserts it into the outputs.
void SliceSplitter::emit(const Box &box, SmallVectorImpl<Value> &outputs) {
  SmallVector<Value> inputs, inits, numbers;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value number;
    Value slice = readSlice(*input, box, number);
    numbers.push_back(number);
    if (number)
      continue;
    inputs.push_back(slice);
    maps.push_back(op.getMatchingIndexingMap(input));
  }
  SmallVector<Box> places;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    places.push_back(project(box, map));
    inits.push_back(
        createSlice(rewriter, outputs[places.size() - 1], places.back()));
    maps.push_back(map);
    numbers.push_back(Value());
  }
  auto part = linalg::GenericOp::create(
      rewriter, op.getLoc(), ValueRange(inits).getTypes(), inputs, inits, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        emitBody(builder, box, arguments, numbers);
      });
  for (auto [output, result, place] :
       llvm::zip_equal(outputs, part.getResults(), places))
    output = tensor::InsertSliceOp::create(rewriter, op.getLoc(), result,
                                           output, getRanges(rewriter, place));
}

void SliceSplitter::split() {
  if (!collect())
    return;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  Box all{SmallVector<int64_t>(sizes.size()), sizes};
  if (llvm::is_contained(sizes, 0) || !cut(all) || !isWorthwhile())
    return;
  rewriter.setInsertionPoint(op);
  SmallVector<Value> outputs(op.getDpsInits());
  for (const Box &box : boxes)
    emit(box, outputs);
  rewriter.replaceOp(op, outputs);
}

/// True if an operation that reads slices would read a slice of a broadcast,
/// which is better computed in each part.
static bool readsBroadcast(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  if (!producer || producer.getNumResults() != 1 ||
      producer.getBody()->getOperations().size() > kMaxBroadcastOps + 1)
    return false;
  for (Operation &inside : producer.getBody()->without_terminator())
    if (inside.getNumRegions() != 0 || isa<tensor::ExtractOp>(inside))
      return false;
  for (Value input : producer.getDpsInputs())
    if (auto type = dyn_cast<RankedTensorType>(input.getType()))
      if (type.getRank() >= producer.getNumLoops())
        return false;
  return llvm::any_of(operand->getOwner()->getOperands(), [](Value value) {
    return value.getDefiningOp<tensor::InsertSliceOp>();
  });
}

void SplitSlices::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  populateElementwiseFusionPatterns(patterns, readsBroadcast);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  IRRewriter rewriter(&getContext());
  SmallVector<linalg::GenericOp> ops;
  getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops)
    SliceSplitter(op, rewriter).split();
}
