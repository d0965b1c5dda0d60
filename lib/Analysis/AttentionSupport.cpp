//===- AttentionSupport.cpp - Attention that has a kernel -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/AttentionSupport.h"
#include "fused/Analysis/OperandSource.h"

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

static bool canHaveColumns(int64_t columns) {
  return columns > 0 && columns % 8 == 0 && columns <= kMaxColumns;
}

bool fused::canHaveAttentionRows(Value tensor, int64_t columns) {
  return is16BitFloat(getElementTypeOrSelf(tensor)) && canHaveColumns(columns);
}

static bool isDescribable(Value matrix) {
  auto type = cast<ShapedType>(matrix.getType());
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getNumElements() > INT32_MAX ||
      !canHaveColumns(type.getShape().back()))
    return false;
  auto memref = dyn_cast<MemRefType>(type);
  return !memref ||
         (isAddressableByAttention(matrix) && !memref.getMemorySpace());
}

static bool hasNumbers(Value extra) {
  auto type = dyn_cast<ShapedType>(extra.getType());
  return getElementTypeOrSelf(extra).isIntOrFloat() &&
         (!type || type.hasStaticShape());
}

/// Of an operation that multiplies `factors`.
template <typename OpTy>
static StringRef findLack(OpTy op, ArrayRef<Value> factors,
                          ValueRange outputs) {
  auto isNarrow = [](Value factor) {
    return is16BitFloat(getElementTypeOrSelf(factor));
  };
  if (!llvm::all_of(factors, isNarrow) ||
      !llvm::all_of(factors, isDescribable) ||
      !llvm::all_of(outputs, isDescribable))
    return "factors that are not of f16 or bf16, matrices of unknown sizes, or "
           "rows that are not multiples of 8 elements up to 256";
  if (int64_t(op.getBatchShape().size()) > TensorMapOp::kMaxBatchDims &&
      llvm::any_of(factors,
                   [&](Value factor) { return op.sharesMatrix(factor); }))
    return "matrices shared by a batch of more dimensions than tensor maps "
           "have";
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
  return findLack(op, {op.getQuery(), op.getKey(), op.getValue()},
                  op.getOutput());
}

StringRef fused::findLackOfKernel(AttentionGradientOp op) {
  StringRef lack = findLack(op, {op.getA(), op.getB(), op.getC(), op.getD()},
                            op.getOutputs());
  if (!lack.empty())
    return lack;
  AttentionGradientOp::Sizes sizes = op.getSizes();
  bool hasBoth = op.getOutputs().size() == 2;
  if (sizes.depth + (hasBoth ? sizes.width : 0) > kMaxColumns)
    return "outputs of more columns than a thread has registers for";
  return {};
}

bool fused::readsPairs(Value extra, AffineMap map) {
  auto type = dyn_cast<MemRefType>(extra.getType());
  unsigned column = map.getNumDims() - 1;
  if (!type ||
      !isa<Float16Type, BFloat16Type, Float32Type>(type.getElementType()) ||
      !map.isFunctionOfDim(column) ||
      map.getDimPosition(map.getNumResults() - 1) != column)
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return false;
  auto isEven = [](int64_t number) {
    return !ShapedType::isDynamic(number) && number % 2 == 0;
  };
  return isEven(offset) && isEven(type.getShape().back()) &&
         llvm::all_of(ArrayRef(strides).drop_back(), isEven);
}

/// True if `op` computes `OpTypes` in its body, and is a reduction or not.
template <typename... OpTypes>
static bool computes(linalg::GenericOp op, bool isReduction) {
  return (op.getNumReductionLoops() != 0) == isReduction &&
         llvm::any_of(op.getBody()->getOperations(), [](Operation &inside) {
           return isa<OpTypes...>(inside);
         });
}

namespace {
/// What the result of a product reaches without another product.
struct ProductCone {
  /// False if there is too much, or other than linalg and reshapes.
  bool collect(MatmulOp first);

  bool hasSoftmax() const { return hasMaximum && hasPower && hasSum; }
  /// The products, apart from `first`, whose results operations here read.
  SmallVector<MatmulOp> findOthers(MatmulOp first) const;

  llvm::SetVector<Operation *> operations;
  llvm::SmallSetVector<MatmulOp, 4> products;
  bool hasMaximum = false, hasPower = false, hasSum = false;
};
} // namespace

bool ProductCone::collect(MatmulOp first) {
  // More operations than a softmax and its gradient consist of.
  constexpr size_t maxOps = 64;
  operations.insert(first);
  for (size_t i = 0; i < operations.size(); ++i) {
    for (Operation *user : operations[i]->getUsers()) {
      if (auto product = dyn_cast<MatmulOp>(user)) {
        products.insert(product);
      } else if (auto generic = dyn_cast<linalg::GenericOp>(user)) {
        hasMaximum |=
            computes<arith::MaximumFOp, arith::MaxNumFOp>(generic, true);
        hasPower |= computes<math::ExpOp>(generic, false);
        hasSum |= computes<arith::AddFOp>(generic, true);
        operations.insert(generic);
      } else if (isReshape(user)) {
        operations.insert(user);
      } else {
        return false;
      }
    }
    if (operations.size() > maxOps)
      return false;
  }
  return true;
}

SmallVector<MatmulOp> ProductCone::findOthers(MatmulOp first) const {
  // Conversions and reshapes may stand between the products and the cone.
  constexpr unsigned maxSteps = 8;
  llvm::SmallSetVector<MatmulOp, 2> others;
  llvm::SmallSetVector<Operation *, 16> above(operations.begin() + 1,
                                              operations.end());
  for (unsigned step = 0; step < maxSteps && !above.empty(); ++step)
    for (Operation *op : above.takeVector())
      for (Value operand : op->getOperands()) {
        Operation *source = operand.getDefiningOp();
        if (auto product = dyn_cast_or_null<MatmulOp>(source);
            product && product != first)
          others.insert(product);
        else if (isa_and_nonnull<linalg::GenericOp, tensor::CollapseShapeOp,
                                 tensor::ExpandShapeOp>(source) &&
                 !operations.contains(source))
          above.insert(source);
      }
  return others.takeVector();
}

/// True if `op` multiplies rows of matrices that kernels of attention can have,
/// which may be transposed in memory.
static bool multipliesVectors(MatmulOp op) {
  return canHaveAttentionRows(op.getA(), op.getSizes().k) &&
         canHaveAttentionRows(op.getB(), op.getSizes().k);
}

/// The same of a product with what `cone` computes.
static bool multipliesCone(MatmulOp op, const ProductCone &cone) {
  auto isInside = [&](Value value) {
    return cone.operations.contains(value.getDefiningOp());
  };
  bool isFirst = isInside(op.getA());
  return isFirst != isInside(op.getB()) &&
         (isFirst ? canHaveAttentionRows(op.getB(), op.getSizes().n)
                  : canHaveAttentionRows(op.getA(), op.getSizes().m));
}

SmallVector<MatmulOp> fused::findProductsOfSoftmax(MatmulOp first) {
  ProductCone cone;
  if (!multipliesVectors(first) || !cone.collect(first) || !cone.hasSoftmax() ||
      !llvm::all_of(cone.products,
                    [&](MatmulOp op) { return multipliesCone(op, cone); }))
    return {};
  SmallVector<MatmulOp> found = {first};
  llvm::append_range(found, cone.products);
  SmallVector<MatmulOp> others = cone.findOthers(first);
  // The output.
  if (cone.products.size() == 1 && others.empty()) {
    MatmulOp second = cone.products.front();
    if (second.getTransposeA() != second.getTransposeB() ||
        second.getSizes().k != first.getSizes().n)
      return {};
    return found;
  }
  // The output, and the gradients of queries, keys and values; and the product
  // that gives those of the weights, which nothing else reads.
  if (cone.products.size() != 4 || others.size() != 1 ||
      !multipliesVectors(others.front()))
    return {};
  ProductCone ofGradients;
  if (!ofGradients.collect(others.front()) || ofGradients.products.empty() ||
      !llvm::all_of(ofGradients.products,
                    [&](MatmulOp op) { return cone.products.contains(op); }))
    return {};
  found.push_back(others.front());
  return found;
}
