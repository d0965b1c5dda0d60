//===- MaskOps.cpp - fused.pack_mask and fused.unpack_mask ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/MaskOps.h"

#include "DestinationStyle.h"
#include "SavedMask.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/MaskOps.cpp.inc"

void FusedDialect::registerMaskOps() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/MaskOps.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, PackMaskOp,
                            UnpackMaskOp>();
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

OpFoldResult fused::createMaskRowBytes(OpBuilder &builder, Location loc,
                                       OpFoldResult numColumns) {
  AffineExpr columns = builder.getAffineDimExpr(0);
  AffineMap bytes =
      AffineMap::get(1, 0, columns.ceilDiv(kMaskRowBits) * (kMaskRowBits / 8));
  return affine::makeComposedFoldedAffineApply(builder, loc, bytes, numColumns);
}

/// The types of the results of an operation that writes to `init`.
static TypeRange getTypesOfTensor(const Value &init) {
  return isa<RankedTensorType>(init.getType()) ? TypeRange(init) : TypeRange();
}

void PackMaskOp::build(OpBuilder &builder, OperationState &state, Value bits) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, state.location, bits);
  sizes.back() = createMaskRowBytes(builder, state.location, sizes.back());
  build(builder, state, bits,
        tensor::EmptyOp::create(builder, state.location, sizes,
                                builder.getI8Type())
            .getResult());
}

void PackMaskOp::build(OpBuilder &builder, OperationState &state, Value bits,
                       Value init) {
  build(builder, state, getTypesOfTensor(init), bits, init);
}

void UnpackMaskOp::build(OpBuilder &builder, OperationState &state, Value mask,
                         ArrayRef<OpFoldResult> sizes) {
  build(builder, state, mask,
        tensor::EmptyOp::create(builder, state.location, sizes,
                                builder.getI1Type())
            .getResult());
}

void UnpackMaskOp::build(OpBuilder &builder, OperationState &state, Value mask,
                         Value init) {
  build(builder, state, getTypesOfTensor(init), mask, init);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Checks that `mask` is that of `bits`, where the sizes are known.
static LogicalResult verifyMask(DestinationStyleOpInterface op, Value bits,
                                Value mask) {
  if (failed(verifyForm(op)))
    return failure();
  auto bitsType = cast<ShapedType>(bits.getType());
  auto maskType = cast<ShapedType>(mask.getType());
  if (bitsType.getRank() != maskType.getRank())
    return op->emitOpError("booleans and mask should have the same rank, but "
                           "are ")
           << bitsType << " and " << maskType;
  SmallVector<int64_t> expected(bitsType.getShape());
  if (!ShapedType::isDynamic(expected.back()))
    expected.back() = getMaskRowBytes(expected.back());
  if (failed(verifyShape(op, "mask", mask, expected)))
    return failure();
  int64_t width = maskType.getShape().back();
  if (!ShapedType::isDynamic(width) && width % (kMaskRowBits / 8) != 0)
    return op->emitOpError("rows of the mask should be a multiple of 16 bytes "
                           "long, but it is ")
           << maskType;
  return success();
}

LogicalResult PackMaskOp::verify() {
  return verifyMask(*this, getBits(), getInit());
}

LogicalResult UnpackMaskOp::verify() {
  return verifyMask(*this, getInit(), getMask());
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void PackMaskOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

void UnpackMaskOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

LogicalResult
PackMaskOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

LogicalResult
UnpackMaskOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

void PackMaskOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (Value mask = getResult())
    setNameFn(mask, "mask");
}

void UnpackMaskOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (Value bits = getResult())
    setNameFn(bits, "bits");
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

static Value skipCast(Value tensor) {
  auto castOp = tensor.getDefiningOp<tensor::CastOp>();
  return castOp ? castOp.getSource() : tensor;
}

/// The source of an unknown size of the last dimension of an empty tensor: the
/// tensor whose size is queried, or the size itself.
static Value getSourceOfColumns(tensor::EmptyOp empty) {
  Value size = empty.getDynamicSizes().back();
  auto dim = size.getDefiningOp<tensor::DimOp>();
  if (!dim)
    return size;
  auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
  return type && dim.getConstantIndex() == type.getRank() - 1 ? dim.getSource()
                                                              : size;
}

/// Where the size of the last dimension of `tensor` comes from: a tensor of
/// that size, or the size itself.
static Value traceColumns(Value tensor) {
  // Unreachable operations may use each other in a cycle.
  constexpr int maximumSteps = 16;
  for (int step = 0; step < maximumSteps; ++step) {
    Operation *op = tensor.getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!op || !type || !ShapedType::isDynamic(type.getShape().back()))
      break;
    if (auto castOp = dyn_cast<tensor::CastOp>(op))
      tensor = castOp.getSource();
    else if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      tensor = getSourceOfColumns(empty);
    else if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
      tensor = style.getTiedOpOperand(cast<OpResult>(tensor))->get();
    else
      break;
  }
  return tensor;
}

/// True if two tensors are known to have last dimensions of the same size.
static bool haveSameColumns(Value a, Value b) {
  a = traceColumns(a);
  b = traceColumns(b);
  if (a == b)
    return true;
  auto typeA = dyn_cast<RankedTensorType>(a.getType());
  auto typeB = dyn_cast<RankedTensorType>(b.getType());
  return typeA && typeB && !ShapedType::isDynamic(typeA.getShape().back()) &&
         typeA.getShape().back() == typeB.getShape().back();
}

/// Replaces `op` by a tensor of the same sizes.
static void replaceByCast(PatternRewriter &rewriter, Operation *op,
                          Value tensor) {
  Type type = op->getResult(0).getType();
  if (tensor.getType() != type)
    tensor = tensor::CastOp::create(rewriter, op->getLoc(), type, tensor);
  rewriter.replaceOp(op, tensor);
}

namespace {
/// Accepts `unpack_mask(pack_mask(bits))` of as many columns.
struct FoldUnpackOfPack : OpRewritePattern<UnpackMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnpackMaskOp op,
                                PatternRewriter &rewriter) const override {
    auto pack = skipCast(op.getMask()).getDefiningOp<PackMaskOp>();
    if (!pack || !haveSameColumns(pack.getBits(), op.getInit()))
      return rewriter.notifyMatchFailure(op, "is not of the packed booleans");
    replaceByCast(rewriter, op, pack.getBits());
    return success();
  }
};

/// Accepts `pack_mask(unpack_mask(mask))` where the padding bits of the mask
/// are known to be zero, or there are none.
struct FoldPackOfUnpack : OpRewritePattern<PackMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PackMaskOp op,
                                PatternRewriter &rewriter) const override {
    auto unpack = skipCast(op.getBits()).getDefiningOp<UnpackMaskOp>();
    if (!unpack || !hasZeroPadding(unpack))
      return rewriter.notifyMatchFailure(op, "may change padding bits");
    replaceByCast(rewriter, op, unpack.getMask());
    return success();
  }

private:
  static bool hasZeroPadding(UnpackMaskOp unpack) {
    int64_t numColumns =
        cast<ShapedType>(unpack.getInit().getType()).getShape().back();
    if (!ShapedType::isDynamic(numColumns) && numColumns % kMaskRowBits == 0)
      return true;
    Value output = findOutputWithMask(skipCast(unpack.getMask()));
    return output && haveSameColumns(output, unpack.getInit());
  }
};
} // namespace

void PackMaskOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<FoldPackOfUnpack>(context);
}

void UnpackMaskOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<FoldUnpackOfPack>(context);
}
