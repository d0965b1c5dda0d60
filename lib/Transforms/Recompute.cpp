//===- Recompute.cpp - Computed again instead of stored -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSlice.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_RECOMPUTE
#include "fused/Transforms/DevicePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// An operation gets at most this many operands.
static constexpr unsigned kMaxOperands = 24;
/// The assumed value of unknown sizes.
static constexpr int64_t kUnknownSize = 1024;

namespace {
/// A use of a result in an operation that can compute it itself.
struct Repetition {
  /// The input of the user; by its number, as operands are appended.
  linalg::GenericOp user;
  unsigned input;
  ElementSlice slice;
};

/// Decides which results of one operation are computed where they are used, and
/// rewrites the users.
class Recomputer {
public:
  Recomputer(linalg::GenericOp producer, IRRewriter &rewriter)
      : producer(producer), rewriter(rewriter), analysis(producer) {}

  void run();

private:
  SmallVector<Repetition> choose(OpResult result);
  int64_t getCost(const Repetition &repetition);
  int64_t getCost(ArrayRef<Repetition> repetitions);
  int64_t getGain(OpResult result, ArrayRef<Repetition> repetitions);
  std::optional<unsigned> findResult(Value value);
  void addResults(ArrayRef<Repetition> repetitions);
  Value getLeafArray(Value leaf);
  AffineMap getLeafMap(Value leaf);
  void repeat(const Repetition &repetition);

  linalg::GenericOp producer;
  IRRewriter &rewriter;
  ElementAnalysis analysis;
};

struct Recompute : public fused::impl::RecomputeBase<Recompute> {
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Traffic of memory
//===----------------------------------------------------------------------===//

static int64_t countBytes(Type type) {
  auto array = dyn_cast<RankedTensorType>(type);
  if (!array || !array.getElementType().isIntOrIndexOrFloat())
    return 0;
  Type element = array.getElementType();
  int64_t bytes = element.isIndex()
                      ? 8
                      : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  for (int64_t size : array.getShape())
    bytes *= ShapedType::isDynamic(size) ? kUnknownSize : size;
  return bytes;
}

static bool isRead(linalg::GenericOp op, OpOperand &operand) {
  return op.isDpsInit(&operand) ||
         !op.getMatchingBlockArgument(&operand).use_empty();
}

static size_t countOperands(linalg::GenericOp op) {
  return llvm::count_if(op->getOpOperands(), [&](OpOperand &operand) {
    return isRead(op, operand);
  });
}

/// The operand that has the elements of `array` at these indices, or null.
static OpOperand *findInput(linalg::GenericOp op, Value array, AffineMap map) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == array && op.getMatchingIndexingMap(input) == map)
      return input;
  return nullptr;
}

/// The result that is `value`, with one element for each row where that does
/// not depend on the point.
std::optional<unsigned> Recomputer::findResult(Value value) {
  AffineMap map = analysis.getStoredMap(value);
  for (OpOperand &init : producer.getDpsInitsMutable()) {
    unsigned index = init.getOperandNumber() - producer.getNumDpsInputs();
    if (producer.getBody()->getTerminator()->getOperand(index) == value &&
        producer.getMatchingIndexingMap(&init).getNumResults() ==
            map.getNumResults())
      return index;
  }
  return std::nullopt;
}

/// The array that has a leaf; null if that is not stored yet.
Value Recomputer::getLeafArray(Value leaf) {
  if (auto argument = dyn_cast<BlockArgument>(leaf))
    return producer->getOperand(argument.getArgNumber());
  std::optional<unsigned> index = findResult(leaf);
  return index ? Value(producer->getResult(*index)) : Value();
}

AffineMap Recomputer::getLeafMap(Value leaf) {
  if (auto argument = dyn_cast<BlockArgument>(leaf))
    return producer.getMatchingIndexingMap(
        &producer->getOpOperand(argument.getArgNumber()));
  if (std::optional<unsigned> index = findResult(leaf))
    return producer.getMatchingIndexingMap(producer.getDpsInitOperand(*index));
  return analysis.getStoredMap(leaf);
}

/// The additional arrays that one user reads and the producer writes.
int64_t Recomputer::getCost(const Repetition &repetition) {
  linalg::GenericOp user = repetition.user;
  int64_t bytes = 0;
  for (Value leaf : repetition.slice.leaves) {
    Value array = getLeafArray(leaf);
    AffineMap map = repetition.slice.getUserMap(getLeafMap(leaf));
    OpOperand *input = array ? findInput(user, array, map) : nullptr;
    if (!array)
      bytes += 2 * analysis.countStoredBytes(leaf, kUnknownSize);
    else if (!input || !isRead(user, *input))
      bytes += countBytes(array.getType());
  }
  return bytes;
}

int64_t Recomputer::getCost(ArrayRef<Repetition> repetitions) {
  int64_t bytes = 0;
  for (const Repetition &repetition : repetitions)
    bytes += getCost(repetition);
  return bytes;
}

/// The bytes that are saved if these uses are the last ones.
int64_t Recomputer::getGain(OpResult result, ArrayRef<Repetition> repetitions) {
  int64_t bytes = countBytes(result.getType()) * (repetitions.size() + 1);
  // Then the producer is not needed at all.
  size_t numUsed = llvm::count_if(
      producer->getResults(), [](Value value) { return !value.use_empty(); });
  if (numUsed == 1 && analysis.isElementwise())
    for (Value input : producer.getDpsInputs())
      bytes += countBytes(input.getType());
  return bytes;
}

/// The uses of a result for which it is computed again.
SmallVector<Repetition> Recomputer::choose(OpResult result) {
  SmallVector<Repetition> possible, chosen;
  bool isStored = false;
  for (OpOperand &use : result.getUses()) {
    std::optional<ElementSlice> slice = analysis.findSlice(result, use);
    auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (slice && countOperands(user) + slice->leaves.size() <= kMaxOperands)
      possible.push_back({user, use.getOperandNumber(), *slice});
    else
      isStored = true;
  }
  if (!isStored && getGain(result, possible) > getCost(possible))
    return possible;
  for (Repetition &repetition : possible)
    if (countBytes(result.getType()) > getCost(repetition))
      chosen.push_back(repetition);
  return chosen;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Makes the values of each row that users need results of the producer.
void Recomputer::addResults(ArrayRef<Repetition> repetitions) {
  SmallVector<Value> added;
  for (const Repetition &repetition : repetitions)
    for (Value leaf : repetition.slice.leaves)
      if (!getLeafArray(leaf) && !llvm::is_contained(added, leaf))
        added.push_back(leaf);
  if (added.empty())
    return;
  rewriter.setInsertionPoint(producer);
  auto ranges = cast<linalg::LinalgOp>(producer.getOperation())
                    .createLoopRanges(rewriter, producer.getLoc());
  SmallVector<Value> inits(producer.getDpsInits());
  SmallVector<AffineMap> maps = producer.getIndexingMapsArray();
  for (Value value : added) {
    maps.push_back(analysis.getStoredMap(value));
    SmallVector<OpFoldResult> sizes;
    for (AffineExpr expr : maps.back().getResults())
      sizes.push_back(ranges[cast<AffineDimExpr>(expr).getPosition()].size);
    inits.push_back(tensor::EmptyOp::create(rewriter, producer.getLoc(), sizes,
                                            value.getType()));
  }
  auto extended = linalg::GenericOp::create(
      rewriter, producer.getLoc(), ValueRange(inits).getTypes(),
      producer.getDpsInputs(), inits, maps, producer.getIteratorTypesArray());
  extended.getRegion().takeBody(producer.getRegion());
  Block *body = extended.getBody();
  for (Value value : added)
    body->addArgument(value.getType(), value.getLoc());
  Operation *yield = body->getTerminator();
  yield->insertOperands(yield->getNumOperands(), added);
  rewriter.replaceOp(
      producer, extended.getResults().take_front(producer->getNumResults()));
  producer = extended;
  analysis.setOp(extended);
}

/// Gives `op` one more input, and returns what stands for it in the body.
static Value addInput(linalg::GenericOp op, Value array, AffineMap map) {
  if (OpOperand *input = findInput(op, array, map))
    return op.getMatchingBlockArgument(input);
  unsigned index = op.getNumDpsInputs();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + index, map);
  op.getInputsMutable().append(array);
  op.setIndexingMapsAttr(Builder(op).getAffineMapArrayAttr(maps));
  return op.getBody()->insertArgument(index, getElementTypeOrSelf(array),
                                      array.getLoc());
}

/// Computes in the user the value that it has read before. The operand remains,
/// but is not read any more.
void Recomputer::repeat(const Repetition &repetition) {
  const ElementSlice &slice = repetition.slice;
  linalg::GenericOp user = repetition.user;
  IRMapping mapping;
  for (Value leaf : slice.leaves)
    mapping.map(leaf, addInput(user, getLeafArray(leaf),
                               slice.getUserMap(getLeafMap(leaf))));
  OpBuilder builder = OpBuilder::atBlockBegin(user.getBody());
  for (Operation *op : slice.ops) {
    auto point = dyn_cast<linalg::IndexOp>(op);
    if (!point) {
      builder.clone(*op, mapping);
      continue;
    }
    unsigned dim =
        cast<AffineDimExpr>(slice.dims[point.getDim()]).getPosition();
    mapping.map(
        point.getResult(),
        linalg::IndexOp::create(builder, point.getLoc(), dim).getResult());
  }
  user.getBody()
      ->getArgument(repetition.input)
      .replaceAllUsesWith(mapping.lookupOrDefault(slice.value));
}

void Recomputer::run() {
  for (unsigned index = 0; index < producer->getNumResults(); ++index) {
    SmallVector<Repetition> chosen = choose(producer->getResult(index));
    // The uses stay where they are when the producer is replaced.
    addResults(chosen);
    for (const Repetition &repetition : chosen)
      repeat(repetition);
  }
}

void Recompute::runOnOperation() {
  IRRewriter rewriter(&getContext());
  SmallVector<linalg::GenericOp> producers;
  getOperation().walk([&](linalg::GenericOp op) { producers.push_back(op); });
  RewritePatternSet patterns(&getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  FrozenRewritePatternSet eraseUnused(std::move(patterns));
  for (linalg::GenericOp producer : producers)
    if (ElementAnalysis::accepts(producer))
      Recomputer(producer, rewriter).run();
  if (failed(applyPatternsGreedily(getOperation(), eraseUnused)))
    return signalPassFailure();
  // An operand that is gone may have been the one that told the size.
  getOperation().walk([](linalg::GenericOp op) { updateRowLengths(op); });
}
