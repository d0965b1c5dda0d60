//===- FuseAttention.cpp - Two products and the softmax between them ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductFormation.h"
#include "Reshape.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Transforms/EpilogPasses.h"
#include "fused/Transforms/SplitAttention.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

namespace fused {
#define GEN_PASS_DEF_FUSEATTENTION
#include "fused/Transforms/EpilogPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// What a number is before it is rounded and widened.
static Value skipConversions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What `value` combines of all points of a row, if it does so in this way.
static Value findReduced(Value value, ArrayRef<arith::AtomicRMWKind> kinds) {
  auto reduction = skipConversions(value).getDefiningOp<ReduceOp>();
  if (!reduction || !llvm::is_contained(kinds, reduction.getKind()))
    return {};
  return skipConversions(reduction.getValue());
}

/// The scores s whose softmax `weight` is: exp(s - max s) / sum exp(s - max s).
static Value findScore(Value weight) {
  auto quotient = skipConversions(weight).getDefiningOp<arith::DivFOp>();
  if (!quotient)
    return {};
  auto power = skipConversions(quotient.getLhs()).getDefiningOp<math::ExpOp>();
  if (!power || findReduced(quotient.getRhs(), arith::AtomicRMWKind::addf) !=
                    power.getResult())
    return {};
  auto sum = skipConversions(quotient.getRhs()).getDefiningOp<ReduceOp>();
  auto difference =
      skipConversions(power.getOperand()).getDefiningOp<arith::SubFOp>();
  if (!matchPattern(sum.getInit(), m_AnyZeroFloat()) || !difference)
    return {};
  Value score = skipConversions(difference.getLhs());
  using Kind = arith::AtomicRMWKind;
  if (findReduced(difference.getRhs(), {Kind::maximumf, Kind::maxnumf}) !=
      score)
    return {};
  return score;
}

/// What the body of `op` computes for `value`, in order; nothing if another
/// point takes part, or it is more than a kernel of attention computes.
static std::optional<SmallVector<Operation *>> findScoreOps(RowsOp op,
                                                            Value value) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Operation *inside = worklist.pop_back_val().getDefiningOp();
    if (!inside || inside->getBlock() != op.getBodyBlock() ||
        !needed.insert(inside))
      continue;
    if (!isa<IndexOp>(inside) && !isComputedByProductKernel(*inside))
      return std::nullopt;
    llvm::append_range(worklist, inside->getOperands());
  }
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<ShapedType>(tensor.getType()).getShape();
}

/// The tensor of which `value` is a reshape that leaves the last two dimensions
/// as they are. Nothing else reads the reshapes.
static Value skipReshapesOfBatch(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) ||
        !op->hasOneUse())
      break;
    Value source = op->getOperand(0);
    if (getShape(source).size() < 2 || getShape(value).size() < 2 ||
        getShape(source).take_back(2) != getShape(value).take_back(2))
      break;
    value = source;
  }
  return value;
}

/// Matrices of a batch with one dimension, at most, as those of a batch of
/// `shape`.
static Value expandBatch(OpBuilder &builder, Location loc, Value matrices,
                         ArrayRef<int64_t> shape, int64_t inner = 2) {
  auto type = cast<RankedTensorType>(matrices.getType());
  SmallVector<int64_t> sizes(shape);
  llvm::append_range(sizes, type.getShape().take_back(inner));
  SmallVector<int64_t> groups(inner, 1);
  groups.insert(groups.begin(), shape.size());
  return expandGroups(builder, loc, matrices, groups, type.clone(sizes),
                      getAsIndexOpFoldResult(builder.getContext(), sizes));
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// Two products and the rows between them.
class Attention {
public:
  /// Whether `second` is the last product of one.
  static std::optional<Attention> match(MatmulOp second);

  /// The operation, and what it gives for the result of the second product.
  std::pair<AttentionOp, Value> create(RewriterBase &rewriter);

private:
  /// Where a number of the region comes from: an operand of the first product
  /// or of the rows.
  struct Extra {
    Value operand;
    AffineMap map;
    /// The argument in the body of the rows, or null.
    BlockArgument argument;
  };

  bool matchSecond(MatmulOp op);
  bool matchRows();
  bool matchFirst();
  void addExtra(Value operand, ArrayRef<unsigned> dims);
  bool addC(RewriterBase &rewriter);
  Value emitScore(OpBuilder &builder, ValueRange arguments);

  MatmulOp first, second;
  RowsOp rows;
  /// The second product is of the values and the weights, both transposed.
  bool givesTransposed = false;
  Value weights, values, score;
  BlockArgument scores;
  SmallVector<Operation *> scoreOps;
  ArrayRef<int64_t> batchShape;
  SmallVector<Extra> extras;
  /// Of the numbers among `extras` that the first product adds.
  std::optional<size_t> c, bias;
};
} // namespace

static bool isPlain(MatmulOp op) {
  return op.getEpilog() == Epilog::DEFAULT && !op.getC() &&
         op.getAlpha().isExactlyValue(1.0) && !op.getAScale() &&
         !op.getBScale() && !op.getDScale();
}

bool Attention::matchSecond(MatmulOp op) {
  second = op;
  if (!op.hasPureTensorSemantics() || !isPlain(op))
    return false;
  auto isOfRows = [](Value operand) {
    return bool(skipReshapesOfBatch(operand).getDefiningOp<RowsOp>());
  };
  if (!op.getTransposeA() && !op.getTransposeB() && isOfRows(op.getA())) {
    weights = op.getA();
    values = op.getB();
  } else if (op.getTransposeA() && op.getTransposeB() && isOfRows(op.getB())) {
    weights = op.getB();
    values = op.getA();
    givesTransposed = true;
  } else {
    return false;
  }
  weights = skipReshapesOfBatch(weights);
  rows = weights.getDefiningOp<RowsOp>();
  return weights.hasOneUse();
}

bool Attention::matchRows() {
  unsigned numLoops = rows.getNumLoops();
  if (rows.getNumResults() != 1 || numLoops < 2 ||
      rows.getRowLoops() != ArrayRef<int64_t>(int64_t(numLoops) - 1) ||
      llvm::any_of(rows.getLoopSizes(), ShapedType::isDynamic))
    return false;
  OpOperand &output = *rows.getDpsInitsMutable().begin();
  score = findScore(rows.getYielded(output));
  if (!rows.getMap(output).isIdentity() || !score)
    return false;
  auto ops = findScoreOps(rows, score);
  if (!ops)
    return false;
  scoreOps = *ops;
  llvm::SetVector<Value> used;
  used.insert(score);
  for (Operation *inside : scoreOps)
    used.insert_range(inside->getOperands());
  for (OpOperand &operand : rows->getOpOperands()) {
    BlockArgument argument = rows.getArgument(operand);
    if (!argument || !used.contains(argument))
      continue;
    AffineMap map = rows.getMap(operand);
    auto product = skipReshapesOfBatch(operand.get()).getDefiningOp<MatmulOp>();
    if (!first && product && map.isIdentity() && operand.get().hasOneUse() &&
        product->hasOneUse()) {
      first = product;
      scores = argument;
    } else if (map.isProjectedPermutation()) {
      extras.push_back({operand.get(), map, argument});
    } else {
      return false;
    }
  }
  batchShape = getShape(weights).drop_back(2);
  return bool(first);
}

/// Adds an operand of the first product, which has these dimensions.
void Attention::addExtra(Value operand, ArrayRef<unsigned> dims) {
  AffineMap map = AffineMap::getMultiDimMapWithTargets(rows.getNumLoops(), dims,
                                                       rows.getContext());
  extras.push_back({operand, map, BlockArgument()});
}

/// Whether the products have the batch of the rows, and elements of one type.
bool Attention::matchFirst() {
  auto epilog = first.getEpilog();
  if ((epilog != Epilog::DEFAULT && epilog != Epilog::BIAS) ||
      first.getAScale() || first.getBScale() || first.getTransposeA() ||
      !first.getTransposeB())
    return false;
  int64_t rank = batchShape.empty() ? 2 : 3;
  Type element = getElementTypeOrSelf(values);
  return llvm::all_of(ArrayRef<Value>{first.getA(), first.getB(), values},
                      [&](Value matrices) {
                        return int64_t(getShape(matrices).size()) == rank &&
                               getElementTypeOrSelf(matrices) == element;
                      });
}

std::optional<Attention> Attention::match(MatmulOp second) {
  Attention attention;
  if (!attention.matchSecond(second) || !attention.matchRows() ||
      !attention.matchFirst())
    return std::nullopt;
  return attention;
}

/// Adds C. One that several products share has some of the dimensions of the
/// batch, if these are as many products.
bool Attention::addC(RewriterBase &rewriter) {
  Value matrix = first.getC();
  int64_t matrices =
      getShape(matrix).size() == 2 ? 1 : getShape(matrix).front();
  size_t end = batchShape.size();
  for (int64_t repeat = first.getCRepeat(); repeat > 1 && end > 0; --end) {
    if (repeat % batchShape[end - 1] != 0)
      return false;
    repeat /= batchShape[end - 1];
  }
  size_t begin = end;
  for (int64_t left = matrices; left > 1; --begin) {
    if (begin == 0 || left % batchShape[begin - 1] != 0)
      return false;
    left /= batchShape[begin - 1];
  }
  SmallVector<unsigned> dims;
  for (unsigned dim = begin; dim < end; ++dim)
    dims.push_back(dim);
  dims.append({rows.getNumLoops() - 2, rows.getNumLoops() - 1});
  ArrayRef<int64_t> shape = batchShape.slice(begin, end - begin);
  if (shape.empty() && getShape(matrix).size() == 3)
    return false;
  if (!shape.empty())
    matrix = expandBatch(rewriter, first.getLoc(), matrix, shape);
  c = extras.size();
  addExtra(matrix, dims);
  return true;
}

Value Attention::emitScore(OpBuilder &builder, ValueRange arguments) {
  Location loc = rows.getLoc();
  Type f32 = builder.getF32Type();
  auto widen = [&](Value value) -> Value {
    if (value.getType() == f32)
      return value;
    return arith::ExtFOp::create(builder, loc, f32, value);
  };
  auto scale = [&](Value value, const APFloat &factor) -> Value {
    if (factor.isExactlyValue(1.0))
      return value;
    return arith::MulFOp::create(
        builder, loc, value,
        arith::ConstantOp::create(
            builder, loc, builder.getF32FloatAttr(factor.convertToDouble())));
  };
  auto add = [&](Value a, Value b) -> Value {
    return arith::AddFOp::create(builder, loc, a, b);
  };
  Value product = scale(arguments.front(), first.getAlpha());
  if (c)
    product = add(product, scale(widen(arguments[*c + 1]), first.getBeta()));
  if (bias)
    product = add(product, widen(arguments[*bias + 1]));
  if (Type type = scores.getType(); type != f32)
    product = arith::TruncFOp::create(builder, loc, type, product);
  IRMapping mapping;
  mapping.map(scores, product);
  for (auto [extra, argument] : llvm::zip_equal(extras, arguments.drop_front()))
    if (extra.argument)
      mapping.map(extra.argument, argument);
  for (Operation *inside : scoreOps)
    builder.clone(*inside, mapping);
  return widen(mapping.lookupOrDefault(score));
}

std::pair<AttentionOp, Value> Attention::create(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(second);
  Location loc = rows.getLoc();
  auto expand = [&](Value matrices) {
    return batchShape.empty()
               ? matrices
               : expandBatch(rewriter, loc, matrices, batchShape);
  };
  if (first.getC() && !addC(rewriter))
    return {};
  if (Value vector = first.getBias()) {
    SmallVector<unsigned> dims;
    if (getShape(vector).size() == 2) {
      vector = expandBatch(rewriter, loc, vector, batchShape, /*inner=*/1);
      for (unsigned dim = 0; dim < batchShape.size(); ++dim)
        dims.push_back(dim);
    }
    dims.push_back(rows.getNumLoops() - 1);
    bias = extras.size();
    addExtra(vector, dims);
  }
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (const Extra &extra : extras) {
    operands.push_back(extra.operand);
    maps.push_back(extra.map);
  }
  SmallVector<int64_t> shape(batchShape);
  shape.append({getShape(weights).end()[-2], getShape(values).back()});
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, shape,
      cast<ShapedType>(second.getD().getType()).getElementType());
  auto op = AttentionOp::create(
      rewriter, loc, expand(first.getA()), expand(first.getB()), expand(values),
      operands, maps, empty, [&](OpBuilder &inner, ValueRange arguments) {
        return emitScore(inner, arguments);
      });
  Value result = collapseBatch(rewriter, loc, op->getResult(0));
  if (givesTransposed)
    result = transposeMatrix(rewriter, loc, result);
  return {op, result};
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct FuseAttention : public fused::impl::FuseAttentionBase<FuseAttention> {
  using Base::Base;
  void runOnOperation() override {
    // Weights are rounded elsewhere than the program rounds them.
    if (numerics == Numerics::Strict)
      return;
    SmallVector<MatmulOp> ops;
    getOperation()->walk([&](MatmulOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (MatmulOp op : ops) {
      std::optional<Attention> attention = Attention::match(op);
      if (!attention)
        continue;
      auto [fused, result] = attention->create(rewriter);
      if (!fused || !findLackOfKernel(fused).empty())
        continue;
      widenRegion(rewriter, *fused.getBodyBlock());
      rewriter.replaceOp(op, result);
    }
  }
};
} // namespace
