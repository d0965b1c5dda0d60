//===- Decompose.cpp - fused.matmul to linalg -----------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "ComputeBuilder.h"
#include "MaskBits.h"
#include "SharedMatrix.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_DECOMPOSE
#include "fused/Transforms/ProductPasses.h.inc"
} // namespace fused

using namespace mlir;
using namespace fused;

PackMaskOp fused::findPackedMask(MatmulOp op, Value aux) {
  auto mask = aux.getDefiningOp<PackMaskOp>();
  if (!mask || cast<ShapedType>(mask.getBits().getType()).getShape() !=
                   cast<ShapedType>(op.getInit().getType()).getShape())
    return {};
  return mask;
}

/// True if a number is zero, also where `op` computes in f32.
static bool isZero(MatmulOp op, double number) {
  return number == 0 ||
         (op.getComputeType().isF32() && static_cast<float>(number) == 0);
}

namespace {
/// Builds the meaning of one operation from tensor operands.
class Decomposition : ComputeBuilder {
public:
  /// `operands` stand for those of `op`, in the same order, as tensors.
  Decomposition(OpBuilder &builder, MatmulOp op, ValueRange operands,
                DecomposedPart part)
      : ComputeBuilder(builder, op.getLoc(), op.getComputeType()), op(op),
        part(part), operands(operands), alpha(op.getAlpha().convertToDouble()),
        c(isZero(op, op.getBeta().convertToDouble()) ? Value() : op.getC()) {
    Value init = lookup(op.getInit());
    sizes = tensor::getMixedSizes(builder, loc, init);
    rank = sizes.size();
    resultType = getElementTypeOrSelf(init.getType());
  }

  /// The product that is left, once it has run; or null.
  MatmulOp getProduct() const { return product; }

  /// The values of the results.
  SmallVector<Value> run() {
    const EpilogInfo &info = op.getInfo();
    SmallVector<Value> results;
    if (part == DecomposedPart::BiasGradient) {
      Value d = buildProduct(getEpilogWithoutBiasGradient(info), resultType);
      results.assign(info.biasGradient == BiasGradient::SumOfD ? 2 : 1, d);
    } else {
      accumulator =
          part == DecomposedPart::All ? buildContraction() : buildAccumulator();
      results = buildTail();
    }
    Value amax;
    if (op.getAmaxInit())
      amax = buildAmax(results.pop_back_val());
    if (info.aux == Aux::StoreMask)
      results[1] = buildMask(results[1]);
    if (info.biasGradient == BiasGradient::SumOfD)
      results[1] = createSum(results[1], /*reduced=*/rank - 2,
                             lookup(op.getBgradInit()));
    else if (info.biasGradient == BiasGradient::SumOfA)
      results.push_back(buildFactorSum(op.getA(), op.getMDimOfA()));
    else if (info.biasGradient == BiasGradient::SumOfB)
      results.push_back(buildFactorSum(op.getB(), op.getNDimOfB()));
    if (amax)
      results.push_back(amax);
    return results;
  }

private:
  Value lookup(Value operand) {
    for (auto [from, to] : llvm::zip_equal(op->getOperands(), operands))
      if (from == operand)
        return to;
    llvm_unreachable("not an operand");
  }

  /// The product with another epilog, into elements of `type`.
  Value buildProduct(Epilog epilog, Type type) {
    const EpilogInfo &info = getEpilogInfo(epilog);
    MatmulOptions options = op.getOptions();
    options.multiplyMask &= info.activation == Activation::ReluGradient;
    options.c = c ? lookup(c) : Value();
    options.beta = c ? op.getBeta().convertToDouble() : 1.0;
    options.bias = info.hasBias ? lookup(op.getBias()) : Value();
    options.aux = info.loadsAux() ? lookup(op.getAux()) : Value();
    options.multiplyMask &= info.aux == Aux::LoadMask;
    options.aScale = op.getAScale() ? lookup(op.getAScale()) : Value();
    options.bScale = op.getBScale() ? lookup(op.getBScale()) : Value();
    options.dScale = options.amaxInit = Value();
    options.allowRoundedSteps &= info.hasRoundableSteps();
    options.allowAnyNanBit &= info.aux == Aux::StoreMask;
    Value init =
        type == resultType ? lookup(op.getInit()) : createEmpty(sizes, type);
    product = MatmulOp::create(builder, loc, epilog, lookup(op.getA()),
                               lookup(op.getB()), init, options);
    return product.getD();
  }

  /// The accumulator in the compute type, as a product. The tail computes the
  /// rest.
  Value buildAccumulator() {
    Value added = c;
    if (c && getElementTypeOrSelf(c.getType()) != computeType)
      c = Value();
    Value result = buildProduct(Epilog::DEFAULT, computeType);
    // C goes into either the product or the tail.
    c = c ? Value() : added;
    alpha = 1.0;
    return result;
  }

  /// op(A) op(B) in the compute type, or zeros where alpha, which is a number
  /// of that type, makes zero of it, whatever A and B hold.
  Value buildContraction() {
    if (isZero(op, alpha))
      return createZeros(createEmpty(sizes, computeType));
    int64_t numLoops = rank + 1;
    AffineExpr m = dim(rank - 2), n = dim(rank - 1), k = dim(rank);
    auto getFactorMap = [&](Value factor, AffineExpr row, AffineExpr column) {
      SmallVector<AffineExpr> results;
      if (cast<ShapedType>(factor.getType()).getRank() == 3)
        results.push_back(dim(0));
      results.append({row, column});
      return getMap(numLoops, results);
    };
    SmallVector<AffineMap> maps = {
        op.getTransposeA() ? getFactorMap(op.getA(), k, m)
                           : getFactorMap(op.getA(), m, k),
        op.getTransposeB() ? getFactorMap(op.getB(), n, k)
                           : getFactorMap(op.getB(), k, n),
        AffineMap::getMultiDimIdentityMap(numLoops, builder.getContext())
            .getMajorSubMap(rank)};
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators.push_back(utils::IteratorType::reduction);
    Value zeros = createZeros(computeType == resultType && !hasTail()
                                  ? lookup(op.getInit())
                                  : createEmpty(sizes, computeType));
    return createGeneric(
               {lookup(op.getA()), lookup(op.getB())}, zeros, maps, iterators,
               [&](OpBuilder &inner, ValueRange arguments) {
                 Value a = widen(inner, arguments[0]);
                 Value b = widen(inner, arguments[1]);
                 Value product =
                     computeType.isInteger()
                         ? Value(arith::MulIOp::create(inner, loc, a, b))
                         : Value(arith::MulFOp::create(inner, loc, a, b));
                 return SmallVector<Value>{add(inner, arguments[2], product)};
               })
        .getResult(0);
  }

  /// True if anything happens to the accumulator.
  bool hasTail() {
    const EpilogInfo &info = op.getInfo();
    return info.activation != Activation::None || info.hasBias || c ||
           alpha != 1.0 || resultType != computeType || op.isScaled();
  }

  /// D and the values that other results need: the pre-activation if it is
  /// saved, rounded or for the mask; D before rounding for its sum; and D
  /// before its scale for the largest magnitude.
  SmallVector<Value> buildTail() {
    if (!hasTail())
      return {accumulator};
    const EpilogInfo &info = op.getInfo();
    AffineMap identity = builder.getMultiDimIdentityMap(rank);
    SmallVector<Value> inputs = {accumulator};
    SmallVector<AffineMap> maps = {identity};
    auto addInput = [&](Value operand, AffineMap map) {
      if (!operand)
        return;
      inputs.push_back(lookup(operand));
      maps.push_back(map);
    };
    if (c && op.repeatsC()) {
      inputs.push_back(repeatC(builder, op, lookup(c), sizes));
      maps.push_back(identity);
    } else {
      addInput(c, sharesC(op) ? identity.getMinorSubMap(2) : identity);
    }
    if (Value bias = op.getBias())
      addInput(bias, cast<ShapedType>(bias.getType()).getRank() == 1
                         ? identity.getMinorSubMap(1)
                         : identity.dropResult(1));
    bool loadsMask = info.aux == Aux::LoadMask;
    // Of a mask that has just been packed, the booleans.
    PackMaskOp packed;
    if (loadsMask)
      packed = findPackedMask(op, lookup(op.getAux()));
    if (packed) {
      inputs.push_back(packed.getBits());
      maps.push_back(identity);
    } else {
      addInput(op.getAux(),
               loadsMask ? getMaskByteMap(op.getContext(), rank) : identity);
    }
    AffineMap scalar = getMap(rank, {});
    SmallVector<Value> factorScales;
    if (part == DecomposedPart::All)
      for (Value scale : {op.getAScale(), op.getBScale()})
        if (scale)
          factorScales.push_back(scale);
    for (Value scale : factorScales)
      addInput(scale, scalar);
    addInput(op.getDScale(), scalar);

    SmallVector<Value> outputs = {lookup(op.getInit())};
    bool sumsD = info.biasGradient == BiasGradient::SumOfD;
    if (info.aux == Aux::StorePreactivation)
      outputs.push_back(lookup(op.getAuxInit()));
    else if (info.aux == Aux::StoreMask || sumsD)
      outputs.push_back(createEmpty(sizes, computeType));
    if (op.getAmaxInit())
      outputs.push_back(createEmpty(sizes, computeType));
    maps.append(outputs.size(), identity);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    auto generic = createGeneric(
        inputs, outputs, maps, iterators,
        [&](OpBuilder &inner, ValueRange arguments) {
          IRArithmetic arithmetic{inner, loc, computeType};
          EpilogSemantics<IRArithmetic> semantics{arithmetic};
          unsigned index = 0;
          auto take = [&] { return widen(inner, arguments[index++]); };
          // The scales come last.
          unsigned scale =
              inputs.size() - factorScales.size() - (op.getDScale() ? 1 : 0);
          Value x = buildScaled(arithmetic, take(), alpha);
          for (size_t i = 0; i < factorScales.size(); ++i)
            x = arithmetic.mul(x, arguments[scale++]);
          if (c)
            x = add(inner, x,
                    buildScaled(arithmetic, take(),
                                op.getBeta().convertToDouble()));
          if (op.getBias())
            x = arithmetic.add(x, take());
          Value aux;
          if (packed)
            aux = arguments[index++];
          else if (loadsMask)
            aux = createMaskBit(inner, loc, arguments[index++], rank);
          else if (op.getAux())
            aux = take();
          Value y = op.getMultiplyMask()
                        ? semantics.multiplyMask(x, aux)
                        : semantics.activate(info.activation, x, aux);
          Value scaled =
              op.getDScale() ? arithmetic.mul(y, arguments[scale]) : y;
          SmallVector<Value> results = {narrow(inner, scaled, resultType)};
          if (info.storesAux() || sumsD)
            results.push_back(
                narrow(inner, sumsD ? y : x,
                       getElementTypeOrSelf(outputs[1].getType())));
          if (op.getAmaxInit())
            results.push_back(y);
          return results;
        });
    return llvm::to_vector_of<Value>(generic.getResults());
  }

  Value buildScaled(IRArithmetic &arithmetic, Value value, double scale) {
    return scale == 1.0 ? value
                        : arithmetic.mul(arithmetic.constant(scale), value);
  }

  /// Packs the sign of each pre-activation: at least zero, or NaN.
  Value buildMask(Value preactivation) {
    return createMask(builder, loc, preactivation, lookup(op.getAuxInit()),
                      [&](OpBuilder &inner, Value x) -> Value {
                        Value zero =
                            IRArithmetic{inner, loc, computeType}.constant(0.0);
                        return arith::CmpFOp::create(
                            inner, loc, arith::CmpFPredicate::UGE, x, zero);
                      })
        .getResult(0);
  }

  /// The largest magnitude in `tensor`.
  Value buildAmax(Value tensor) {
    AffineMap identity = builder.getMultiDimIdentityMap(rank);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::reduction);
    return createGeneric(tensor, createZeros(lookup(op.getAmaxInit())),
                         {identity, getMap(rank, {})}, iterators,
                         [&](OpBuilder &inner, ValueRange arguments) {
                           Value magnitude =
                               math::AbsFOp::create(inner, loc, arguments[0]);
                           return SmallVector<Value>{arith::MaximumFOp::create(
                               inner, loc, magnitude, arguments[1])};
                         })
        .getResult(0);
  }

  /// The sum of A or B over K; one that is shared by the batch is repeated.
  Value buildFactorSum(Value factor, int64_t keptDim) {
    int64_t factorRank = cast<ShapedType>(factor.getType()).getRank();
    Value tensor = lookup(factor);
    if (factorRank < rank) {
      SmallVector<OpFoldResult> shape = {sizes.front()};
      llvm::append_range(shape, tensor::getMixedSizes(builder, loc, tensor));
      Value empty = createEmpty(shape, getElementTypeOrSelf(tensor.getType()));
      tensor = linalg::BroadcastOp::create(builder, loc, tensor, empty,
                                           ArrayRef<int64_t>{0})
                   ->getResult(0);
      ++keptDim;
    }
    // The dimensions of a factor are [batch,] and the last two, whose positions
    // add up to 2 * rank - 3.
    return createSum(tensor, 2 * rank - 3 - keptDim, lookup(op.getBgradInit()));
  }

  MatmulOp op, product;
  DecomposedPart part;
  ValueRange operands;
  /// What the tail scales the accumulator by and adds to it.
  double alpha;
  Value c;
  SmallVector<OpFoldResult> sizes;
  int64_t rank;
  Type resultType;
  Value accumulator;
};
} // namespace

//===----------------------------------------------------------------------===//
// Decompose.h
//===----------------------------------------------------------------------===//

Epilog fused::getEpilogWithoutBiasGradient(const EpilogInfo &info) {
  // Each bias gradient belongs to a separate epilog.
  return *findEpilog(info.activation, info.hasBias, info.aux);
}

bool fused::isQuantized(MatmulOp op) {
  Type type = getElementTypeOrSelf(op.getInit().getType());
  return type.isInteger() && type != op.getComputeType();
}

MatmulOp fused::decompose(RewriterBase &rewriter, MatmulOp op,
                          DecomposedPart part) {
  rewriter.setInsertionPoint(op);
  if (op.hasPureTensorSemantics()) {
    SmallVector<Value> operands(op->getOperands());
    Decomposition decomposition(rewriter, op, operands, part);
    rewriter.replaceOp(op, decomposition.run());
    return decomposition.getProduct();
  }
  SmallVector<Value> tensors;
  for (Value operand : op->getOperands()) {
    auto type = cast<MemRefType>(operand.getType());
    tensors.push_back(bufferization::ToTensorOp::create(
        rewriter, op.getLoc(),
        RankedTensorType::get(type.getShape(), type.getElementType()), operand,
        /*restrict=*/true, /*writable=*/true));
  }
  Decomposition decomposition(rewriter, op, tensors, part);
  SmallVector<Value> results = decomposition.run();
  for (auto [result, init] : llvm::zip_equal(results, op.getDpsInits()))
    bufferization::MaterializeInDestinationOp::create(
        rewriter, op.getLoc(), /*result=*/Type(), result, init,
        /*restrict=*/true, /*writable=*/true);
  rewriter.eraseOp(op);
  return decomposition.getProduct();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DecomposeMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (isQuantized(op))
      return rewriter.notifyMatchFailure(
          op, "the scale of a quantised result is not part of the operation");
    decompose(rewriter, op, DecomposedPart::All);
    return success();
  }
};

struct DecomposePass : fused::impl::DecomposeBase<DecomposePass> {
  using Base::Base;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDecomposeMaskPatterns(patterns);
    populateDecomposePermutePatterns(patterns);
    if (products)
      populateDecomposeAttentionPatterns(patterns);
    if (rows)
      populateDecomposeRowsPatterns(patterns);
    if (products) {
      populateDecomposePatterns(patterns);
      populateDecomposeProductPatterns(patterns);
      populateDecomposeScatterPatterns(patterns);
    }
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    if (!products)
      return;
    // Unreachable operations remain, too, but do no harm.
    WalkResult remaining = getOperation()->walk([](MatmulOp op) {
      if (!isQuantized(op))
        return WalkResult::advance();
      op.emitError("has no meaning in linalg: the scale of a quantised result "
                   "is not part of the operation");
      return WalkResult::interrupt();
    });
    if (remaining.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

void fused::populateDecomposePatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeMatmul>(patterns.getContext());
}
