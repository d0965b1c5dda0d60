//===- JoinElementwise.cpp - Fewer kernels for elementwise operations -----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Combiner.h"
#include "fused/Transforms/DevicePasses.h"
#include "fused/Transforms/ElementwisePasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/MapVector.h"

namespace fused {
#define GEN_PASS_DEF_JOINELEMENTWISE
#include "fused/Transforms/DevicePasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// Longer bodies are not computed more than once.
static constexpr size_t kCheapOps = 4;
/// Beyond this size, the launch of a kernel takes less time than its work.
static constexpr int64_t kSmallSize = 1 << 20;
/// Operands of one kernel.
static constexpr unsigned kMaxOperands = 32;
/// Results of one reduction.
static constexpr unsigned kMaxReduced = 4;
/// The number of earlier operations that are examined for one.
static constexpr size_t kMaxCandidates = 64;

namespace {
struct JoinElementwise
    : public fused::impl::JoinElementwiseBase<JoinElementwise> {
  void runOnOperation() override;
};
} // namespace

static bool isElementwise(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops();
}

//===----------------------------------------------------------------------===//
// Values that are cheaper to compute than to load
//===----------------------------------------------------------------------===//

/// Accepts an operation that reads fewer elements than it writes: a broadcast,
/// a constant, a mask of indices.
static bool isCheap(linalg::GenericOp op) {
  if (!isElementwise(op) || op.getNumResults() != 1)
    return false;
  size_t count = 0;
  for (Operation &inside : op.getBody()->without_terminator())
    if (++count > kCheapOps || inside.getNumRegions() != 0 ||
        isa<tensor::ExtractOp>(inside) ||
        isa<math::MathDialect>(inside.getDialect()))
      return false;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    return !type || type.getRank() < op.getNumLoops();
  });
}

/// Whether the producer of `operand` becomes a part of the operation that uses
/// it.
static bool isWorthRepeating(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  return producer && isCheap(producer);
}

//===----------------------------------------------------------------------===//
// Operations that are joined
//===----------------------------------------------------------------------===//

/// True if each output has the element of its point.
static bool writesPoints(linalg::GenericOp op) {
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &output) {
    return op.getMatchingIndexingMap(&output).isIdentity();
  });
}

/// True if all users of `a`, but for `b` itself, come after `b`.
static bool isUsedAfter(linalg::GenericOp a, linalg::GenericOp b) {
  return llvm::all_of(a->getUsers(), [&](Operation *user) {
    Operation *inBlock = a->getBlock()->findAncestorOpInBlock(*user);
    return user == b ||
           (inBlock && inBlock != b && b->isBeforeInBlock(inBlock));
  });
}

/// True if an operation has few points, of which there are a known number.
static bool isSmall(linalg::GenericOp op) {
  int64_t size = 1;
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent) || extent > kSmallSize)
      return false;
    size *= extent;
    if (size > kSmallSize)
      return false;
  }
  return true;
}

/// True if one of two operations reads nothing that the other does not read at
/// the same indices: together, they read it once.
static bool sharesInputs(linalg::GenericOp a, linalg::GenericOp b) {
  auto isReadBy = [](OpOperand *input, linalg::GenericOp op) {
    AffineMap map = cast<linalg::GenericOp>(input->getOwner())
                        .getMatchingIndexingMap(input);
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *other) {
      return other->get() == input->get() &&
             op.getMatchingIndexingMap(other) == map;
    });
  };
  auto readsNoMore = [&](linalg::GenericOp op, linalg::GenericOp other) {
    return op.getNumDpsInputs() != 0 &&
           llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
             return isReadBy(input, other);
           });
  };
  return readsNoMore(a, b) || readsNoMore(b, a);
}

/// True if `a` can be computed where `b`, of the same shape and later, is.
static bool canJoin(linalg::GenericOp a, linalg::GenericOp b) {
  return a->getNumOperands() + b->getNumOperands() <= kMaxOperands &&
         !llvm::is_contained(a->getUsers(), b) && isUsedAfter(a, b);
}

/// Accepts a reduction of which several threads can compute a part each.
static bool isReduction(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0 ||
      op.getNumDpsInits() == 0)
    return false;
  for (unsigned output = 0; output < op.getNumDpsInits(); ++output)
    if (!findCombiner(op, output))
      return false;
  return true;
}

/// True if two reductions of the same shape read one array at the same indices
/// and have results of the same shape.
static bool reducesSame(linalg::GenericOp a, linalg::GenericOp b) {
  if (a.getNumResults() + b.getNumResults() > kMaxReduced ||
      a.getIteratorTypesArray() != b.getIteratorTypesArray())
    return false;
  AffineMap map = a.getMatchingIndexingMap(a.getDpsInitOperand(0));
  for (linalg::GenericOp op : {a, b})
    for (OpOperand &init : op.getDpsInitsMutable())
      if (op.getMatchingIndexingMap(&init) != map)
        return false;
  for (OpOperand *x : a.getDpsInputOperands())
    for (OpOperand *y : b.getDpsInputOperands())
      if (x->get() == y->get() && a.getMatchingIndexingMap(x).isPermutation() &&
          a.getMatchingIndexingMap(x) == b.getMatchingIndexingMap(y))
        return true;
  return false;
}

/// The outputs of `a` that are needed if `b` computes `a`, too.
static SmallVector<OpOperand *> findNeededOutputs(linalg::GenericOp a,
                                                  linalg::GenericOp b) {
  SmallVector<OpOperand *> needed;
  for (OpOperand &output : a.getDpsInitsMutable())
    if (a.payloadUsesValueFromOperand(&output) ||
        llvm::any_of(a.getTiedOpResult(&output).getUsers(),
                     [&](Operation *user) { return user != b; }))
      needed.push_back(&output);
  return needed;
}

/// Replaces `a` and `b` by one operation in the place of `b`. Where `b` reads
/// results of `a`, it does so at the same point.
static linalg::GenericOp join(linalg::GenericOp a, linalg::GenericOp b,
                              IRRewriter &rewriter) {
  SmallVector<OpOperand *> written = findNeededOutputs(a, b);
  for (OpOperand &output : b.getDpsInitsMutable())
    written.push_back(&output);
  // What both read at the same indices is one operand.
  llvm::SetVector<std::pair<Value, AffineMap>> read;
  auto getRead = [](linalg::GenericOp op, OpOperand *input) {
    return std::pair(input->get(), op.getMatchingIndexingMap(input));
  };
  for (linalg::GenericOp op : {a, b})
    for (OpOperand *input : op.getDpsInputOperands())
      if (input->get().getDefiningOp() != a)
        read.insert(getRead(op, input));
  SmallVector<Value> inputs(llvm::make_first_range(read));
  SmallVector<AffineMap> maps(llvm::make_second_range(read));
  SmallVector<Value> outputs;
  SmallVector<Type> types;
  for (OpOperand *output : written) {
    auto op = cast<linalg::GenericOp>(output->getOwner());
    outputs.push_back(output->get());
    types.push_back(op.getTiedOpResult(output).getType());
    maps.push_back(op.getMatchingIndexingMap(output));
  }
  rewriter.setInsertionPoint(b);
  auto joined = linalg::GenericOp::create(
      rewriter, rewriter.getFusedLoc({a.getLoc(), b.getLoc()}), types, inputs,
      outputs, maps, a.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        SmallVector<Value> results, yielded;
        for (linalg::GenericOp op : {a, b}) {
          IRMapping mapping;
          for (OpOperand *operand : op.getDpsInputOperands()) {
            auto result = dyn_cast<OpResult>(operand->get());
            bool isOfFirst = result && result.getOwner() == a;
            size_t place =
                llvm::find(read, getRead(op, operand)) - read.begin();
            mapping.map(op.getMatchingBlockArgument(operand),
                        isOfFirst ? results[result.getResultNumber()]
                                  : arguments[place]);
          }
          for (auto [output, argument] :
               llvm::zip_equal(written, arguments.drop_front(inputs.size())))
            if (output->getOwner() == op)
              mapping.map(op.getMatchingBlockArgument(output), argument);
          for (Operation &inside : op.getBody()->without_terminator())
            builder.clone(inside, mapping);
          for (Value value : op.getBody()->getTerminator()->getOperands())
            results.push_back(mapping.lookupOrDefault(value));
          for (OpOperand *output : written)
            if (output->getOwner() == op)
              yielded.push_back(mapping.lookupOrDefault(
                  op.getMatchingYieldValue(output)->get()));
        }
        linalg::YieldOp::create(builder, loc, yielded);
      });
  for (auto [output, result] : llvm::zip_equal(written, joined.getResults()))
    rewriter.replaceAllUsesWith(
        cast<linalg::GenericOp>(output->getOwner()).getTiedOpResult(output),
        result);
  rewriter.eraseOp(b);
  rewriter.eraseOp(a);
  return joined;
}

/// Accepts an operation with one element of each output for each point, whose
/// body computes with its operands and with numbers alone.
static bool canBeLink(linalg::GenericOp op) {
  if (!isElementwise(op) || op.getNumResults() == 0 || !writesPoints(op))
    return false;
  return llvm::all_of(op.getBody()->without_terminator(),
                      [](Operation &inside) {
                        auto extract = dyn_cast<tensor::ExtractOp>(inside);
                        return inside.getNumRegions() == 0 && isPure(&inside) &&
                               (!extract || extract.getIndices().empty());
                      });
}

/// True if `b` reads results of `a` point by point, and nothing else needs them
/// before.
static bool canFollow(linalg::GenericOp a, linalg::GenericOp b) {
  DenseSet<Value> operands;
  for (linalg::GenericOp op : {a, b})
    operands.insert(op->operand_begin(), op->operand_end());
  for (OpOperand &operand : b->getOpOperands())
    if (operand.get().getDefiningOp() == a &&
        (b.isDpsInit(&operand) ||
         !b.getMatchingIndexingMap(&operand).isIdentity()))
      return false;
  return a->getBlock() == b->getBlock() && operands.size() <= kMaxOperands &&
         isUsedAfter(a, b);
}

/// Moves other names of arrays to their first uses, so that they are not in
/// between.
static void sinkReshapes(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
            op))
      continue;
    Operation *first = nullptr;
    for (Operation *user : op.getUsers()) {
      Operation *inBlock = block.findAncestorOpInBlock(*user);
      if (inBlock && (!first || inBlock->isBeforeInBlock(first)))
        first = inBlock;
    }
    if (first)
      op.moveBefore(first);
  }
}

/// Joins operations with those before them whose results they read, which are
/// also stored. Whatever is small or large goes through memory once less.
static void joinChains(Block &block, IRRewriter &rewriter) {
  SmallVector<linalg::GenericOp> ops(block.getOps<linalg::GenericOp>());
  for (linalg::GenericOp b : ops) {
    if (!canBeLink(b))
      continue;
    auto findFirst = [&]() -> linalg::GenericOp {
      for (Value input : b.getInputs())
        if (auto a = input.getDefiningOp<linalg::GenericOp>())
          if (canBeLink(a) && canFollow(a, b))
            return a;
      return {};
    };
    while (linalg::GenericOp a = findFirst())
      b = join(a, b, rewriter);
  }
}

/// Joins operations of one shape that are alike, which are given in their
/// order.
static void
joinSiblings(MutableArrayRef<linalg::GenericOp> ops, IRRewriter &rewriter,
             function_ref<bool(linalg::GenericOp, linalg::GenericOp)> isAlike) {
  // From the end: what is joined takes its place among later operations.
  for (size_t last = ops.size(); last > 1; --last) {
    linalg::GenericOp &b = ops[last - 1];
    if (!b)
      continue;
    size_t end = last - 1 - std::min(last - 1, kMaxCandidates);
    for (size_t first = last - 1; first > end; --first) {
      linalg::GenericOp a = ops[first - 1];
      if (!a || !isAlike(a, b) || !canJoin(a, b))
        continue;
      b = join(a, b, rewriter);
      ops[first - 1] = {};
      // It may be like some that were not like it before.
      first = last;
    }
  }
}

static void joinSiblings(Block &block, IRRewriter &rewriter) {
  llvm::MapVector<Attribute, SmallVector<linalg::GenericOp>> elementwise,
      reductions;
  for (auto op : block.getOps<linalg::GenericOp>()) {
    auto shape = rewriter.getDenseI64ArrayAttr(op.getStaticLoopRanges());
    if (isElementwise(op) && op.getNumLoops() != 0 && writesPoints(op) &&
        llvm::none_of(op.getStaticLoopRanges(), ShapedType::isDynamic))
      elementwise[shape].push_back(op);
    else if (isReduction(op))
      reductions[shape].push_back(op);
  }
  for (auto &[shape, ops] : elementwise) {
    // The launch of a small one takes longer than its work.
    bool areSmall = isSmall(ops.front());
    joinSiblings(ops, rewriter, [&](linalg::GenericOp a, linalg::GenericOp b) {
      return areSmall || sharesInputs(a, b);
    });
  }
  for (auto &[shape, ops] : reductions)
    joinSiblings(ops, rewriter, reducesSame);
}

void JoinElementwise::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  populateElementwiseFusionPatterns(patterns, isWorthRepeating);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  IRRewriter rewriter(&getContext());
  for (Block &block : getOperation().getBody()) {
    sinkReshapes(block);
    joinChains(block, rewriter);
    joinSiblings(block, rewriter);
  }
}
