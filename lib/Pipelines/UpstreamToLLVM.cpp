//===- UpstreamToLLVM.cpp - Lowering without fusion ---------------------===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "fused/Conversion/Passes.h"
#include "fused/Kernels/Passes.h"
#include "fused/Loops/LoopPasses.h"
#include "fused/Pipelines/Pipelines.h"
#include "fused/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"

using namespace mlir;
using namespace fused;

void fused::buildUpstreamToLLVMPipeline(OpPassManager &manager,
                                        const UpstreamToLLVMOptions &options) {
  // func, linalg, tensor, arith, math, scf, cf.
  manager.addPass(createDropSigns());
  manager.addPass(createVerifyTypes());
  manager.addNestedPass<func::FuncOp>(createCheckShapes());
  manager.addPass(createDecompose());
  addNormalizeStage(manager);
  if (!options.keepInsertedZeros)
    manager.addPass(createDropInsertedZeros());
  manager.addPass(createPrepareBufferization());
  manager.addPass(createProtectOperands());
  manager.addPass(createSaturateConversions());
  manager.addPass(createDefineIntegers());

  // func, linalg, memref, arith, math, scf, cf, affine.
  addBufferizeStage(manager);
  manager.addPass(createGuardBodies());

  // func, memref, arith, math, scf, cf, affine: one nest of loops for each
  // operation, as upstream writes it.
  manager.addPass(createConvertLinalgToParallelLoopsPass());
  manager.addPass(createExpandPowers());
  manager.addPass(createLegalizeSmallFloats());

  // func, memref, arith, math, cf, omp.
  addControlFlowStage(manager, options.openmp);

  // llvm, omp.
  addLLVMStage(manager, Target::Cpu);
  manager.addPass(createWidenBooleans());
  manager.addPass(createCarryBFloatBits());
  manager.addPass(createOutlineLoops());
  manager.addPass(createPassByPointer());
}
