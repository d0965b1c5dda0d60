//===- RowOps.cpp - Computations over rows --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/RowOps.h"

#include "DestinationStyle.h"

#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/RowOps.cpp.inc"

void FusedDialect::registerRowOps() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/RowOps.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, RowsOp>();
}

//===----------------------------------------------------------------------===//
// RowsOp
//===----------------------------------------------------------------------===//

void RowsOp::build(
    OpBuilder &builder, OperationState &state, ValueRange inputs,
    ValueRange outputs, ArrayRef<int64_t> rowLoops,
    ArrayRef<AffineMap> indexingMaps,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> emitBody) {
  state.addOperands(inputs);
  state.addOperands(outputs);
  for (Type type : outputs.getTypes())
    if (isa<RankedTensorType>(type))
      state.addTypes(type);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.row_loops = builder.getDenseI64ArrayAttr(rowLoops);
  properties.indexing_maps = builder.getAffineMapArrayAttr(indexingMaps);
  properties.operandSegmentSizes = {int32_t(inputs.size()),
                                    int32_t(outputs.size())};
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = llvm::map_to_vector(
      inputs.getTypes(), [](Type type) { return getElementTypeOrSelf(type); });
  SmallVector<Location> locs(types.size(), state.location);
  Block *block = builder.createBlock(state.addRegion(), {}, types, locs);
  YieldOp::create(builder, state.location,
                  emitBody(builder, block->getArguments()));
}

SmallVector<AffineMap> RowsOp::getMaps() {
  return llvm::to_vector(
      getIndexingMaps().getAsValueRange<AffineMapAttr, AffineMap>());
}

AffineMap RowsOp::getMap(OpOperand &operand) {
  return cast<AffineMapAttr>(getIndexingMaps()[operand.getOperandNumber()])
      .getValue();
}

unsigned RowsOp::getNumLoops() { return getMaps().front().getNumDims(); }

BlockArgument RowsOp::getArgument(OpOperand &operand) {
  unsigned number = operand.getOperandNumber();
  return number < getInputs().size() ? getBodyBlock()->getArgument(number)
                                     : BlockArgument();
}

Value RowsOp::getYielded(OpOperand &output) {
  return getBodyBlock()->getTerminator()->getOperand(output.getOperandNumber() -
                                                     getInputs().size());
}

bool RowsOp::isOfRow(OpOperand &operand) {
  AffineMap map = getMap(operand);
  return llvm::none_of(getRowLoops(),
                       [&](int64_t loop) { return map.isFunctionOfDim(loop); });
}

/// Calls `tell` for each dimension of an operand whose index is a loop.
static void
forEachLoop(RowsOp op,
            function_ref<void(OpOperand &, unsigned dim, unsigned loop)> tell) {
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, expr] : llvm::enumerate(op.getMap(operand).getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        tell(operand, dim, loop.getPosition());
}

SmallVector<int64_t> RowsOp::getLoopSizes() {
  SmallVector<int64_t> sizes(getNumLoops(), ShapedType::kDynamic);
  forEachLoop(*this, [&](OpOperand &operand, unsigned dim, unsigned loop) {
    int64_t size = cast<ShapedType>(operand.get().getType()).getDimSize(dim);
    if (!ShapedType::isDynamic(size))
      sizes[loop] = size;
  });
  return sizes;
}

SmallVector<OpFoldResult> RowsOp::createLoopSizes(OpBuilder &builder) {
  SmallVector<OpFoldResult> result;
  SmallVector<int64_t> sizes = getLoopSizes();
  SmallVector<std::pair<Value, unsigned>> sources(sizes.size());
  forEachLoop(*this, [&](OpOperand &operand, unsigned dim, unsigned loop) {
    if (!sources[loop].first)
      sources[loop] = {operand.get(), dim};
  });
  for (auto [size, source] : llvm::zip_equal(sizes, sources)) {
    auto [array, dim] = source;
    if (!ShapedType::isDynamic(size))
      result.push_back(builder.getIndexAttr(size));
    else if (isa<TensorType>(array.getType()))
      result.push_back(
          builder.createOrFold<tensor::DimOp>(getLoc(), array, dim));
    else
      result.push_back(
          builder.createOrFold<memref::DimOp>(getLoc(), array, dim));
  }
  return result;
}

void RowsOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

LogicalResult
RowsOp::reifyResultShapes(OpBuilder &builder,
                          ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static LogicalResult verifyMaps(RowsOp op) {
  SmallVector<AffineMap> maps = op.getMaps();
  if (maps.size() != op->getNumOperands())
    return op.emitOpError("has ") << maps.size() << " maps for "
                                  << op->getNumOperands() << " operands";
  for (auto [index, map, type] : llvm::enumerate(maps, op->getOperandTypes())) {
    auto shaped = dyn_cast<ShapedType>(type);
    unsigned rank = shaped ? shaped.getRank() : 0;
    if (map.getNumSymbols() != 0 || map.getNumDims() != maps[0].getNumDims())
      return op.emitOpError(
                 "needs maps of the same loops, without symbols, but "
                 "that of operand ")
             << index << " is " << AffineMapAttr::get(map);
    if (map.getNumResults() != rank)
      return op.emitOpError("indexes operand ")
             << index << " of rank " << rank << " by "
             << AffineMapAttr::get(map);
  }
  return success();
}

static LogicalResult verifyLoops(RowsOp op) {
  unsigned numLoops = op.getNumLoops();
  int64_t last = -1;
  for (int64_t loop : op.getRowLoops()) {
    if (loop <= last || loop >= numLoops)
      return op.emitOpError(
                 "needs the loops of a row in increasing order, each "
                 "less than ")
             << numLoops;
    last = loop;
  }
  if (last < 0)
    return op.emitOpError("needs a loop that rows consist of");
  SmallVector<int64_t> sizes = op.getLoopSizes();
  llvm::SmallBitVector told(numLoops);
  std::optional<std::pair<unsigned, unsigned>> wrong;
  forEachLoop(op, [&](OpOperand &operand, unsigned dim, unsigned loop) {
    told.set(loop);
    int64_t size = cast<ShapedType>(operand.get().getType()).getDimSize(dim);
    if (!ShapedType::isDynamic(size) && size != sizes[loop])
      wrong = {operand.getOperandNumber(), loop};
  });
  if (wrong)
    return op.emitOpError("has another size for loop ")
           << wrong->second << " in operand " << wrong->first << " than "
           << sizes[wrong->second];
  if (!told.all())
    return op.emitOpError("has no operand that tells the size of loop ")
           << told.find_first_unset();
  return success();
}

static LogicalResult verifyOutputs(RowsOp op) {
  for (OpOperand &output : op.getDpsInitsMutable()) {
    AffineMap map = op.getMap(output);
    unsigned numLoops = op.isOfRow(output)
                            ? op.getNumLoops() - op.getRowLoops().size()
                            : op.getNumLoops();
    if (!map.isProjectedPermutation() || map.getNumResults() != numLoops)
      return op.emitOpError("indexes an output by ")
             << AffineMapAttr::get(map)
             << ", but should by all loops, or by all but those of a row";
  }
  return success();
}

LogicalResult RowsOp::verify() {
  if (failed(verifyForm(*this)) || failed(verifyMaps(*this)) ||
      failed(verifyLoops(*this)))
    return failure();
  return verifyOutputs(*this);
}

LogicalResult RowsOp::verifyRegions() {
  Block *block = getBodyBlock();
  auto types = llvm::map_range(getInputs().getTypes(), [](Type type) {
    return getElementTypeOrSelf(type);
  });
  if (!llvm::equal(block->getArgumentTypes(), types))
    return emitOpError("needs a body with an argument for each input");
  auto yield = dyn_cast<YieldOp>(block->getTerminator());
  if (!yield)
    return emitOpError("needs a body that ends with fused.yield");
  auto elements = llvm::map_range(getOutputs().getTypes(), [](Type type) {
    return getElementTypeOrSelf(type);
  });
  if (!llvm::equal(yield.getOperandTypes(), elements))
    return yield.emitOpError("should give an element for each output");
  RowVariance variance(*this);
  for (auto reduction : block->getOps<ReduceOp>())
    if (variance.varies(reduction.getInit()))
      return reduction.emitOpError(
          "begins with a value that differs among the points of a row");
  for (OpOperand &output : getDpsInitsMutable())
    if (isOfRow(output) && variance.varies(getYielded(output)))
      return emitOpError("has different values for the points of a row that "
                         "share an element of output ")
             << output.getOperandNumber() - getInputs().size();
  return success();
}

RowVariance::RowVariance(RowsOp op) : moving(op.getNumLoops()) {
  SmallVector<int64_t> sizes = op.getLoopSizes();
  for (int64_t loop : op.getRowLoops())
    moving[loop] = sizes[loop] != 1;
  for (OpOperand &input : op->getOpOperands().take_front(op.getInputs().size()))
    for (unsigned loop : moving.set_bits())
      if (op.getMap(input).isFunctionOfDim(loop))
        varying.insert(op.getArgument(input));
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    if (varies(&inside))
      varying.insert_range(inside.getResults());
}

bool RowVariance::varies(Operation *inside) const {
  if (auto index = dyn_cast<IndexOp>(inside))
    return moving.test(index.getLoop());
  if (isa<ReduceOp>(inside))
    return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(inside->getRegions(), captured);
  auto varies = [&](Value value) { return varying.contains(value); };
  return llvm::any_of(inside->getOperands(), varies) ||
         llvm::any_of(captured, varies);
}

/// True if a combination of this kind is one of floats.
static bool combinesFloats(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addf:
  case arith::AtomicRMWKind::mulf:
  case arith::AtomicRMWKind::maximumf:
  case arith::AtomicRMWKind::minimumf:
  case arith::AtomicRMWKind::maxnumf:
  case arith::AtomicRMWKind::minnumf:
    return true;
  default:
    return false;
  }
}

LogicalResult ReduceOp::verify() {
  if (getKind() == arith::AtomicRMWKind::assign)
    return emitOpError("cannot combine by assigning");
  if (combinesFloats(getKind()) != isa<FloatType>(getType()))
    return emitOpError("of kind ") << arith::stringifyAtomicRMWKind(getKind())
                                   << " cannot combine " << getType();
  return success();
}

LogicalResult IndexOp::verify() {
  int64_t numLoops;
  if (auto attention = dyn_cast<AttentionOp>((*this)->getParentOp()))
    numLoops = attention.getRank();
  else if (auto gradient =
               dyn_cast<AttentionGradientOp>((*this)->getParentOp()))
    numLoops = gradient.getRank();
  else if (auto rows = cast<RowsOp>((*this)->getParentOp());
           !rows.getMaps().empty())
    numLoops = rows.getNumLoops();
  else
    return success();
  if (int64_t(getLoop()) >= numLoops)
    return emitOpError("needs a loop less than ") << numLoops;
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Drops inputs that are not read or are there twice, and results that have no
/// use.
struct DropOperands : OpRewritePattern<RowsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(RowsOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

/// An earlier input that gives points the same elements.
static OpOperand *findEqual(RowsOp op, OpOperand &input) {
  for (OpOperand &other :
       op->getOpOperands().take_front(input.getOperandNumber()))
    if (other.get() == input.get() && op.getMap(other) == op.getMap(input))
      return &other;
  return nullptr;
}

/// The operands to keep: at least one output, and what tells the sizes of
/// loops.
static llvm::SmallBitVector chooseOperands(RowsOp op) {
  llvm::SmallBitVector kept(op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getArgument(operand);
    bool isUsed = argument ? !argument.use_empty()
                           : !op.hasPureTensorSemantics() ||
                                 !op.getTiedOpResult(&operand).use_empty();
    if (!isUsed)
      continue;
    OpOperand *equal = argument ? findEqual(op, operand) : nullptr;
    kept.set((equal ? *equal : operand).getOperandNumber());
  }
  unsigned numInputs = op.getInputs().size();
  if (kept.find_last() < int(numInputs))
    kept.set(numInputs);
  llvm::SmallBitVector told(op.getNumLoops());
  auto tell = [&](bool ofKept) {
    forEachLoop(op, [&](OpOperand &operand, unsigned, unsigned loop) {
      if (kept.test(operand.getOperandNumber()) != ofKept || told.test(loop))
        return;
      kept.set(operand.getOperandNumber());
      told.set(loop);
    });
  };
  tell(/*ofKept=*/true);
  tell(/*ofKept=*/false);
  return kept;
}

LogicalResult DropOperands::matchAndRewrite(RowsOp op,
                                            PatternRewriter &rewriter) const {
  llvm::SmallBitVector kept = chooseOperands(op);
  if (kept.all())
    return rewriter.notifyMatchFailure(op, "needs all operands");
  SmallVector<Value> inputs, outputs, results, yielded;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!kept.test(operand.getOperandNumber()))
      continue;
    maps.push_back(op.getMap(operand));
    if (op.getArgument(operand)) {
      inputs.push_back(operand.get());
      continue;
    }
    outputs.push_back(operand.get());
    yielded.push_back(op.getYielded(operand));
    if (op.hasPureTensorSemantics())
      results.push_back(op.getTiedOpResult(&operand));
  }
  auto smaller = RowsOp::create(
      rewriter, op.getLoc(), inputs, outputs, op.getRowLoops(), maps,
      [](OpBuilder &, ValueRange) { return SmallVector<Value>(); });
  Block *body = op.getBodyBlock();
  for (OpOperand &operand :
       op->getOpOperands().take_front(op.getInputs().size()))
    if (OpOperand *equal = findEqual(op, operand))
      rewriter.replaceAllUsesWith(op.getArgument(operand),
                                  op.getArgument(*equal));
  auto yield = cast<YieldOp>(body->getTerminator());
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getValuesMutable().assign(yielded); });
  rewriter.modifyOpInPlace(op, [&] {
    body->eraseArguments([&](BlockArgument argument) {
      return !kept.test(argument.getArgNumber());
    });
  });
  rewriter.eraseOp(smaller.getBodyBlock()->getTerminator());
  rewriter.mergeBlocks(body, smaller.getBodyBlock(),
                       smaller.getBodyBlock()->getArguments());
  for (auto [result, replacement] :
       llvm::zip_equal(results, smaller.getResults()))
    rewriter.replaceAllUsesWith(result, replacement);
  rewriter.eraseOp(op);
  return success();
}

void RowsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<DropOperands>(context);
}
