//===- EliminateEmptyTensors.cpp - Compute where values are inserted ------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Conversion/BufferizationPasses.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"

namespace fused {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "fused/Conversion/BufferizationPasses.h.inc"
} // namespace fused

using namespace mlir;

namespace {
struct EliminateEmptyTensors
    : public fused::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OwningOpRef<ModuleOp> changed = module.clone();
    ScopedDiagnosticHandler ignored(&getContext(),
                                    [](Diagnostic &) { return success(); });
    IRRewriter rewriter(&getContext());
    if (succeeded(bufferization::eliminateEmptyTensors(rewriter, *changed)) &&
        succeeded(verify(*changed)))
      module.getBodyRegion().takeBody(changed->getBodyRegion());
  }
};
} // namespace
