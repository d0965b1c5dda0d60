//===- Contraction.cpp - Which operations are matrix products -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Contraction.h"

#include "SharedFactor.h"

#include "fused/Analysis/Convolution.h"
#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fused;

void Contraction::swapFactors() {
  std::swap(a, b);
  std::swap(m, n);
}

SmallVector<unsigned>
Contraction::getBatch(const ContractionFactor &factor) const {
  return llvm::filter_to_vector(batch, [&](unsigned loop) {
    return llvm::is_contained(factor.loops, loop);
  });
}

/// Removes widening conversions: floating point, or signed integers.
static Value skipWidening(Value value) {
  while (Operation *definition = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp>(definition))
      break;
    value = definition->getOperand(0);
  }
  return value;
}

bool fused::sumsProducts(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      body->getNumArguments() != 3)
    return false;
  Value in0 = body->getArgument(0), in1 = body->getArgument(1);
  Value out = body->getArgument(2);
  auto isProductOfInputs = [&](Value lhs, Value rhs) {
    lhs = skipWidening(lhs);
    rhs = skipWidening(rhs);
    return (lhs == in0 && rhs == in1) || (lhs == in1 && rhs == in0);
  };
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (auto fma = dyn_cast_or_null<math::FmaOp>(sum))
    return fma.getC() == out && isProductOfInputs(fma.getA(), fma.getB());
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return false;
  Value product = sum->getOperand(0) == out   ? sum->getOperand(1)
                  : sum->getOperand(1) == out ? sum->getOperand(0)
                                              : Value();
  if (!product)
    return false;
  Operation *mul = product.getDefiningOp();
  return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(mul) &&
         isProductOfInputs(mul->getOperand(0), mul->getOperand(1));
}

static SmallVector<unsigned> getLoops(AffineMap map) {
  SmallVector<unsigned> loops;
  for (AffineExpr result : map.getResults())
    loops.push_back(cast<AffineDimExpr>(result).getPosition());
  return loops;
}

/// Reads `factor` through producers that only permute, repeat or widen it.
static ContractionFactor readThroughCopies(const ContractionFactor &factor) {
  OperandSource source = tracePermuted(factor.value);
  ContractionFactor result{source.value, {}};
  for (unsigned dim : getLoops(source.map))
    result.loops.push_back(factor.loops[dim]);
  return result;
}

/// Sorts each loop into batch, m, n or k. False if one is none of them.
static bool classifyLoops(linalg::LinalgOp op, Contraction &contraction) {
  auto contains = [](ArrayRef<unsigned> loops, unsigned loop) {
    return llvm::is_contained(loops, loop);
  };
  for (unsigned loop : contraction.resultLoops) {
    bool inA = contains(contraction.a.loops, loop);
    bool inB = contains(contraction.b.loops, loop);
    if (!inA && !inB)
      return false;
    (inA && inB ? contraction.batch
     : inA      ? contraction.m
                : contraction.n)
        .push_back(loop);
  }
  for (unsigned loop : contraction.a.loops) {
    if (contains(contraction.resultLoops, loop))
      continue;
    if (!contains(contraction.b.loops, loop))
      return false;
    contraction.k.push_back(loop);
  }
  return contraction.batch.size() + contraction.m.size() +
             contraction.n.size() + contraction.k.size() ==
         op.getNumLoops();
}

/// `wider` reads factors that are repeated along a batch, and `narrow` what
/// they repeat, so that loops of the batch become rows or columns of the other
/// factor. True if this is no reason to copy that.
static bool isWorthMerging(const Contraction &wider,
                           const Contraction &narrow) {
  auto isWorse = [](const ContractionFactor &factor, ArrayRef<unsigned> batch,
                    ArrayRef<unsigned> rows, ArrayRef<unsigned> newBatch,
                    ArrayRef<unsigned> newRows) {
    return isStoredAsMatrix(factor, batch, rows) &&
           !isStoredAsMatrix(factor, newBatch, newRows);
  };
  return !isWorse(narrow.a, wider.batch, wider.m, narrow.batch, narrow.m) &&
         !isWorse(narrow.b, wider.batch, wider.n, narrow.batch, narrow.n);
}

/// True if every loop has one size. Upstream accepts dimensions of size 0
/// beside others.
static bool haveEqualSizes(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands())
    for (auto [size, loop] :
         llvm::zip_equal(op.getShape(&operand),
                         getLoops(op.getMatchingIndexingMap(&operand))))
      if (failed(verifyCompatibleDims({size, extents[loop]})))
        return false;
  return true;
}

static Type getElementType(Value value) {
  return getElementTypeOrSelf(value.getType());
}

/// True if there is a product of these element types with a result that is not
/// rounded to 8 bits, which a program does at every step.
static bool isProduct(Type a, Type b, Type d, Numerics numerics) {
  bool isOf8Bits = isFloat8(a) || isFloat8(b);
  return d.isIntOrFloat() && d.getIntOrFloatBitWidth() > 8 &&
         (!isOf8Bits || isPermitted(numerics, Concession::SumsOfFloat8)) &&
         succeeded(verifyElementTypes(Epilog::DEFAULT, a, b, d,
                                      /*emitError=*/nullptr));
}

/// True if every number of `narrow` is one of `wide`.
static bool contains(FloatType wide, FloatType narrow) {
  const llvm::fltSemantics &w = wide.getFloatSemantics();
  const llvm::fltSemantics &n = narrow.getFloatSemantics();
  return llvm::APFloat::isRepresentableBy(n, w);
}

/// The type to which factors of these element types have to be widened to be
/// those of a product into `d`, or null. Their values stay the same, as in the
/// body of a contraction that widens them.
static Type getWidenedType(Type a, Type b, Type d, Numerics numerics) {
  auto floatA = dyn_cast<FloatType>(a), floatB = dyn_cast<FloatType>(b);
  if (!floatA || !floatB)
    return {};
  MLIRContext *context = a.getContext();
  for (FloatType wide : std::initializer_list<FloatType>{
           BFloat16Type::get(context), Float16Type::get(context),
           Float32Type::get(context), Float64Type::get(context)})
    if (contains(wide, floatA) && contains(wide, floatB) &&
        isProduct(wide, wide, d, numerics))
      return wide;
  return {};
}

//===----------------------------------------------------------------------===//
// Scales of factors
//===----------------------------------------------------------------------===//

/// Removes conversions between types of at least 16 bits. What is left may be
/// an element of 8 bits, whose value all these types have.
static Value skipConversions(Value value) {
  while (Operation *definition = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(definition) ||
        value.getType().getIntOrFloatBitWidth() < 16)
      break;
    value = definition->getOperand(0);
  }
  return value;
}

namespace {
/// A factor and what multiplies it.
struct ScaledFactor {
  ContractionFactor factor;
  ContractionScale scale;
};
} // namespace

/// Where an elementwise `op` reads `scalar`, from the indices of its result.
static std::optional<OperandSource> traceScalar(linalg::LinalgOp op,
                                                Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  if (!argument || argument.getOwner() != op.getBlock())
    return std::nullopt;
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  AffineMap toLoops =
      inversePermutation(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  return traceOperand(operand.get(),
                      op.getMatchingIndexingMap(&operand).compose(toLoops));
}

/// The loops along which a source is read by a factor with the loops `loops`;
/// none if it is not read at plain indices.
static std::optional<SmallVector<std::optional<unsigned>>>
getScaleLoops(const OperandSource &source, ArrayRef<unsigned> loops) {
  auto type = dyn_cast<RankedTensorType>(source.value.getType());
  auto element = type ? dyn_cast<FloatType>(type.getElementType()) : nullptr;
  if (!element || element.getWidth() > 32)
    return std::nullopt;
  SmallVector<std::optional<unsigned>> result;
  for (AffineExpr index : source.map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(index))
      result.push_back(loops[dim.getPosition()]);
    else
      result.push_back(std::nullopt);
  }
  return result;
}

/// Reads `factor`, which is not a copy, as elements of 8 bits times numbers
/// that do not vary along a loop of `k`.
static std::optional<ScaledFactor>
readScaled(const ContractionFactor &factor,
           llvm::function_ref<bool(unsigned)> isReduced) {
  auto op = factor.value.getDefiningOp<linalg::LinalgOp>();
  if (!op || !isElementwise(op) || op->getNumResults() != 1 ||
      op.getBlock()->getNumArguments() != op->getNumOperands())
    return std::nullopt;
  auto product = skipConversions(op.getBlock()->getTerminator()->getOperand(0))
                     .getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  for (auto [element, number] :
       {std::pair(product.getLhs(), product.getRhs()),
        std::pair(product.getRhs(), product.getLhs())}) {
    std::optional<OperandSource> matrix =
        traceScalar(op, skipConversions(element));
    std::optional<OperandSource> scale = traceScalar(op, skipWidening(number));
    if (!matrix || !scale || !matrix->map.isPermutation() ||
        !isFloat8(getElementTypeOrSelf(matrix->value.getType())))
      continue;
    auto loops = getScaleLoops(*scale, factor.loops);
    if (!loops || llvm::any_of(*loops, [&](std::optional<unsigned> loop) {
          return loop && isReduced(*loop);
        }))
      continue;
    ScaledFactor result{{matrix->value, {}}, {scale->value, *loops}};
    for (unsigned dim : getLoops(matrix->map))
      result.factor.loops.push_back(factor.loops[dim]);
    return result;
  }
  return std::nullopt;
}

/// Reads the scales of factors, if that leaves factors of 8 bits.
static bool readScales(Contraction &contraction, const ContractionFactor &a,
                       const ContractionFactor &b, Numerics numerics) {
  Type result = getElementType(contraction.init);
  if (!isPermitted(numerics, Concession::ScalesOfFactors) ||
      !isKnownZero(contraction.init) || result.isF64())
    return false;
  auto isReduced = [&](unsigned loop) {
    return !llvm::is_contained(contraction.resultLoops, loop);
  };
  Contraction scaled = contraction;
  scaled.a = a;
  scaled.b = b;
  for (ContractionFactor *factor : {&scaled.a, &scaled.b}) {
    if (isFloat8(getElementType(factor->value)))
      continue;
    std::optional<ScaledFactor> read = readScaled(*factor, isReduced);
    if (!read)
      return false;
    *factor = read->factor;
    scaled.scales.push_back(read->scale);
  }
  if (scaled.scales.empty() ||
      !isProduct(getElementType(scaled.a.value), getElementType(scaled.b.value),
                 Float32Type::get(result.getContext()), numerics))
    return false;
  contraction = scaled;
  return true;
}

bool fused::isProductOfTypes(Type a, Type b, Type d) {
  return isProduct(a, b, d, Numerics::Strict) ||
         getWidenedType(a, b, d, Numerics::Strict);
}

/// Why the operands of `op`, which are not all read at plain loops, are not
/// read at such by now.
static StringRef explainIndices(linalg::LinalgOp op) {
  StringRef reason;
  return succeeded(matchConvolution(op, reason)) ? "not-run" : reason;
}

/// True if each element of both factors is used once, for sums along rows. A
/// sum of 16 bits would be rounded after each element.
static bool sumsRows(linalg::LinalgOp op, const Contraction &contraction) {
  Type result = getElementType(contraction.init);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto isUnit = [&](unsigned loop) { return sizes[loop] == 1; };
  return isa<linalg::GenericOp>(op) && (result.isF32() || result.isF64()) &&
         !llvm::all_of(contraction.batch, isUnit) &&
         llvm::all_of(contraction.m, isUnit) &&
         llvm::all_of(contraction.n, isUnit);
}

FailureOr<Contraction> fused::matchContraction(linalg::LinalgOp op,
                                               Numerics numerics,
                                               StringRef &reason) {
  reason = {};
  if (!sumsProducts(op))
    return failure();
  if (!llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation();
      })) {
    reason = explainIndices(op);
    return failure();
  }
  if (!haveEqualSizes(op))
    return failure();
  auto maps = op.getIndexingMapsArray();
  Contraction contraction;
  contraction.a = {op.getDpsInputOperand(0)->get(), getLoops(maps[0])};
  contraction.b = {op.getDpsInputOperand(1)->get(), getLoops(maps[1])};
  contraction.resultLoops = getLoops(maps[2]);
  contraction.init = op.getDpsInitOperand(0)->get();
  Type result = getElementType(contraction.init);

  // Read through copies where that leaves a product that exists.
  ContractionFactor a = readThroughCopies(contraction.a);
  ContractionFactor b = readThroughCopies(contraction.b);
  Contraction written = contraction;
  if (!classifyLoops(op, written)) {
    reason = "reduced-operand";
    return failure();
  }
  Contraction traced = contraction;
  traced.a = a;
  traced.b = b;
  if (classifyLoops(op, traced) && sumsRows(op, traced))
    return failure();
  auto read = [&](bool throughA, bool throughB) -> FailureOr<Contraction> {
    Contraction chosen = contraction;
    chosen.a = throughA ? a : contraction.a;
    chosen.b = throughB ? b : contraction.b;
    if (!classifyLoops(op, chosen))
      return failure();
    if (isWorthMerging(written, chosen))
      shareFactorOfMembers(op, chosen);
    else if (!shareFactor(chosen, written.batch))
      return failure();
    return chosen;
  };
  Contraction scaled = contraction;
  if (readScales(scaled, a, b, numerics) && classifyLoops(op, scaled) &&
      isWorthMerging(written, scaled))
    return scaled;
  // What is added to integers was not measured.
  if (result.isInteger() && !isKnownZero(contraction.init)) {
    reason = "element-type";
    return failure();
  }
  constexpr std::pair<bool, bool> ways[] = {
      {true, true}, {true, false}, {false, true}, {false, false}};
  auto getTypes = [&](std::pair<bool, bool> way) {
    return std::pair(
        getElementType(way.first ? a.value : contraction.a.value),
        getElementType(way.second ? b.value : contraction.b.value));
  };
  for (std::pair<bool, bool> way : ways) {
    auto [typeA, typeB] = getTypes(way);
    if (isProduct(typeA, typeB, result, numerics))
      if (auto chosen = read(way.first, way.second); succeeded(chosen))
        return chosen;
  }
  for (std::pair<bool, bool> way : ways) {
    auto [typeA, typeB] = getTypes(way);
    contraction.widened = getWidenedType(typeA, typeB, result, numerics);
    if (contraction.widened)
      if (auto chosen = read(way.first, way.second); succeeded(chosen))
        return chosen;
  }
  reason = "element-type";
  return failure();
}
