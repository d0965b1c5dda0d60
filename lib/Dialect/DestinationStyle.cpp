//===- DestinationStyle.cpp - What the operations share -------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DestinationStyle.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fused;

void fused::getOperandEffects(
    DestinationStyleOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    MemoryEffects::Effect *effect =
        op.isDpsInit(&operand)
            ? static_cast<MemoryEffects::Effect *>(MemoryEffects::Write::get())
            : MemoryEffects::Read::get();
    effects.emplace_back(effect, &operand, /*stage=*/0,
                         /*effectOnFullRegion=*/true,
                         SideEffects::DefaultResource::get());
  }
}

LogicalResult
fused::reifyShapesOfInits(DestinationStyleOpInterface op, OpBuilder &builder,
                          ReifiedRankedShapedTypeDims &reifiedShapes) {
  for (OpOperand &init : op.getDpsInitsMutable())
    reifiedShapes.push_back(
        tensor::getMixedSizes(builder, op.getLoc(), init.get()));
  return success(op->getNumResults() != 0);
}

LogicalResult fused::verifyForm(DestinationStyleOpInterface op) {
  if (op.getNumDpsInits() == 0)
    return op->emitOpError("needs an output");
  bool isTensor = isa<TensorType>(op.getDpsInits().front().getType());
  for (Type type : op->getOperandTypes()) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && !shaped.hasRank())
      return op->emitOpError("has an array without a rank");
    if (shaped && isa<TensorType>(shaped) != isTensor)
      return op->emitOpError("mixes tensors and memrefs");
  }
  size_t numResults = isTensor ? op.getNumDpsInits() : 0;
  if (op->getNumResults() != numResults)
    return op->emitOpError("needs ")
           << numResults << " results, but has " << op->getNumResults();
  return success();
}

LogicalResult fused::verifyUnitStrides(Operation *op) {
  for (Type operand : op->getOperandTypes()) {
    auto type = dyn_cast<MemRefType>(operand);
    if (type && !type.isLastDimUnitStride())
      return op->emitOpError("needs rows with unit stride, but has ") << type;
  }
  return success();
}

LogicalResult fused::verifyShape(Operation *op, StringRef name, Value operand,
                                 ArrayRef<int64_t> expected) {
  if (!operand)
    return success();
  auto type = cast<ShapedType>(operand.getType());
  if (succeeded(verifyCompatibleShape(type.getShape(), expected)))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError(name) << " should be ";
  llvm::interleave(
      expected, diagnostic,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          diagnostic << '?';
        else
          diagnostic << size;
      },
      "x");
  return diagnostic << ", but is " << type;
}

LogicalResult fused::verifyPureBody(Operation *op, Block &body) {
  for (Operation &inside : body.without_terminator())
    if (!isMemoryEffectFree(&inside))
      return op->emitOpError("may not have side effects in its region")
                 .attachNote(inside.getLoc())
             << "this operation may have some";
  return success();
}
