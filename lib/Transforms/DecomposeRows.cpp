//===- DecomposeRows.cpp - fused.rows as linalg ---------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "fused/Analysis/UsedValues.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Dialect/ScatterOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes a reduction for each `fused.reduce`, and then what is left. Each
/// operation computes again what it needs of the body.
class RowDecomposition {
public:
  RowDecomposition(RewriterBase &rewriter, RowsOp op);

  /// Returns what replaces the results.
  SmallVector<Value> run();

private:
  /// Over which points an operation runs.
  enum class Space { Rows, Points };

  bool isSameInRow(OpOperand &operand);
  AffineMap getMap(AffineMap map, Space space) const;
  Value createEmpty(Space space, Type element);
  linalg::GenericOp create(Space space, ArrayRef<Operation *> roots,
                           ArrayRef<Value> values, ValueRange outputs,
                           ArrayRef<AffineMap> maps,
                           std::optional<arith::AtomicRMWKind> kind = {});
  void addNeeded(Operation *inside, llvm::SetVector<Operation *> &needed);
  void reduce(ReduceOp reduction);

  RewriterBase &rewriter;
  RowsOp op;
  RowVariance variance;
  Location loc;
  SmallVector<OpFoldResult> sizes;
  /// The loops that count rows.
  SmallVector<unsigned> outer;
  /// The results of reductions, with an element for each row.
  llvm::MapVector<Value, Value> reduced;
};
} // namespace

RowDecomposition::RowDecomposition(RewriterBase &rewriter, RowsOp op)
    : rewriter(rewriter), op(op), variance(op), loc(op.getLoc()),
      sizes(op.createLoopSizes(rewriter)) {
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!op.isRowLoop(loop))
      outer.push_back(loop);
}

/// True if all points of a row read the same element.
bool RowDecomposition::isSameInRow(OpOperand &operand) {
  BlockArgument argument = op.getArgument(operand);
  return argument ? !variance.varies(argument) : op.isOfRow(operand);
}

/// `map` for the loops that there are: in a row, those of the row are 0.
AffineMap RowDecomposition::getMap(AffineMap map, Space space) const {
  if (space == Space::Points)
    return map;
  SmallVector<AffineExpr> dims(map.getNumDims(),
                               rewriter.getAffineConstantExpr(0));
  for (auto [index, loop] : llvm::enumerate(outer))
    dims[loop] = rewriter.getAffineDimExpr(index);
  return map.replaceDimsAndSymbols(dims, {}, outer.size(), 0);
}

Value RowDecomposition::createEmpty(Space space, Type element) {
  SmallVector<OpFoldResult> shape;
  for (unsigned loop = 0; loop < sizes.size(); ++loop)
    if (space == Space::Points || !op.isRowLoop(loop))
      shape.push_back(sizes[loop]);
  return tensor::EmptyOp::create(rewriter, loc, shape, element);
}

/// Adds what the body computes for `inside`, up to reductions.
void RowDecomposition::addNeeded(Operation *inside,
                                 llvm::SetVector<Operation *> &needed) {
  if (!inside || inside->getBlock() != op.getBodyBlock() ||
      isa<ReduceOp>(inside) || needed.contains(inside))
    return;
  for (Value value : getUsedValues(inside))
    addNeeded(value.getDefiningOp(), needed);
  needed.insert(inside);
}

/// Creates an operation that computes `roots`, and `values` for `outputs`: it
/// combines them with what is there if there is a `kind`.
linalg::GenericOp
RowDecomposition::create(Space space, ArrayRef<Operation *> roots,
                         ArrayRef<Value> values, ValueRange outputs,
                         ArrayRef<AffineMap> maps,
                         std::optional<arith::AtomicRMWKind> kind) {
  SmallVector<Value> inputs, arguments;
  SmallVector<AffineMap> allMaps;
  auto addInput = [&](Value array, AffineMap map, Value argument) {
    inputs.push_back(array);
    allMaps.push_back(getMap(map, space));
    arguments.push_back(argument);
  };
  // Outputs are not read, and tell the sizes of loops.
  for (OpOperand &operand : op->getOpOperands())
    if (space == Space::Points || isSameInRow(operand))
      addInput(operand.get(), op.getMap(operand), op.getArgument(operand));
  SmallVector<AffineExpr> rows;
  for (unsigned loop : outer)
    rows.push_back(rewriter.getAffineDimExpr(loop));
  AffineMap rowMap =
      AffineMap::get(op.getNumLoops(), 0, rows, rewriter.getContext());
  for (auto [value, array] : reduced)
    addInput(array, rowMap, value);
  for (AffineMap map : maps)
    allMaps.push_back(getMap(map, space));
  SmallVector<utils::IteratorType> kinds(
      space == Space::Points ? op.getNumLoops() : outer.size(),
      utils::IteratorType::parallel);
  if (kind)
    for (int64_t loop : op.getRowLoops())
      kinds[loop] = utils::IteratorType::reduction;
  llvm::SetVector<Operation *> needed;
  for (Operation *root : roots)
    addNeeded(root, needed);
  for (Value value : values)
    addNeeded(value.getDefiningOp(), needed);
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  auto emitBody = [&](OpBuilder &builder, Location, ValueRange own) {
    IRMapping mapping;
    for (auto [argument, value] : llvm::zip(arguments, own))
      if (argument)
        mapping.map(argument, value);
    for (Operation *inside : ops) {
      auto index = dyn_cast<IndexOp>(inside);
      if (!index) {
        builder.clone(*inside, mapping);
        continue;
      }
      unsigned loop = index.getLoop();
      if (space == Space::Rows)
        loop = llvm::find(outer, loop) - outer.begin();
      mapping.map(
          index.getResult(),
          loop < kinds.size()
              ? linalg::IndexOp::create(builder, loc, loop).getResult()
              : arith::ConstantIndexOp::create(builder, loc, 0).getResult());
    }
    SmallVector<Value> results;
    for (auto [value, output] :
         llvm::zip_equal(values, own.take_back(values.size()))) {
      Value result = mapping.lookupOrDefault(value);
      results.push_back(
          kind ? arith::getReductionOp(*kind, builder, loc, output, result)
               : result);
    }
    linalg::YieldOp::create(builder, loc, results);
  };
  return linalg::GenericOp::create(rewriter, loc, outputs.getTypes(), inputs,
                                   outputs, allMaps, kinds, emitBody);
}

void RowDecomposition::reduce(ReduceOp reduction) {
  AffineMap rows = AffineMap::getMultiDimIdentityMap(op.getNumLoops(),
                                                     rewriter.getContext());
  for (int64_t loop : llvm::reverse(op.getRowLoops()))
    rows = rows.dropResult(loop);
  Value init = createEmpty(Space::Rows, reduction.getType());
  if (reduction.getInit().getParentBlock() == op.getBodyBlock())
    init =
        create(Space::Rows, {}, {reduction.getInit()}, init, rows).getResult(0);
  else
    init = linalg::FillOp::create(rewriter, loc, reduction.getInit(), init)
               .getResult(0);
  reduced[reduction.getResult()] =
      create(Space::Points, {}, {reduction.getValue()}, init, rows,
             reduction.getKind())
          .getResult(0);
}

SmallVector<Value> RowDecomposition::run() {
  SmallVector<Operation *> effects;
  for (Operation &inside : op.getBodyBlock()->without_terminator()) {
    if (auto reduction = dyn_cast<ReduceOp>(inside))
      reduce(reduction);
    else if (!isMemoryEffectFree(&inside))
      effects.push_back(&inside);
  }
  SmallVector<Value> results(op.getNumResults());
  for (Space space : {Space::Points, Space::Rows}) {
    bool ofRows = space == Space::Rows;
    SmallVector<Value> values, outputs;
    SmallVector<AffineMap> maps;
    SmallVector<unsigned> numbers;
    for (OpOperand &output : op.getDpsInitsMutable()) {
      if (op.isOfRow(output) != ofRows)
        continue;
      values.push_back(op.getYielded(output));
      outputs.push_back(output.get());
      maps.push_back(op.getMap(output));
      numbers.push_back(op.getTiedOpResult(&output).getResultNumber());
    }
    if (values.empty() && (ofRows || effects.empty()))
      continue;
    auto computed = create(space, ofRows ? ArrayRef<Operation *>() : effects,
                           values, outputs, maps);
    for (auto [number, result] :
         llvm::zip_equal(numbers, computed.getResults()))
      results[number] = result;
  }
  return results;
}

void fused::decomposeRows(RewriterBase &rewriter, RowsOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(op, RowDecomposition(rewriter, op).run());
}

namespace {
struct DecomposeRows : OpRewritePattern<RowsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(RowsOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is not on tensors");
    decomposeRows(rewriter, op);
    return success();
  }
};
} // namespace

void fused::populateDecomposeRowsPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeRows>(patterns.getContext());
}
