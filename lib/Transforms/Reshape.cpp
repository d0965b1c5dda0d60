//===- Reshape.cpp - Reshapes between tensors and the matrices of a product
//===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fused;

/// The groups that are there, as lists of dimensions.
static SmallVector<ReassociationIndices> getPresentGroups(DimGroups groups) {
  SmallVector<ReassociationIndices> result;
  int64_t dim = 0;
  for (int64_t size : groups) {
    if (size == 0)
      continue;
    ReassociationIndices &group = result.emplace_back();
    for (int64_t i = 0; i < size; ++i)
      group.push_back(dim++);
  }
  return result;
}

/// For each group that is there, the dimensions of the matrix that belong to
/// it: its own, and those of size one beside it. Empty if no group is there.
static SmallVector<ReassociationIndices> getUnitGroups(DimGroups groups) {
  SmallVector<ReassociationIndices> result;
  ReassociationIndices leading;
  for (auto [dim, size] : llvm::enumerate(groups)) {
    if (size != 0)
      result.push_back(std::exchange(leading, {}));
    (result.empty() ? leading : result.back()).push_back(dim);
  }
  return result;
}

Value fused::collapseGroups(OpBuilder &builder, Location loc, Value tensor,
                            DimGroups groups) {
  auto type = cast<RankedTensorType>(tensor.getType());
  bool becomesScalar = groups.empty() && type.getRank() != 0;
  if (becomesScalar ||
      llvm::any_of(groups, [](int64_t size) { return size > 1; }))
    tensor = tensor::CollapseShapeOp::create(builder, loc, tensor,
                                             getPresentGroups(groups));
  if (!llvm::is_contained(groups, 0))
    return tensor;
  auto collapsed = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> present =
      tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  int64_t dim = 0;
  for (int64_t size : groups) {
    shape.push_back(size == 0 ? 1 : collapsed.getDimSize(dim));
    sizes.push_back(size == 0 ? builder.getIndexAttr(1) : present[dim]);
    dim += size != 0;
  }
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      getUnitGroups(groups), sizes);
}

Value fused::expandGroups(OpBuilder &builder, Location loc, Value matrix,
                          DimGroups groups, RankedTensorType type,
                          ArrayRef<OpFoldResult> sizes) {
  if (llvm::is_contained(groups, 0))
    matrix = tensor::CollapseShapeOp::create(builder, loc, matrix,
                                             getUnitGroups(groups));
  if (llvm::any_of(groups, [](int64_t size) { return size > 1; }))
    matrix = tensor::ExpandShapeOp::create(builder, loc, type, matrix,
                                           getPresentGroups(groups), sizes);
  if (matrix.getType() != type)
    matrix = tensor::CastOp::create(builder, loc, type, matrix);
  return matrix;
}

/// An uninitialised tensor like `tensor`, with its dimensions permuted and
/// another element type.
static Value createEmptyLike(OpBuilder &builder, Location loc, Value tensor,
                             ArrayRef<int64_t> permutation, Type elementType) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  return tensor::EmptyOp::create(
      builder, loc, applyPermutation(sizes, permutation), elementType);
}

Value fused::transpose(OpBuilder &builder, Location loc, Value tensor,
                       ArrayRef<int64_t> permutation) {
  Value empty = createEmptyLike(builder, loc, tensor, permutation,
                                getElementTypeOrSelf(tensor.getType()));
  return linalg::TransposeOp::create(builder, loc, tensor, empty, permutation)
      ->getResult(0);
}

Value fused::transposeMatrix(OpBuilder &builder, Location loc, Value matrix) {
  int64_t rank = cast<RankedTensorType>(matrix.getType()).getRank();
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(permutation[rank - 2], permutation[rank - 1]);
  return transpose(builder, loc, matrix, permutation);
}

Value fused::sumOver(OpBuilder &builder, Location loc, Value tensor,
                     ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<utils::IteratorType> iterators;
  SmallVector<AffineExpr> kept;
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] :
       llvm::enumerate(tensor::getMixedSizes(builder, loc, tensor))) {
    bool isSummed = llvm::is_contained(dims, dim);
    iterators.push_back(isSummed ? utils::IteratorType::reduction
                                 : utils::IteratorType::parallel);
    if (isSummed)
      continue;
    kept.push_back(builder.getAffineDimExpr(dim));
    sizes.push_back(size);
  }
  Type element = type.getElementType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  Value zeros = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap result =
      AffineMap::get(type.getRank(), 0, kept, builder.getContext());
  return linalg::GenericOp::create(
             builder, loc, zeros.getType(), tensor, zeros,
             ArrayRef<AffineMap>{map, result}, iterators,
             [](OpBuilder &inside, Location at, ValueRange numbers) {
               Value sum =
                   arith::AddFOp::create(inside, at, numbers[1], numbers[0]);
               linalg::YieldOp::create(inside, at, sum);
             })
      .getResult(0);
}

Value fused::convertElements(OpBuilder &builder, Location loc, Value tensor,
                             Type elementType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == elementType)
    return tensor;
  bool isWider =
      elementType.getIntOrFloatBitWidth() > type.getElementTypeBitWidth();
  auto identity = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  Value empty = createEmptyLike(builder, loc, tensor, identity, elementType);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), tensor, empty,
             ArrayRef<AffineMap>{map, map}, iterators,
             [&](OpBuilder &b, Location l, ValueRange args) {
               Value converted =
                   isWider ? arith::ExtFOp::create(b, l, elementType, args[0])
                                 .getResult()
                           : arith::TruncFOp::create(b, l, elementType, args[0])
                                 .getResult();
               linalg::YieldOp::create(b, l, converted);
             })
      .getResult(0);
}
