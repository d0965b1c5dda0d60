//===- GroupFactors.cpp - Sums of products of three factors ---------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupFactors.h"

#include "SummedProduct.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

namespace {
/// What an elementwise product multiplies, read at its loops.
struct Factor {
  Value tensor;
  AffineMap map;
};

/// Two of three factors, which are multiplied first, and the third one.
struct Grouping {
  unsigned first, second, other;
};

/// `(w * x) * y`, of which a loop is summed, becomes `(x * y) * w`.
struct GroupFactors : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

/// The loops (a set of bits) of an elementwise product that the only operation
/// after it sums; none if that is no sum.
static uint64_t findSummedLoops(linalg::LinalgOp op) {
  Value result = op->getResult(0);
  if (!result.hasOneUse() || op.getNumLoops() > 64)
    return 0;
  OpOperand &use = *result.use_begin();
  auto sum = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!sum || !isSum(sum) || !sum.isDpsInput(&use))
    return 0;
  AffineMap read = sum.getMatchingIndexingMap(&use);
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  uint64_t loops = 0;
  for (auto [dim, loop] : llvm::enumerate(read.getResults()))
    if (sum.getIteratorTypesArray()[cast<AffineDimExpr>(loop).getPosition()] ==
        utils::IteratorType::reduction)
      loops |= uint64_t(1) << written.getDimPosition(dim);
  return loops;
}

/// The three factors of `op`, one of whose inputs is itself a product of two
/// that nothing else reads: these two first. Empty if there are no such ones.
/// Sets `product` to that product.
static SmallVector<Factor> findFactors(linalg::LinalgOp op, Factor &product) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  for (unsigned input : {0, 1}) {
    OpOperand *operand = op.getDpsInputOperand(input);
    Factor read{operand->get(), op.getMatchingIndexingMap(operand)};
    if (failed(readThroughCopies(read.tensor, read.map)) ||
        getElementTypeOrSelf(read.tensor.getType()) != element ||
        !traceOperand(operand->get()).isUsedOnce)
      continue;
    auto inner = read.tensor.getDefiningOp<linalg::LinalgOp>();
    if (!inner || !multipliesElements(inner))
      continue;
    AffineMap loops = inversePermutation(inner.getMatchingIndexingMap(
                                             inner.getDpsInitOperand(0)))
                          .compose(read.map);
    SmallVector<Factor> factors;
    for (OpOperand *own : inner.getDpsInputOperands())
      factors.push_back(
          {own->get(), inner.getMatchingIndexingMap(own).compose(loops)});
    OpOperand *other = op.getDpsInputOperand(1 - input);
    factors.push_back({other->get(), op.getMatchingIndexingMap(other)});
    if (llvm::all_of(factors, [](Factor &factor) {
          return succeeded(readThroughCopies(factor.tensor, factor.map));
        })) {
      product = read;
      return factors;
    }
  }
  return {};
}

/// The loops along which a factor, or one of two, runs.
static uint64_t getLoops(ArrayRef<AffineMap> maps) {
  uint64_t loops = 0;
  for (AffineMap map : maps)
    for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
      if (map.isFunctionOfDim(loop))
        loops |= uint64_t(1) << loop;
  return loops;
}

/// The number of iterations of these loops, or the largest number.
static uint64_t countIterations(ArrayRef<int64_t> sizes, uint64_t loops) {
  uint64_t number = 1;
  for (auto [loop, size] : llvm::enumerate(sizes))
    if (loops >> loop & 1)
      number = llvm::SaturatingMultiply(number, static_cast<uint64_t>(size));
  return number;
}

/// The factors to multiply first so that the elements of their product, which
/// is the smallest, and those of the third one are used several times, and that
/// what is summed runs along both. Nothing if `product`, of the first two, is
/// that already.
static std::optional<Grouping> chooseGrouping(ArrayRef<Factor> factors,
                                              const Factor &product,
                                              ArrayRef<int64_t> sizes,
                                              uint64_t summed) {
  static constexpr Grouping groupings[] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}};
  uint64_t all = getLoops({factors[0].map, factors[1].map, factors[2].map});
  uint64_t total = countIterations(sizes, ~uint64_t(0));
  std::optional<Grouping> best;
  uint64_t least = 0;
  if (countIterations(sizes, all) != total)
    return std::nullopt;
  for (const Grouping &grouping : groupings) {
    uint64_t group =
        getLoops({factors[grouping.first].map, factors[grouping.second].map});
    uint64_t other = getLoops({factors[grouping.other].map});
    uint64_t elements = countIterations(sizes, group);
    if ((group & other & summed) != summed || total / minReuse < elements ||
        total / minReuse < countIterations(sizes, other) ||
        (best && elements >= least))
      continue;
    best = grouping;
    least = elements;
  }
  // The program may repeat the product along other loops.
  if (best && best->other == 2 &&
      getLoops({product.map}) == getLoops({factors[0].map, factors[1].map}))
    return std::nullopt;
  return best;
}

/// Multiplies two factors, which may be narrower than the result.
static void createProduct(OpBuilder &body, Location loc, ValueRange arguments) {
  Value factors[] = {arguments[0], arguments[1]};
  for (Value &factor : factors)
    if (factor.getType() != arguments[2].getType())
      factor = arith::ExtFOp::create(body, loc, arguments[2].getType(), factor);
  Value product = arith::MulFOp::create(body, loc, factors[0], factors[1]);
  linalg::YieldOp::create(body, loc, product);
}

/// The elementwise product of two factors along the loops of both. Returns it
/// with the map at which it is read.
static Factor multiply(OpBuilder &builder, Location loc, const Factor &first,
                       const Factor &second, ArrayRef<int64_t> sizes,
                       Type element) {
  uint64_t loops = getLoops({first.map, second.map});
  MLIRContext *context = builder.getContext();
  SmallVector<AffineExpr> own(sizes.size(), builder.getAffineConstantExpr(0)),
      read;
  SmallVector<int64_t> shape;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    if (!(loops >> loop & 1))
      continue;
    own[loop] = builder.getAffineDimExpr(shape.size());
    read.push_back(builder.getAffineDimExpr(loop));
    shape.push_back(size);
  }
  AffineMap toLoops = AffineMap::get(shape.size(), 0, own, context);
  SmallVector<AffineMap> maps = {first.map.compose(toLoops),
                                 second.map.compose(toLoops),
                                 builder.getMultiDimIdentityMap(shape.size())};
  SmallVector<utils::IteratorType> iterators(shape.size(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, shape, element);
  auto product = linalg::GenericOp::create(
      builder, loc, empty.getType(), ValueRange{first.tensor, second.tensor},
      empty, maps, iterators, createProduct);
  return {product->getResult(0),
          AffineMap::get(sizes.size(), 0, read, context)};
}

LogicalResult GroupFactors::matchAndRewrite(linalg::LinalgOp op,
                                            PatternRewriter &rewriter) const {
  auto type = op->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!type || !type.hasStaticShape() || !multipliesElements(op))
    return rewriter.notifyMatchFailure(op, "not an elementwise product");
  Type element = type.getElementType();
  if (!element.isF32() && !element.isF64())
    return rewriter.notifyMatchFailure(op, "rounds after each factor");
  uint64_t summed = findSummedLoops(op);
  if (summed == 0)
    return rewriter.notifyMatchFailure(op, "not summed");
  Factor product;
  SmallVector<Factor> factors = findFactors(op, product);
  if (factors.empty())
    return rewriter.notifyMatchFailure(op, "not of three factors");
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  std::optional<Grouping> grouping =
      chooseGrouping(factors, product, sizes, summed);
  if (!grouping)
    return rewriter.notifyMatchFailure(op, "no better order");
  Location loc = op.getLoc();
  Factor group = multiply(rewriter, loc, factors[grouping->first],
                          factors[grouping->second], sizes, element);
  const Factor &other = factors[grouping->other];
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, type.getShape(), element);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, ValueRange{group.tensor, other.tensor}, empty,
      ArrayRef<AffineMap>{group.map, other.map,
                          op.getMatchingIndexingMap(op.getDpsInitOperand(0))},
      op.getIteratorTypesArray(), createProduct);
  return success();
}

void fused::populateGroupFactors(RewritePatternSet &patterns) {
  patterns.add<GroupFactors>(patterns.getContext());
}
