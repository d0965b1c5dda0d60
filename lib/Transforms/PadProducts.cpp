//===- PadProducts.cpp - Products whose rows begin at 16 bytes ------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedTensors.h"

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/ProductPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

/// Microseconds of a product with few columns, and of the copy of these.
static constexpr double kSplitTime = 8;

namespace {
class ProductPadder {
public:
  ProductPadder(RewriterBase &rewriter, bool isAlways)
      : rewriter(rewriter), padded(rewriter), isAlways(isAlways) {}

  /// Rewrites `op` as a larger product if that should be faster.
  void pad(MatmulOp op);

private:
  bool isFaster(MatmulOp op) const;
  void readSizes(MatmulOp op);
  bool canSplit(MatmulOp op) const;
  void split(MatmulOp op);

  RewriterBase &rewriter;
  PaddedTensors padded;
  bool isAlways;
  /// Those of the larger product that is being made.
  int64_t m = 0, n = 0, k = 0;
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
  // A row of zeros times infinity would be part of a sum.
  bool padsRows = op.getTransposeA() && sizes.m % kAligned != 0;
  if (padsRows && op.getInfo().biasGradient == BiasGradient::SumOfD)
    return false;
  // The bits of a mask after its last column are zero. Those who read it here
  // do not depend on that.
  if (op.getInfo().aux == Aux::StoreMask || op.getInfo().aux == Aux::LoadMask) {
    if (padsRows)
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
      padded.estimate(op.getA(), {transposeA ? k : m, transposeA ? m : k});
  copies += canSplit(op) ? kSplitTime
                         : padded.estimate(op.getB(), {transposeB ? n : k,
                                                       transposeB ? k : n});
  if (op.getC())
    copies += padded.estimate(op.getC(), {m, n});
  if (op.getAux() && op.getInfo().aux != Aux::LoadMask)
    copies += padded.estimate(op.getAux(), {m, n});
  auto d = cast<RankedTensorType>(op.getD().getType());
  bool isReturned = llvm::any_of(op.getD().getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
  if (isReturned && PaddedTensors::getType(op.getD(), {m, n}) != d)
    copies += PaddedTensors::estimateCopy(d);
  // What the estimates miss should not make small products slower.
  return copies + PaddedTensors::kBorderTime < estimateSaved(op);
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
         (isAlways || padded.estimate(op.getB(), {n, k}) > kSplitTime);
}

void ProductPadder::split(MatmulOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = PaddedTensors::getType(op.getInit(), {m, n});
  int64_t rank = type.getRank();
  Value whole = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  int64_t columns = op.getSizes().n, aligned = n - kAligned;
  for (int64_t offset : {int64_t(0), aligned}) {
    int64_t size = std::min(columns - offset, offset ? kAligned : aligned);
    int64_t width = offset ? kAligned : aligned;
    int64_t rankOfB = cast<ShapedType>(op.getB().getType()).getRank();
    Value b = createPart(rewriter, op.getB(), rankOfB - 2, offset, size);
    MatmulOptions options = op.getOptions();
    if (Value bias = options.bias)
      options.bias =
          padded.get(createPart(rewriter, bias,
                                cast<ShapedType>(bias.getType()).getRank() - 1,
                                offset, size),
                     {width}, false);
    b = padded.get(b, {width, k}, true);
    Value out = createPart(rewriter, whole, rank - 1, offset, width);
    auto product = MatmulOp::create(rewriter, loc, op.getEpilog(), op.getA(), b,
                                    out, options);
    auto slice = out.getDefiningOp<tensor::ExtractSliceOp>();
    whole = tensor::InsertSliceOp::create(
        rewriter, loc, product.getD(), whole, slice.getMixedOffsets(),
        slice.getMixedSizes(), slice.getMixedStrides());
  }
  rewriter.replaceOp(op, padded.createSlice(whole, cast<RankedTensorType>(
                                                       op.getD().getType())));
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
  Value a =
      padded.get(op.getA(), {transposeA ? k : m, transposeA ? m : k}, true);
  Value b =
      padded.get(op.getB(), {transposeB ? n : k, transposeB ? k : n}, true);
  MatmulOptions options = op.getOptions();
  options.c = padded.get(options.c, {m, n}, false);
  options.bias = padded.get(options.bias, {n}, false);
  if (op.getInfo().aux != Aux::LoadMask)
    options.aux = padded.get(options.aux, {m, n}, false);

  auto createOut = [&](Value init, ArrayRef<int64_t> sizes) -> Value {
    RankedTensorType type = PaddedTensors::getType(init, sizes);
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
        padded.createSlice(whole, cast<RankedTensorType>(result.getType())));
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
    // Kernels of attention read and write the rows of no odd matrix.
    SmallPtrSet<Operation *, 8> ofAttention;
    if (attention)
      for (MatmulOp op : products)
        ofAttention.insert_range(findProductsOfSoftmax(op));
    for (MatmulOp op : products)
      if (!ofAttention.contains(op))
        padder.pad(op);
  }
};
} // namespace
