//===- BufferizableOpInterfaceImpl.cpp - Bufferization -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/FusedDialect.h"

#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/MaskOps.h"
#include "fused/Dialect/MatmulOp.h"
#include "fused/Dialect/PermuteOp.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fused;
using namespace mlir::bufferization;

/// True if an operation can address `buffer` as this operand. The runtime,
/// which executes products, needs contiguous rows.
static bool canAddress(OpOperand &operand, Value buffer) {
  Operation *op = operand.getOwner();
  auto isExtra = [&](auto attention) {
    return llvm::is_contained(attention.getExtras(), operand.get());
  };
  if (auto attention = dyn_cast<AttentionOp>(op))
    return isAddressableByAttention(buffer) || isExtra(attention);
  if (auto gradient = dyn_cast<AttentionGradientOp>(op))
    return isAddressableByAttention(buffer) || isExtra(gradient);
  return !isa<MatmulOp, ProductOp>(op) ||
         cast<MemRefType>(buffer.getType()).isLastDimUnitStride();
}

/// Allocates a contiguous buffer of the shape of `buffer`.
static FailureOr<Value> createContiguous(RewriterBase &rewriter, Location loc,
                                         Value buffer,
                                         const BufferizationOptions &options) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> dynamicSizes;
  for (auto [index, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(
          memref::DimOp::create(rewriter, loc, buffer, index));
  auto contiguous =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  return options.createAlloc(rewriter, loc, contiguous, dynamicSizes);
}

namespace {
/// Outputs are written and never read, so nothing is copied into them. Where
/// a buffer cannot be addressed, an input is read from a copy, and an output
/// written to another buffer and then copied to its own. Regions stay as they
/// are.
template <typename OpTy>
struct WriteOnlyOutputsInterface
    : DstBufferizableOpInterfaceExternalModel<WriteOnlyOutputsInterface<OpTy>,
                                              OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *operation, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto op = cast<OpTy>(operation);
    if (!op.hasPureTensorSemantics())
      return success();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers, outs;
    SmallVector<std::pair<Value, Value>> copiesOut;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType())) {
        buffers.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      bool isOut = op.isDpsInit(&operand);
      if (isOut)
        outs.push_back(*buffer);
      if (canAddress(operand, *buffer)) {
        buffers.push_back(*buffer);
        continue;
      }
      FailureOr<Value> contiguous =
          createContiguous(rewriter, op.getLoc(), *buffer, options);
      if (failed(contiguous))
        return failure();
      buffers.push_back(*contiguous);
      if (isOut)
        copiesOut.emplace_back(*contiguous, *buffer);
      else if (failed(options.createMemCpy(rewriter, op.getLoc(), *buffer,
                                           *contiguous)))
        return failure();
    }
    OperationState newState(op.getLoc(), op->getName(), buffers, TypeRange(),
                            op->getAttrs());
    newState.propertiesAttr = op->getPropertiesAsAttribute();
    for (Region &region : op->getRegions()) {
      Region *moved = newState.addRegion();
      rewriter.inlineRegionBefore(region, *moved, moved->begin());
    }
    rewriter.create(newState);
    for (auto [from, to] : copiesOut)
      if (failed(options.createMemCpy(rewriter, op.getLoc(), from, to)))
        return failure();
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};

/// The operation has one region, which stays as it is.
template <typename Model, typename OpTy>
struct InterfaceWithRegion
    : DstBufferizableOpInterfaceExternalModel<Model, OpTy> {
  LogicalResult bufferize(Operation *operation, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto op = cast<OpTy>(operation);
    if (!op.hasPureTensorSemantics())
      return success();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers, outs;
    for (OpOperand &operand : op->getOpOperands()) {
      buffers.push_back(operand.get());
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      buffers.back() = *buffer;
      if (op.isDpsInit(&operand))
        outs.push_back(*buffer);
    }
    OperationState newState(op.getLoc(), op->getName(), buffers, TypeRange(),
                            op->getAttrs());
    newState.propertiesAttr = op->getPropertiesAsAttribute();
    Region *region = newState.addRegion();
    rewriter.inlineRegionBefore(op->getRegion(0), *region, region->begin());
    rewriter.create(newState);
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};

/// True if all of the sizes and strides are known.
static bool hasStaticStrides(MemRefType type) {
  int64_t offset;
  SmallVector<int64_t> strides;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         type.hasStaticShape() &&
         !llvm::is_contained(strides, ShapedType::kDynamic);
}

/// The type of a view of `source` with dimensions in this order, or of a copy.
static MemRefType getPermutedType(MemRefType source,
                                  ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape = applyPermutation(source.getShape(), permutation);
  MemRefLayoutAttrInterface layout;
  if (hasStaticStrides(source)) {
    auto [strides, offset] = source.getStridesAndOffset();
    strides = applyPermutation(strides, permutation);
    if (offset != 0 || strides != computeStrides(shape))
      layout = StridedLayoutAttr::get(source.getContext(), offset, strides);
  }
  return MemRefType::get(shape, source.getElementType(), layout,
                         source.getMemorySpace());
}

/// A view, or a copy where strides are not known.
struct PermuteInterface
    : BufferizableOpInterface::ExternalModel<PermuteInterface, PermuteOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }
  FailureOr<BufferLikeType>
  getBufferType(Operation *operation, Value,
                const BufferizationOptions &options,
                const BufferizationState &state,
                SmallVector<Value> &invocationStack) const {
    auto op = cast<PermuteOp>(operation);
    auto source = bufferization::getBufferType(op.getSource(), options, state,
                                               invocationStack);
    if (failed(source))
      return failure();
    return cast<BufferLikeType>(
        getPermutedType(cast<MemRefType>(*source), op.getPermutation()));
  }
  LogicalResult bufferize(Operation *operation, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto op = cast<PermuteOp>(operation);
    FailureOr<Value> source =
        getBuffer(rewriter, op.getSource(), options, state);
    if (failed(source))
      return failure();
    auto sourceType = cast<MemRefType>(source->getType());
    MemRefType type = getPermutedType(sourceType, op.getPermutation());
    Location loc = op.getLoc();
    if (hasStaticStrides(sourceType)) {
      auto [strides, offset] = type.getStridesAndOffset();
      OpFoldResult start = rewriter.getIndexAttr(offset);
      // Such a part of an array is at a position that a loop computes.
      if (ShapedType::isDynamic(offset))
        start = memref::ExtractStridedMetadataOp::create(rewriter, loc, *source)
                    .getOffset();
      Value view = memref::ReinterpretCastOp::create(
          rewriter, loc, type, *source, start,
          getAsIndexOpFoldResult(op.getContext(), type.getShape()),
          getAsIndexOpFoldResult(op.getContext(), strides));
      replaceOpWithBufferizedValues(rewriter, op, view);
      return success();
    }
    SmallVector<Value> sizes;
    for (int64_t dim : op.getPermutation())
      if (sourceType.isDynamicDim(dim))
        sizes.push_back(memref::DimOp::create(rewriter, loc, *source, dim));
    FailureOr<Value> copy = options.createAlloc(rewriter, loc, type, sizes);
    if (failed(copy))
      return failure();
    linalg::TransposeOp::create(rewriter, loc, *source, *copy,
                                op.getPermutation());
    replaceOpWithBufferizedValues(rewriter, op, *copy);
    return success();
  }
};

/// The array is updated in place.
struct ScatterInterface : InterfaceWithRegion<ScatterInterface, ScatterOp> {};

/// Outputs are written and never read.
struct RowsInterface : InterfaceWithRegion<RowsInterface, RowsOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    BlockArgument argument = cast<RowsOp>(op).getArgument(operand);
    return argument && !argument.use_empty();
  }
};
} // namespace

void fused::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, FusedDialect *) {
    MatmulOp::attachInterface<WriteOnlyOutputsInterface<MatmulOp>>(*context);
    PackMaskOp::attachInterface<WriteOnlyOutputsInterface<PackMaskOp>>(
        *context);
    UnpackMaskOp::attachInterface<WriteOnlyOutputsInterface<UnpackMaskOp>>(
        *context);
    AttentionOp::attachInterface<WriteOnlyOutputsInterface<AttentionOp>>(
        *context);
    AttentionGradientOp::attachInterface<
        WriteOnlyOutputsInterface<AttentionGradientOp>>(*context);
    ProductOp::attachInterface<WriteOnlyOutputsInterface<ProductOp>>(*context);
    PermuteOp::attachInterface<PermuteInterface>(*context);
    RowsOp::attachInterface<RowsInterface>(*context);
    ScatterOp::attachInterface<ScatterInterface>(*context);
  });
}
