//===- Verify.cpp - The verifier as a pass --------------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Transforms/CleanupPasses.h"
#include "mlir/IR/Verifier.h"

namespace fused {
#define GEN_PASS_DEF_VERIFY
#include "fused/Transforms/CleanupPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct Verify : public fused::impl::VerifyBase<Verify> {
  void runOnOperation() override {
    if (failed(verify(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
