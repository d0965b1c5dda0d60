//===- Register.cpp - The pipelines by their names ----------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fused/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
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

/// Which option has no effect with the others, or nothing.
template <typename Options> static StringRef findConflict(const Options &) {
  return "";
}
template <> StringRef findConflict(const fused::ToLLVMOptions &options) {
  if (options.target == fused::Target::Cuda)
    return "";
  if (options.emulate)
    return options.emulate.getArgStr();
  if (!options.productKernels)
    return options.productKernels.getArgStr();
  if (!options.productTiling.empty())
    return options.productTiling.getArgStr();
  if (options.productsAsLarge)
    return options.productsAsLarge.getArgStr();
  return "";
}

/// Like PassPipelineRegistration, for pipelines that run on modules. To build
/// one in a pass manager of other operations would end the process.
template <typename Options>
static void registerModulePipeline(
    StringRef argument, StringRef description,
    std::function<void(OpPassManager &, const Options &)> build) {
  registerPassPipeline(
      argument, description,
      [=](OpPassManager &manager, StringRef text,
          function_ref<LogicalResult(const Twine &)> fail) -> LogicalResult {
        StringRef anchor = manager.getOpAnchorName();
        if (manager.getOpName() && anchor != ModuleOp::getOperationName())
          return fail("the pipeline '" + argument + "' runs on '" +
                      ModuleOp::getOperationName() + "', not on '" + anchor +
                      "'");
        Options options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (StringRef option = findConflict(options); !option.empty())
          return fail("the option '" + option + "' of '" + argument +
                      "' needs target=cuda");
        build(manager, options);
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)> visit) {
        visit(Options());
      });
}

void fused::registerPipelines() {
  registerModulePipeline<FuseProductsOptions>(
      "fused-fuse-products",
      "Make each product and its epilog one fused.matmul",
      buildFuseProductsPipeline);
  registerModulePipeline<ToLLVMOptions>(
      "fused-to-llvm",
      "Compile tensor IR, with products as calls of the fused runtime",
      buildToLLVMPipeline);
  registerModulePipeline<UpstreamToLLVMOptions>(
      "fused-upstream-to-llvm",
      "Compile tensor IR with upstream's passes alone, as a reference",
      buildUpstreamToLLVMPipeline);
}
