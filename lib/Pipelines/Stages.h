//===- Stages.h - Stages that several pipelines share -----------*- C++ -*-===//
//
// Part of the fused project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSED_LIB_PIPELINES_STAGES_H
#define FUSED_LIB_PIPELINES_STAGES_H

#include "fused/Conversion/Target.h"
#include "mlir/Pass/PassManager.h"

namespace fused {

/// Inlines, and writes what is not linalg but computes on tensors as linalg.
/// Alive after it: func, linalg, tensor, arith, math, scf, cf; fused if it was
/// there.
void addNormalizeStage(mlir::OpPassManager &manager);

/// Tensors become memrefs, with every buffer released after its last use.
/// Alive after it: func, linalg, memref, arith, math, scf, cf, affine; fused if
/// it was there.
void addBufferizeStage(mlir::OpPassManager &manager);

/// Parallel loops become OpenMP, other loops unstructured control flow.
/// Alive after it: func, memref, arith, math, cf, omp; fused if it was there.
void addControlFlowStage(mlir::OpPassManager &manager, bool openmp);

/// The kernels become objects for `chip`, such as sm_90, or bitcode that the
/// emulator runs. Needs CUDA's libdevice, and ptxas for objects. Kernels of
/// products, which there are with `hasProducts`, have a target.
/// Alive after it: func, memref, arith, math, cf, gpu; fused if it was there.
void addKernelStage(mlir::OpPassManager &manager, llvm::StringRef chip,
                    bool emulate, bool hasProducts);

/// From unstructured control flow to the LLVM dialect, with the entry points.
/// Alive after it: llvm, omp.
void addLLVMStage(mlir::OpPassManager &manager, Target target);

} // namespace fused

#endif // FUSED_LIB_PIPELINES_STAGES_H
