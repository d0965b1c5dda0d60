//===- Recompute.cpp - Computed again instead of stored -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSlice.h"
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
  PointOp user;
  unsigned input;
  ElementSlice slice;
};

/// Decides which results of one operation are computed where they are used, and
/// rewrites the users.
class Recomputer {
public:
  Recomputer(PointOp producer, IRRewriter &rewriter)
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

  PointOp producer;
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

static bool isRead(PointOp op, OpOperand &operand) {
  return op.getDps().isDpsInit(&operand) ||
         !op.getArgument(operand).use_empty();
}

static size_t countOperands(PointOp op) {
  return llvm::count_if(op->getOpOperands(), [&](OpOperand &operand) {
    return isRead(op, operand);
  });
}

/// The operand that has the elements of `array` at these indices, or null.
static OpOperand *findInput(PointOp op, Value array, AffineMap map) {
  for (OpOperand *input : op.getDps().getDpsInputOperands())
    if (input->get() == array && op.getMap(*input) == map)
      return input;
  return nullptr;
}

/// The result that is `value`, with one element for each row where that does
/// not depend on the point.
std::optional<unsigned> Recomputer::findResult(Value value) {
  AffineMap map = analysis.getStoredMap(value);
  for (OpOperand &init : producer.getDps().getDpsInitsMutable()) {
    unsigned index =
        init.getOperandNumber() - producer.getDps().getNumDpsInputs();
    if (producer.getYielded(index) == value &&
        producer.getMap(init).getNumResults() == map.getNumResults())
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
    return producer.getMap(producer->getOpOperand(argument.getArgNumber()));
  if (std::optional<unsigned> index = findResult(leaf))
    return producer.getMap(*producer.getDps().getDpsInitOperand(*index));
  return analysis.getStoredMap(leaf);
}

/// The additional arrays that one user reads and the producer writes.
int64_t Recomputer::getCost(const Repetition &repetition) {
  PointOp user = repetition.user;
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
    for (Value input : producer.getDps().getDpsInputs())
      bytes += countBytes(input.getType());
  return bytes;
}

/// The uses of a result for which it is computed again.
SmallVector<Repetition> Recomputer::choose(OpResult result) {
  SmallVector<Repetition> possible, chosen;
  bool isStored = false;
  for (OpOperand &use : result.getUses()) {
    std::optional<ElementSlice> slice = analysis.findSlice(result, use);
    PointOp user(use.getOwner());
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
  rewriter.setInsertionPoint(producer.getOperation());
  SmallVector<OpFoldResult> extents = producer.createLoopSizes(rewriter);
  SmallVector<Value> inits;
  SmallVector<AffineMap> maps;
  for (Value value : added) {
    maps.push_back(analysis.getStoredMap(value));
    SmallVector<OpFoldResult> sizes;
    for (AffineExpr expr : maps.back().getResults())
      sizes.push_back(extents[cast<AffineDimExpr>(expr).getPosition()]);
    inits.push_back(tensor::EmptyOp::create(rewriter, producer->getLoc(), sizes,
                                            value.getType()));
  }
  producer.addResults(rewriter, added, inits, maps);
  analysis.setOp(producer);
}

/// The argument of an input; adds it if there is none yet.
static Value addInput(PointOp op, Value array, AffineMap map) {
  if (OpOperand *input = findInput(op, array, map))
    return op.getArgument(*input);
  return op.addInput(array, map);
}

/// Computes in the user the value that it has read before. The operand remains,
/// but is not read any more.
void Recomputer::repeat(const Repetition &repetition) {
  const ElementSlice &slice = repetition.slice;
  PointOp user = repetition.user;
  IRMapping mapping;
  for (Value leaf : slice.leaves)
    mapping.map(leaf, addInput(user, getLeafArray(leaf),
                               slice.getUserMap(getLeafMap(leaf))));
  OpBuilder builder = OpBuilder::atBlockBegin(user.getBody());
  for (Operation *op : slice.ops) {
    std::optional<unsigned> loop = getIndexedLoop(op);
    if (!loop) {
      builder.clone(*op, mapping);
      continue;
    }
    unsigned own = cast<AffineDimExpr>(slice.dims[*loop]).getPosition();
    mapping.map(op->getResult(0), user.createIndex(builder, op->getLoc(), own));
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
  SmallVector<PointOp> producers;
  getOperation().walk([&](Operation *op) {
    if (PointOp point(op); point)
      producers.push_back(point);
  });
  RewritePatternSet patterns(&getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  RowsOp::getCanonicalizationPatterns(patterns, &getContext());
  FrozenRewritePatternSet eraseUnused(std::move(patterns));
  for (PointOp producer : producers)
    if (ElementAnalysis::accepts(producer))
      Recomputer(producer, rewriter).run();
  if (failed(applyPatternsGreedily(getOperation(), eraseUnused)))
    signalPassFailure();
}
