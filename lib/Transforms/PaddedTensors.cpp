//===- PaddedTensors.cpp - Tensors within larger ones ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedTensors.h"

#include "ComputeBuilder.h"

#include "fused/Analysis/OperandSource.h"
#include "fused/Dialect/MatmulOp.h"

using namespace mlir;
using namespace fused;

static SmallVector<OpFoldResult> getAttrs(Builder &builder,
                                          ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(builder.getContext(), numbers);
}

static Value extract(OpBuilder &builder, Value tensor,
                     ArrayRef<int64_t> offsets, RankedTensorType type) {
  return tensor::ExtractSliceOp::create(
      builder, tensor.getLoc(), type, tensor, getAttrs(builder, offsets),
      getAttrs(builder, type.getShape()),
      getAttrs(builder, SmallVector<int64_t>(offsets.size(), 1)));
}

Value fused::createPart(OpBuilder &builder, Value tensor, int64_t dim,
                        int64_t offset, int64_t size) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> offsets(type.getRank(), 0), sizes(type.getShape());
  offsets[dim] = offset;
  sizes[dim] = size;
  return extract(builder, tensor, offsets, type.clone(sizes));
}

/// True if `tensor` can be computed in its place within a larger tensor.
static bool isComputedHere(Value tensor) {
  return isa_and_nonnull<linalg::LinalgOp, MatmulOp>(tensor.getDefiningOp());
}

double PaddedTensors::estimateCopy(ShapedType type) {
  double bytes = type.getNumElements() * type.getElementTypeBitWidth() / 8.0;
  return kBorderTime + 2 * bytes / 3e6;
}

RankedTensorType PaddedTensors::getType(Value tensor, ArrayRef<int64_t> sizes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape().drop_back(sizes.size()));
  llvm::append_range(shape, sizes);
  return type.clone(shape);
}

/// What `tensor` is a reshape of, and the type that this has to have for one
/// of `type`. Nothing if a dimension whose size changes is reshaped.
static std::optional<std::pair<Value, RankedTensorType>>
findReshaped(Value tensor, RankedTensorType type) {
  Operation *op = tensor.getDefiningOp();
  if (!op || !isReshape(op))
    return std::nullopt;
  bool isCollapse = isa<tensor::CollapseShapeOp>(op);
  Value source = op->getOperand(0);
  auto sourceType = cast<RankedTensorType>(source.getType());
  // A tensor of rank 0 has no dimension that could be larger.
  if (sourceType.getRank() == 0)
    return std::nullopt;
  SmallVector<int64_t> shape(sourceType.getShape());
  auto groups =
      isCollapse ? cast<tensor::CollapseShapeOp>(op).getReassociationIndices()
                 : cast<tensor::ExpandShapeOp>(op).getReassociationIndices();
  auto oldShape = cast<RankedTensorType>(tensor.getType()).getShape();
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

double PaddedTensors::estimate(Value tensor, ArrayRef<int64_t> sizes) const {
  RankedTensorType type = getType(tensor, sizes);
  while (type != tensor.getType()) {
    auto padded = known.find({tensor, type});
    if (padded != known.end())
      return padded->second.hasZeros ? 0 : kBorderTime;
    auto reshaped = findReshaped(tensor, type);
    if (!reshaped) {
      return isComputedHere(tensor)
                 ? kBorderTime
                 : estimateCopy(cast<ShapedType>(tensor.getType()));
    }
    std::tie(tensor, type) = *reshaped;
  }
  return 0;
}

/// Writes zeros into `whole`, except where all indices are below `inner`.
Value PaddedTensors::createBorder(Value whole, ArrayRef<int64_t> inner) {
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

Value PaddedTensors::create(Value tensor, RankedTensorType type) {
  Location loc = tensor.getLoc();
  auto inner = cast<RankedTensorType>(tensor.getType()).getShape();
  auto insert = [&](Value whole) -> Value {
    return tensor::InsertSliceOp::create(
        rewriter, loc, tensor, whole,
        getAttrs(rewriter, SmallVector<int64_t>(inner.size(), 0)),
        getAttrs(rewriter, inner),
        getAttrs(rewriter, SmallVector<int64_t>(inner.size(), 1)));
  };
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  // Others may read what is computed in place: nothing is written after it.
  // Otherwise it comes first, so that no two tensors begin in the same way.
  // These would be one, of which the second tensor needed a copy.
  if (isComputedHere(tensor) && !tensor.hasOneUse())
    return insert(createBorder(empty, inner));
  return createBorder(insert(empty), inner);
}

Value PaddedTensors::get(Value tensor, ArrayRef<int64_t> sizes,
                         bool needsZeros) {
  return tensor ? get(tensor, getType(tensor, sizes), needsZeros) : Value();
}

Value PaddedTensors::get(Value tensor, RankedTensorType type, bool needsZeros) {
  if (type == tensor.getType())
    return tensor;
  OpBuilder::InsertionGuard guard(rewriter);
  auto found = known.find({tensor, type});
  if (found == known.end()) {
    Padded padded{Value(), /*hasZeros=*/true};
    if (auto reshaped = findReshaped(tensor, type)) {
      Value source = get(reshaped->first, reshaped->second, true);
      rewriter.setInsertionPointAfterValue(tensor);
      padded.whole = reshape(rewriter, tensor.getDefiningOp(), source, type);
    } else {
      rewriter.setInsertionPointAfterValue(tensor);
      padded.whole = create(tensor, type);
    }
    known[{tensor, type}] = padded;
    return padded.whole;
  }
  Padded &padded = found->second;
  if (needsZeros && !padded.hasZeros) {
    // The result of a padded product. All read it with zeros, so that these can
    // be written in place.
    auto uses =
        llvm::to_vector(llvm::make_pointer_range(padded.whole.getUses()));
    rewriter.setInsertionPointAfterValue(padded.whole);
    padded.whole = createBorder(
        padded.whole, cast<RankedTensorType>(tensor.getType()).getShape());
    padded.hasZeros = true;
    for (OpOperand *use : uses)
      use->set(padded.whole);
  }
  return padded.whole;
}

Value PaddedTensors::createSlice(Value whole, RankedTensorType type) {
  if (whole.getType() == type)
    return whole;
  SmallVector<int64_t> offsets(type.getRank(), 0);
  Value slice = extract(rewriter, whole, offsets, type);
  known[{slice, whole.getType()}] = {whole, /*hasZeros=*/false};
  return slice;
}
