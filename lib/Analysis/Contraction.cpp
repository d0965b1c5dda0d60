//===- Contraction.cpp - Which operations are matrix products -------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Contraction.h"

#include "fused/Analysis/OperandSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fused;

void Contraction::swapFactors() {
  std::swap(a, b);
  std::swap(m, n);
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

/// True if the body of `op` is `out + in0 * in1`, with the operands of both in
/// any order and the inputs perhaps widened.
static bool hasContractionBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (body->getNumArguments() != 3)
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
  OperandSource source = traceOperand(factor.value);
  ContractionFactor result{source.value, {}};
  if (!source.map.isProjectedPermutation())
    return factor;
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

/// True if `factor` can be multiplied as it is stored, with these loops as its
/// batch and its rows.
static bool isStoredAsMatrix(const ContractionFactor &factor,
                             ArrayRef<unsigned> batch,
                             ArrayRef<unsigned> rows) {
  auto isOrdered = [&](bool rowsFirst) {
    SmallVector<unsigned> order(batch), columns;
    for (unsigned loop : factor.loops)
      if (!llvm::is_contained(batch, loop) && !llvm::is_contained(rows, loop))
        columns.push_back(loop);
    llvm::append_range(order, rowsFirst ? ArrayRef(rows) : ArrayRef(columns));
    llvm::append_range(order, rowsFirst ? ArrayRef(columns) : ArrayRef(rows));
    return factor.loops == order;
  };
  return isOrdered(true) || isOrdered(false);
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

static bool isFloat(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// True if the runtime has a product of these element types.
static bool isFloatProduct(Type a, Type b, Type d) {
  return isFloat(a) && a == b && (d == a || (d.isF32() && !a.isF64()));
}

/// True if factors of these element types become those of a product in the type
/// of the result if they are widened to it, as the body of a contraction does.
static bool isWidenedProduct(Type a, Type b, Type d) {
  return isFloat(a) && isFloat(b) && (d.isF32() || d.isF64());
}

FailureOr<Contraction> fused::matchContraction(linalg::LinalgOp op,
                                               StringRef &reason) {
  reason = {};
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !hasContractionBody(op))
    return failure();
  if (!llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation();
      })) {
    reason = "indexing-maps";
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
  auto read = [&](bool throughA, bool throughB) -> FailureOr<Contraction> {
    Contraction chosen = contraction;
    chosen.a = throughA ? a : contraction.a;
    chosen.b = throughB ? b : contraction.b;
    if (classifyLoops(op, chosen) && isWorthMerging(written, chosen))
      return chosen;
    return failure();
  };
  constexpr std::pair<bool, bool> ways[] = {
      {true, true}, {true, false}, {false, true}, {false, false}};
  for (auto [throughA, throughB] : ways)
    if (isFloatProduct(getElementType(throughA ? a.value : contraction.a.value),
                       getElementType(throughB ? b.value : contraction.b.value),
                       result))
      if (auto chosen = read(throughA, throughB); succeeded(chosen))
        return chosen;
  contraction.widened = result;
  for (auto [throughA, throughB] : ways)
    if (isWidenedProduct(
            getElementType(throughA ? a.value : contraction.a.value),
            getElementType(throughB ? b.value : contraction.b.value), result))
      if (auto chosen = read(throughA, throughB); succeeded(chosen))
        return chosen;
  reason = "element-type";
  return failure();
}
