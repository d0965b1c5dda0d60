//===- PadProducts.cpp - Products whose rows begin at 16 bytes ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputeBuilder.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/ProductPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

#include <numeric>

namespace fused {
#define GEN_PASS_DEF_PADPRODUCTS
#include "fused/Transforms/ProductPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

/// Elements of 16 bits in 16 bytes. Libraries and kernels read so many at once.
static constexpr int64_t kAligned = 8;

namespace {
/// A tensor with rows or columns that belong to no product. They are zero where
/// a product reads them as factors; of a result, they are anything.
struct PaddedTensor {
  Value whole;
  bool hasZeros;
};

class ProductPadder {
public:
  ProductPadder(RewriterBase &rewriter, bool isAlways)
      : rewriter(rewriter), isAlways(isAlways) {}

  /// Rewrites `op` as a larger product if that should be faster.
  void pad(MatmulOp op);

private:
  bool isFaster(MatmulOp op) const;
  double estimateWhole(Value operand, ArrayRef<int64_t> sizes) const;
  RankedTensorType getWholeType(Value tensor, ArrayRef<int64_t> sizes) const;
  void readSizes(MatmulOp op);
  Value getWhole(Value operand, ArrayRef<int64_t> sizes, bool needsZeros);
  Value getWhole(Value operand, RankedTensorType type, bool needsZeros);
  Value createWhole(Value operand, RankedTensorType type);
  Value createBorder(Value whole, ArrayRef<int64_t> inner);
  Value createResult(Value result, RankedTensorType type);
  bool canSplit(MatmulOp op) const;
  void split(MatmulOp op);

  RewriterBase &rewriter;
  bool isAlways;
  /// Those of the larger product that is being made.
  int64_t m = 0, n = 0, k = 0;
  llvm::DenseMap<std::pair<Value, Type>, PaddedTensor> known;
};
} // namespace

/// The sizes of rows in memory, in elements.
static SmallVector<int64_t, 3> getRowSizes(MatmulOp op) {
  MatmulSizes sizes = op.getSizes();
  return {op.getTransposeA() ? sizes.m : sizes.k,
          op.getTransposeB() ? sizes.k : sizes.n, sizes.n};
}

static int64_t align(int64_t size) { return llvm::alignTo(size, kAligned); }

/// True if the pass could pad `op`.
static bool canPad(MatmulOp op) {
  auto isReady = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape();
  };
  if (!llvm::all_of(op->getOperands(), isReady) || op.isScaled() ||
      !is16BitFloat(getElementTypeOrSelf(op.getA())) ||
      !is16BitFloat(getElementTypeOrSelf(op.getB())))
    return false;
  MatmulSizes sizes = op.getSizes();
  bool isEmpty =
      sizes.batch == 0 || sizes.m == 0 || sizes.n == 0 || sizes.k == 0;
  if (isEmpty || llvm::all_of(getRowSizes(op), [](int64_t size) {
        return size % kAligned == 0;
      }))
    return false;
  // The bits of a mask after its last column are zero. Those who read it here
  // do not depend on that.
  if (op.getInfo().aux == Aux::StoreMask || op.getInfo().aux == Aux::LoadMask) {
    if (op.getTransposeA() && sizes.m % kAligned != 0)
      return false;
    if (Value mask = op.getAuxResult())
      return llvm::all_of(mask.getUsers(), [](Operation *user) {
        return isa<MatmulOp, UnpackMaskOp>(user);
      });
  }
  return true;
}

void ProductPadder::readSizes(MatmulOp op) {
  MatmulSizes sizes = op.getSizes();
  bool pads = op.getTransposeB() || !op.getTransposeA();
  m = op.getTransposeA() ? align(sizes.m) : sizes.m;
  n = align(sizes.n);
  k = pads ? align(sizes.k) : sizes.k;
}

/// True if `operand` can be computed in its place within a larger tensor.
static bool isComputedHere(Value operand) {
  return isa_and_nonnull<linalg::LinalgOp, MatmulOp>(operand.getDefiningOp());
}

/// Microseconds of a kernel that only zeros a few elements.
static constexpr double kBorderTime = 2.5;

/// Microseconds of a product with few columns, and of the copy of these.
static constexpr double kSplitTime = 8;

/// Microseconds to copy a matrix of `type` at 3 TB/s.
static double estimateCopy(ShapedType type) {
  double bytes = type.getNumElements() * type.getElementTypeBitWidth() / 8.0;
  return kBorderTime + 2 * bytes / 3e6;
}

/// What `operand` is a reshape of, and the type that this has to have for one
/// of `type`. Nothing if a dimension whose size changes is reshaped.
static std::optional<std::pair<Value, RankedTensorType>>
findReshaped(Value operand, RankedTensorType type) {
  Operation *op = operand.getDefiningOp();
  if (!isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return std::nullopt;
  bool isCollapse = isa<tensor::CollapseShapeOp>(op);
  Value source = op->getOperand(0);
  auto sourceType = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape(sourceType.getShape());
  auto groups =
      isCollapse ? cast<tensor::CollapseShapeOp>(op).getReassociationIndices()
                 : cast<tensor::ExpandShapeOp>(op).getReassociationIndices();
  auto oldShape = cast<RankedTensorType>(operand.getType()).getShape();
  for (auto [single, group] : llvm::enumerate(groups))
    for (int64_t dim : group) {
      int64_t own = isCollapse ? single : dim,
              other = isCollapse ? dim : single;
      if (oldShape[own] == type.getDimSize(own))
        continue;
      if (group.size() != 1)
        return std::nullopt;
      shape[other] = type.getDimSize(own);
    }
  return std::pair(source, sourceType.clone(shape));
}

/// The same reshape as `op` of `source`, to `type`.
static Value reshape(OpBuilder &builder, Operation *op, Value source,
                     RankedTensorType type) {
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return tensor::CollapseShapeOp::create(builder, op->getLoc(), type, source,
                                           collapse.getReassociationIndices());
  return tensor::ExpandShapeOp::create(
      builder, op->getLoc(), type, source,
      cast<tensor::ExpandShapeOp>(op).getReassociationIndices());
}

/// Microseconds to make `operand` a part of a tensor with `sizes` as its last
/// ones.
double ProductPadder::estimateWhole(Value operand,
                                    ArrayRef<int64_t> sizes) const {
  RankedTensorType type = getWholeType(operand, sizes);
  while (type != operand.getType()) {
    auto padded = known.find({operand, type});
    if (padded != known.end())
      return padded->second.hasZeros ? 0 : kBorderTime;
    auto reshaped = findReshaped(operand, type);
    if (!reshaped) {
      return isComputedHere(operand)
                 ? kBorderTime
                 : estimateCopy(cast<ShapedType>(operand.getType()));
    }
    std::tie(operand, type) = *reshaped;
  }
  return 0;
}

/// Microseconds that the larger product takes less than `op`, fitted by
/// benchmarks/odd_sizes.py to measurements of an H100.
static double estimateSaved(MatmulOp op) {
  MatmulSizes sizes = op.getSizes();
  // Products with vectors read each element once.
  if (std::min(sizes.m, sizes.n) < 3)
    return 0;
  int64_t common = kAligned;
  for (int64_t size : getRowSizes(op))
    common = std::gcd(common, size);
  double batch = sizes.batch, m = sizes.m, n = sizes.n, k = sizes.k;
  double operations = 2e-9 * batch * m * n * k;
  double results = 1e-6 * batch * m * n;
  double operands = 1e-6 * batch * (m * k + n * k);
  return common == 1
             ? 5.57 * operations + 0.61 * results + 0.84 * operands + 3.02
             : 2.42 * operations + 4.26 * results + 0.11 * operands + 1.65;
}

/// Compares what copies cost with what they save.
bool ProductPadder::isFaster(MatmulOp op) const {
  bool transposeA = op.getTransposeA(), transposeB = op.getTransposeB();
  double copies =
      estimateWhole(op.getA(), {transposeA ? k : m, transposeA ? m : k});
  copies +=
      canSplit(op)
          ? kSplitTime
          : estimateWhole(op.getB(), {transposeB ? n : k, transposeB ? k : n});
  if (op.getC())
    copies += estimateWhole(op.getC(), {m, n});
  if (op.getAux() && op.getInfo().aux != Aux::LoadMask)
    copies += estimateWhole(op.getAux(), {m, n});
  auto d = cast<RankedTensorType>(op.getD().getType());
  bool isReturned = llvm::any_of(op.getD().getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
  if (isReturned && getWholeType(op.getD(), {m, n}) != d)
    copies += estimateCopy(d);
  // What the estimates miss should not make small products slower.
  return copies + kBorderTime < estimateSaved(op);
}

/// The type of `tensor` with `sizes` as its last ones.
RankedTensorType ProductPadder::getWholeType(Value tensor,
                                             ArrayRef<int64_t> sizes) const {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape().drop_back(sizes.size()));
  llvm::append_range(shape, sizes);
  return type.clone(shape);
}

static SmallVector<OpFoldResult> getAttrs(Builder &builder,
                                          ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(builder.getContext(), numbers);
}

/// Writes zeros into `whole`, except where all indices are below `inner`.
Value ProductPadder::createBorder(Value whole, ArrayRef<int64_t> inner) {
  auto type = cast<RankedTensorType>(whole.getType());
  Location loc = whole.getLoc();
  ComputeBuilder compute(rewriter, loc, type.getElementType());
  SmallVector<int64_t> sizes(type.getShape()), offsets(sizes.size(), 0);
  SmallVector<OpFoldResult> ones =
      getAttrs(rewriter, SmallVector<int64_t>(sizes.size(), 1));
  for (auto [dim, size] : llvm::enumerate(inner)) {
    if (size == type.getDimSize(dim))
      continue;
    offsets[dim] = size;
    sizes[dim] = type.getDimSize(dim) - size;
    Value zeros = compute.createZeros(
        compute.createEmpty(getAttrs(rewriter, sizes), type.getElementType()));
    whole = tensor::InsertSliceOp::create(rewriter, loc, zeros, whole,
                                          getAttrs(rewriter, offsets),
                                          getAttrs(rewriter, sizes), ones);
    offsets[dim] = 0;
    sizes[dim] = size;
  }
  return whole;
}

Value ProductPadder::createWhole(Value operand, RankedTensorType type) {
  Location loc = operand.getLoc();
  auto inner = cast<RankedTensorType>(operand.getType()).getShape();
  auto insert = [&](Value whole) -> Value {
    return tensor::InsertSliceOp::create(
        rewriter, loc, operand, whole,
        getAttrs(rewriter, SmallVector<int64_t>(inner.size(), 0)),
        getAttrs(rewriter, inner),
        getAttrs(rewriter, SmallVector<int64_t>(inner.size(), 1)));
  };
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  // Others may read what is computed in place: nothing is written after it.
  // Otherwise it comes first, so that no two tensors begin in the same way.
  // These would be one, of which the second tensor needed a copy.
  if (isComputedHere(operand) && !operand.hasOneUse())
    return insert(createBorder(empty, inner));
  return createBorder(insert(empty), inner);
}

/// `operand` with `sizes` as its last ones, and zeros where it has no elements.
Value ProductPadder::getWhole(Value operand, ArrayRef<int64_t> sizes,
                              bool needsZeros) {
  return operand ? getWhole(operand, getWholeType(operand, sizes), needsZeros)
                 : Value();
}

Value ProductPadder::getWhole(Value operand, RankedTensorType type,
                              bool needsZeros) {
  if (type == operand.getType())
    return operand;
  OpBuilder::InsertionGuard guard(rewriter);
  auto found = known.find({operand, type});
  if (found == known.end()) {
    PaddedTensor padded{Value(), /*hasZeros=*/true};
    if (auto reshaped = findReshaped(operand, type)) {
      Value source = getWhole(reshaped->first, reshaped->second, true);
      rewriter.setInsertionPointAfterValue(operand);
      padded.whole = reshape(rewriter, operand.getDefiningOp(), source, type);
    } else {
      rewriter.setInsertionPointAfterValue(operand);
      padded.whole = createWhole(operand, type);
    }
    known[{operand, type}] = padded;
    return padded.whole;
  }
  PaddedTensor &padded = found->second;
  if (needsZeros && !padded.hasZeros) {
    // The result of a padded product. All read it with zeros, so that these can
    // be written in place.
    auto uses =
        llvm::to_vector(llvm::make_pointer_range(padded.whole.getUses()));
    rewriter.setInsertionPointAfterValue(padded.whole);
    padded.whole = createBorder(
        padded.whole, cast<RankedTensorType>(operand.getType()).getShape());
    padded.hasZeros = true;
    for (OpOperand *use : uses)
      use->set(padded.whole);
  }
  return padded.whole;
}

/// What the program reads of `whole`: its part of `type`.
Value ProductPadder::createResult(Value whole, RankedTensorType type) {
  if (whole.getType() == type)
    return whole;
  size_t rank = type.getRank();
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, whole.getLoc(), type, whole,
      getAttrs(rewriter, SmallVector<int64_t>(rank, 0)),
      getAttrs(rewriter, type.getShape()),
      getAttrs(rewriter, SmallVector<int64_t>(rank, 1)));
  known[{slice, whole.getType()}] = {whole, /*hasZeros=*/false};
  return slice;
}

/// `size` elements of a dimension of `tensor` from `offset` on.
static Value createPart(OpBuilder &builder, Value tensor, int64_t dim,
                        int64_t offset, int64_t size) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> offsets(type.getRank(), 0), sizes(type.getShape());
  offsets[dim] = offset;
  sizes[dim] = size;
  return tensor::ExtractSliceOp::create(
      builder, tensor.getLoc(), type.clone(sizes), tensor,
      getAttrs(builder, offsets), getAttrs(builder, sizes),
      getAttrs(builder, SmallVector<int64_t>(sizes.size(), 1)));
}

/// True if B should not be copied: its rows are aligned and only their number
/// is odd, so that the last columns of the result can be a product of their
/// own. Another product that reads B may need the copy anyway.
bool ProductPadder::canSplit(MatmulOp op) const {
  MatmulSizes sizes = op.getSizes();
  if (!op.getTransposeB() || sizes.isBatched || m != sizes.m || k != sizes.k ||
      sizes.n <= kAligned || op.getC() || op.getInfo().aux != Aux::None ||
      op.getInfo().hasBiasGradient())
    return false;
  bool isShared = llvm::any_of(op.getB().getUsers(), [&](Operation *user) {
    return user != op && isa<MatmulOp>(user);
  });
  return !isShared &&
         (isAlways || estimateWhole(op.getB(), {n, k}) > kSplitTime);
}

void ProductPadder::split(MatmulOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = getWholeType(op.getInit(), {m, n});
  int64_t rank = type.getRank();
  Value whole = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  int64_t columns = op.getSizes().n, aligned = n - kAligned;
  for (int64_t offset : {int64_t(0), aligned}) {
    int64_t size = std::min(columns - offset, offset ? kAligned : aligned);
    int64_t padded = offset ? kAligned : aligned;
    int64_t rankOfB = cast<ShapedType>(op.getB().getType()).getRank();
    Value b = createPart(rewriter, op.getB(), rankOfB - 2, offset, size);
    MatmulOptions options = op.getOptions();
    if (Value bias = options.bias)
      options.bias =
          getWhole(createPart(rewriter, bias,
                              cast<ShapedType>(bias.getType()).getRank() - 1,
                              offset, size),
                   {padded}, false);
    b = getWhole(b, {padded, k}, true);
    Value out = createPart(rewriter, whole, rank - 1, offset, padded);
    auto product = MatmulOp::create(rewriter, loc, op.getEpilog(), op.getA(), b,
                                    out, options);
    auto slice = out.getDefiningOp<tensor::ExtractSliceOp>();
    whole = tensor::InsertSliceOp::create(
        rewriter, loc, product.getD(), whole, slice.getMixedOffsets(),
        slice.getMixedSizes(), slice.getMixedStrides());
  }
  rewriter.replaceOp(
      op, createResult(whole, cast<RankedTensorType>(op.getD().getType())));
}

void ProductPadder::pad(MatmulOp op) {
  if (!canPad(op))
    return;
  readSizes(op);
  if (!isAlways && !isFaster(op))
    return;
  remark::passed(op.getLoc(), remark::RemarkOpts::name("padded").category(
                                  "fused-pad-products"))
      << remark::reason("rows of operands or of the result do not begin at "
                        "multiples of 16 bytes")
      << remark::metric("m", m) << remark::metric("n", n)
      << remark::metric("k", k);
  rewriter.setInsertionPoint(op);
  if (canSplit(op))
    return split(op);
  bool transposeA = op.getTransposeA(), transposeB = op.getTransposeB();
  Value a = getWhole(op.getA(), {transposeA ? k : m, transposeA ? m : k}, true);
  Value b = getWhole(op.getB(), {transposeB ? n : k, transposeB ? k : n}, true);
  MatmulOptions options = op.getOptions();
  options.c = getWhole(options.c, {m, n}, false);
  options.bias = getWhole(options.bias, {n}, false);
  if (op.getInfo().aux != Aux::LoadMask)
    options.aux = getWhole(options.aux, {m, n}, false);

  auto createOut = [&](Value init, ArrayRef<int64_t> sizes) -> Value {
    RankedTensorType type = getWholeType(init, sizes);
    if (type == init.getType())
      return init;
    return tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                   type.getElementType());
  };
  SmallVector<Value> outs = {createOut(op.getInit(), {m, n})};
  if (Value aux = op.getAuxInit())
    outs.push_back(op.getInfo().aux == Aux::StoreMask ? aux
                                                      : createOut(aux, {m, n}));
  if (Value sums = op.getBgradInit())
    outs.push_back(createOut(
        sums, {op.getInfo().biasGradient == BiasGradient::SumOfA ? m : n}));
  auto product = MatmulOp::create(rewriter, op.getLoc(), op.getEpilog(), a, b,
                                  outs, options);
  SmallVector<Value> results;
  for (auto [whole, result] :
       llvm::zip_equal(product.getResults(), op.getResults()))
    results.push_back(
        createResult(whole, cast<RankedTensorType>(result.getType())));
  rewriter.replaceOp(op, results);
}

namespace {
struct PadProducts : fused::impl::PadProductsBase<PadProducts> {
  using PadProductsBase::PadProductsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    ProductPadder padder(rewriter, always);
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp op) { products.push_back(op); });
    for (MatmulOp op : products)
      padder.pad(op);
  }
};
} // namespace
