//===- AttentionSupport.cpp - Attention that has a kernel -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/AttentionSupport.h"

#include "fused/Analysis/ProductSupport.h"
#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/RowOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fused;

/// The most columns of a matrix: as many numbers are in a warpgroup's
/// registers, beside the scores of a step.
static constexpr int64_t kMaxColumns = 256;

static bool isDescribable(Value matrix) {
  auto type = cast<ShapedType>(matrix.getType());
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getNumElements() > INT32_MAX ||
      !is16BitFloat(type.getElementType()) || type.getShape().back() % 8 != 0 ||
      type.getShape().back() > kMaxColumns)
    return false;
  auto memref = dyn_cast<MemRefType>(type);
  return !memref ||
         (memref.getLayout().isIdentity() && !memref.getMemorySpace());
}

static bool hasNumbers(Value extra) {
  auto type = dyn_cast<ShapedType>(extra.getType());
  return getElementTypeOrSelf(extra).isIntOrFloat() &&
         (!type || type.hasStaticShape());
}

template <typename OpTy>
static StringRef findLack(OpTy op, ArrayRef<Value> matrices) {
  if (!llvm::all_of(matrices, isDescribable))
    return "matrices that are not of f16 or bf16, of unknown sizes, or rows "
           "that are not multiples of 16 bytes up to 512";
  if (!llvm::all_of(op.getExtras(), hasNumbers))
    return "further operands of unknown sizes";
  if (!usesOnlyConstants(op.getBody()))
    return "values from outside of the region";
  for (Operation &inside : op.getBodyBlock()->without_terminator())
    if (!isa<IndexOp>(inside) && !isComputedByProductKernel(inside))
      return "regions of other operations than arith and math";
  return {};
}

StringRef fused::findLackOfKernel(AttentionOp op) {
  return findLack(op,
                  {op.getQuery(), op.getKey(), op.getValue(), op.getOutput()});
}

StringRef fused::findLackOfKernel(AttentionGradientOp op) {
  SmallVector<Value> matrices = {op.getA(), op.getB(), op.getC(), op.getD()};
  llvm::append_range(matrices, op.getOutputs());
  if (StringRef lack = findLack(op, matrices); !lack.empty())
    return lack;
  AttentionGradientOp::Sizes sizes = op.getSizes();
  bool hasBoth = op.getOutputs().size() == 2;
  if (sizes.depth + (hasBoth ? sizes.width : 0) > kMaxColumns)
    return "outputs of more columns than a thread has registers for";
  return {};
}

/// True if `op` computes `OpTypes` in its body, and is a reduction or not.
template <typename... OpTypes>
static bool computes(linalg::GenericOp op, bool isReduction) {
  return (op.getNumReductionLoops() != 0) == isReduction &&
         llvm::any_of(op.getBody()->getOperations(), [](Operation &inside) {
           return isa<OpTypes...>(inside);
         });
}

MatmulOp fused::findProductOfSoftmax(MatmulOp first) {
  // More operations than a softmax consists of.
  constexpr size_t maxOps = 32;
  if (!first.getTransposeB() || first.getTransposeA() ||
      !isDescribable(first.getA()) || !isDescribable(first.getB()))
    return {};
  MatmulOp second;
  llvm::SetVector<Operation *> behind;
  behind.insert(first);
  bool hasMaximum = false, hasPower = false, hasSum = false;
  for (size_t i = 0; i < behind.size() && i < maxOps; ++i) {
    for (Operation *user : behind[i]->getUsers()) {
      if (auto product = dyn_cast<MatmulOp>(user)) {
        if (second && product != second)
          return {};
        second = product;
      } else if (auto generic = dyn_cast<linalg::GenericOp>(user)) {
        hasMaximum |=
            computes<arith::MaximumFOp, arith::MaxNumFOp>(generic, true);
        hasPower |= computes<math::ExpOp>(generic, false);
        hasSum |= computes<arith::AddFOp>(generic, true);
        behind.insert(generic);
      } else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user)) {
        behind.insert(user);
      } else {
        return {};
      }
    }
  }
  if (behind.size() > maxOps || !second || !hasMaximum || !hasPower ||
      !hasSum || second.getTransposeA() != second.getTransposeB() ||
      second.getSizes().k != first.getSizes().n)
    return {};
  Value weights = second.getTransposeA() ? second.getB() : second.getA();
  Value values = second.getTransposeA() ? second.getA() : second.getB();
  auto isBehind = [&](Value value) {
    return behind.contains(value.getDefiningOp());
  };
  return isBehind(weights) && !isBehind(values) && isDescribable(values)
             ? second
             : MatmulOp();
}
