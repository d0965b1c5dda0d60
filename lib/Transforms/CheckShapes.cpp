//===- CheckShapes.cpp - Sizes that are known when a program runs ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshapeChecks.h"
#include "ShapeChecks.h"
#include "SizeSource.h"

#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ScatterOp.h"
#include "fused/Transforms/ProductPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/TypeSwitch.h"

namespace fused {
#define GEN_PASS_DEF_CHECKSHAPES
#include "fused/Transforms/ProductPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Loops of structured operations
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

/// Checks an index that is computed of several loops, as a convolution's is.
static void checkComputedIndex(ShapeChecks &checks, linalg::LinalgOp op,
                               AffineExpr expr, OpOperand &operand, int64_t dim,
                               ArrayRef<std::optional<SizeSource>> loops) {
  SizeSource extent = getSizeSource(operand.get(), dim);
  bool isStatic = extent.isNumber(), isKnown = true;
  SmallVector<SizeSource> used = {extent};
  expr.walk([&](AffineExpr part) {
    auto position = dyn_cast<AffineDimExpr>(part);
    if (!position)
      return;
    const std::optional<SizeSource> &size = loops[position.getPosition()];
    isKnown &= size.has_value();
    if (size)
      used.push_back(*size);
    isStatic &= size && size->isNumber();
  });
  // What is static has been verified; without sizes there are no loops.
  if (isStatic || !isKnown)
    return;
  checks.setInsertionPoint(op, used);
  // Other loops' sizes may not be known yet at this place.
  SmallVector<OpFoldResult> sizes(loops.size());
  for (auto [position, size] : llvm::enumerate(loops))
    if (size && expr.isFunctionOfDim(position))
      sizes[position] = checks.build(op, *size);
  auto [low, high] = buildBounds(checks, op, expr, sizes);
  // Loops that have no iterations access nothing.
  SmallVector<OpFoldResult> lengths;
  expr.walk([&](AffineExpr part) {
    if (auto position = dyn_cast<AffineDimExpr>(part))
      lengths.push_back(sizes[position.getPosition()]);
  });
  auto describe = [&](StringRef what) {
    return ("'" + op->getName().getStringRef() + "' accesses dimension " +
            Twine(dim) + " of operand " + Twine(operand.getOperandNumber()) +
            what)
        .str();
  };
  checks.require(op, arith::CmpIPredicate::slt,
                 checks.unlessEmpty(op, lengths, high, -1),
                 checks.build(op, extent), describe(" beyond its size"));
  checks.require(op, arith::CmpIPredicate::sge,
                 checks.unlessEmpty(op, lengths, low, 0),
                 OpBuilder(op).getIndexAttr(0), describe(" before its begin"));
}

/// Checks that all operands have the sizes of the loops over them.
static void checkLoops(ShapeChecks &checks, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  struct Place {
    unsigned operand, dim;
  };
  SmallVector<std::optional<SizeSource>> loops(op.getNumLoops());
  SmallVector<Place> places(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto position = dyn_cast<AffineDimExpr>(expr);
      if (!position)
        continue;
      SizeSource size = getSizeSource(operand.get(), dim);
      unsigned loop = position.getPosition(),
               number = operand.getOperandNumber();
      if (loops[loop])
        checks.requireEqual(
            op, {*loops[loop], places[loop].operand, places[loop].dim},
            {size, number, static_cast<unsigned>(dim)});
      else
        places[loop] = {number, static_cast<unsigned>(dim)};
      // What is known when the program is compiled is best to compare with.
      if (!loops[loop] || (size.isNumber() && !loops[loop]->isNumber())) {
        loops[loop] = size;
        places[loop] = {number, static_cast<unsigned>(dim)};
      }
    }
  }
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (!isa<AffineDimExpr>(expr))
        checkComputedIndex(checks, op, expr, operand, dim, loops);
}

/// Checks that tensors have the same sizes, but for dimension `except`.
static void checkSameShape(ShapeChecks &checks, Operation *op,
                           ValueRange values, int64_t except = -1) {
  std::optional<unsigned> first;
  for (auto [index, value] : llvm::enumerate(values)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      continue;
    unsigned number = index;
    if (first)
      for (unsigned dim = 0; dim < type.getRank(); ++dim)
        if (dim != except)
          checks.requireEqual(op,
                              {getSizeSource(values[*first], dim), *first, dim},
                              {getSizeSource(value, dim), number, dim});
    if (!first)
      first = number;
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// The sizes of a product, each as the first operand has it.
struct ProductSizes {
  std::optional<SizedOperand> batch, m, n, k;
};
} // namespace

static void checkProduct(ShapeChecks &checks, fused::MatmulOp op) {
  if (op.hasPureBufferSemantics())
    return;
  ProductSizes sizes;
  // The trailing dimensions of an operand, a batch in front of them.
  auto check = [&](Value operand,
                   ArrayRef<std::optional<SizedOperand> *> roles) {
    if (!operand)
      return;
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<std::optional<SizedOperand> *> all(roles);
    if (type.getRank() > static_cast<int64_t>(roles.size()))
      all.insert(all.begin(), &sizes.batch);
    unsigned number = 0;
    while (op->getOperand(number) != operand)
      ++number;
    for (auto [dim, role] : llvm::enumerate(all)) {
      SizedOperand size = {getSizeSource(operand, dim), number,
                           static_cast<unsigned>(dim)};
      if (*role)
        checks.requireEqual(op, **role, size);
      else
        *role = size;
    }
  };
  auto *m = &sizes.m, *n = &sizes.n, *k = &sizes.k;
  // Its number of matrices is known.
  std::optional<SizedOperand> repeated;
  check(op.getInit(), {m, n});
  check(op.getA(), {op.getTransposeA() ? k : m, op.getTransposeA() ? m : k});
  check(op.getB(), {op.getTransposeB() ? n : k, op.getTransposeB() ? k : n});
  if (op.repeatsC())
    check(op.getC(), {&repeated, m, n});
  else
    check(op.getC(), {m, n});
  check(op.getBias(), {n});
  bool sumsA = op.getInfo().biasGradient == BiasGradient::SumOfA;
  check(op.getBgradInit(), {sumsA ? m : n});
  for (Value aux : {op.getAux(), op.getAuxInit()}) {
    if (!aux)
      continue;
    std::optional<SizedOperand> columns = sizes.n;
    if (op.getInfo().hasMask()) {
      checks.setInsertionPoint(op, columns->size);
      columns->size = getSizeSource(createMaskRowBytes(
          checks.getBuilder(), op.getLoc(), checks.build(op, columns->size)));
    }
    check(aux, {m, &columns});
  }
}

/// Checks that each update has an index, and each index a dimension.
static void checkScatter(ShapeChecks &checks, fused::ScatterOp op) {
  if (op.hasPureBufferSemantics())
    return;
  checks.requireEqual(op, {getSizeSource(op.getIndices(), 0), 0, 0},
                      {getSizeSource(op.getUpdates(), 0), 1, 0});
  checks.requireEqual(
      op, {getSizeSource(op.getIndices(), 1), 0, 1},
      {{Value(), static_cast<int64_t>(op.getDimensions().size())},
       std::nullopt,
       1});
}

//===----------------------------------------------------------------------===//
// Slices, elements, reshapes
//===----------------------------------------------------------------------===//

/// Checks that a slice lies within dimensions of these sizes.
static void checkSlice(ShapeChecks &checks, OffsetSizeAndStrideOpInterface op,
                       Value whole) {
  OpBuilder builder(op);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  for (int64_t dim = 0, rank = cast<ShapedType>(whole.getType()).getRank();
       dim < rank; ++dim) {
    SizeSource extent = getSizeSource(whole, dim);
    SizeSource offset = getSizeSource(op.getMixedOffsets()[dim]);
    SizeSource size = getSizeSource(op.getMixedSizes()[dim]);
    SizeSource stride = getSizeSource(op.getMixedStrides()[dim]);
    auto describe = [&](StringRef what) {
      return ("'" + op->getName().getStringRef() + "' has " + what +
              " in dimension " + Twine(dim))
          .str();
    };
    checks.setInsertionPoint(op, {extent, offset, size, stride});
    OpFoldResult length = checks.build(op, size);
    OpFoldResult begin = checks.build(op, offset);
    checks.require(op, arith::CmpIPredicate::sge, begin, zero,
                   describe("a negative offset"));
    checks.require(op, arith::CmpIPredicate::sge, length, zero,
                   describe("a negative size"));
    // Without a sum, which could overflow.
    OpFoldResult room = checks.subtract(op, checks.build(op, extent), begin);
    if (stride.isNumber() && stride.number < 0) {
      checks.require(op, arith::CmpIPredicate::sge, room, one,
                     describe("an offset beyond the end"));
      room = checks.add(op,
                        checks.divide(op, begin,
                                      builder.getIndexAttr(-stride.number),
                                      /*roundsUp=*/false),
                        one);
    } else if (!stride.isNumber() || stride.number > 1) {
      OpFoldResult step = checks.build(op, stride);
      checks.require(op, arith::CmpIPredicate::sge, step, one,
                     describe("a stride that is not positive"));
      room = checks.divide(op, room, step, /*roundsUp=*/true);
    }
    checks.require(op, arith::CmpIPredicate::sle, length, room,
                   describe("more elements than there are"));
  }
}

/// Checks that what is inserted is as large as the slice.
static void checkInserted(ShapeChecks &checks,
                          OffsetSizeAndStrideOpInterface op, Value source,
                          const llvm::SmallBitVector &dropped) {
  unsigned dim = 0;
  for (auto [index, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped.test(index))
      checks.requireEqual(
          op, {getSizeSource(source, dim), 0, dim++},
          {getSizeSource(size), std::nullopt, static_cast<unsigned>(index)});
}

static void checkIndices(ShapeChecks &checks, Operation *op, Value tensor,
                         ValueRange indices) {
  for (size_t dim = 0; dim < indices.size(); ++dim) {
    SizeSource extent = getSizeSource(tensor, dim);
    SizeSource source = getSizeSource(indices[dim]);
    auto describe = [&](StringRef what) {
      return ("'" + op->getName().getStringRef() + "' has index " + Twine(dim) +
              what)
          .str();
    };
    checks.setInsertionPoint(op, {extent, source});
    OpFoldResult place = checks.build(op, source);
    checks.require(op, arith::CmpIPredicate::sge, place,
                   OpBuilder(op).getIndexAttr(0), describe(" below 0"));
    checks.require(op, arith::CmpIPredicate::slt, place,
                   checks.build(op, extent), describe(" beyond the array"));
  }
}

/// Refuses a number that is not one of a dimension. Whether others are is not
/// known before the program runs.
static LogicalResult checkDim(tensor::DimOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  std::optional<int64_t> dim = op.getConstantIndex();
  if (!type || !dim || (*dim >= 0 && *dim < type.getRank()))
    return success();
  return op.emitOpError() << "asks for dimension " << *dim << " of " << type;
}

static void checkUnknownDim(ShapeChecks &checks, tensor::DimOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!type || op.getConstantIndex())
    return;
  SizeSource index = getSizeSource(op.getIndex());
  checks.setInsertionPoint(op, index);
  OpFoldResult dim = checks.build(op, index);
  StringRef message = "'tensor.dim' asks for a dimension that does not exist";
  checks.require(op, arith::CmpIPredicate::sge, dim,
                 OpBuilder(op).getIndexAttr(0), message);
  checks.require(op, arith::CmpIPredicate::slt, dim,
                 OpBuilder(op).getIndexAttr(type.getRank()), message);
}

static void checkCast(ShapeChecks &checks, tensor::CastOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !isa<RankedTensorType>(op.getSource().getType()))
    return;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    if (!type.isDynamicDim(dim))
      checks.requireEqual(op, {getSizeSource(op.getSource(), dim), 0, dim},
                          {{Value(), type.getDimSize(dim)}, std::nullopt, dim});
}

static void checkPadding(ShapeChecks &checks, tensor::PadOp op) {
  auto checkAmount = [&](OpFoldResult amount, int64_t size) {
    // A known negative amount of a known size leaves elements out
    // (fused-tensors-to-linalg).
    if (isa<Attribute>(amount) && !ShapedType::isDynamic(size))
      return;
    SizeSource source = getSizeSource(amount);
    checks.setInsertionPoint(op, source);
    checks.require(op, arith::CmpIPredicate::sge, checks.build(op, source),
                   OpBuilder(op).getIndexAttr(0),
                   "'tensor.pad' has a negative amount");
  };
  for (auto [low, high, size] :
       llvm::zip_equal(op.getMixedLowPad(), op.getMixedHighPad(),
                       op.getSourceType().getShape())) {
    checkAmount(low, size);
    checkAmount(high, size);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void checkOperation(ShapeChecks &checks, Operation *op) {
  llvm::TypeSwitch<Operation *, void>(op)
      .Case<linalg::LinalgOp>(
          [&](linalg::LinalgOp linalgOp) { checkLoops(checks, linalgOp); })
      .Case<linalg::SoftmaxOp>([&](linalg::SoftmaxOp softmax) {
        if (softmax.hasPureTensorSemantics())
          checkSameShape(checks, op, {softmax.getInput(), softmax.getOutput()});
      })
      .Case<fused::MatmulOp>(
          [&](fused::MatmulOp product) { checkProduct(checks, product); })
      .Case<fused::ScatterOp>(
          [&](fused::ScatterOp scatter) { checkScatter(checks, scatter); })
      .Case<tensor::CastOp>(
          [&](tensor::CastOp cast) { checkCast(checks, cast); })
      .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp slice) {
        checkSlice(checks, slice, slice.getSource());
      })
      .Case<tensor::InsertSliceOp>([&](tensor::InsertSliceOp slice) {
        checkSlice(checks, slice, slice.getDest());
        checkInserted(checks, slice, slice.getSource(), slice.getDroppedDims());
      })
      .Case<tensor::ExtractOp>([&](tensor::ExtractOp extract) {
        checkIndices(checks, op, extract.getTensor(), extract.getIndices());
      })
      .Case<tensor::InsertOp>([&](tensor::InsertOp insert) {
        checkIndices(checks, op, insert.getDest(), insert.getIndices());
      })
      .Case<tensor::ExpandShapeOp>([&](tensor::ExpandShapeOp reshape) {
        checkExpanded(checks, reshape);
      })
      .Case<tensor::CollapseShapeOp>([&](tensor::CollapseShapeOp reshape) {
        checkCollapsed(checks, reshape);
      })
      .Case<tensor::DimOp>(
          [&](tensor::DimOp dim) { checkUnknownDim(checks, dim); })
      .Case<tensor::PadOp>(
          [&](tensor::PadOp pad) { checkPadding(checks, pad); })
      .Case<tensor::ConcatOp>([&](tensor::ConcatOp concat) {
        checkSameShape(checks, op, concat.getInputs(), concat.getDim());
      })
      .Default([&](Operation *other) {
        if (OpTrait::hasElementwiseMappableTraits(other))
          checkSameShape(checks, other, other->getOperands());
      });
}

/// Checks what stands in a block and in the control flow within it. Bodies of
/// structured operations index elements: they are not for here.
static void checkBlock(ShapeChecks &checks, Block &block) {
  EqualSizes &known = checks.getEqualSizes();
  size_t mark = known.getMark();
  // Checks are inserted on the way.
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  for (Operation *op : ops) {
    checkOperation(checks, op);
    if (isa<scf::SCFDialect>(op->getDialect()))
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          checkBlock(checks, inner);
  }
  known.rewind(mark);
}

namespace {
struct CheckShapes : public fused::impl::CheckShapesBase<CheckShapes> {
  void runOnOperation() override;
};
} // namespace

void CheckShapes::runOnOperation() {
  WalkResult checked = getOperation().walk(
      [](tensor::DimOp op) { return WalkResult(checkDim(op)); });
  if (checked.wasInterrupted())
    return signalPassFailure();
  if (getOperation().isExternal())
    return;
  // In blocks that are never reached, values may be computed of themselves.
  for (Block *block : llvm::depth_first(&getOperation().getBody().front())) {
    ShapeChecks checks;
    checkBlock(checks, *block);
  }
}
