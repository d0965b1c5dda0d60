//===- FuseEpilogs.cpp - What follows a product into its epilog -----------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseEpilog.h"
#include "Materialize.h"
#include "Remarks.h"
#include "RepeatedC.h"
#include "Reshape.h"

#include "fused/Analysis/EpilogDecision.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/EpilogPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace fused {
#define GEN_PASS_DEF_FUSEEPILOGS
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites a product and its region, up to one exit, into one operation.
class EpilogRewriter {
public:
  EpilogRewriter(IRRewriter &rewriter, EpilogRegion &region,
                 const RegionExit &exit, const EpilogMatch &match,
                 const OperationOrder &order)
      : rewriter(rewriter), region(region), exit(exit), match(match),
        order(order), product(cast<MatmulOp>(region.product)),
        loc(product.getLoc()) {}

  /// Returns the new product.
  MatmulOp run();

private:
  void setInsertionPoint();
  MatmulOp createProduct();
  Value createOperand(unsigned leaf, Type type);
  Value transposeProduct(MatmulOp other);
  Value createAux(Value init, Type preactivationType);
  void splitBody(Value result);
  void removeUnusedInputs(linalg::GenericOp rest, linalg::LinalgOp op);
  void eraseRegion();
  void collectSources();
  void replaceShapeUses();

  IRRewriter &rewriter;
  EpilogRegion &region;
  const RegionExit &exit;
  const EpilogMatch &match;
  const OperationOrder &order;
  MatmulOp product;
  Location loc;
  SetVector<Operation *> sources;
};
} // namespace

MatmulOp EpilogRewriter::run() {
  collectSources();
  setInsertionPoint();
  MatmulOp newProduct = createProduct();
  Value result = newProduct.getD();
  linalg::LinalgOp op = exit.op;
  if (!op) {
    // Its own C may be a bias along rows.
    if (match.orientation == Orientation::Transposed)
      result = transposeMatrix(rewriter, loc, result);
    Type type = product.getD().getType();
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(product, result);
    return newProduct;
  }
  rewriter.setInsertionPoint(op);
  if (match.orientation != exit.layout.orientation)
    result = transposeMatrix(rewriter, loc, result);
  auto type = cast<RankedTensorType>(op->getResult(0).getType())
                  .clone(exit.scalar.getType());
  ArrayRef<int64_t> groups = exit.layout.groups;
  SmallVector<OpFoldResult> sizes;
  if (llvm::any_of(groups, [](int64_t size) { return size > 1; }))
    sizes =
        tensor::getMixedSizes(rewriter, loc, op.getDpsInitOperand(0)->get());
  result = expandGroups(rewriter, loc, result, groups, type, sizes);
  if (exit.tensor) {
    rewriter.replaceAllUsesWith(exit.tensor, result);
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  } else {
    splitBody(result);
  }
  eraseRegion();
  return newProduct;
}

/// As early as the operands allow: what else uses them may then use the
/// results, too.
void EpilogRewriter::setInsertionPoint() {
  Operation *latest = product;
  SmallVector<unsigned> leaves;
  if (match.saved)
    leaves = region.expression.getLeaves(*match.saved);
  for (const BiasTerm &term : match.bias)
    leaves.push_back(term.leaf);
  if (match.c)
    leaves.push_back(*match.c);
  llvm::append_range(leaves, match.scales);
  for (unsigned leaf : leaves) {
    Operation *definition = region.expression.leaves[leaf]
                                .getValue(match.orientation)
                                .getDefiningOp();
    if (definition && definition->getBlock() == latest->getBlock() &&
        order.getPosition(latest) < order.getPosition(definition))
      latest = definition;
  }
  rewriter.setInsertionPointAfter(latest);
}

MatmulOp EpilogRewriter::createProduct() {
  MatmulOptions options = product.getOptions();
  Value a = product.getA(), b = product.getB(), init = product.getInit();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
  bool isTransposed = match.orientation == Orientation::Transposed;
  if (isTransposed) {
    options.transposeFactors(a, b);
    std::swap(sizes[sizes.size() - 2], sizes[sizes.size() - 1]);
  }
  Type elementType =
      exit.op ? exit.scalar.getType() : getElementTypeOrSelf(init.getType());
  if (isTransposed || elementType != getElementTypeOrSelf(init.getType()))
    init = tensor::EmptyOp::create(rewriter, loc, sizes, elementType);
  options.alpha = match.alpha;
  options.beta = match.beta;
  Type extraType =
      getExtraElementType(getElementTypeOrSelf(a.getType()), elementType);
  options.bias = match.bias.empty()
                     ? Value()
                     : createBias(rewriter, loc, region, match.bias,
                                  match.orientation, extraType);
  options.c =
      match.c ? createOperand(*match.c, getCElementType(elementType)) : Value();
  options.cRepeat =
      match.c
          ? region.expression.leaves[*match.c].getRole(match.orientation).repeat
          : 1;
  if (match.saved)
    options.aux = createAux(init, extraType);
  for (auto [index, leaf] : llvm::enumerate(match.scales))
    (index == 0 ? options.aScale : options.bScale) =
        createScale(rewriter, loc, region, leaf);
  options.multiplyMask = match.multiplyMask;
  options.allowRoundedSteps = match.allowRoundedSteps;
  return MatmulOp::create(rewriter, loc, match.epilog, a, b, init, options);
}

Value EpilogRewriter::createOperand(unsigned leaf, Type type) {
  const ExpressionLeaf &read = region.expression.leaves[leaf];
  bool isTransposed =
      read.getRole(match.orientation).kind == LeafKind::TransposedMatrix;
  if (isTransposed)
    if (MatmulOp other = findTransposableProduct(region, read))
      // The operation that reads it is erased, unless its body is split.
      if (exit.tensor || *other->user_begin() != exit.op)
        return transposeProduct(other);
  Value value =
      createLeaf(rewriter, loc, region, leaf, match.orientation, type);
  return isTransposed ? transposeMatrix(rewriter, loc, value) : value;
}

/// Lets `other` compute the transpose of its result. What used it is erased
/// with the region.
Value EpilogRewriter::transposeProduct(MatmulOp other) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(other);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, other.getInit());
  std::swap(sizes[sizes.size() - 2], sizes[sizes.size() - 1]);
  Value init = tensor::EmptyOp::create(
      rewriter, loc, sizes, getElementTypeOrSelf(other.getInit().getType()));
  MatmulOptions options = other.getOptions();
  Value a = other.getA(), b = other.getB();
  options.transposeFactors(a, b);
  rewriter.modifyOpInPlace(other, [&] {
    other.getAMutable().assign(a);
    other.getBMutable().assign(b);
    other.setTransposeA(options.transposeA);
    other.setTransposeB(options.transposeB);
    other.getDpsInitOperand(0)->set(init);
    other.getD().setType(init.getType());
  });
  return other.getD();
}

/// The pre-activation, or the mask of bits, that a gradient reads.
Value EpilogRewriter::createAux(Value init, Type preactivationType) {
  Value saved =
      materialize(rewriter, loc, region, *match.saved, match.predicate,
                  match.orientation, init,
                  getEpilogInfo(match.epilog).hasMask() ? rewriter.getI1Type()
                                                        : preactivationType);
  if (!getEpilogInfo(match.epilog).hasMask())
    return saved;
  return PackMaskOp::create(rewriter, loc, saved).getResult();
}

/// Where the exit is inside of a body: computes the rest of the body from
/// `result` in a new operation.
void EpilogRewriter::splitBody(Value result) {
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
  for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(*newBody)))
    if (isOpTriviallyDead(&inner))
      inner.erase();
  removeUnusedInputs(rest, op);
}

/// Replaces `op` by `rest`, less the inputs that its body no longer reads:
/// those of the region would keep it alive.
void EpilogRewriter::removeUnusedInputs(linalg::GenericOp rest,
                                        linalg::LinalgOp op) {
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
  rewriter.replaceOp(op, rest.getResults());
}

/// Erases what nothing uses any more, from the last to the first: the region,
/// and the derivatives and masks that are now part of the epilog.
void EpilogRewriter::eraseRegion() {
  ArrayRef<Operation *> ops(region.ops);
  for (Operation *op : llvm::reverse(ops.take_front(exit.numOps)))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  replaceShapeUses();
  rewriter.eraseOp(product);
  while (!sources.empty()) {
    Operation *op = sources.pop_back_val();
    if (isa<MatmulOp>(op) || !isOpTriviallyDead(op))
      continue;
    SmallVector<Value> operands(op->getOperands());
    rewriter.eraseOp(op);
    for (Value operand : operands)
      if (Operation *definition = operand.getDefiningOp())
        sources.insert(definition);
  }
}

/// The operations outside of the region that produce what it reads.
void EpilogRewriter::collectSources() {
  DenseSet<Operation *> inside(region.ops.begin(), region.ops.end());
  inside.insert(product);
  for (Operation *op : region.ops)
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (!inside.contains(definition))
          sources.insert(definition);
}

/// Gives the operations that remain an uninitialised tensor for the product.
/// They use it for its shape alone, as an output that is overwritten: every use
/// of its elements comes through the exit.
void EpilogRewriter::replaceShapeUses() {
  Value d = product.getD();
  if (d.use_empty())
    return;
  rewriter.setInsertionPoint(product);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, product.getInit());
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes,
                                        getElementTypeOrSelf(d.getType()));
  if (empty.getType() != d.getType())
    empty = tensor::CastOp::create(rewriter, loc, d.getType(), empty);
  rewriter.replaceAllUsesWith(d, empty);
}

MatmulOp fused::fuseEpilog(IRRewriter &rewriter, EpilogDecision &decision,
                           const OperationOrder &order) {
  Location loc = decision.region.product->getLoc();
  MatmulOp product = EpilogRewriter(rewriter, decision.region,
                                    decision.region.exits[*decision.exit],
                                    decision.match, order)
                         .run();
  emitFused(loc, decision.match.epilog);
  return product;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct FuseEpilogsPass : fused::impl::FuseEpilogsBase<FuseEpilogsPass> {
  using FuseEpilogsBase::FuseEpilogsBase;

  void runOnOperation() override {
    bool hasChanged = false;
    IRRewriter first(&getContext());
    for (MatmulOp product : collectProducts())
      hasChanged |= addRepeatedCBehind(first, product);
    OperationOrder order(getOperation());
    IRRewriter rewriter(&getContext(), &order);
    for (MatmulOp product : collectProducts())
      hasChanged |= fuse(rewriter, product, order);
    if (!hasChanged)
      markAllAnalysesPreserved();
  }

private:
  SmallVector<MatmulOp> collectProducts() {
    SmallVector<MatmulOp> products;
    getOperation()->walk(
        [&](MatmulOp product) { products.push_back(product); });
    return products;
  }

  bool fuse(IRRewriter &rewriter, MatmulOp product,
            const OperationOrder &order) {
    std::optional<EpilogDecision> decision =
        decideEpilog(product, numerics, order);
    if (!decision)
      return false;
    if (decision->exit)
      product = fuseEpilog(rewriter, *decision, order);
    if (!decision->reason.empty())
      emitMissed(product, decision->reason);
    return decision->exit.has_value();
  }
};
} // namespace
