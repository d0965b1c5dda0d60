//===- Register.cpp - The pipelines by their names ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void fused::registerPipelines() {
  PassPipelineRegistration<FuseProductsOptions>(
      "fused-fuse-products",
      "Make each product and its epilog one fused.matmul",
      buildFuseProductsPipeline);
  PassPipelineRegistration<ToLLVMOptions>(
      "fused-to-llvm",
      "Compile tensor IR, with products as calls of the fused runtime",
      buildToLLVMPipeline);
  PassPipelineRegistration<UpstreamToLLVMOptions>(
      "fused-upstream-to-llvm",
      "Compile tensor IR with upstream's passes alone, as a reference",
      buildUpstreamToLLVMPipeline);
}
