//===- LowerDealloc.cpp - Who releases a buffer, as branches --------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/DeallocationPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_LOWERDEALLOC
#include "fused/Conversion/DeallocationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct LowerDealloc : public fused::impl::LowerDeallocBase<LowerDealloc> {
  void runOnOperation() override;
};
} // namespace

static SmallVector<Value> getAddresses(OpBuilder &builder, Location loc,
                                       ValueRange buffers) {
  SmallVector<Value> addresses;
  for (Value buffer : buffers)
    addresses.push_back(
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer));
  return addresses;
}

/// True if `address` is one of `others`.
static Value createIsAnyOf(OpBuilder &builder, Location loc, Value address,
                           ArrayRef<Value> others) {
  Value result = arith::ConstantIntOp::create(builder, loc, 0, 1);
  for (Value other : others) {
    Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         address, other);
    result = builder.createOrFold<arith::OrIOp>(loc, result, isSame);
  }
  return result;
}

static void lower(bufferization::DeallocOp op, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  bool isSimple = op.getRetained().empty() && op.getMemrefs().size() == 1;
  SmallVector<Value> buffers, retained;
  if (!isSimple) {
    buffers = getAddresses(rewriter, loc, op.getMemrefs());
    retained = getAddresses(rewriter, loc, op.getRetained());
  }
  // All is compared before anything is released.
  SmallVector<Value> conditions(op.getConditions()), owned;
  Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
  for (auto [index, condition] : llvm::enumerate(conditions)) {
    if (isSimple)
      break;
    SmallVector<Value> others(retained);
    llvm::append_range(others, ArrayRef(buffers).take_front(index));
    Value isKept = createIsAnyOf(rewriter, loc, buffers[index], others);
    Value isFree = arith::XOrIOp::create(rewriter, loc, isKept, yes);
    condition = arith::AndIOp::create(rewriter, loc, condition, isFree);
  }
  for (Value address : retained) {
    Value isOwned = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
    for (auto [buffer, condition] :
         llvm::zip_equal(buffers, op.getConditions())) {
      Value isSame = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, address, buffer);
      Value both = arith::AndIOp::create(rewriter, loc, isSame, condition);
      isOwned = rewriter.createOrFold<arith::OrIOp>(loc, isOwned, both);
    }
    owned.push_back(isOwned);
  }
  for (auto [buffer, condition] :
       llvm::zip_equal(op.getMemrefs(), conditions)) {
    auto branch = scf::IfOp::create(rewriter, loc, condition,
                                    /*withElseRegion=*/false);
    OpBuilder inside = branch.getThenBodyBuilder();
    memref::DeallocOp::create(inside, loc, buffer);
  }
  rewriter.replaceOp(op, owned);
}

void LowerDealloc::runOnOperation() {
  SmallVector<bufferization::DeallocOp> ops;
  getOperation()->walk([&](bufferization::DeallocOp op) { ops.push_back(op); });
  IRRewriter rewriter(&getContext());
  for (bufferization::DeallocOp op : ops)
    lower(op, rewriter);
}
