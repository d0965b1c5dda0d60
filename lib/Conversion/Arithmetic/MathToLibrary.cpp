//===- MathToLibrary.cpp - Calls of the C math library ------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/ArithmeticPasses.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace fused {
#define GEN_PASS_DEF_MATHTOLIBRARY
#include "fused/Conversion/ArithmeticPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct MathToLibrary : public fused::impl::MathToLibraryBase<MathToLibrary> {
  void runOnOperation() override;
};
} // namespace

void MathToLibrary::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(getContext());
  target.addLegalDialect<func::FuncDialect, math::MathDialect,
                         vector::VectorDialect>();
  target.addIllegalOp<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
                      math::AtanOp, math::Atan2Op, math::AtanhOp, math::CbrtOp,
                      math::CoshOp, math::ErfOp, math::ErfcOp, math::ExpM1Op,
                      math::Log1pOp, math::SinhOp, math::TanOp, math::TanhOp>();
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    signalPassFailure();
}
