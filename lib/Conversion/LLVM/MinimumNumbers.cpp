//===- MinimumNumbers.cpp - Minima that LLVM vectorises rightly -*- C++ -*-===//
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
#define GEN_PASS_DEF_MINIMUMNUMBERS
#include "fused/Conversion/LLVMPasses.h.inc"
} // namespace fused

using namespace mlir;

/// Replaces `op`, which is llvm.intr.minnum or maxnum, by a call of
/// `intrinsic`.
template <typename Op> static void replaceBy(Op op, StringRef intrinsic) {
  IRRewriter rewriter(op);
  auto flags = op.getFastmathFlags() | LLVM::FastmathFlags::nsz;
  auto call = LLVM::CallIntrinsicOp::create(
      rewriter, op.getLoc(), op.getType(), rewriter.getStringAttr(intrinsic),
      op->getOperands(), LLVM::FastmathFlagsAttr::get(op.getContext(), flags));
  rewriter.replaceOp(op, call);
}

namespace {
struct MinimumNumbers : public fused::impl::MinimumNumbersBase<MinimumNumbers> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto minimum = dyn_cast<LLVM::MinNumOp>(op))
        replaceBy(minimum, "llvm.minimumnum");
      else if (auto maximum = dyn_cast<LLVM::MaxNumOp>(op))
        replaceBy(maximum, "llvm.maximumnum");
    });
  }
};
} // namespace
