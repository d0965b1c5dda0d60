//===- ProtectOperands.cpp - What upstream forgets of operands --*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Analysis/Writes.h"
#include "fused/Conversion/BufferizationPasses.h"
#include "fused/Transforms/NormalizeIterators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fused {
#define GEN_PASS_DEF_PROTECTOPERANDS
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;

//===----------------------------------------------------------------------===//
// Outputs that elementwise operations read
//===----------------------------------------------------------------------===//

/// Returns the outputs that the operation reads and writes as a whole.
static SmallVector<OpOperand *> findUpdatedOutputs(linalg::GenericOp op) {
  SmallVector<OpOperand *> outputs;
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return outputs;
  for (OpOperand &output : op.getDpsInitsMutable())
    if (op.payloadUsesValueFromOperand(&output) &&
        !output.get().getDefiningOp<tensor::EmptyOp>() &&
        fused::writesAllElements(op, output))
      outputs.push_back(&output);
  return outputs;
}

static Value createEmptyLike(OpBuilder &builder, Location loc, Value tensor) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, tensor, dim));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

/// Makes the outputs that an elementwise operation reads inputs. Upstream's
/// fusion would repeat such an operation in each iteration of the loops of its
/// user, so that it reads what it has written.
static void readAsInputs(linalg::GenericOp op) {
  SmallVector<OpOperand *> updated = findUpdatedOutputs(op);
  if (updated.empty())
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  unsigned numInputs = op.getNumDpsInputs();
  SmallVector<Value> inputs(op.getInputs()), outputs(op.getOutputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Block *body = op.getBody();
  SmallVector<BlockArgument> arguments =
      llvm::map_to_vector(updated, [&](OpOperand *output) {
        return op.getMatchingBlockArgument(output);
      });
  for (auto [i, output] : llvm::enumerate(updated)) {
    AffineMap map = op.getMatchingIndexingMap(output);
    BlockArgument old = arguments[i];
    inputs.push_back(output->get());
    outputs[output->getOperandNumber() - numInputs] =
        createEmptyLike(builder, loc, output->get());
    maps.insert(maps.begin() + numInputs + i, map);
    old.replaceAllUsesWith(
        body->insertArgument(numInputs + i, old.getType(), old.getLoc()));
  }
  auto separate =
      linalg::GenericOp::create(builder, loc, op.getResultTypes(), inputs,
                                outputs, maps, op.getIteratorTypesArray());
  separate->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  separate.getRegion().takeBody(op.getRegion());
  op.replaceAllUsesWith(separate);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Windows of one element
//===----------------------------------------------------------------------===//

/// Returns the number of iterations of a loop.
static OpFoldResult getExtent(OpBuilder &builder, linalg::GenericOp op,
                              unsigned loop) {
  auto [operand, dim] = [&] {
    for (OpOperand &operand : op->getOpOperands())
      for (auto [dim, expr] :
           llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (expr == builder.getAffineDimExpr(loop))
          return std::pair(operand.get(), dim);
    llvm_unreachable("every loop is that of a dimension");
  }();
  return linalg::createFoldedDimOp(builder, op.getLoc(), operand, dim);
}

/// Returns the indices of an operand, with 0 for loops that iterate once.
static SmallVector<AffineExpr> dropUnitLoops(linalg::GenericOp op,
                                             AffineMap map) {
  SmallVector<AffineExpr> loops;
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    MLIRContext *context = op.getContext();
    loops.push_back(extent == 1 ? getAffineConstantExpr(0, context)
                                : getAffineDimExpr(loop, context));
  }
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults())
    exprs.push_back(simplifyAffineExpr(expr.replaceDims(loops),
                                       map.getNumDims(), /*numSymbols=*/0));
  return exprs;
}

/// Finds the dimensions whose index is a sum of loops of which all but one
/// iterate once. Slices the operand along these, so that the one loop indexes
/// them.
static void sliceOperand(linalg::GenericOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<AffineExpr> exprs(map.getResults()),
      simple = dropUnitLoops(op, map);
  OpBuilder builder(op);
  Value source = operand.get();
  SmallVector<OpFoldResult> sizes;
  bool slices = false;
  for (auto [dim, expr] : llvm::enumerate(exprs)) {
    sizes.push_back(
        linalg::createFoldedDimOp(builder, op.getLoc(), source, dim));
    auto loop = dyn_cast<AffineDimExpr>(simple[dim]);
    if (!loop || isa<AffineDimExpr>(expr))
      continue;
    sizes.back() = getExtent(builder, op, loop.getPosition());
    expr = loop;
    slices = true;
  }
  if (!slices)
    return;
  SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0)),
      ones(sizes.size(), builder.getIndexAttr(1));
  if (isa<MemRefType>(source.getType()))
    operand.set(memref::SubViewOp::create(builder, op.getLoc(), source, zeros,
                                          sizes, ones));
  else
    operand.set(tensor::ExtractSliceOp::create(builder, op.getLoc(), source,
                                               zeros, sizes, ones));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[operand.getOperandNumber()] = AffineMap::get(
      map.getNumDims(), /*symbolCount=*/0, exprs, op.getContext());
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  if (!op.isDpsInit(&operand) || op->getNumResults() == 0)
    return;
  OpResult result = op.getTiedOpResult(&operand);
  result.setType(operand.get().getType());
  builder.setInsertionPointAfter(op);
  auto whole = tensor::InsertSliceOp::create(builder, op.getLoc(), result,
                                             source, zeros, sizes, ones);
  result.replaceAllUsesExcept(whole, whole);
}

static void sliceWindows(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() && !op.hasPureBufferSemantics())
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    // Upstream's verifier rejects slices of arrays without elements.
    if (isa<RankedTensorType, MemRefType>(type) &&
        !llvm::is_contained(cast<ShapedType>(type).getShape(), 0))
      sliceOperand(op, operand);
  }
}

namespace {
struct ProtectOperands
    : public fused::impl::ProtectOperandsBase<ProtectOperands> {
  void runOnOperation() override {
    getOperation()->walk(sliceWindows);
    getOperation()->walk(readAsInputs);
  }
};
} // namespace
