//===- WidenBooleans.cpp - Truth values in memory as bytes ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/LLVMPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace fused {
#define GEN_PASS_DEF_WIDENBOOLEANS
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct WidenBooleans : public fused::impl::WidenBooleansBase<WidenBooleans> {
  void runOnOperation() override;
};
} // namespace

/// Accepts `llvm.load ... -> i1`. A caller may have passed any byte.
static void widenLoad(LLVM::LoadOp op) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  Value result = op.getResult();
  result.setType(builder.getI8Type());
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI8Type(), 0);
  auto isTrue =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, result, zero);
  result.replaceAllUsesExcept(isTrue, isTrue);
}

/// Accepts `llvm.store` of an i1.
static void widenStore(LLVM::StoreOp op) {
  OpBuilder builder(op);
  op.getValueMutable().assign(LLVM::ZExtOp::create(
      builder, op.getLoc(), builder.getI8Type(), op.getValue()));
}

void WidenBooleans::runOnOperation() {
  getOperation()->walk([](Operation *op) {
    if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
      if (load.getType().isInteger(1))
        widenLoad(load);
    } else if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
      if (store.getValue().getType().isInteger(1))
        widenStore(store);
    }
  });
}
