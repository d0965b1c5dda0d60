//===- RecomputeSaved.cpp - What one loop saves for another ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeListener.h"
#include "SavedStacks.h"

#include "fused/Analysis/Contraction.h"
#include "fused/Analysis/LoopStack.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_RECOMPUTESAVED
#include "fused/Transforms/IterationPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

using tensor::ExtractSliceOp;

/// The operations that are repeated for one saved tensor are at most so many.
static constexpr size_t kMaxOps = 128;
/// A product is repeated if it sums at most so many products for an element:
/// then a device needs less time for it than to store and load the result.
static constexpr int64_t kMaxSummed = 256;
/// Sums are loaded if they are smaller than what they add up by this factor.
static constexpr int64_t kSumFactor = 4;

//===----------------------------------------------------------------------===//
// What can be computed again
//===----------------------------------------------------------------------===//

static int64_t getSizeInBits(Type type) {
  auto array = dyn_cast<RankedTensorType>(type);
  if (!array || !array.hasStaticShape() ||
      !array.getElementType().isIntOrFloat())
    return 0;
  return array.getNumElements() * array.getElementTypeBitWidth();
}

/// The type of the elements that `value` widens, or its own.
static Type getNarrowType(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (op && fused::isElementwise(op) && op.getNumDpsInputs() == 1 &&
      llvm::hasNItems(*op.getBlock(), 2) &&
      isa<arith::ExtFOp>(op.getBlock()->front()))
    return getNarrowType(op.getDpsInputs().front());
  return getElementTypeOrSelf(value.getType());
}

/// True for products of 16 bits, one for each element of a batch.
static bool isBatch(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool hasBatch = false;
  if (!llvm::all_of(maps,
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return false;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    hasBatch |= llvm::all_of(
        maps, [&](AffineMap map) { return map.isFunctionOfDim(loop); });
  return hasBatch && llvm::all_of(op.getDpsInputs(), [](Value factor) {
           return isa<Float16Type, BFloat16Type>(getNarrowType(factor));
         });
}

/// True for a batch of products whose results are larger than their factors, as
/// the scores of attention are.
static bool isScores(linalg::LinalgOp op) {
  // Zero if the size is not known.
  int64_t result = getSizeInBits(op->getResult(0).getType()), summed = 1;
  for (auto [range, iterator] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::reduction)
      summed *= ShapedType::isDynamic(range) ? kMaxSummed + 1 : range;
  return result != 0 && summed <= kMaxSummed &&
         llvm::all_of(op.getDpsInputs(), [&](Value factor) {
           return getSizeInBits(factor.getType()) <= result;
         });
}

/// True if `value` is divided by sums, as a softmax is.
static bool isSoftmax(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || !fused::isElementwise(op) || op->getNumResults() != 1)
    return false;
  Operation *yielded =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  while (isa_and_present<arith::ExtFOp, arith::TruncFOp>(yielded))
    yielded = yielded->getOperand(0).getDefiningOp();
  if (!isa_and_present<arith::DivFOp>(yielded))
    return false;
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    auto sum = findOrigins(input).back().getDefiningOp<linalg::LinalgOp>();
    return sum && sum.getNumReductionLoops() != 0;
  });
}

namespace {
/// What computes a tensor in the body of a loop.
struct Cone {
  /// In the order of the block.
  llvm::SetVector<Operation *> ops;
  /// What others stack, and is loaded.
  llvm::SetVector<Value> loaded;
  /// The elements of the scores of attention; zero if there are none.
  int64_t numScores = 0;
  bool hasOthers = false, hasWeights = false;
  bool hasSums = false, computes = false;
};

/// Computes again, in other loops, what one loop saves for them.
class Recomputer {
public:
  Recomputer(scf::ForOp loop, RewriterBase &rewriter)
      : loop(loop), rewriter(rewriter) {}

  void run();

private:
  void choose(ArrayRef<SavedStack> stacks);
  std::optional<Cone> findCone(Value saved);
  bool isWorthIt(const SavedStack &stack, const Cone &cone);
  void drop(const SavedStack &stack, const Cone &cone);
  Value getLoaded(OpBuilder &builder, Value saved, ExtractSliceOp read);

  scf::ForOp loop;
  RewriterBase &rewriter;
  /// The results of the loop before `saveOrigins`.
  unsigned numResults = 0;
  /// The stacks that stay, by what they save, and those that do not.
  llvm::MapVector<Value, SavedStack> kept;
  SmallVector<std::pair<SavedStack, Cone>> dropped;
  /// The scores of attention are not computed again.
  bool leavesScores = false;
  /// What has been computed again, for each position in another loop.
  struct Site {
    IRMapping mapping;
    Operation *last = nullptr;
  };
  DenseMap<Value, Site> sites;
};
} // namespace

std::optional<Cone> Recomputer::findCone(Value saved) {
  Cone cone;
  DenseSet<Value> factors;
  SmallVector<Value> worklist = {saved};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
      continue;
    if (kept.contains(value)) {
      cone.loaded.insert(value);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || !isMemoryEffectFree(op) ||
        cone.ops.size() >= kMaxOps)
      return std::nullopt;
    if (!cone.ops.insert(op))
      continue;
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    bool isCheap =
        isa<arith::ArithDialect, math::MathDialect, tensor::TensorDialect>(
            op->getDialect());
    if (!linalgOp && (op->getNumRegions() != 0 || !isCheap))
      return std::nullopt;
    if (linalgOp && op->getNumResults() == 1 && sumsProducts(linalgOp)) {
      if (leavesScores || !isBatch(linalgOp))
        return std::nullopt;
      if (isScores(linalgOp))
        cone.numScores =
            cast<ShapedType>(op->getResult(0).getType()).getNumElements();
      else
        cone.hasOthers = true;
      for (Value factor : linalgOp.getDpsInputs()) {
        SmallVector<Value> origins = findOrigins(factor);
        factors.insert_range(origins);
        cone.hasWeights |= isSoftmax(origins.back());
      }
    }
    cone.hasSums |= linalgOp && linalgOp.getNumReductionLoops() != 0;
    cone.computes |= linalgOp && !llvm::hasSingleElement(*linalgOp.getBlock());
    llvm::append_range(worklist, op->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(worklist, captured);
  }
  // The product of the weights of attention and its values is computed again
  // with them.
  if (cone.hasOthers && cone.numScores == 0)
    return std::nullopt;
  // Nothing is gained if something as large is loaded, or if the weights are
  // not those of a softmax: kernels of attention have no dropout.
  bool loadsMuch = llvm::any_of(cone.loaded, [&](Value value) {
    return !factors.contains(value) &&
           cast<ShapedType>(value.getType()).getNumElements() >= cone.numScores;
  });
  if (cone.numScores != 0 &&
      (loadsMuch || (cone.hasOthers && !cone.hasWeights))) {
    leavesScores = true;
    return std::nullopt;
  }
  SmallVector<Operation *> sorted = cone.ops.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  cone.ops.insert_range(sorted);
  return cone;
}

/// True if elementwise operations and sums are all that reads `value`, perhaps
/// behind reshapes: they can compute it themselves.
static bool isReadByElements(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    if (isReshape(user))
      return isReadByElements(user->getResult(0));
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (!op || op->getNumResults() != 1 || sumsProducts(op))
      return false;
    bool isCopy =
        isa<linalg::TransposeOp, linalg::BroadcastOp>(op) ||
        (fused::isElementwise(op) && llvm::hasSingleElement(*op.getBlock()));
    return !isCopy || isReadByElements(op->getResult(0));
  });
}

bool Recomputer::isWorthIt(const SavedStack &stack, const Cone &cone) {
  // What was given to the loop, or is saved twice, and the scores of attention,
  // with all that follows them.
  if (!cone.computes || cone.numScores != 0)
    return true;
  int64_t most = 0;
  for (Value value : cone.loaded)
    most = std::max(most, getSizeInBits(value.getType()));
  if (cone.hasSums && kSumFactor * getSizeInBits(stack.saved.getType()) <= most)
    return false;
  return llvm::all_of(
      stack.reads, [](ExtractSliceOp read) { return isReadByElements(read); });
}

/// What a stack that stays has at the position of `read`.
Value Recomputer::getLoaded(OpBuilder &builder, Value saved,
                            ExtractSliceOp read) {
  const SavedStack &stack = kept.find(saved)->second;
  Value array = loop.getResult(stack.index);
  auto type = cast<RankedTensorType>(array.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  offsets.front() = read.getDynamicOffset(0);
  sizes.front() = builder.getIndexAttr(1);
  return ExtractSliceOp::create(builder, read.getLoc(),
                                cast<RankedTensorType>(saved.getType()), array,
                                offsets, sizes, strides);
}

/// Computes what `stack` has where it is read.
void Recomputer::drop(const SavedStack &stack, const Cone &cone) {
  for (ExtractSliceOp read : stack.reads) {
    Value position = read.getDynamicOffset(0);
    Site &site = sites[position];
    OpBuilder::InsertionGuard guard(rewriter);
    if (site.last)
      rewriter.setInsertionPointAfter(site.last);
    else
      rewriter.setInsertionPointAfterValue(position);
    site.mapping.map(loop.getInductionVar(), position);
    for (Value value : cone.loaded)
      if (!site.mapping.contains(value)) {
        Value loaded = getLoaded(rewriter, value, read);
        site.mapping.map(value, loaded);
        site.last = loaded.getDefiningOp();
      }
    for (Operation *op : cone.ops)
      if (!site.mapping.contains(op->getResult(0)))
        site.last = rewriter.clone(*op, site.mapping);
    Value computed = site.mapping.lookupOrDefault(stack.saved);
    rewriter.setInsertionPoint(read);
    if (computed.getType() != read.getType())
      computed = tensor::ExpandShapeOp::create(
          rewriter, read.getLoc(), read.getType(), computed, stack.groups);
    rewriter.replaceOp(read, computed);
  }
  // The loop returns what it was given, and no longer carries it.
  rewriter.modifyOpInPlace(loop.getBody()->getTerminator(), [&] {
    loop.getBody()->getTerminator()->setOperand(
        stack.index, loop.getRegionIterArg(stack.index));
  });
  rewriter.eraseOp(stack.insert);
}

/// Decides which of `stacks` stay. What others are computed from comes first.
void Recomputer::choose(ArrayRef<SavedStack> stacks) {
  kept.clear();
  dropped.clear();
  for (const SavedStack &stack : stacks) {
    if (stack.reads.empty() && stack.index < numResults)
      continue;
    std::optional<Cone> cone = findCone(stack.saved);
    if (cone && isWorthIt(stack, *cone))
      dropped.emplace_back(stack, *cone);
    else
      kept.insert({stack.saved, stack});
  }
}

void Recomputer::run() {
  std::optional<int64_t> count = getNumIterations(loop);
  if (!count)
    return;
  numResults = loop.getNumResults();
  SmallVector<SavedStack> stacks = findStacks(loop, *count);
  if (saveOrigins(rewriter, loop, *count, stacks))
    stacks = findStacks(loop, *count);
  choose(stacks);
  // Without the output of attention, its gradients have no kernels either.
  auto hasScores = [](const auto &pair) { return pair.second.numScores != 0; };
  auto hasOutput = [](const auto &pair) { return pair.second.hasWeights; };
  leavesScores |=
      llvm::any_of(dropped, hasScores) && llvm::none_of(dropped, hasOutput);
  if (leavesScores)
    choose(stacks);
  for (const auto &[stack, cone] : dropped)
    drop(stack, cone);
}

namespace {
struct RecomputeSaved : fused::impl::RecomputeSavedBase<RecomputeSaved> {
  void runOnOperation() override {
    ChangeListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      Recomputer(loop, rewriter).run();
    if (!listener.hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
