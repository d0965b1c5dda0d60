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
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/RowOps.h"
#include "fused/Dialect/ScatterOp.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;
using namespace mlir::bufferization;

/// True if an operation can address a buffer of this type. The runtime, which
/// executes products, needs contiguous rows.
static bool canAddress(OpOperand &operand, MemRefType type) {
  Operation *op = operand.getOwner();
  // Dimensions of a batch become one.
  auto isExtra = [&](auto attention) {
    return llvm::is_contained(attention.getExtras(), operand.get());
  };
  if (auto attention = dyn_cast<AttentionOp>(op))
    return type.getLayout().isIdentity() || isExtra(attention);
  if (auto gradient = dyn_cast<AttentionGradientOp>(op))
    return type.getLayout().isIdentity() || isExtra(gradient);
  if (!isa<MatmulOp, ProductOp>(op) || type.getRank() == 0)
    return true;
  int64_t offset;
  SmallVector<int64_t> strides;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
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
      if (canAddress(operand, cast<MemRefType>(buffer->getType()))) {
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
    RowsOp::attachInterface<RowsInterface>(*context);
    ScatterOp::attachInterface<ScatterInterface>(*context);
  });
}
