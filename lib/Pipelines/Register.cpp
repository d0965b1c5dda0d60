//===- Register.cpp - The pipelines by their names ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;

void fused::registerKernelTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

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
