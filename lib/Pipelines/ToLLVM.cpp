//===- ToLLVM.cpp - Lowering with fused products ------------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "fused/Analysis/ProductSupport.h"
#include "fused/Conversion/Passes.h"
#include "fused/Kernels/Passes.h"
#include "fused/Loops/LoopPasses.h"
#include "fused/Pipelines/Pipelines.h"
#include "fused/Transforms/Passes.h"
#include "fused/Transforms/ProductChoices.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fused;

void fused::buildFuseProductsPipeline(OpPassManager &manager,
                                      const FuseProductsOptions &options) {
  // func, linalg, tensor, arith, math, scf, cf.
  addNormalizeStage(manager);
  manager.addNestedPass<func::FuncOp>(createCarryNumbers());

  // The same dialects and fused. The verifier walks over all operations once
  // less after a pass on a function than after one on the module.
  OpPassManager &functions = manager.nestAny();
  functions.addPass(createSimplify());
  functions.addPass(createRaiseLoops());
  functions.addPass(createSimplify());
  if (options.recomputeSaved)
    functions.addPass(createRecomputeSaved());
  functions.addPass(createRaiseErrorFunctions());
  functions.addPass(createNarrowContractions());
  functions.addPass(createMergeSums({options.numerics}));
  functions.addPass(createDropInsertedZeros({options.numerics}));
  functions.addPass(createRaiseConvolutions());
  functions.addPass(
      createRaiseContractions({options.numerics, options.groupedQueries}));
  functions.addPass(createSimplify());
  if (!options.epilogs)
    return;
  functions.addPass(createSinkSlices());
  functions.addPass(createReorderRows());
  functions.addPass(createSinkTransposes());
  functions.addPass(createSumAfterLoops({options.numerics}));
  if (options.batchProducts)
    functions.addPass(createBatchProducts());
  functions.addPass(createSimplify());
  functions.addPass(createFuseEpilogs({options.numerics}));
  functions.addPass(createSimplify());
  functions.addPass(createPairEpilogs({options.numerics}));
  functions.addPass(createFuseBiasGradients({options.numerics}));
  functions.addPass(createFuseRequantization({options.numerics}));
  functions.addPass(createSimplify());
}

/// The name of a target in the tables of support.
static StringRef getTargetName(Target target) {
  switch (target) {
  case Target::Cpu:
    return "cpu";
  case Target::Cuda:
    return "cuda";
  }
  llvm_unreachable("every target is named");
}

void fused::buildToLLVMPipeline(OpPassManager &manager,
                                const ToLLVMOptions &options) {
  buildToFusedPipeline(manager, options);
  buildFusedToLLVMPipeline(manager, options);
}

static void addVerifier(OpPassManager &manager, const ToLLVMOptions &options) {
  if (options.verifyStages)
    manager.addPass(createVerify());
}

static void addBetweenStages(OpPassManager &manager,
                             const ToLLVMOptions &options) {
  if (options.betweenStages)
    options.betweenStages(manager);
}

std::string fused::getKernelChip(StringRef chip) {
  return chip.empty() ? "sm_90" : chip.str();
}

/// True if products can become kernels.
static bool usesProductKernels(const ToLLVMOptions &options) {
  return options.productKernels && options.target == Target::Cuda &&
         hasProductKernels(getKernelChip(options.chip));
}

void fused::buildToFusedPipeline(OpPassManager &manager,
                                 const ToLLVMOptions &options) {
  addBetweenStages(manager, options);
  // func, linalg, tensor, arith, math, scf, cf, fused. Operations that are
  // joined forget what they ask of sizes.
  manager.addPass(createDropSigns());
  manager.addPass(createVerifyTypes());
  manager.addNestedPass<func::FuncOp>(createCheckShapes());
  FuseProductsOptions fuseOptions;
  fuseOptions.numerics = options.numerics;
  fuseOptions.epilogs = options.epilogs;
  fuseOptions.batchProducts = options.target == Target::Cuda;
  fuseOptions.recomputeSaved = options.target == Target::Cuda;
  fuseOptions.groupedQueries = usesProductKernels(options);
  buildFuseProductsPipeline(manager, fuseOptions);
  addVerifier(manager, options);
  addBetweenStages(manager, options);
}

void fused::buildFusedToLLVMPipeline(OpPassManager &manager,
                                     const ToLLVMOptions &options) {
  bool isCuda = options.target == Target::Cuda;
  if (isCuda) {
    // The same dialects: sizes are those that libraries are fast for.
    PadProductsOptions padOptions;
    padOptions.always = options.productsAsLarge;
    padOptions.attention =
        usesProductKernels(options) && options.numerics != Numerics::Strict;
    manager.addNestedPass<func::FuncOp>(createPadProducts(padOptions));
  }
  // The same dialects: what the target lacks is in linalg again.
  LegalizeOptions legalizeOptions;
  legalizeOptions.target = getTargetName(options.target).str();
  legalizeOptions.chip = options.chip;
  legalizeOptions.library = options.library;
  legalizeOptions.productKernels = usesProductKernels(options);
  legalizeOptions.tiling = options.productTiling;
  legalizeOptions.numerics = options.numerics;
  manager.addPass(createLegalize(legalizeOptions, options.productChoices));
  addBetweenStages(manager, options);

  // The same dialects; of fused, products alone.
  manager.addPass(createPrepareBufferization());
  manager.addPass(createProtectOperands());
  manager.addPass(createKeepOutputs());
  manager.addPass(createSaturateConversions());
  manager.addPass(createDefineIntegers());
  DecomposeOptions notProducts;
  notProducts.products = false;
  notProducts.rows = !isCuda;
  manager.addPass(createDecompose(notProducts));
  addBetweenStages(manager, options);

  if (isCuda) {
    // The same dialects: the host waits for no counters, and what the kernels
    // can read themselves is not made.
    manager.addNestedPass<func::FuncOp>(createCarryNumbers());
    manager.addPass(createSinkElements());
  }

  // The same dialects: what is left in linalg is fused with its neighbours, so
  // that fewer intermediate results go through memory.
  manager.addPass(createFuseElementwise());
  manager.addPass(createLinalgFoldUnitExtentDimsPass());
  if (isCuda)
    manager.addNestedPass<func::FuncOp>(createSplitSlices());
  manager.addPass(createFuseElementwise());
  manager.addPass(createSimplify());
  addBetweenStages(manager, options);
  if (isCuda) {
    // The same dialects: whole rows become one operation, which stores no more
    // than it has to, then small operations of one shape.
    manager.addPass(createLinalgFoldUnitExtentDimsPass());
    manager.addPass(createSimplify());
    manager.addNestedPass<func::FuncOp>(createFuseRows());
    manager.addPass(createSimplify());
    addBetweenStages(manager, options);
    manager.addNestedPass<func::FuncOp>(createRecompute());
    manager.addPass(createSimplify());
    // Rows give others nothing but what these cannot compute again.
    if (usesProductKernels(options)) {
      manager.addPass(createFuseAttention({options.numerics}));
      manager.addPass(createSimplify());
    }
    manager.addNestedPass<func::FuncOp>(createJoinElementwise());
    manager.addPass(createSimplify());
    if (usesProductKernels(options)) {
      FuseTailsOptions tailOptions;
      tailOptions.numerics = options.numerics;
      tailOptions.tiling = options.productTiling;
      manager.addPass(createFuseTails(tailOptions, options.productChoices));
      manager.addPass(createSimplify());
    }
    addBetweenStages(manager, options);
  }
  addVerifier(manager, options);

  // func, linalg, memref, arith, math, scf, cf, affine, fused.
  addBufferizeStage(manager);
  GuardBodiesOptions guardOptions;
  guardOptions.target = options.target;
  manager.addPass(createGuardBodies(guardOptions));
  addVerifier(manager, options);

  if (isCuda) {
    // func, memref, arith, math, scf, cf, affine, vector, gpu, fused.
    ProductsToGpuOptions productOptions;
    if (usesProductKernels(options))
      productOptions.chip = getKernelChip(options.chip);
    productOptions.asLarge = options.productsAsLarge;
    manager.addPass(createProductsToGpu(productOptions));
    LinalgToGpuOptions kernelOptions;
    kernelOptions.chip = options.chip;
    manager.addPass(createLinalgToGpu(kernelOptions));
    manager.addPass(createShareKernels());
    manager.addPass(createSplitKernels());
    // Before temporary arrays have their places.
    manager.addPass(createGatherLaunches());
    OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
    kernels.addPass(createConvertComplexToStandardPass());
    kernels.addPass(createExpandKernelMath());
  } else {
    // func, memref, arith, math, scf, cf, affine, omp, fused.
    LinalgToLoopsOptions loopOptions;
    loopOptions.openmp = options.openmp;
    manager.addPass(createLinalgToLoops(loopOptions));
  }
  manager.addPass(createPlanMemory());
  manager.addPass(createExpandPowers());
  LegalizeSmallFloatsOptions floatOptions;
  floatOptions.expandBFloat16 = !isCuda;
  manager.addPass(createLegalizeSmallFloats(floatOptions));
  // A device has functions for single elements.
  if (!isCuda)
    manager.addPass(createApproximateMath());
  addVerifier(manager, options);

  // func, memref, arith, math, cf, omp, fused; for devices, vector and gpu
  // instead of omp.
  addControlFlowStage(manager, options.openmp && !isCuda);
  addVerifier(manager, options);
  if (isCuda) {
    // The kernels are binary.
    addKernelStage(manager, getKernelChip(options.chip), options.emulate,
                   usesProductKernels(options));
    // The host may lack the conversions that devices have.
    manager.addPass(createLegalizeSmallFloats());
  }

  // func, memref, arith, math, cf, omp, llvm.
  ConvertFusedToRuntimeOptions runtimeOptions;
  runtimeOptions.target = options.target;
  manager.addPass(createConvertFusedToRuntime(runtimeOptions));

  // llvm, omp.
  addLLVMStage(manager, options.target);
  manager.addPass(createWidenBooleans());
  manager.addPass(createCarryBFloatBits());
  manager.addPass(createOutlineLoops());
  manager.addPass(createPassByPointer());
  addVerifier(manager, options);
}
