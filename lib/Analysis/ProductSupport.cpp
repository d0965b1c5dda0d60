//===- ProductSupport.cpp - Products that have a kernel -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/ProductSupport.h"

#include "fused/Analysis/Hopper.h"
#include "fused/Analysis/SupportTable.h"
#include "fused/Dialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fused;

/// The bytes that tensor maps count in.
static constexpr int64_t kAlignment = 16;

bool fused::hasProductKernels(StringRef chip) {
  return !chip.empty() &&
         getComputeCapability(chip) == hopper::kComputeCapability;
}

int64_t fused::getElementBytes(Value matrix) {
  return llvm::divideCeil(
      cast<ShapedType>(matrix.getType()).getElementTypeBitWidth(), 8);
}

/// True if a tensor map can describe a matrix, or a batch of them: rows of
/// known length begin at multiples of 16 bytes.
static bool isDescribable(Value matrix) {
  auto type = dyn_cast<ShapedType>(matrix.getType());
  if (!type || type.getRank() < 2 || type.getRank() > 3 ||
      !type.hasStaticShape() || type.getNumElements() == 0 ||
      llvm::any_of(type.getShape(),
                   [](int64_t size) { return size > INT32_MAX; }))
    return false;
  auto isAligned = [&](int64_t elements) {
    return !ShapedType::isDynamic(elements) &&
           elements * getElementBytes(matrix) % kAlignment == 0;
  };
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return isAligned(type.getShape().back());
  int64_t offset;
  SmallVector<int64_t> strides;
  return succeeded(memref.getStridesAndOffset(strides, offset)) &&
         isAligned(offset) && strides.back() == 1 &&
         llvm::all_of(
             ArrayRef(strides).drop_back(),
             [&](int64_t stride) { return stride > 0 && isAligned(stride); }) &&
         !memref.getMemorySpace();
}

static bool has16BitFloats(Value matrix) {
  return is16BitFloat(getElementTypeOrSelf(matrix.getType()));
}

static bool hasStorableElements(Value matrix) {
  return has16BitFloats(matrix) ||
         getElementTypeOrSelf(matrix.getType()).isF32();
}

static bool hasReadableElements(Value matrix) {
  Type type = getElementTypeOrSelf(matrix.getType());
  return hasStorableElements(matrix) || type.isSignlessInteger(1) ||
         type.isSignlessInteger(8);
}

bool fused::hasTiles(Value matrix) {
  return has16BitFloats(matrix) && isDescribable(matrix);
}

bool fused::isReadable(Value matrix) {
  return hasReadableElements(matrix) && isDescribable(matrix);
}

bool fused::isStorable(Value matrix) {
  return hasStorableElements(matrix) && isDescribable(matrix);
}

bool fused::isComputedByProductKernel(Operation &inside) {
  MLIRContext *context = inside.getContext();
  return inside.getDialect() ==
             context->getLoadedDialect<arith::ArithDialect>() ||
         inside.getDialect() == context->getLoadedDialect<math::MathDialect>();
}

bool fused::usesOnlyConstants(Region &region) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(region, captured);
  return llvm::all_of(
      captured, [](Value value) { return matchPattern(value, m_Constant()); });
}

/// True if a thread computes the body from its arguments and constants.
static bool isSelfContained(ProductOp op) {
  return usesOnlyConstants(op.getBody()) &&
         llvm::all_of(op.getBodyBlock()->without_terminator(),
                      isComputedByProductKernel);
}

/// True if the elements of an array follow each other.
static bool isContiguous(Value array) {
  auto type = dyn_cast<MemRefType>(array.getType());
  return !type || type.getLayout().isIdentity();
}

bool fused::isInOrder(AffineMap map) {
  auto getDim = [](AffineExpr expr) {
    return cast<AffineDimExpr>(expr).getPosition();
  };
  return llvm::is_sorted(map.getResults(), [&](AffineExpr a, AffineExpr b) {
    return getDim(a) < getDim(b);
  });
}

StringRef fused::findLackOfKernel(ProductOp op) {
  Value factors[] = {op.getA(), op.getB()};
  SmallVector<Value> outputs = op.getMatrixOutputs();
  SmallVector<Value> extras = op.getMatrixExtras();
  if (!llvm::all_of(factors, has16BitFloats))
    return "products of matrices that are not of f16 or bf16";
  if (!llvm::all_of(outputs, hasStorableElements))
    return "results that are not of f16, bf16 or f32";
  if (!llvm::all_of(extras, hasReadableElements))
    return "further operands that are not of f16, bf16, f32, i8 or i1";
  for (ArrayRef<Value> matrices :
       {ArrayRef(factors), ArrayRef(outputs), ArrayRef(extras)})
    if (!llvm::all_of(matrices, isDescribable))
      return "matrices of unknown sizes, or rows that do not begin at "
             "multiples of 16 bytes";
  if (extras.size() > kMaxMatrices || outputs.size() > kMaxMatrices)
    return "more than three matrices beside the product";
  for (auto [index, extra] : llvm::enumerate(op.getExtras()))
    if (op.readsMatrix(index) && !isInOrder(op.getMapOfExtra(index)))
      return "transposed further operands";
  for (auto [index, output] : llvm::enumerate(op.getOutputs()))
    if (op.isSum(index) && op.getSizes().isBatched && !isContiguous(output))
      return "sums of batches in an array with gaps";
  if (!isSelfContained(op))
    return "values from outside of the region";
  return {};
}
