//===- DecomposeScatter.cpp - fused.scatter to loops over elements --------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Dialect/ScatterWindows.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fused;

namespace {
/// Writes loops as the description of the operation does. On tensors, they
/// carry the array.
class ScatterLoops {
public:
  ScatterLoops(OpBuilder &builder, ScatterOp op)
      : builder(builder), op(op), loc(op.getLoc()), windows(builder, op) {}

  /// Returns the array after all updates.
  Value run() {
    return createLoop(windows.getNumUpdates(), op.getInit(),
                      [&](Value update, Value array) {
                        starts = windows.createStarts(
                            builder, windows.createIndices(builder, update));
                        // The loops over a window that is skipped have no
                        // iterations. A branch would have to give the array in
                        // both of its arms.
                        isInside = windows.createIsInside(builder, starts);
                        place = {update};
                        return visitWindow(array);
                      });
  }

private:
  /// Creates a loop that carries `array` if it is a tensor.
  Value createLoop(Value size, Value array,
                   function_ref<Value(Value, Value)> emit) {
    bool isTensor = isa<TensorType>(array.getType());
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto loop =
        scf::ForOp::create(builder, loc, zero, size, one,
                           isTensor ? ValueRange(array) : ValueRange(),
                           [](OpBuilder &, Location, Value, ValueRange) {});
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    Value result = emit(loop.getInductionVar(),
                        isTensor ? loop.getRegionIterArg(0) : array);
    scf::YieldOp::create(builder, loc,
                         isTensor ? ValueRange(result) : ValueRange());
    return isTensor ? loop.getResult(0) : array;
  }

  /// Writes the loops over the dimensions that are left.
  Value visitWindow(Value array) {
    size_t dim = place.size() - 1;
    if (dim == starts.size())
      return updateElement(array);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value size = arith::SelectOp::create(builder, loc, isInside,
                                         windows.getWindowSizes()[dim], zero);
    return createLoop(size, array, [&](Value index, Value inner) {
      place.push_back(index);
      Value result = visitWindow(inner);
      place.pop_back();
      return result;
    });
  }

  Value updateElement(Value array) {
    SmallVector<Value> target;
    for (auto [start, index] :
         llvm::zip_equal(starts, ArrayRef<Value>(place).drop_front()))
      target.push_back(arith::AddIOp::create(builder, loc, start, index));
    Value element = load(array, target);
    Value update = load(op.getUpdates(), place);
    Value combined = windows.createCombined(builder, element, update);
    if (isa<TensorType>(array.getType()))
      return tensor::InsertOp::create(builder, loc, combined, array, target);
    memref::StoreOp::create(builder, loc, combined, array, target);
    return array;
  }

  Value load(Value array, ValueRange indices) {
    if (isa<TensorType>(array.getType()))
      return tensor::ExtractOp::create(builder, loc, array, indices);
    return memref::LoadOp::create(builder, loc, array, indices);
  }

  OpBuilder &builder;
  ScatterOp op;
  Location loc;
  ScatterWindows windows;
  SmallVector<Value> starts;
  Value isInside;
  /// The update and the position in its window.
  SmallVector<Value> place;
};

struct DecomposeScatter : OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    Value array = ScatterLoops(rewriter, op).run();
    if (op.getResult())
      rewriter.replaceOp(op, array);
    else
      rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void fused::populateDecomposeScatterPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeScatter>(patterns.getContext());
}
