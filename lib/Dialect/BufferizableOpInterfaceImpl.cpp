//===- BufferizableOpInterfaceImpl.cpp - Bufferization of fused.matmul ----===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/FusedDialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fused;
using namespace mlir::bufferization;

/// True if the runtime can address a buffer of this type: rows are contiguous.
static bool hasUnitInnerStride(MemRefType type) {
  int64_t offset;
  SmallVector<int64_t> strides;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

/// Returns `buffer`, or a contiguous copy of it where its rows are not
/// contiguous.
static FailureOr<Value>
makeRowsContiguous(RewriterBase &rewriter, Location loc, Value buffer,
                   const BufferizationOptions &options) {
  auto type = cast<MemRefType>(buffer.getType());
  if (hasUnitInnerStride(type))
    return buffer;
  SmallVector<Value> dynamicSizes;
  for (auto [index, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(
          memref::DimOp::create(rewriter, loc, buffer, index));
  auto contiguous =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  FailureOr<Value> copy =
      options.createAlloc(rewriter, loc, contiguous, dynamicSizes);
  if (failed(copy) ||
      failed(options.createMemCpy(rewriter, loc, buffer, *copy)))
    return failure();
  return copy;
}

namespace {
/// Outputs are written and never read, so nothing is copied into them; an
/// operand is copied only if its rows are not contiguous.
struct MatmulOpInterface
    : DstBufferizableOpInterfaceExternalModel<MatmulOpInterface, MatmulOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *operation, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto op = cast<MatmulOp>(operation);
    if (!op.hasPureTensorSemantics())
      return success();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffer = makeRowsContiguous(rewriter, op.getLoc(), *buffer, options);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    SmallVector<Value> outs;
    for (OpOperand &init : op.getDpsInitsMutable())
      outs.push_back(buffers[init.getOperandNumber()]);
    OperationState newState(op.getLoc(), op->getName(), buffers, TypeRange(),
                            op->getAttrs());
    newState.propertiesAttr = op->getPropertiesAsAttribute();
    rewriter.create(newState);
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};
} // namespace

void fused::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, FusedDialect *) {
    MatmulOp::attachInterface<MatmulOpInterface>(*context);
  });
}
