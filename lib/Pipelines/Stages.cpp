//===- Stages.cpp - Stages that several pipelines share -----------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "fused/Analysis/SupportTable.h"
#include "fused/Conversion/Passes.h"
#include "fused/Kernels/Passes.h"
#include "fused/Loops/LoopPasses.h"
#include "fused/Pipelines/Pipelines.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace fused;

void fused::addNormalizeStage(OpPassManager &manager) {
  // What is inlined is simplified below, with all else.
  manager.addPass(createInlineCalls());
  OpPassManager &functions = manager.nestAny();
  // Arithmetic on whole tensors, and padding.
  functions.addPass(createTensorsToLinalg());
  functions.addPass(createSimplify());
}

/// Upstream's pipeline, without the lowering of the operations that it inserts.
static void addDeallocation(OpPassManager &manager) {
  manager.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  // Reads buffers themselves, not the bases of what is a view.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createSplitDealloc());
  manager.addPass(bufferization::createBufferDeallocationSimplificationPass());
  manager.addPass(createLowerDealloc());
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(createSimplify());
}

void fused::addBufferizeStage(OpPassManager &manager) {
  // Bodies may have been folded.
  manager.addPass(createKeepOutputs());
  manager.addPass(createSeparateInits());
  manager.addPass(createCarryInPlace());
  // Last, because it asks whether the module can be bufferized.
  manager.addPass(createDonateInputs());
  // Let values be computed where they are inserted.
  manager.addPass(createEliminateEmptyTensors());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.allowReturnAllocsFromLoops = true;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  manager.addNestedPass<func::FuncOp>(createDropDonatedResults());
  manager.addNestedPass<func::FuncOp>(createCopyReturnedViews());
  manager.addPass(createSimplify());
  addDeallocation(manager);
  // Released after its last use, not at the end of the function.
  manager.addNestedPass<func::FuncOp>(createReleaseEarly());
  manager.addPass(createCopyToLinalg());
}

void fused::addControlFlowStage(OpPassManager &manager, bool openmp) {
  manager.addNestedPass<func::FuncOp>(createForallToParallelLoopPass());
  manager.addPass(createSerializeFallibleLoops());
  if (openmp) {
    manager.addPass(createConvertSCFToOpenMPPass());
    // Inlines the scopes that stand around loop bodies.
    manager.addPass(createCanonicalizerPass());
  }
  manager.addNestedPass<func::FuncOp>(createSplitBlocks());
  manager.addPass(createSCFToControlFlowPass());
  // Views become addresses.
  manager.addPass(createExpandDynamicShapes());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSimplify());
}

/// The oldest version of PTX that has the chip and all that kernels use, so
/// that older versions of ptxas take it.
static StringRef getPtxVersion(StringRef chip) {
  return getComputeCapability(chip) >= 100 ? "+ptx88" : "+ptx80";
}

void fused::addKernelStage(OpPassManager &manager, StringRef chip, bool emulate,
                           bool hasProducts) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertNVGPUToNVVMPass());
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createConvertNVVMToLLVMPass());
  kernels.addPass(createDeclareLaunchMemory());
  kernels.addPass(createPassTensorMaps());
  // Functions that devices do not have.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createConvertComplexToLLVMPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createWidenBooleans());
  kernels.addPass(createVerifyLLVM());
  std::string toolkit = findCudaToolkit();
  VerifyLibdeviceOptions libdevice;
  if (!toolkit.empty())
    libdevice.library = toolkit + "/nvvm/libdevice/libdevice.10.bc";
  kernels.addPass(createVerifyLibdevice(libdevice));
  GpuNVVMAttachTargetOptions target;
  target.triple = "nvptx64-nvidia-cuda";
  target.chip = chip.str();
  target.features = getPtxVersion(chip).str();
  target.optLevel = 3;
  if (hasProducts)
    target.moduleMatcher = "^fused_kernels";
  manager.addPass(createGpuNVVMAttachTarget(target));
  manager.addPass(createDropKernelArguments());
  manager.addPass(createCombineLaunches());
  if (getComputeCapability(chip) >= 90)
    manager.addNestedPass<gpu::GPUModuleOp>(createWaitForKernels());
  if (emulate) {
    // So that what the emulator finds has a place in the program.
    manager.addPass(createDropCallSites());
    manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  }
  // PTX stands beside the object, for devices that are newer.
  bool hasPacker = llvm::sys::fs::can_execute(toolkit + "/bin/fatbinary");
  KernelsToBinaryOptions binary;
  binary.format = emulate ? "llvm" : hasPacker ? "fatbin" : "bin";
  binary.toolkit = toolkit;
  manager.addPass(createKernelsToBinary(binary));
}

void fused::addLLVMStage(OpPassManager &manager, Target target) {
  EmitEntryPointsOptions entryOptions;
  entryOptions.target = target;
  manager.addPass(createEmitEntryPoints(entryOptions));
  // Integer powers, integer division that rounds up or down.
  manager.addPass(createConvertMathToFuncs());
  manager.addPass(createMathToLibrary());
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createVerifyLLVM());
  manager.addPass(createMinimumNumbers());
  manager.addPass(createReturnByPointer());
  manager.addPass(createSplitAggregates());
  manager.addPass(createSimplify());
}
