//===- CheckShapes.cpp - Sizes that are known when a program runs ---------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopChecks.h"
#include "ReshapeChecks.h"
#include "ShapeChecks.h"
#include "SizeSource.h"

#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/ScatterOp.h"
#include "fused/Transforms/ProductPasses.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

/// Checks that tensors have the same sizes, but for dimension `except`.
static void checkSameShape(ShapeChecks &checks, Operation *op,
                           ValueRange values, int64_t except = -1) {
  std::optional<unsigned> first;
  for (auto [index, value] : llvm::enumerate(values)) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type || !type.hasRank())
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
  ProductSizes sizes;
  // The trailing dimensions of an operand, a batch in front of them.
  auto check = [&](Value operand,
                   ArrayRef<std::optional<SizedOperand> *> roles) {
    if (!operand)
      return;
    auto type = cast<ShapedType>(operand.getType());
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

/// Checks that a mask has the bits of all columns in each row.
static void checkMask(ShapeChecks &checks, Operation *op, unsigned mask,
                      unsigned bits) {
  Value packed = op->getOperand(mask), unpacked = op->getOperand(bits);
  unsigned last = cast<ShapedType>(unpacked.getType()).getRank() - 1;
  for (unsigned dim = 0; dim < last; ++dim)
    checks.requireEqual(op, {getSizeSource(packed, dim), mask, dim},
                        {getSizeSource(unpacked, dim), bits, dim});
  SizeSource columns = getSizeSource(unpacked, last);
  checks.setInsertionPoint(op, columns);
  OpFoldResult bytes = createMaskRowBytes(checks.getBuilder(), op->getLoc(),
                                          checks.build(op, columns));
  checks.requireEqual(op, {getSizeSource(packed, last), mask, last},
                      {getSizeSource(bytes), std::nullopt, last});
}

/// Checks that each update has an index, and each index a dimension.
static void checkScatter(ShapeChecks &checks, fused::ScatterOp op) {
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

/// Checks that the slice of `slice` lies within `whole`, before `op`.
static void checkSlice(ShapeChecks &checks, Operation *op,
                       OffsetSizeAndStrideOpInterface slice, Value whole) {
  OpBuilder builder(op);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  for (int64_t dim = 0, rank = cast<ShapedType>(whole.getType()).getRank();
       dim < rank; ++dim) {
    SizeSource extent = getSizeSource(whole, dim);
    SizeSource offset = getSizeSource(slice.getMixedOffsets()[dim]);
    SizeSource size = getSizeSource(slice.getMixedSizes()[dim]);
    SizeSource stride = getSizeSource(slice.getMixedStrides()[dim]);
    auto describe = [&](StringRef what) {
      return ("'" + slice->getName().getStringRef() + "' has " + what +
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
static void checkInserted(ShapeChecks &checks, Operation *op,
                          OffsetSizeAndStrideOpInterface slice, Value source,
                          const llvm::SmallBitVector &dropped) {
  unsigned dim = 0;
  for (auto [index, size] : llvm::enumerate(slice.getMixedSizes()))
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
      .Case<linalg::LinalgOp, fused::RowsOp, fused::ProductOp,
            fused::AttentionOp, fused::AttentionGradientOp>(
          [&](auto structured) { checkLoops(checks, structured); })
      .Case<linalg::SoftmaxOp>([&](linalg::SoftmaxOp softmax) {
        checkSameShape(checks, op, {softmax.getInput(), softmax.getOutput()});
      })
      .Case<fused::MatmulOp>(
          [&](fused::MatmulOp product) { checkProduct(checks, product); })
      .Case<fused::PackMaskOp>(
          [&](fused::PackMaskOp) { checkMask(checks, op, 1, 0); })
      .Case<fused::UnpackMaskOp>(
          [&](fused::UnpackMaskOp) { checkMask(checks, op, 0, 1); })
      .Case<fused::ScatterOp>(
          [&](fused::ScatterOp scatter) { checkScatter(checks, scatter); })
      .Case<tensor::CastOp>(
          [&](tensor::CastOp cast) { checkCast(checks, cast); })
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>(
          [&](auto slice) { checkSlice(checks, op, slice, slice.getSource()); })
      .Case<tensor::InsertSliceOp>([&](tensor::InsertSliceOp slice) {
        checkSlice(checks, op, slice, slice.getDest());
        checkInserted(checks, op, slice, slice.getSource(),
                      slice.getDroppedDims());
      })
      .Case<tensor::ParallelInsertSliceOp>(
          [&](tensor::ParallelInsertSliceOp slice) {
            // The terminator that it stands in has nothing else.
            Operation *terminator = op->getParentOp();
            checkSlice(checks, terminator, slice, slice.getDest());
            checkInserted(checks, terminator, slice, slice.getSource(),
                          slice.getDroppedDims());
          })
      .Case<tensor::ExtractOp>([&](tensor::ExtractOp extract) {
        checkIndices(checks, op, extract.getTensor(), extract.getIndices());
      })
      .Case<tensor::InsertOp>([&](tensor::InsertOp insert) {
        checkIndices(checks, op, insert.getDest(), insert.getIndices());
      })
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        checkIndices(checks, op, access.getMemRef(), access.getIndices());
      })
      .Case<memref::CopyOp>([&](memref::CopyOp copy) {
        checkSameShape(checks, op, copy->getOperands());
      })
      .Case<tensor::ReshapeOp>(
          [&](tensor::ReshapeOp reshape) { checkReshaped(checks, reshape); })
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
    if (checks.hasFailed())
      return signalPassFailure();
  }
}
