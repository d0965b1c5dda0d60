//===- FuseEpilogs.cpp - What follows a product into its epilog -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "fused/Analysis/EpilogMatcher.h"
#include "fused/Analysis/FusionReasons.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fused {
#define GEN_PASS_DEF_FUSEEPILOGS
#include "fused/Transforms/Passes.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

namespace {
/// Rewrites a product and its region, up to one exit, into one operation.
class EpilogFusion {
public:
  EpilogFusion(IRRewriter &rewriter, EpilogRegion &region,
               const RegionExit &exit, const EpilogMatch &match,
               OperationOrder &order)
      : rewriter(rewriter), region(region), exit(exit), match(match),
        order(order), loc(region.product.getLoc()) {}

  MatmulOp run() {
    linalg::LinalgOp op = exit.op;
    rewriter.setInsertionPoint(op ? op.getOperation()
                                  : region.product.getOperation());
    MatmulOp fused = createProduct();
    Value result = fused.getD();
    if (!op) {
      rewriter.replaceOp(region.product, result);
      return fused;
    }
    RankedTensorType type = getResultType();
    SmallVector<OpFoldResult> sizes;
    if (llvm::any_of(exit.groups, [](int64_t size) { return size > 1; }))
      sizes =
          tensor::getMixedSizes(rewriter, loc, op.getDpsInitOperand(0)->get());
    result = expandGroups(rewriter, loc, result, exit.groups, type, sizes);
    if (exit.tensor) {
      rewriter.replaceAllUsesWith(exit.tensor, result);
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
    } else {
      splitBody(result);
    }
    eraseRegion();
    return fused;
  }

private:
  RankedTensorType getResultType() {
    linalg::LinalgOp op = exit.op;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    return type.clone(exit.scalar.getType());
  }

  /// Creates the operands of leaf `index` at the current place.
  Value createLeaf(unsigned index) {
    const RegionLeaf &leaf = region.leaves[index];
    Value value = collapseGroups(rewriter, loc, leaf.source.value, leaf.groups);
    return widenElements(rewriter, loc, value, leaf.source.elementType);
  }

  MatmulOp createProduct() {
    MatmulOp product = region.product;
    MatmulOptions options = product.getOptions();
    options.alpha = match.alpha;
    options.beta = match.beta;
    options.bias = match.bias ? createLeaf(*match.bias) : Value();
    options.c = match.c ? createLeaf(*match.c) : Value();
    Value init = product.getInit();
    Type elementType =
        exit.op ? exit.scalar.getType() : getElementTypeOrSelf(init.getType());
    if (elementType != getElementTypeOrSelf(init.getType()))
      init = tensor::EmptyOp::create(rewriter, loc,
                                     tensor::getMixedSizes(rewriter, loc, init),
                                     elementType);
    return MatmulOp::create(rewriter, loc, match.epilog, product.getA(),
                            product.getB(), init, options);
  }

  /// Where the exit is inside of a body: computes the rest of the body from
  /// `result` in a new operation.
  void splitBody(Value result) {
    linalg::LinalgOp op = exit.op;
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inputs = op.getDpsInputs();
    maps.insert(maps.begin() + inputs.size(), map);
    inputs.push_back(result);
    auto rest = linalg::GenericOp::create(rewriter, loc, op->getResultTypes(),
                                          inputs, op.getDpsInits(), maps,
                                          op.getIteratorTypesArray());
    Block *body = op.getBlock();
    Block *newBody = rewriter.createBlock(&rest.getRegion());
    IRMapping mapping;
    auto addArgument = [&](Type type, Value from) {
      Value argument = newBody->addArgument(type, loc);
      if (from)
        mapping.map(from, argument);
    };
    unsigned numInputs = inputs.size() - 1;
    for (BlockArgument from : body->getArguments().take_front(numInputs))
      addArgument(from.getType(), from);
    addArgument(exit.scalar.getType(), Value());
    Value exitArgument = newBody->getArguments().back();
    for (BlockArgument from : body->getArguments().drop_front(numInputs))
      addArgument(from.getType(), from);
    rewriter.setInsertionPointToStart(newBody);
    for (Operation &inner : *body)
      if (inner.getNumResults() == 1 && inner.getResult(0) == exit.scalar)
        mapping.map(exit.scalar, exitArgument);
      else
        rewriter.clone(inner, mapping);
    removeDeadOps(newBody);
    removeUnusedInputs(rest, op);
  }

  static void removeDeadOps(Block *body) {
    for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(*body)))
      if (isOpTriviallyDead(&inner))
        inner.erase();
  }

  /// Replaces `op` by `rest`, less the inputs that its body no longer reads:
  /// those of the region would keep it alive.
  void removeUnusedInputs(linalg::GenericOp rest, linalg::LinalgOp op) {
    Block *body = rest.getBody();
    SmallVector<AffineMap> maps = rest.getIndexingMapsArray();
    for (unsigned i = rest.getNumDpsInputs(); i-- > 0;) {
      if (!body->getArgument(i).use_empty())
        continue;
      body->eraseArgument(i);
      rest.getInputsMutable().erase(i);
      maps.erase(maps.begin() + i);
    }
    rest.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    order[rest] = order.lookup(op);
    rewriter.replaceOp(op, rest.getResults());
  }

  /// Erases what nothing uses any more, from the last to the first.
  void eraseRegion() {
    ArrayRef<Operation *> ops(region.ops);
    for (Operation *op : llvm::reverse(ops.take_front(exit.numOps)))
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
    replaceShapeUses();
    rewriter.eraseOp(region.product);
  }

  /// Gives the operations that remain an uninitialised tensor for the product.
  /// They use it for its shape alone, as an output that is overwritten: every
  /// use of its elements comes through the exit.
  void replaceShapeUses() {
    Value d = region.product.getD();
    if (d.use_empty())
      return;
    rewriter.setInsertionPoint(region.product);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, region.product.getInit());
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                          getElementTypeOrSelf(d.getType()));
    if (empty.getType() != d.getType())
      empty = tensor::CastOp::create(rewriter, loc, d.getType(), empty);
    rewriter.replaceAllUsesWith(d, empty);
  }

  IRRewriter &rewriter;
  EpilogRegion &region;
  const RegionExit &exit;
  const EpilogMatch &match;
  OperationOrder &order;
  Location loc;
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// True if this is the epilog that the product already has.
static bool changesNothing(const EpilogRegion &region, const RegionExit &exit,
                           const EpilogMatch &match) {
  MatmulOp product = region.product;
  return !exit.op && match.epilog == product.getEpilog() &&
         match.c.has_value() == bool(product.getC());
}

static constexpr StringLiteral remarkCategory = "fused-epilog";

static void emitPassed(MatmulOp fused) {
  remark::passed(fused.getLoc(),
                 remark::RemarkOpts::name("fused").category(remarkCategory))
      << remark::metric("epilog", stringifyEpilog(fused.getEpilog()));
}

static void emitMissed(Location loc, StringRef reason) {
  remark::missed(loc, remark::RemarkOpts::name(reason).category(remarkCategory))
      << remark::reason("{0}", describeReason(reason));
}

/// True if elementwise operations follow the last exit: then a value before
/// them has several uses.
static bool goesOnBehindLastExit(const EpilogRegion &region) {
  const RegionExit &exit = region.exits.back();
  size_t numOps = exit.op ? exit.numOps + 1 : 0;
  return llvm::any_of(
      llvm::drop_begin(region.ops, std::min(numOps, region.ops.size())),
      llvm::IsaPred<linalg::LinalgOp>);
}

/// Why a product without anything to fuse has none.
static StringRef getEndReason(const EpilogRegion &region) {
  return region.endReason.empty() ? "no-consumer" : region.endReason;
}

namespace {
struct FuseEpilogsPass : fused::impl::FuseEpilogsBase<FuseEpilogsPass> {
  using FuseEpilogsBase::FuseEpilogsBase;

  void runOnOperation() override {
    OperationOrder order;
    SmallVector<MatmulOp> products;
    unsigned position = 0;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      order[op] = position++;
      if (auto product = dyn_cast<MatmulOp>(op))
        products.push_back(product);
    });
    for (MatmulOp product : products)
      fuse(product, order);
  }

private:
  /// Takes the last exit that is an epilog.
  void fuse(MatmulOp product, OperationOrder &order) {
    const EpilogInfo &info = product.getInfo();
    if (!product.hasPureTensorSemantics() ||
        info.activation != Activation::None || info.hasBiasGradient())
      return;
    EpilogRegion region =
        growEpilogRegion(product, order, numerics != Numerics::Strict);
    EpilogMatcher matcher(region, numerics);
    StringRef reason;
    if (goesOnBehindLastExit(region))
      reason = "several-uses";
    for (const RegionExit &exit : llvm::reverse(region.exits)) {
      EpilogAnswer answer = matcher.match(exit);
      if (!answer.match) {
        // Within a larger expression there is always a part that is no epilog.
        if (reason.empty() || answer.reason != "no-epilog")
          reason = answer.reason;
        continue;
      }
      Location loc = product.getLoc();
      if (changesNothing(region, exit, *answer.match)) {
        emitMissed(loc, reason.empty() ? getEndReason(region) : reason);
        return;
      }
      IRRewriter rewriter(product.getContext());
      emitPassed(
          EpilogFusion(rewriter, region, exit, *answer.match, order).run());
      if (!reason.empty())
        emitMissed(loc, reason);
      return;
    }
    emitMissed(product.getLoc(), reason);
  }
};
} // namespace
