//===- ScatterOp.cpp - fused.scatter --------------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ScatterOp.h"

#include "DestinationStyle.h"
#include "fused/Dialect/AttentionOp.h"
#include "fused/Dialect/ProductOp.h"
#include "fused/Dialect/RowOps.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fused;

#define GET_OP_CLASSES
#include "fused/Dialect/ScatterOp.cpp.inc"

void FusedDialect::registerScatterOp() {
  addOperations<
#define GET_OP_LIST
#include "fused/Dialect/ScatterOp.cpp.inc"
      >();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface,
                            ScatterOp>();
}

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void ScatterOp::build(
    OpBuilder &builder, OperationState &state, Value indices, Value updates,
    Value init, ArrayRef<int64_t> dimensions, bool unique,
    function_ref<Value(OpBuilder &, Location, Value, Value)> combine) {
  state.addOperands({indices, updates, init});
  if (isa<RankedTensorType>(init.getType()))
    state.addTypes(init.getType());
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.dimensions = builder.getDenseI64ArrayAttr(dimensions);
  if (unique)
    properties.unique = builder.getUnitAttr();
  OpBuilder::InsertionGuard guard(builder);
  Type element = getElementTypeOrSelf(init.getType());
  Location loc = state.location;
  Block *body = builder.createBlock(state.addRegion(), {}, {element, element},
                                    {loc, loc});
  YieldOp::create(
      builder, loc,
      combine(builder, loc, body->getArgument(0), body->getArgument(1)));
}

Value ScatterOp::getCombined() {
  return getCombiner().front().getTerminator()->getOperand(0);
}

bool ScatterOp::isAssignment() { return getOld().use_empty(); }

bool ScatterOp::callsFunctions() {
  return getCombiner()
      .walk([](CallOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

std::optional<unsigned> ScatterOp::getComponent(int64_t dimension) {
  const auto *found = llvm::find(getDimensions(), dimension);
  if (found == getDimensions().end())
    return std::nullopt;
  return found - getDimensions().begin();
}

ArrayRef<int64_t> ScatterOp::getWindowShape() {
  return cast<ShapedType>(getUpdates().getType()).getShape().drop_front();
}

bool ScatterOp::hasDisjointWindows() {
  return llvm::all_of(getDimensions(), [&](int64_t dimension) {
    return getWindowShape()[dimension] == 1;
  });
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Checks the dimensions that the indices address.
static LogicalResult verifyDimensions(ScatterOp op, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dimension : op.getDimensions()) {
    if (dimension < 0 || dimension >= rank)
      return op.emitOpError("has indices for dimension ")
             << dimension << ", but the array has rank " << rank;
    if (seen.test(dimension))
      return op.emitOpError("has two indices for dimension ") << dimension;
    seen.set(dimension);
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyForm(*this)))
    return failure();
  auto updates = cast<ShapedType>(getUpdates().getType());
  auto array = cast<ShapedType>(getInit().getType());
  if (updates.getElementType() != array.getElementType())
    return emitOpError("updates an array of ")
           << array.getElementType() << " with elements of "
           << updates.getElementType();
  if (updates.getRank() != array.getRank() + 1)
    return emitOpError("needs a window for each update, with a size for each "
                       "dimension of the array: updates should have rank ")
           << array.getRank() + 1 << ", but are " << updates;
  if (failed(verifyDimensions(*this, array.getRank())))
    return failure();
  return verifyShape(
      *this, "indices", getIndices(),
      {updates.getDimSize(0), static_cast<int64_t>(getDimensions().size())});
}

/// Checks that an operation of the region computes numbers of numbers. Calls
/// are inlined later.
static LogicalResult verifyInside(ScatterOp op, Operation *inside) {
  if (llvm::any_of(inside->getOperandTypes(), llvm::IsaPred<ShapedType>))
    return op.emitOpError("may not use arrays in its region")
               .attachNote(inside->getLoc())
           << "this operation does";
  if (!isMemoryEffectFree(inside) && !isa<CallOpInterface>(inside) &&
      !inside->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return op.emitOpError("may not have side effects in its region")
               .attachNote(inside->getLoc())
           << "this operation may have some";
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  Type element = getElementTypeOrSelf(getInit().getType());
  if (getCombiner().getNumArguments() != 2 ||
      !llvm::all_equal({element, getCombiner().getArgumentTypes()[0],
                        getCombiner().getArgumentTypes()[1]}))
    return emitOpError("needs a region with two arguments, the old and the new "
                       "number, of type ")
           << element;
  auto yield = dyn_cast<YieldOp>(getCombiner().front().getTerminator());
  if (!yield)
    return emitOpError("needs a region that ends with fused.yield");
  if (yield.getNumOperands() != 1)
    return yield.emitOpError("should give one number");
  if (yield.getOperand(0).getType() != element)
    return yield.emitOpError("gives ")
           << yield.getOperand(0).getType() << " for an array of " << element;
  WalkResult result = getCombiner().walk([&](Operation *inside) {
    return WalkResult(verifyInside(*this, inside));
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void ScatterOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, effects);
  if (isa<MemRefType>(getInit().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getInitMutable(),
                         /*stage=*/0, /*effectOnFullRegion=*/true,
                         SideEffects::DefaultResource::get());
}

LogicalResult
ScatterOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &reifiedShapes) {
  return reifyShapesOfInits(*this, builder, reifiedShapes);
}

void ScatterOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  if (Value result = getResult())
    setNameFn(result, "updated");
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

/// True if no update is combined: there are none, windows are empty, or none
/// fits into the array.
static bool updatesNothing(ScatterOp op) {
  auto updates = cast<ShapedType>(op.getUpdates().getType());
  if (llvm::is_contained(updates.getShape(), 0))
    return true;
  auto array = cast<ShapedType>(op.getInit().getType());
  return llvm::any_of(llvm::zip_equal(op.getWindowShape(), array.getShape()),
                      [](auto sizes) {
                        auto [window, size] = sizes;
                        return !ShapedType::isDynamic(window) &&
                               !ShapedType::isDynamic(size) && window > size;
                      });
}

namespace {
/// Accepts a scatter that changes nothing.
struct FoldScatterOfNothing : OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    if (!updatesNothing(op) && op.getCombined() != op.getOld())
      return rewriter.notifyMatchFailure(op, "may update elements");
    if (op.getResult())
      rewriter.replaceOp(op, op.getInit());
    else
      rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ScatterOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<FoldScatterOfNothing>(context);
}
