//===- LoopChecks.cpp - Sizes of operands that loops index ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopChecks.h"

#include "ShapeChecks.h"
#include "SizeSource.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Computed indices
//===----------------------------------------------------------------------===//

/// The least and the greatest value of an index over loops of these sizes.
static std::pair<OpFoldResult, OpFoldResult>
buildBounds(ShapeChecks &checks, Operation *op, AffineExpr expr,
            ArrayRef<OpFoldResult> sizes) {
  auto number = [&](int64_t value) {
    return OpFoldResult(Builder(op->getContext()).getIndexAttr(value));
  };
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {number(constant.getValue()), number(constant.getValue())};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {number(0),
            checks.subtract(op, sizes[dim.getPosition()], number(1))};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto [low, high] = buildBounds(checks, op, binary.getLHS(), sizes);
  auto [otherLow, otherHigh] = buildBounds(checks, op, binary.getRHS(), sizes);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {checks.add(op, low, otherLow), checks.add(op, high, otherHigh)};
  case AffineExprKind::Mul:
    // By a number, which stands on the right.
    low = checks.multiply(op, low, otherLow);
    high = checks.multiply(op, high, otherLow);
    if (cast<AffineConstantExpr>(binary.getRHS()).getValue() < 0)
      std::swap(low, high);
    return {low, high};
  case AffineExprKind::Mod:
    return {number(0),
            checks.minimum(op, high, checks.subtract(op, otherLow, number(1)))};
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv: {
    bool roundsUp = expr.getKind() == AffineExprKind::CeilDiv;
    return {checks.divide(op, low, otherLow, roundsUp),
            checks.divide(op, high, otherLow, roundsUp)};
  }
  default:
    llvm_unreachable("every binary expression is listed");
  }
}

namespace {
/// An operand that loops index.
struct IndexedOperand {
  Value value;
  unsigned number;
  AffineMap map;
};
} // namespace

static void checkComputedIndex(ShapeChecks &checks, Operation *op,
                               const IndexedOperand &operand, unsigned dim,
                               ArrayRef<std::optional<SizeSource>> loops) {
  AffineExpr expr = operand.map.getResult(dim);
  SizeSource extent = getSizeSource(operand.value, dim);
  bool isKnown = true;
  SmallVector<SizeSource> used = {extent};
  expr.walk([&](AffineExpr part) {
    auto position = dyn_cast<AffineDimExpr>(part);
    if (!position)
      return;
    const std::optional<SizeSource> &size = loops[position.getPosition()];
    isKnown &= size.has_value();
    if (size)
      used.push_back(*size);
  });
  // Without sizes there are no loops, and nothing is accessed if one of them
  // has no iterations.
  if (!isKnown || llvm::is_contained(loops, SizeSource{Value(), 0}))
    return;
  checks.setInsertionPoint(op, used);
  // Other loops' sizes may not be known yet at this place.
  SmallVector<OpFoldResult> sizes(loops.size());
  for (auto [position, size] : llvm::enumerate(loops))
    if (size && expr.isFunctionOfDim(position))
      sizes[position] = checks.build(op, *size);
  // Loops that have no iterations access nothing.
  SmallVector<OpFoldResult> lengths;
  expr.walk([&](AffineExpr part) {
    if (auto position = dyn_cast<AffineDimExpr>(part))
      lengths.push_back(sizes[position.getPosition()]);
  });
  auto [low, high] = buildBounds(checks, op, expr, sizes);
  // The verifier has looked at the first and the last iteration alone.
  if (llvm::all_of(used,
                   [](const SizeSource &size) { return size.isNumber(); })) {
    int64_t first = *getConstantIntValue(low),
            last = *getConstantIntValue(high);
    if (first < 0 || last >= extent.number)
      checks.emitError(op) << "accesses indices " << first << " to " << last
                           << " of dimension " << dim << " of operand "
                           << operand.number << ", which has " << extent.number
                           << " elements";
    return;
  }
  auto describe = [&](StringRef what) {
    return ("'" + op->getName().getStringRef() + "' accesses dimension " +
            Twine(dim) + " of operand " + Twine(operand.number) + what)
        .str();
  };
  checks.require(op, arith::CmpIPredicate::slt,
                 checks.unlessEmpty(op, lengths, high, -1),
                 checks.build(op, extent), describe(" beyond its size"));
  checks.require(op, arith::CmpIPredicate::sge,
                 checks.unlessEmpty(op, lengths, low, 0),
                 OpBuilder(op).getIndexAttr(0), describe(" before its begin"));
}

//===----------------------------------------------------------------------===//
// All indices
//===----------------------------------------------------------------------===//

static void checkOperands(ShapeChecks &checks, Operation *op, unsigned numLoops,
                          ArrayRef<IndexedOperand> operands) {
  // The first dimension of a known size, or else the first one.
  SmallVector<std::optional<SizedOperand>> loops(numLoops);
  for (const IndexedOperand &operand : operands) {
    for (auto [dim, expr] : llvm::enumerate(operand.map.getResults())) {
      auto position = dyn_cast<AffineDimExpr>(expr);
      if (!position)
        continue;
      SizedOperand size = {getSizeSource(operand.value, dim), operand.number,
                           static_cast<unsigned>(dim)};
      std::optional<SizedOperand> &loop = loops[position.getPosition()];
      if (loop)
        checks.requireEqual(op, *loop, size);
      if (!loop || (size.size.isNumber() && !loop->size.isNumber()))
        loop = size;
    }
  }
  SmallVector<std::optional<SizeSource>> sizes;
  for (const std::optional<SizedOperand> &loop : loops)
    sizes.push_back(loop ? std::optional(loop->size) : std::nullopt);
  for (const IndexedOperand &operand : operands)
    for (auto [dim, expr] : llvm::enumerate(operand.map.getResults()))
      if (!isa<AffineDimExpr>(expr))
        checkComputedIndex(checks, op, operand, dim, sizes);
}

void fused::checkLoops(ShapeChecks &checks, linalg::LinalgOp op) {
  SmallVector<IndexedOperand> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back({operand.get(), operand.getOperandNumber(),
                        op.getMatchingIndexingMap(&operand)});
  checkOperands(checks, op, op.getNumLoops(), operands);
}

void fused::checkLoops(ShapeChecks &checks, RowsOp op) {
  SmallVector<IndexedOperand> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(
        {operand.get(), operand.getOperandNumber(), op.getMap(operand)});
  checkOperands(checks, op, op.getNumLoops(), operands);
}

namespace {
/// Collects the operands of an operation on matrices: its loops are those of a
/// batch, of rows and of columns, and then further ones.
class MatrixOperands {
public:
  MatrixOperands(Operation *op, unsigned rank, unsigned numFurther,
                 ArrayRef<int64_t> batchShape = {})
      : op(op), rank(rank), numLoops(rank + numFurther),
        batchShape(batchShape) {}

  /// A matrix whose last two dimensions are these loops. Those of the batch are
  /// in front, unless all of it has one.
  void addMatrix(unsigned row, unsigned column) {
    auto type = cast<ShapedType>(op->getOperand(operands.size()).getType());
    SmallVector<AffineExpr> indices;
    for (int64_t dim = 0; dim < type.getRank() - 2; ++dim) {
      bool isShared = !batchShape.empty() && type.getDimSize(dim) == 1 &&
                      batchShape[dim] != 1;
      indices.push_back(isShared ? getAffineConstantExpr(0, op->getContext())
                                 : getAffineDimExpr(dim, op->getContext()));
    }
    indices.push_back(getAffineDimExpr(row, op->getContext()));
    indices.push_back(getAffineDimExpr(column, op->getContext()));
    add(AffineMap::get(numLoops, 0, indices, op->getContext()));
  }
  /// The next operand, with a map from the batch, rows and columns.
  void add(AffineMap map) {
    unsigned number = operands.size();
    operands.push_back({op->getOperand(number), number, map});
  }
  template <typename Op> void addExtras(Op op) {
    for (unsigned extra = 0; extra < op.getExtras().size(); ++extra)
      add(op.getMapOfExtra(extra));
  }
  unsigned getRow() const { return rank - 2; }
  unsigned getColumn() const { return rank - 1; }
  void check(ShapeChecks &checks) const {
    checkOperands(checks, op, numLoops, operands);
  }

private:
  Operation *op;
  unsigned rank, numLoops;
  ArrayRef<int64_t> batchShape;
  SmallVector<IndexedOperand> operands;
};
} // namespace

void fused::checkLoops(ShapeChecks &checks, ProductOp op) {
  MatrixOperands operands(op, op.getRank(), /*numFurther=*/1);
  unsigned row = operands.getRow(), column = operands.getColumn(),
           depth = column + 1;
  auto addFactor = [&](unsigned first, unsigned second, bool isTransposed) {
    operands.addMatrix(isTransposed ? second : first,
                       isTransposed ? first : second);
  };
  addFactor(row, depth, op.getTransposeA());
  addFactor(depth, column, op.getTransposeB());
  operands.addExtras(op);
  for (unsigned output = 0; output < op.getOutputs().size(); ++output)
    operands.add(op.getMapOfOutput(output));
  operands.check(checks);
}

void fused::checkLoops(ShapeChecks &checks, AttentionOp op) {
  MatrixOperands operands(op, op.getRank(), /*numFurther=*/2,
                          op.getBatchShape());
  unsigned row = operands.getRow(), column = operands.getColumn(),
           depth = column + 1, width = column + 2;
  operands.addMatrix(row, depth);
  operands.addMatrix(column, depth);
  operands.addMatrix(column, width);
  operands.addExtras(op);
  operands.addMatrix(row, width);
  // The statistics have no columns.
  for (size_t i = 0; i < op.getStatistics().size(); ++i)
    operands.add(AffineMap::getMultiDimIdentityMap(column, op.getContext()));
  operands.check(checks);
}

void fused::checkLoops(ShapeChecks &checks, AttentionGradientOp op) {
  MatrixOperands operands(op, op.getRank(), /*numFurther=*/2,
                          op.getBatchShape());
  unsigned row = operands.getRow(), column = operands.getColumn(),
           depth = column + 1, width = column + 2;
  operands.addMatrix(row, depth);
  operands.addMatrix(column, depth);
  operands.addMatrix(row, width);
  operands.addMatrix(column, width);
  operands.addExtras(op);
  operands.addMatrix(row, depth);
  if (op.getOutputs().size() > 1)
    operands.addMatrix(row, width);
  operands.check(checks);
}
