//===- KernelMath.cpp - Functions that kernels cannot call ----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/GpuPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fused {
#define GEN_PASS_DEF_EXPANDKERNELMATH
#include "fused/Conversion/GpuPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct ExpandKernelMath
    : public fused::impl::ExpandKernelMathBase<ExpandKernelMath> {
  void runOnOperation() override;
};

/// The bits of a float without its sign, or with the other one, as an
/// instruction on integers. ptxas 13.0 stores zeros where fewer bits of the
/// result of `abs` or `neg` are stored than it has. It stays assembly because
/// LLVM makes `abs` and `neg` of the same operations.
struct SignOfBits : public OpRewritePattern<arith::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<IntegerType>(op.getType());
    Operation *source = op.getIn().getDefiningOp();
    if (!type || !isa_and_present<math::AbsFOp, arith::NegFOp>(source))
      return rewriter.notifyMatchFailure(op, "no bits of abs or neg");
    unsigned width = type.getWidth();
    const char *letter = width == 16   ? "h"
                         : width == 32 ? "r"
                         : width == 64 ? "l"
                                       : nullptr;
    if (!letter)
      return rewriter.notifyMatchFailure(op, "no register has this width");
    bool isAbs = isa<math::AbsFOp>(source);
    llvm::APInt mask = isAbs ? llvm::APInt::getSignedMaxValue(width)
                             : llvm::APInt::getSignMask(width);
    std::string text =
        llvm::formatv("{0}.b{1} $0, $1, {2};", isAbs ? "and" : "xor", width,
                      llvm::format_hex(mask.getZExtValue(), 0));
    std::string constraints = llvm::formatv("={0},{0}", letter);
    Value bits = arith::BitcastOp::create(rewriter, op.getLoc(), type,
                                          source->getOperand(0));
    rewriter.replaceOpWithNewOp<LLVM::InlineAsmOp>(
        op, TypeRange{type}, ValueRange{bits}, text, constraints,
        /*has_side_effects=*/false, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
        ArrayAttr());
    return success();
  }
};
} // namespace

void ExpandKernelMath::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  patterns.add<SignOfBits>(&getContext());
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
