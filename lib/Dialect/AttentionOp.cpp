//===- AttentionOp.cpp - Softmax between two products ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/AttentionOp.h"

#include "DestinationStyle.h"

#include "fused/Dialect/ElementTypes.h"
#include "fused/Dialect/MatmulSizes.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/ScatterOp.h"
#include "fused/Dialect/ShapedValue.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/AttentionOp.cpp.inc"

void FusedDialect::registerAttentionOp() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/AttentionOp.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, AttentionOp,
                            AttentionGradientOp>();
}

template <typename OpTy>
static void
build(OpBuilder &builder, OperationState &state, ValueRange matrices,
      ValueRange extras, ArrayRef<AffineMap> maps, ValueRange outputs,
      unsigned numProducts,
      function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> emitBody) {
  state.addOperands(matrices);
  state.addOperands(extras);
  state.addOperands(outputs);
  auto &properties = state.getOrAddProperties<typename OpTy::Properties>();
  auto *segments =
      std::fill_n(properties.operandSegmentSizes.begin(), matrices.size(), 1);
  *segments++ = extras.size();
  *segments = outputs.size();
  properties.maps = builder.getAffineMapArrayAttr(maps);
  for (Type type : outputs.getTypes())
    if (isa<RankedTensorType>(type))
      state.addTypes(type);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(
      numProducts,
      ::fused::getComputeType(getElementTypeOrSelf(matrices.front())));
  for (Type type : extras.getTypes())
    types.push_back(getElementTypeOrSelf(type));
  SmallVector<Location> locs(types.size(), state.location);
  Block *block = builder.createBlock(state.addRegion(), {}, types, locs);
  YieldOp::create(builder, state.location,
                  emitBody(builder, block->getArguments()));
}

void AttentionOp::build(OpBuilder &builder, OperationState &state, Value query,
                        Value key, Value value, ValueRange extras,
                        ArrayRef<AffineMap> maps, ValueRange outputs,
                        function_ref<Value(OpBuilder &, ValueRange)> emitBody) {
  ::build<AttentionOp>(builder, state, {query, key, value}, extras, maps,
                       outputs, /*numProducts=*/1,
                       [&](OpBuilder &inner, ValueRange arguments) {
                         return SmallVector<Value>{emitBody(inner, arguments)};
                       });
}

void AttentionGradientOp::build(
    OpBuilder &builder, OperationState &state, ValueRange matrices,
    ValueRange extras, ArrayRef<AffineMap> maps, ValueRange outputs,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> emitBody) {
  ::build<AttentionGradientOp>(builder, state, matrices, extras, maps, outputs,
                               /*numProducts=*/2, emitBody);
}

/// True if so many elements of `type` are a multiple of 16 bytes.
static bool isAligned(MemRefType type, int64_t elements) {
  return !ShapedType::isDynamic(elements) &&
         elements * type.getElementTypeBitWidth() % 128 == 0;
}

bool fused::isAddressableByAttention(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) || strides.back() != 1 ||
      type.getRank() > 2 + TensorMapOp::kMaxBatchDims)
    return false;
  return isAligned(type, offset) &&
         llvm::all_of(ArrayRef(strides).drop_back(),
                      [&](int64_t stride) { return isAligned(type, stride); });
}

/// The type of `memref` if its first element is the first one of what it views.
static MemRefType dropOffset(MemRefType type) {
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return type;
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), /*offset=*/0, strides));
}

/// True if the first element of `memref` is at a multiple of 16 bytes.
static bool startsAligned(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t offset;
  SmallVector<int64_t> strides, steps;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  if (!ShapedType::isDynamic(offset))
    return isAligned(type, offset);
  Operation *op = memref.getDefiningOp();
  if (isa_and_present<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
    return startsAligned(op->getOperand(0));
  if (auto cast = dyn_cast_if_present<memref::ReinterpretCastOp>(op)) {
    auto metadata = cast.getDynamicOffset(0)
                        .getDefiningOp<memref::ExtractStridedMetadataOp>();
    return metadata && metadata.getOffset() == cast.getDynamicOffset(0) &&
           startsAligned(metadata.getSource());
  }
  auto part = dyn_cast_if_present<memref::SubViewOp>(op);
  if (!part || !startsAligned(part.getSource()) ||
      failed(part.getSourceType().getStridesAndOffset(steps, offset)))
    return false;
  return llvm::all_of(llvm::zip_equal(part.getStaticOffsets(), steps),
                      [&](auto pair) {
                        auto [position, step] = pair;
                        return position == 0 || isAligned(type, step) ||
                               (!ShapedType::isDynamic(position) &&
                                !ShapedType::isDynamic(step) &&
                                isAligned(type, position * step));
                      });
}

bool fused::isAddressableByAttention(Value matrix) {
  auto type = cast<MemRefType>(matrix.getType());
  return isAddressableByAttention(type) ||
         (isAddressableByAttention(dropOffset(type)) && startsAligned(matrix));
}

AttentionOp::Sizes AttentionOp::getSizes() {
  auto [queries, depth] =
      std::pair(getShape(getQuery()).end()[-2], getShape(getQuery()).back());
  auto [keys, width] =
      std::pair(getShape(getKey()).end()[-2], getShape(getValue()).back());
  return {getKnown(queries, getShape(getOutput()).end()[-2]),
          getKnown(keys, getShape(getValue()).end()[-2]),
          getKnown(depth, getShape(getKey()).back()),
          getKnown(width, getShape(getOutput()).back())};
}

AttentionGradientOp::Sizes AttentionGradientOp::getSizes() {
  auto get = [](Value a, Value b, int64_t fromEnd) {
    return getKnown(getShape(a).end()[-fromEnd], getShape(b).end()[-fromEnd]);
  };
  return {get(getA(), getC(), 2), get(getB(), getD(), 2),
          get(getA(), getB(), 1), get(getC(), getD(), 1)};
}

Type AttentionOp::getComputeType() {
  return ::fused::getComputeType(getElementTypeOrSelf(getQuery().getType()));
}

Type AttentionGradientOp::getComputeType() {
  return ::fused::getComputeType(getElementTypeOrSelf(getA().getType()));
}

void AttentionOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

void AttentionGradientOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
}

LogicalResult
AttentionOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

LogicalResult AttentionGradientOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks that matrices have one batch, and those that are multiplied one type.
template <typename OpTy>
static LogicalResult verifyMatrices(OpTy op, ValueRange multiplied) {
  Type element = getElementTypeOrSelf(multiplied.front());
  for (Value matrix : multiplied.drop_front())
    if (Type other = getElementTypeOrSelf(matrix); other != element)
      return op.emitOpError("multiplies ") << element << " by " << other;
  for (Value matrix : multiplied)
    if (getShape(matrix).size() < 2 ||
        getShape(matrix).size() != size_t(op.getRank()))
      return op.emitOpError("needs matrices behind the same dimensions of a "
                            "batch");
  return success();
}

/// Checks that products give elements of the type of `output`.
template <typename OpTy>
static LogicalResult verifyOutput(OpTy op, Value output, Type multiplied) {
  Type type = getElementTypeOrSelf(output);
  if (type != getElementTypeOrSelf(multiplied) && type != op.getComputeType())
    return op.emitOpError("cannot round products of ")
           << getElementTypeOrSelf(multiplied) << " to " << type;
  return verifyElementTypes(Epilog::DEFAULT, getElementTypeOrSelf(multiplied),
                            getElementTypeOrSelf(multiplied),
                            op.getComputeType(),
                            [&] { return op.emitOpError(); });
}

/// Checks the shape of an operand, behind the dimensions of the batch, which
/// may share what is read.
template <typename OpTy>
static LogicalResult verifyInner(OpTy op, StringRef name, Value array,
                                 ArrayRef<int64_t> inner) {
  SmallVector<int64_t> shape(op.getBatchShape());
  if (!llvm::is_contained(op.getOutputs(), array))
    for (auto [size, own] : llvm::zip(shape, getShape(array)))
      if (own == 1)
        size = 1;
  llvm::append_range(shape, inner);
  return verifyShape(op, name, array, shape);
}

/// Checks further operands, for products of so many rows and columns.
template <typename OpTy>
static LogicalResult verifyExtras(OpTy op, int64_t rows, int64_t columns) {
  if (op.getMaps().size() != op.getExtras().size())
    return op.emitOpError("has ")
           << op.getMaps().size() << " maps for " << op.getExtras().size()
           << " further operands";
  SmallVector<int64_t> sizes(op.getBatchShape());
  sizes.append({rows, columns});
  for (auto [index, extra] : llvm::enumerate(op.getExtras())) {
    AffineMap map = op.getMapOfExtra(index);
    auto type = dyn_cast<ShapedType>(extra.getType());
    if (map.getNumDims() != op.getRank() || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation() ||
        map.getNumResults() != (type ? type.getRank() : 0))
      return op.emitOpError("indexes a further operand of type ")
             << extra.getType() << " by " << AffineMapAttr::get(map)
             << ", but should by dimensions of the batch, rows and columns";
    if (!type)
      continue;
    SmallVector<int64_t> shape =
        applyPermutationMap(map, ArrayRef<int64_t>(sizes));
    if (failed(verifyShape(op, "a further operand", extra, shape)))
      return failure();
  }
  return success();
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyForm(*this)))
    return failure();
  if (getOutputs().size() != 1 && getOutputs().size() != 3)
    return emitOpError("needs an output, and both statistics or none, but has ")
           << getOutputs().size() << " outputs";
  if (failed(verifyMatrices(*this, {getQuery(), getKey(), getValue()})))
    return failure();
  Sizes sizes = getSizes();
  auto verify = [&](StringRef name, Value array, ArrayRef<int64_t> inner) {
    return verifyInner(*this, name, array, inner);
  };
  if (failed(verify("query", getQuery(), {sizes.queries, sizes.depth})) ||
      failed(verify("key", getKey(), {sizes.keys, sizes.depth})) ||
      failed(verify("value", getValue(), {sizes.keys, sizes.width})) ||
      failed(verify("output", getOutput(), {sizes.queries, sizes.width})) ||
      failed(verifyOutput(*this, getOutput(), getQuery().getType())))
    return failure();
  for (Value statistic : getStatistics()) {
    if (failed(verify("a statistic", statistic, {sizes.queries})))
      return failure();
    if (Type type = getElementTypeOrSelf(statistic); type != getComputeType())
      return emitOpError("needs statistics of ")
             << getComputeType() << ", but has one of " << type;
  }
  return verifyExtras(*this, sizes.queries, sizes.keys);
}

LogicalResult AttentionGradientOp::verify() {
  if (failed(verifyForm(*this)))
    return failure();
  if (getOutputs().empty() || getOutputs().size() > 2)
    return emitOpError("needs one or two outputs, but has ")
           << getOutputs().size();
  if (failed(verifyMatrices(*this, {getA(), getB(), getC(), getD()})))
    return failure();
  Sizes sizes = getSizes();
  auto verify = [&](StringRef name, Value array, int64_t rows,
                    int64_t columns) {
    return verifyInner(*this, name, array, {rows, columns});
  };
  if (failed(verify("A", getA(), sizes.rows, sizes.depth)) ||
      failed(verify("B", getB(), sizes.columns, sizes.depth)) ||
      failed(verify("C", getC(), sizes.rows, sizes.width)) ||
      failed(verify("D", getD(), sizes.columns, sizes.width)) ||
      failed(verify("the first output", getOutputs()[0], sizes.rows,
                    sizes.depth)) ||
      (getOutputs().size() == 2 &&
       failed(verify("the second output", getOutputs()[1], sizes.rows,
                     sizes.width))))
    return failure();
  for (Value output : getOutputs())
    if (failed(verifyOutput(*this, output, getA().getType())))
      return failure();
  return verifyExtras(*this, sizes.rows, sizes.columns);
}

/// Checks the body, which has arguments for so many products.
template <typename OpTy>
static LogicalResult verifyBody(OpTy op, unsigned numProducts,
                                unsigned numYielded, StringRef yielded) {
  SmallVector<Type> types(numProducts, op.getComputeType());
  for (Type type : op.getExtras().getTypes())
    types.push_back(getElementTypeOrSelf(type));
  Block *block = op.getBodyBlock();
  if (!llvm::equal(block->getArgumentTypes(), types))
    return op.emitOpError("needs a body with an argument of ")
           << types.front()
           << " for each product, and one for each further operand";
  auto yield = dyn_cast<YieldOp>(block->getTerminator());
  if (!yield)
    return op.emitOpError("needs a body that ends with fused.yield");
  SmallVector<Type> results(numYielded, op.getComputeType());
  if (!llvm::equal(yield.getOperandTypes(), results))
    return yield.emitOpError("should give ") << yielded << op.getComputeType();
  return verifyPureBody(op, *block);
}

LogicalResult AttentionOp::verifyRegions() {
  return verifyBody(*this, /*numProducts=*/1, /*numYielded=*/1, "a score of ");
}

LogicalResult AttentionGradientOp::verifyRegions() {
  return verifyBody(*this, /*numProducts=*/2, getOutputs().size(),
                    "a weight for each output, of ");
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Drops further operands that the body does not read.
template <typename OpTy> struct DropUnreadExtras : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Block *body = op.getBodyBlock();
    unsigned numProducts = body->getNumArguments() - op.getExtras().size();
    llvm::BitVector isUnread(body->getNumArguments());
    SmallVector<Value> extras;
    SmallVector<Attribute> maps;
    for (auto [index, extra] : llvm::enumerate(op.getExtras())) {
      if (body->getArgument(numProducts + index).use_empty()) {
        isUnread.set(numProducts + index);
        continue;
      }
      extras.push_back(extra);
      maps.push_back(op.getMaps()[index]);
    }
    if (isUnread.none())
      return rewriter.notifyMatchFailure(op, "reads all of its operands");
    rewriter.modifyOpInPlace(op, [&] {
      op.getExtrasMutable().assign(extras);
      op.setMapsAttr(rewriter.getArrayAttr(maps));
      body->eraseArguments(isUnread);
    });
    return success();
  }
};
} // namespace

void AttentionOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropUnreadExtras<AttentionOp>>(context);
}

void AttentionGradientOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropUnreadExtras<AttentionGradientOp>>(context);
}
